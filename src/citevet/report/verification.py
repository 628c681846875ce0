"""The Markdown report that `check --report` keeps: status, counts, issues, files and recommendations."""

from collections import Counter
from collections.abc import Iterator, Sequence

from citevet.model import Audit, Report
from citevet.report.audit import AuditRows, recommend, suggest_action
from citevet.report.audit_schemas import LEVELS, citation_status, hallucination_level
from citevet.report.citation_checks import format_artefacts
from citevet.report.citation_rows import build_rows, collect_sources
from citevet.report.findings import (
    FindingGroup,
    describe_justification,
    describe_unread,
    fold_findings,
    format_count,
    iter_groups,
)
from citevet.report.json import TOOL
from citevet.report.safe_text import escape_markdown, join_lines
from citevet.report.summary import VERDICT_WORDS, format_summary

_GRADE = frozenset({"GRD001", "GRD003"})
_LONGEST = 300  # characters of a claim
_COUNTED = (
    "Each citation counts once: as valid, hallucinated, other error, doubtful or not checked. Hallucinated means that "
    "the cited source does not exist; a wrong quotation or claim is another error. GRADE violations are findings about "
    "the wording, and are counted separately."
)


@join_lines
def render(report: Report) -> Iterator[str]:
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
    yield from ("## Recommendations", "")
    advice = [escape_markdown(each) for each in recommend(report, audits)]
    yield from (f"{number}. {each}" for number, each in enumerate(advice, 1))
    yield from ([] if advice else ["None."])
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
