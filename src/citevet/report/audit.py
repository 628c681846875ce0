"""The text reports of a citation integrity audit, and the sections that all audit reports share."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from citevet.model import Audit, Document, Finding, Report, Rule, Source
from citevet.report.audit_schemas import LEVELS, citation_status, format_hallucinations, hallucination_level
from citevet.report.citation_checks import format_artefacts, run_checks
from citevet.report.citation_rows import CitationRow, State, build_rows, collect_sources
from citevet.report.findings import (
    SEVERITY_SIGNS,
    FindingGroup,
    describe_fix,
    describe_justification,
    describe_unread,
    fold_findings,
    format_count,
    format_reasons,
    iter_groups,
)
from citevet.report.json import TOOL
from citevet.report.safe_text import escape_markdown, join_lines, show_controls, to_line
from citevet.report.summary import VERDICT_WORDS, format_summary

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
_GRADE = frozenset({"GRD001", "GRD003"})
_LONGEST = 300  # characters of a claim
_COUNTED = (
    "Each citation counts once: as valid, hallucinated, other error, doubtful or not checked. Hallucinated means that "
    "the cited source does not exist; a wrong quotation or claim is another error. GRADE violations are findings about "
    "the wording, and are counted separately."
)


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
        yield from (*format_citation(report, audit, row), "")
    if not rows:
        yield from ("No citations.", "")
    yield from _other_findings(audit, rows)
    sections = [*format_artefacts([(audit.document, row) for row in rows]), *format_hallucinations([audit]), ""]
    yield from sections[1:]  # every section starts with an empty line
    yield from ("RECOMMENDATIONS:", *format_recommendations(report, [(audit, rows)]), "")


def format_citation(report: Report, audit: Audit, row: CitationRow) -> Iterator[str]:
    """Yield a citation with its state, its checks and its findings."""
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


@join_lines
def render_verification(report: Report) -> Iterator[str]:
    """Return the report as Markdown, with the text of the documents escaped."""
    sources = collect_sources(report)
    audits: list[AuditRows] = [(audit, build_rows(audit, sources)) for audit in report.audits]
    issues = sorted(
        (each for audit in report.audits for each in _find_issues(audit)),
        key=lambda issue: LEVELS.index(hallucination_level(issue[0].first)),
    )
    found = sum(len(group.findings) for group, _, _ in issues)
    yield from ("# Citation Verification Report", "", *_head_lines(report, found), "")
    yield from ("## Summary", "", *_summary_lines(audits), "", "## Issues", "")
    for number, issue in enumerate(issues, 1):
        yield from (*_issue_lines(report, number, *issue), "")
    if not issues:
        yield from ("None.", "")
    yield from _suppressed_lines(report)
    rows = [(audit.document, row) for audit, rows in audits for row in rows]
    files = list(format_artefacts(rows, paths=len(audits) > 1))
    if files:
        # No line starts with text of a document, so none can close the fence.
        yield from ("## RLM citations", "", "```text", *files[1:], "```", "")
    yield from _unread_lines(report)
    yield from ("## Recommendations", "", *map(escape_markdown, format_recommendations(report, audits)))
    for line in format_summary(report):
        yield from ("", escape_markdown(line))
    yield from ("", f"Made by {TOOL}.")


def _find_issues(audit: Audit) -> Iterator[tuple[FindingGroup, str, str]]:
    """Yield open findings that share an entry, with the claim and citation of the first."""
    claims = {claim.id: claim.plain.text for claim in audit.extraction.claims}
    cited = {citation.id: citation.text for citation in audit.extraction.citations}
    for group in fold_findings(audit.document, (finding for finding in audit.findings if not finding.suppressed)):
        claim = claims.get(group.first.claim or "") or audit.document.slice(group.first.span)
        yield group, claim, cited.get(group.first.citation or "", "")


def _head_lines(report: Report, issues: int) -> Iterator[str]:
    paths = [escape_markdown(audit.document.path) for audit in report.audits]
    yield f"- **File**: {paths[0] if len(paths) == 1 else format_count(len(paths), 'document')}"
    if today := report.run.get("today"):
        yield f"- **Date**: {escape_markdown(str(today))}"
    number = f" ({format_count(issues, 'issue')})" if issues and report.verdict != "pass" else ""
    yield f"- **Status**: {VERDICT_WORDS[report.verdict]}{number}"


def _summary_lines(audits: Sequence[AuditRows]) -> Iterator[str]:
    rows = [row for _, rows in audits for row in rows]
    found = [finding for audit, _ in audits for finding in audit.findings if not finding.suppressed]
    counts = Counter("hallucinated" if citation_status(row) == "hallucinated" else row.state for row in rows)
    yield from ("| Metric | Count |", "| --- | --- |")
    yield f"| Citations found | {len(rows)} |"
    yield f"| Valid | {counts['valid']} |"
    yield f"| Hallucinated | {counts['hallucinated']} |"
    yield f"| GRADE violations | {sum(finding.code in _GRADE for finding in found)} |"
    yield f"| Other errors | {counts['error']} |"
    yield f"| Doubtful | {counts['warning']} |"
    yield f"| Not checked | {counts['unchecked']} |"
    yield from ("", _COUNTED)


def _issue_lines(report: Report, number: int, group: FindingGroup, claim: str, source: str) -> Iterator[str]:
    document, finding = group.document, group.first
    line = document.line_range(finding.span).line
    kind = finding.name.replace("-", " ").capitalize()
    yield from (f"### {number}. {hallucination_level(finding).upper()} - {escape_markdown(kind)} (line {line})", "")
    if len(report.audits) > 1:
        yield f"- **File**: {escape_markdown(document.path)}"
    shown = claim if len(claim) <= _LONGEST else f"{claim[:_LONGEST]}…"
    yield f"- **Claim**: {escape_markdown(shown) or 'none'}"
    yield f"- **Source**: {escape_markdown(source) or 'no citation'}"
    yield f"- **Found**: {group.head}: {escape_markdown(group.message)}"
    action = suggest_action(report, document, finding)
    if action:
        yield f"- **Fix**: {escape_markdown(action)}"


def _suppressed_lines(report: Report) -> Iterator[str]:
    suppressed = [group for group in iter_groups(report) if group.first.suppressed]
    if not suppressed:
        return
    yield from ("## Suppressed", "")
    for group in suppressed:
        message = escape_markdown(group.message + describe_justification(group.first))
        yield f"- {escape_markdown(group.document.path)}: {group.head}: {message} ({group.first.suppressed})"
    yield ""


def _unread_lines(report: Report) -> Iterator[str]:
    if report.unread:
        yield from ("## Not read", "")
        for unread in report.unread:
            yield f"- {escape_markdown(unread.path)}: {escape_markdown(describe_unread(unread))}"
        yield ""
