"""Apply fixes to documents, pass by pass, until none is left that may be applied."""

from citevet.errors import CitevetError
from citevet.fix import apply_fixes as apply
from citevet.fix import diff, select_fixes
from citevet.jobs.document_audit import audit_document
from citevet.model import Audit, Report
from citevet.read import parse_text
from citevet.records import dataclass, replace
from citevet.report.json import pick
from citevet.session import Session
from citevet.world.file_writer import is_writable, write_document

_PASSES = 10  # a fix may uncover another; a chain longer than this is a loop


@dataclass(frozen=True, slots=True)
class FixedDocument:
    """What happened to one document."""

    path: str
    fixes: int
    diff: str
    trouble: str | None = None  # why nothing was written

    @property
    def summary(self) -> str:
        """One line for people."""
        return f"not fixed: {self.trouble}" if self.trouble else f"{self.path}: {self.fixes} fixed"


def apply_fixes(
    report: Report, session: Session, *, unsafe: bool = False, dry: bool = False, once: bool = False
) -> list[FixedDocument]:
    """Fix every document of a report; `dry` writes nothing, and `once` applies only fixes that the report has."""
    passes = 1 if once else _PASSES
    done = (_fix_document(audit, session, unsafe=unsafe, dry=dry, passes=passes) for audit in report.audits)
    return [each for each in done if each.fixes]


def suggest_fixes(report: Report) -> list[FixedDocument]:
    """Return what every fix of a report would change, also those that are only shown; nothing is written."""
    return [each for each in map(_suggest, report.audits) if each.fixes]


def _suggest(audit: Audit) -> FixedDocument:
    applied = apply(audit.document.text, select_fixes(audit.findings, shown=True))
    return FixedDocument(audit.document.path, len(applied.done), diff(audit.document, applied.text))


def _fix_document(audit: Audit, session: Session, *, unsafe: bool, dry: bool, passes: int) -> FixedDocument:
    document = audit.document
    # A text that was taken out of its file is fixed once, to be shown: it cannot be read again as that file.
    text, fixes = _fix_text(audit, session, unsafe=unsafe, passes=passes if is_writable(document) else 1)
    trouble = None
    if fixes and not dry:
        try:
            write_document(session.here / document.path, document, text)
        except CitevetError as error:
            trouble = str(type(error)(error.what, to=document.path, advice=error.advice))
    return FixedDocument(document.path, fixes, diff(document, text) if fixes else "", trouble)


def _fix_text(audit: Audit, session: Session, *, unsafe: bool, passes: int) -> tuple[str, int]:
    text, fixes = audit.document.text, 0
    config = session.config_for(audit.document.path)
    for number in range(passes):
        applied = apply(text, select_fixes(audit.findings, unsafe=unsafe))
        if not applied.done:
            break
        text, fixes = applied.text, fixes + len(applied.done)
        if number + 1 < passes:
            kept = pick(audit.document, "bibliography", "includes", "metadata", "is_part")
            audit = audit_document(replace(parse_text(text, audit.document.path), **kept), config, session)
    return text, fixes
