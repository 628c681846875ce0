"""The text report of a citation integrity audit: each citation with its checks and findings."""

from collections.abc import Iterator, Mapping, Sequence

from citevet.model import Audit, Report, Source
from citevet.report.audit_sections import (
    STATE_SIGNS,
    format_recommendations,
    format_states,
    format_title,
    format_unread,
    suggest_action,
)
from citevet.report.citation_checks import format_artefacts, run_checks
from citevet.report.citation_rows import CitationRow, State, build_rows, collect_sources
from citevet.report.findings import SEVERITY_SIGNS, FindingGroup, fold_findings
from citevet.report.json import TOOL
from citevet.report.projections.audit_schemas import format_hallucinations
from citevet.report.safe_text import join_lines, show_controls, to_line
from citevet.report.summary import format_summary

_STATE_WORDS: Mapping[State, str] = {
    "valid": "Valid",
    "warning": "Warning",
    "error": "Error",
    "unchecked": "Not checked",
}


@join_lines
def render(report: Report) -> Iterator[str]:
    """Return one block per document, the inputs that were not read, and the verdict."""
    sources = collect_sources(report)
    for audit in report.audits:
        yield from _document_lines(report, audit, sources)
    yield from format_unread(report)
    yield from format_summary(report)


def _document_lines(report: Report, audit: Audit, sources: Mapping[str, Source]) -> Iterator[str]:
    rows = build_rows(audit, sources)
    yield from format_title("CITATION INTEGRITY AUDIT")
    yield f"Document: {show_controls(audit.document.path)}"
    if today := report.run.get("today"):
        yield f"Date: {to_line(str(today))}"
    yield from (f"Auditor: {TOOL}", "", "SUMMARY:", *format_states(rows), "", "DETAILS:", "")
    for row in rows:
        yield from (*_citation_lines(report, audit, row), "")
    if not rows:
        yield from ("No citations.", "")
    yield from _other_findings(audit, rows)
    sections = [*format_artefacts([(audit.document, row) for row in rows]), *format_hallucinations([audit]), ""]
    yield from sections[1:]  # every section starts with an empty line
    yield from ("RECOMMENDATIONS:", *format_recommendations(report, [(audit, rows)]), "")


def _citation_lines(report: Report, audit: Audit, row: CitationRow) -> Iterator[str]:
    line, column, _, _ = audit.document.line_range(row.citation.span)
    place = audit.document.place(row.citation.span.start)
    at = f"line {line}, column {column}" + (f", {to_line(place)}" if place else "")
    yield f"{STATE_SIGNS[row.state]} {to_line(row.citation.text)} - {_STATE_WORDS[row.state]} ({at})"
    yield from (f"  - {check}" for check in run_checks(row))
    for finding in row.findings:
        yield f"  - {_format_group(FindingGroup(audit.document, (finding,)))}"
        action = "" if finding.suppressed else suggest_action(report, audit.document, finding)
        if action:
            yield f"  - Action: {action}"


def _other_findings(audit: Audit, rows: Sequence[CitationRow]) -> Iterator[str]:
    """Yield the findings on references, claims, sources and the document itself."""
    known = {finding for row in rows for finding in row.findings}
    rest = [finding for finding in audit.findings if finding not in known]
    if rest:
        yield "OTHER FINDINGS:"
        yield from (f"  {_format_group(group)}" for group in fold_findings(audit.document, rest))
        yield ""


def _format_group(group: FindingGroup) -> str:
    sign = "–" if group.first.suppressed else SEVERITY_SIGNS[group.first.severity]
    line, column, _, _ = group.document.line_range(group.first.span)
    rule = f"{group.first.code} {group.first.name} {group.first.severity}"
    return f"{sign} {line}:{column} {rule}: {to_line(group.description)}"
