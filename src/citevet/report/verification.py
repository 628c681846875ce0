"""The verification report that is kept beside a project, in Markdown: status, counts, issues, files, advice."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from citevet.model import Audit, Finding, Report
from citevet.report.advice import action
from citevet.report.artefacts import artefacts
from citevet.report.audit_json import status
from citevet.report.gathered import gathered, times
from citevet.report.hallucinations import LEVELS, level
from citevet.report.judged import Judged, judged, known_sources
from citevet.report.markdown import escaped
from citevet.report.objects import TOOL
from citevet.report.phrase import because, count, why_unread
from citevet.report.recommendations import advised
from citevet.report.verdict_line import WORDS, verdict_line
from citevet.report.where import where

_GRADE = frozenset({"GRD001", "GRD003"})
_LONGEST = 300  # characters of a claim
_COUNTED = (
    "Each citation found is valid, hallucinated, otherwise wrong, doubtful or not checked. GRADE violations are "
    "findings about the words around a citation, and are counted apart."
)

Page = tuple[Audit, Sequence[Judged]]


@dataclass(frozen=True, slots=True)
class _Issue:
    """An open finding, or many remarks of one rule, with the words that it is about."""

    audit: Audit
    group: list[Finding]
    claim: str
    source: str

    @property
    def finding(self) -> Finding:
        """The first."""
        return self.group[0]


def render(report: Report) -> str:
    """Return the report as Markdown, with the text of the documents escaped."""
    return "".join(f"{line}\n" for line in _lines(report))


def _lines(report: Report) -> Iterator[str]:
    sources = known_sources(report)
    pages: list[Page] = [(audit, judged(audit, sources)) for audit in report.audits]
    issues = sorted((each for audit in report.audits for each in _issues(audit)), key=_order)
    yield from ("# Citation Verification Report", "", *_head(report, sum(len(issue.group) for issue in issues)), "")
    yield from ("## Summary", "", *_summary(pages), "", "## Issues", "")
    for number, issue in enumerate(issues, 1):
        yield from (*_issue(report, number, issue), "")
    if not issues:
        yield from ("None.", "")
    yield from _hidden(report)
    files = [*artefacts([(audit.document, row) for audit, rows in pages for row in rows], paths=len(pages) > 1)]
    if files:
        # Each line starts with words or signs of ours, so that none can close the fence.
        yield from ("## RLM citations", "", "```text", *files[1:], "```", "")
    yield from _unread(report)
    yield from ("## Recommendations", "")
    advice = [escaped(said) for said in advised(report, pages)]
    yield from (f"{number}. {said}" for number, said in enumerate(advice, 1))
    yield from ([] if advice else ["None."])
    yield from ("", f"{escaped(verdict_line(report))}", "", f"Made by {TOOL}.")


def _issues(audit: Audit) -> Iterator[_Issue]:
    claims = {claim.id: claim.plain.text for claim in audit.extraction.claims}
    cited = {citation.id: citation.text for citation in audit.extraction.citations}
    for group in gathered(finding for finding in audit.findings if not finding.suppressed):
        claim = claims.get(group[0].claim or "") or audit.document.slice(group[0].span)
        yield _Issue(audit, group, claim, cited.get(group[0].citation or "", ""))


def _order(issue: _Issue) -> int:
    return LEVELS.index(level(issue.finding))


def _head(report: Report, issues: int) -> Iterator[str]:
    paths = [escaped(audit.document.path) for audit in report.audits]
    yield f"- **File**: {paths[0] if len(paths) == 1 else count(len(paths), 'document')}"
    if today := report.run.get("today"):
        yield f"- **Date**: {escaped(str(today))}"
    word = WORDS[report.verdict]
    yield f"- **Status**: {word}" + (f" ({count(issues, 'issue')})" if issues and report.verdict != "pass" else "")


def _summary(pages: Sequence[Page]) -> Iterator[str]:
    rows = [row for _, rows in pages for row in rows]
    found = [finding for audit, _ in pages for finding in audit.findings if not finding.suppressed]
    counts = Counter(_outcome(row) for row in rows)
    yield from ("| Metric | Count |", "| --- | --- |")
    yield f"| Citations found | {len(rows)} |"
    yield f"| Valid | {counts['valid']} |"
    yield f"| Hallucinated | {counts['hallucinated']} |"
    yield f"| GRADE violations | {sum(finding.code in _GRADE for finding in found)} |"
    yield f"| Otherwise wrong | {counts['error']} |"
    yield f"| Doubtful | {counts['warning']} |"
    yield f"| Not checked | {counts['unchecked']} |"
    yield from ("", _COUNTED)


def _outcome(row: Judged) -> str:
    """Return the one row of the table that a citation counts in."""
    return "hallucinated" if status(row) == "hallucinated" else row.state


def _issue(report: Report, number: int, issue: _Issue) -> Iterator[str]:
    finding = issue.finding
    line, column, _, _ = where(issue.audit.document, finding.span)
    kind = finding.name.replace("-", " ").capitalize()
    yield from (f"### {number}. {level(finding).upper()} - {escaped(kind)} (line {line})", "")
    if len(report.audits) > 1:
        yield f"- **File**: {escaped(issue.audit.document.path)}"
    claim = issue.claim if len(issue.claim) <= _LONGEST else f"{issue.claim[:_LONGEST]}…"
    yield f"- **Claim**: {escaped(claim) or 'none'}"
    yield f"- **Source**: {escaped(issue.source) or 'none cited'}"
    told = f": {escaped(finding.message)}" if len(issue.group) == 1 else times(issue.audit.document, issue.group)
    yield f"- **Found**: {_rule(finding, line, column)}{told}"
    todo = action(report, issue.audit.document, finding)
    if todo:
        yield f"- **Fix**: {escaped(todo)}"


def _rule(finding: Finding, line: int, column: int) -> str:
    return f"{line}:{column} {finding.code} {finding.name} {finding.severity}"


def _hidden(report: Report) -> Iterator[str]:
    hidden = [(audit, finding) for audit in report.audits for finding in audit.findings if finding.suppressed]
    if not hidden:
        return
    yield from ("## Suppressed", "")
    for audit, finding in hidden:
        line, column, _, _ = where(audit.document, finding.span)
        said = f"{_rule(finding, line, column)}: {escaped(finding.message + because(finding))}"
        yield f"- {escaped(audit.document.path)}: {said} ({finding.suppressed})"
    yield ""


def _unread(report: Report) -> Iterator[str]:
    if report.unread:
        yield from ("## Not read", "")
        yield from (f"- {escaped(each.path)}: {escaped(why_unread(each))}" for each in report.unread)
        yield ""
