"""The text report of a citation integrity audit, and the sections that all audit reports share."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from citevet.model import Audit, Document, Finding, Report, Rule, Source
from citevet.report.audit_schemas import format_hallucinations
from citevet.report.citation_checks import format_artefacts, run_checks
from citevet.report.citation_rows import CitationRow, State, build_rows, collect_sources
from citevet.report.findings import (
    SEVERITY_SIGNS,
    FindingGroup,
    describe_fix,
    describe_unread,
    fold_findings,
    format_count,
    format_reasons,
)
from citevet.report.json import TOOL
from citevet.report.safe_text import join_lines, show_controls, to_line
from citevet.report.summary import format_summary

STATE_SIGNS: Mapping[State, str] = {"valid": "✓", "warning": "⚠", "error": "✗", "unchecked": "○"}
AuditRows = tuple[Audit, Sequence[CitationRow]]

_STATE_WORDS: Mapping[State, str] = {
    "valid": "Valid",
    "warning": "Warning",
    "error": "Error",
    "unchecked": "Not checked",
}
_WIDTH = 80  # of a title
_SHOWN = 5  # places of one rule
_ADVICE = re.compile(r"^## How to fix it\n+(.*?)(?:\n\n|\n```|\n## |\Z)", re.DOTALL | re.MULTILINE)
_SENTENCE_END = re.compile(r"(?<=[^.]{3}[.!?])\s(?=[A-Z`\[])")  # not after an abbreviation such as "e.g."


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
    return f"{sign} {group.head}: {to_line(group.description)}"


def format_title(title: str) -> Iterator[str]:
    """Yield a title between two rules."""
    rule = "=" * _WIDTH
    yield from (rule, title.center(_WIDTH).rstrip(), rule, "")


def format_states(rows: Sequence[CitationRow]) -> Iterator[str]:
    """Yield the number of citations by state."""
    states = Counter(row.state for row in rows)
    yield f"  Total Citations: {len(rows)}"
    yield from (f"  Valid: {states['valid']}", f"  Warnings: {states['warning']}", f"  Errors: {states['error']}")
    yield f"  Not checked: {states['unchecked']}"
    yield "  (each citation counts once, by its worst result; other counts below are findings)"


def format_unread(report: Report) -> Iterator[str]:
    """Yield the inputs that were not read, and why."""
    for unread in report.unread:
        yield from (f"✗ {show_controls(unread.path)}: not read", f"    {to_line(describe_unread(unread))}", "")


def suggest_action(report: Report, document: Document, finding: Finding) -> str:
    """Return what to do about a finding: its fix, else the advice of its rule."""
    if finding.fix:
        return to_line(describe_fix(finding.fix, document))
    rule = report.rules.get(finding.code)
    return _find_advice(rule) if rule else ""


def _find_advice(rule: Rule) -> str:
    """Return the first sentence of the rule's advice, or its summary."""
    found = _ADVICE.search(rule.doc)
    text = to_line(found[1]) if found else ""
    return _SENTENCE_END.split(text, maxsplit=1)[0] or to_line(rule.summary)


def format_recommendations(report: Report, audits: Sequence[AuditRows]) -> Iterator[str]:
    """Yield numbered recommendations, or "None."."""
    recommendations = list(recommend(report, audits))
    yield from (f"{number}. {each}" for number, each in enumerate(recommendations, 1))
    if not recommendations:
        yield "None."


def recommend(report: Report, audits: Sequence[AuditRows]) -> Iterator[str]:
    """Yield one recommendation for each rule with findings, worst first, and one for unchecked citations."""
    places: dict[str, list[str]] = {}
    levels: dict[str, int] = {}
    for audit, _ in audits:
        for finding in audit.findings:
            if not finding.suppressed:
                line = str(audit.document.line_range(finding.span).line)
                at = line if len(audits) == 1 else f"{show_controls(audit.document.path)}:{line}"
                places.setdefault(finding.code, []).append(at)
                levels[finding.code] = max(levels.get(finding.code, 0), finding.severity)
    for code in sorted(places, key=lambda code: -levels[code]):
        yield _recommend_fix(report, code, places[code])
    unchecked = [row for _, rows in audits for row in rows if row.state == "unchecked"]
    if unchecked:
        reasons = Counter(reason for row in unchecked for reason in row.unchecked or ("pages or sections unknown",))
        number = format_count(len(unchecked), "citation")
        yield f"Check the remaining {number} (not checked: {format_reasons(reasons.items())})."


def _recommend_fix(report: Report, code: str, places: Sequence[str]) -> str:
    shown = ", ".join(places[:_SHOWN]) + (" …" if len(places) > _SHOWN else "")
    noun = "line " if places[0].isdecimal() else ""
    at = f"{noun}{shown}" if len(places) == 1 else f"{len(places)} places: {noun and 'lines '}{shown}"
    rule = report.rules.get(code)
    return f"{code} {to_line(rule.name)} ({at}): {_find_advice(rule)}" if rule else f"{code} ({at})"
