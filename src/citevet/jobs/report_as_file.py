"""Reports that are files of other programs: a Word document with comments, and a PDF."""

import re
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

from citevet.errors import ReadError, UsageError
from citevet.limits import DOCX_COMMENTS
from citevet.model import Audit, Finding, Report, Span
from citevet.report.findings import format_count
from citevet.report.safe_text import to_line
from citevet.report.summary import format_summary
from citevet.session import Session
from citevet.version import __version__

_PDF_DATE = re.compile(rb"\(D:\d{14}[^)]*\)")


def require_output(format_: str, output: str | None) -> None:
    """Raise where a format needs a file and none is named."""
    if output in {None, "-"}:
        raise UsageError("this format is a file", to=f"--format {format_}", advice="Name it with --output FILE.")


def make_file(report: Report, format_: str, output: Path, session: Session) -> bytes:
    """Return a report in a format of `citevet.report.FILE_FORMATS`."""
    return _print_report(report) if format_ == "pdf" else _comment_docx(report, output, session)


def _print_report(report: Report) -> bytes:
    from citevet.report.html import render  # most runs print nothing
    from citevet.world.browser import print_page

    printed = print_page(render(report))
    same = _PDF_DATE.sub(lambda found: b"(D:" + b"0" * (len(found[0]) - 4) + b")", printed)
    return same + f"%Made by citevet {__version__}\n".encode()


def _comment_docx(report: Report, output: Path, session: Session) -> bytes:
    """Return a copy of the checked Word document with its findings as comments."""
    from citevet.read.files import load_file  # most runs read no Word file

    shown = _require_docx(report).document.path
    file = session.here / shown
    _refuse_output(output, file, shown)
    return comment_docx(report, load_file(file, max_bytes=session.config_for(shown).max_bytes, shown=shown))


def comment_docx(report: Report, data: bytes) -> bytes:
    """Return the bytes of the checked Word document with its findings as comments."""
    from citevet.read.docx.comments import DocxComment, add_comments  # as above

    audit = _require_docx(report)
    shown = audit.document.path
    if sha256(data).hexdigest() != audit.document.sha256:
        raise ReadError("the file changed while it was checked", to=shown, advice="Run the command again.")
    findings = sorted((each for each in audit.findings if not each.suppressed), key=lambda each: -each.severity)
    kept = sorted(findings[:DOCX_COMMENTS], key=lambda each: each.span)
    summary = [to_line(line) for line in format_summary(report)]
    if len(kept) < len(findings):
        summary.append(f"{format_count(len(findings) - len(kept), 'finding')} left out here; run `citevet check`.")
    comments = [DocxComment(each.span, [*_describe(each)]) for each in kept]
    return add_comments(data, shown, [DocxComment(Span(0, 0), [f"citevet {__version__}", *summary]), *comments])


def _describe(finding: Finding) -> Iterator[str]:
    yield f"{finding.code} {finding.name} ({finding.severity}): {to_line(finding.message)}"
    yield from (f"also {each.code}: {to_line(each.message)}" for each in finding.also)
    if finding.fix:
        yield f"fix: {to_line(finding.fix.message)}"


def _require_docx(report: Report) -> Audit:
    """Return the only document of a run, which must be a Word file."""
    audits = report.audits
    if len(audits) != 1 or report.unread or audits[0].document.format != "docx":
        what = "it writes a copy of one Word document"
        raise UsageError(what, to="--format docx-comments", advice="Name a single .docx file to check.")
    return audits[0]


def _refuse_output(output: Path, file: Path, shown: str) -> None:
    if output.exists() and output.samefile(file):
        raise UsageError("the checked document itself is never changed", to=str(output), advice="Name another file.")
    if output.suffix.lower() != file.suffix.lower():
        advice = f"Name it with the ending {file.suffix.lower()}, as {shown}."
        raise UsageError("Word opens it only with the same file ending", to=str(output), advice=advice)
