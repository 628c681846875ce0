"""A Markdown summary for pull requests: tables of documents, findings and the census."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from citevet.model import Audit, Finding, Report, Severity
from citevet.report.findings import FindingGroup, describe_fix, describe_unread, fold_findings, format_reasons
from citevet.report.json import TOOL, census_to_dict
from citevet.report.safe_text import escape_markdown, join_lines
from citevet.report.summary import format_summary


@join_lines
def render(report: Report) -> Iterator[str]:
    """Return the report as Markdown, with the text of the documents escaped."""
    verdict, *rest = map(escape_markdown, format_summary(report))
    yield from ("# Citation report", "", f"**{verdict}**", "")
    for line in rest:
        yield from (line, "")
    yield from ("## Summary", "")
    head = ("Document", "Citations", "Claims", "Errors", "Warnings", "Info", "Suppressed")
    yield from format_table(head, map(_summary_row, report.audits))
    for audit in report.audits:
        yield from _document_lines(audit)
    if report.unread:
        rows = ((escape_markdown(unread.path), escape_markdown(describe_unread(unread))) for unread in report.unread)
        yield from ("", "## Not read", "", *format_table(("Input", "Why"), rows))
    yield from ("", "## Census", "")
    yield from format_table(("What", "Count"), _census_rows(report))
    yield from ("", f"Made by {TOOL}.")


def _summary_row(audit: Audit) -> tuple[str, ...]:
    levels = Counter(finding.severity for finding in audit.findings if not finding.suppressed)
    counts = (
        len(audit.extraction.citations),
        len(audit.extraction.claims),
        levels[Severity.ERROR],
        levels[Severity.WARNING],
        levels[Severity.INFO],
        len(audit.findings) - levels.total(),
    )
    return (escape_markdown(audit.document.path), *map(str, counts))


def _document_lines(audit: Audit) -> Iterator[str]:
    if not audit.findings:
        return
    groups = fold_findings(audit.document, audit.findings)
    yield from ("", f"## {escape_markdown(audit.document.path)}")
    shown = [group for group in groups if not group.first.suppressed]
    suppressed = [group for group in groups if group.first.suppressed]
    head = ("Place", "Severity", "Rule", "Message")
    if shown:
        fixes = (describe_fix(group.first.fix, group.document) if group.first.fix else "" for group in shown)
        rows = (_finding_row(group, escape_markdown(fix)) for group, fix in zip(shown, fixes, strict=True))
        yield from ("", *format_table((*head, "Fix"), rows))
    if suppressed:
        rows = (_finding_row(group, _format_suppression(group.first)) for group in suppressed)
        yield from ("", "### Suppressed", "", *format_table((*head, "Suppressed by"), rows))


def _finding_row(group: FindingGroup, last: str) -> tuple[str, ...]:
    document, finding = group.document, group.first
    line, column, _, _ = document.line_range(finding.span)
    place = document.place(finding.span.start)
    at = f"{line}:{column}" + (f" ({escape_markdown(place)})" if place else "")
    rule = f"{finding.code} {finding.name}"
    return at, str(finding.severity), rule, escape_markdown(group.message), last


def _format_suppression(finding: Finding) -> str:
    return f"{finding.suppressed}" + (f": {escape_markdown(finding.justification)}" if finding.justification else "")


def _census_rows(report: Report) -> Iterator[tuple[str, str]]:
    for name, number in census_to_dict(report.census).items():
        if name != "unchecked":
            yield name, "not judged" if number is None else str(number)
        elif number:
            yield name, f"{sum(number.values())} ({format_reasons(number.items())})"


def format_table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> Iterator[str]:
    """Yield the lines of a Markdown table; the cells must be escaped already."""
    yield f"| {' | '.join(head)} |"
    yield f"|{' --- |' * len(head)}"
    yield from (f"| {' | '.join(row)} |" for row in rows)
