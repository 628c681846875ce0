"""Apply fixes to documents, pass by pass, until none is left that may be applied."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from citevet.config import config
from citevet.errors import CitevetError
from citevet.fix import apply, diff, is_writable, select, write
from citevet.jobs.audit_file import audit_document
from citevet.model import Audit, Document, Report
from citevet.read import parse_text

_PASSES = 10  # a fix may uncover another; a chain longer than this is a loop


@dataclass(frozen=True, slots=True)
class Mended:
    """What happened to one document."""

    path: str
    fixes: int
    diff: str
    trouble: str | None = None  # why nothing was written


def mend(
    report: Report, flags: Mapping[str, Any], *, unsafe: bool = False, dry: bool = False, once: bool = False
) -> list[Mended]:
    """Mend every document of a report; `dry` writes nothing, and `once` mends no more than the report names."""
    passes = 1 if once else _PASSES
    done = (_mended(audit, flags, unsafe=unsafe, dry=dry, passes=passes) for audit in report.audits)
    return [each for each in done if each.fixes]


def _mended(audit: Audit, flags: Mapping[str, Any], *, unsafe: bool, dry: bool, passes: int) -> Mended:
    document = audit.document
    # A text that was taken out of its file is mended once, to be shown: it cannot be read again as that file.
    text, fixes = _mend(audit, flags, unsafe=unsafe, passes=passes if is_writable(document) else 1)
    trouble = None
    if fixes and not dry:
        try:
            write(Path(document.path), document, text)
        except CitevetError as error:
            trouble = str(error)
    return Mended(document.path, fixes, diff(document, text) if fixes else "", trouble)


def _mend(audit: Audit, flags: Mapping[str, Any], *, unsafe: bool, passes: int) -> tuple[str, int]:
    text, fixes = audit.document.text, 0
    settings = config(Path(audit.document.path).resolve().parent, flags)
    for number in range(passes):
        applied = apply(text, select(audit.findings, unsafe=unsafe))
        if not applied.done:
            break
        text, fixes = applied.text, fixes + len(applied.done)
        if number + 1 < passes:
            audit = audit_document(_again(audit.document, text), settings)
    return text, fixes


def _again(document: Document, text: str) -> Document:
    """Read the mended text as the same document, beside the same bibliography."""
    return replace(
        parse_text(text, document.path),
        bibliography=document.bibliography,
        includes=document.includes,
        metadata=document.metadata,
        is_part=document.is_part,
    )
