"""The ruled text report of a citation integrity audit: each citation with what was looked at and what was not."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from citevet.model import Audit, Finding, Report, Source
from citevet.report.advice import action
from citevet.report.artefacts import artefacts
from citevet.report.checks import checks
from citevet.report.gathered import gathered, times
from citevet.report.hallucinations import lines as hallucinated
from citevet.report.judged import Judged, State, judged, known_sources
from citevet.report.objects import TOOL
from citevet.report.phrase import mark, marked, why_unread
from citevet.report.recommendations import recommendations
from citevet.report.verdict_line import verdict_line
from citevet.report.visible import one_line, visible
from citevet.report.where import where

_WIDTH = 80
SIGNS: Mapping[State, str] = {"valid": "✓", "warning": "⚠", "error": "✗", "unchecked": "○"}
_WORDS: Mapping[State, str] = {"valid": "Valid", "warning": "Warning", "error": "Error", "unchecked": "Not checked"}


def render(report: Report) -> str:
    """Return one ruled block per document, what was not read, and the verdict."""
    return "".join(f"{line}\n" for line in _lines(report))


def title(said: str) -> Iterator[str]:
    """Yield a title between two rules."""
    rule = "=" * _WIDTH
    yield from (rule, said.center(_WIDTH).rstrip(), rule, "")


def counts(rows: Sequence[Judged]) -> Iterator[str]:
    """Yield how many citations there are, and how many of them are what."""
    states = Counter(row.state for row in rows)
    yield f"  Total Citations: {len(rows)}"
    yield from (f"  Valid: {states['valid']}", f"  Warnings: {states['warning']}", f"  Errors: {states['error']}")
    yield f"  Not checked: {states['unchecked']}"


def unread(report: Report) -> Iterator[str]:
    """Yield the inputs that were not read, and why."""
    for each in report.unread:
        yield from (f"✗ {visible(each.path)}: not read", f"    {one_line(why_unread(each))}", "")


def _lines(report: Report) -> Iterator[str]:
    sources = known_sources(report)
    for audit in report.audits:
        yield from _block(report, audit, sources)
    yield from unread(report)
    yield verdict_line(report)


def _block(report: Report, audit: Audit, sources: Mapping[str, Source]) -> Iterator[str]:
    rows = judged(audit, sources)
    yield from title("CITATION INTEGRITY AUDIT")
    yield f"Document: {visible(audit.document.path)}"
    if today := report.run.get("today"):
        yield f"Date: {one_line(str(today))}"
    yield from (f"Auditor: {TOOL}", "", "SUMMARY:", *counts(rows), "", "DETAILS:", "")
    for row in rows:
        yield from (*_details(report, audit, row), "")
    if not rows:
        yield from ("No citations.", "")
    yield from _others(report, audit)
    section = [*artefacts([(audit.document, row) for row in rows]), *hallucinated([audit]), ""]
    yield from section[1:]  # each section starts with the line that parts it from the one before
    yield from ("RECOMMENDATIONS:", *recommendations(report, [(audit, rows)]), "")


def _details(report: Report, audit: Audit, row: Judged) -> Iterator[str]:
    line, column, _, _ = where(audit.document, row.citation.span)
    place = audit.document.place(row.citation.span.start)
    at = f"line {line}, column {column}" + (f", {one_line(place)}" if place else "")
    yield f"{SIGNS[row.state]} {one_line(row.citation.text)} - {_WORDS[row.state]} ({at})"
    yield from (f"  - {check}" for check in checks(row))
    yield from (f"  - {said}" for finding in row.findings for said in _finding(report, audit, finding))


def _finding(report: Report, audit: Audit, finding: Finding) -> Iterator[str]:
    sign = "–" if finding.suppressed else mark(finding.severity)
    line, column, _, _ = where(audit.document, finding.span)
    yield f"{sign} {line}:{column} {finding.code} {finding.name} {finding.severity}: {one_line(marked(finding))}"
    todo = "" if finding.suppressed else action(report, audit.document, finding)
    if todo:
        yield f"Action: {todo}"


def _others(report: Report, audit: Audit) -> Iterator[str]:
    """Yield the findings that are about no citation: references, claims, the document itself."""
    known = {citation.id for citation in audit.extraction.citations}
    rest = [finding for finding in audit.findings if finding.citation not in known]
    if rest:
        yield "OTHER FINDINGS:"
        yield from (f"  {_group(report, audit, group)}" for group in gathered(rest))
        yield ""


def _group(report: Report, audit: Audit, group: list[Finding]) -> str:
    if len(group) == 1:
        return next(_finding(report, audit, group[0]))
    line, column, _, _ = where(audit.document, group[0].span)
    said = f"{group[0].code} {group[0].name} {group[0].severity}{times(audit.document, group)}"
    return f"{mark(group[0].severity)} {line}:{column} {said}"
