"""One line per finding, in the form that editors and grep understand."""

from collections.abc import Iterator

from citevet.model import Document, Finding, Report
from citevet.report.full import closing
from citevet.report.paint import of_severity, paint
from citevet.report.phrase import marked, why_unread
from citevet.report.visible import one_line, visible
from citevet.report.where import findings, where


def render(report: Report, *, color: bool = False) -> str:
    """Return `path:line:col: CODE severity: message` per finding, then the verdict."""
    return "".join(f"{line}\n" for line in _lines(report, color=color))


def _lines(report: Report, *, color: bool) -> Iterator[str]:
    for document, finding in findings(report):
        yield _line(document, finding, color=color)
    for unread in report.unread:
        yield f"{visible(unread.path)}: {paint('not read', 'error', color=color)}: {one_line(why_unread(unread))}"
    yield closing(report, color=color)


def _line(document: Document, finding: Finding, *, color: bool) -> str:
    line, column, _, _ = where(document, finding.span)
    at = f"{visible(document.path)}:{line}:{column}:"
    message = one_line(marked(finding))
    if finding.suppressed:
        return paint(f"{at} {finding.code} {finding.severity}: {message}", "dim", color=color)
    level = paint(f"{finding.code} {finding.severity}:", of_severity(finding.severity), color=color)
    return f"{paint(at, 'strong', color=color)} {level} {message}"
