"""Apply fixes to documents, pass by pass, until none is left that may be applied."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from citevet.config import config
from citevet.errors import CitevetError
from citevet.fix import apply, diff, select, write
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


def mend(report: Report, flags: Mapping[str, Any], *, unsafe: bool = False, dry: bool = False) -> list[Mended]:
    """Mend every document of a report; `dry` writes nothing."""
    return [done for audit in report.audits if (done := _mended(audit, flags, unsafe=unsafe, dry=dry)).fixes]


def _mended(audit: Audit, flags: Mapping[str, Any], *, unsafe: bool, dry: bool) -> Mended:
    text, fixes = _passes(audit, flags, unsafe=unsafe)
    document = audit.document
    trouble = None
    if fixes and not dry:
        try:
            write(Path(document.path), document, text)
        except CitevetError as error:
            trouble = str(error)
    return Mended(document.path, fixes, diff(document, text) if fixes else "", trouble)


def _passes(audit: Audit, flags: Mapping[str, Any], *, unsafe: bool) -> tuple[str, int]:
    fixes = 0
    settings = config(Path(audit.document.path).resolve().parent, flags)
    for _ in range(_PASSES):
        applied = apply(audit.document.text, select(audit.findings, unsafe=unsafe))
        if not applied.done:
            break
        fixes += len(applied.done)
        audit = audit_document(_again(audit.document, applied.text), settings)
    return audit.document.text, fixes


def _again(document: Document, text: str) -> Document:
    """Read the mended text as the same document, beside the same bibliography."""
    return replace(
        parse_text(text, document.path),
        bibliography=document.bibliography,
        metadata=document.metadata,
        is_part=document.is_part,
    )
