"""The ruled text report of a citation integrity audit: each citation with what was looked at and what was not."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from citevet.model import Audit, Citation, Finding, Judgement, Report, Severity, Source
from citevet.report.artefacts import artefacts
from citevet.report.objects import TOOL
from citevet.report.phrase import count, mark, marked, offer, reasons, why_unread
from citevet.report.verdict_line import verdict_line
from citevet.report.visible import one_line, visible
from citevet.report.where import where

_RULE = "=" * 72
_THIN = "-" * 72
_WRONG = {"missing", "mismatched"}
_DOUBTFUL = {"partial", "unsupported"}


@dataclass(frozen=True, slots=True)
class _Row:
    """A citation with all that was found out about it."""

    citation: Citation
    judgements: tuple[Judgement, ...]
    findings: tuple[Finding, ...]

    @property
    def sign(self) -> str:
        """✗ broken, ⚠ doubtful, ✓ looked at and good, ○ not looked at."""
        open_ones = [finding.severity for finding in self.findings if not finding.suppressed]
        worst = max(open_ones, default=Severity.INFO)
        existence = {judgement.existence for judgement in self.judgements}
        support = {judgement.support for judgement in self.judgements}
        if worst is Severity.ERROR or existence & _WRONG or "contradicted" in support:
            return "✗"
        if worst is Severity.WARNING or "ambiguous" in existence or support & _DOUBTFUL or self.flags:
            return "⚠"
        return "○" if self.unchecked else "✓"

    @property
    def flags(self) -> frozenset[str]:
        """Everything that the judgements remark."""
        return frozenset(flag for judgement in self.judgements for flag in judgement.flags)

    @property
    def unchecked(self) -> Counter[str]:
        """Why we could not say that it is good; support that nobody asked for does not count."""
        if not self.judgements:
            return Counter({"not-asked": 1})
        why = Counter[str]()
        for judgement in self.judgements:
            if judgement.existence == "unchecked":
                why[judgement.existence_reason or "not-asked"] += 1
            elif judgement.existence == "found" and judgement.support == "unchecked":
                why.update(reason for reason in [judgement.support_reason] if reason and reason != "not-asked")
        return why


def render(report: Report) -> str:
    """Return one ruled block per document, what was not read, and the verdict."""
    return "".join(f"{line}\n" for line in _lines(report))


def _lines(report: Report) -> Iterator[str]:
    sources = {source.id: source for source in report.sources}
    for audit in report.audits:
        yield from _block(report, audit, sources)
    for unread in report.unread:
        yield from (f"✗ {visible(unread.path)}: not read", f"    {one_line(why_unread(unread))}", "")
    yield verdict_line(report)


def _block(report: Report, audit: Audit, sources: Mapping[str, Source]) -> Iterator[str]:
    rows = _rows(audit)
    yield from (_RULE, "CITATION INTEGRITY AUDIT", _RULE)
    yield f"Document: {visible(audit.document.path)}"
    if today := report.run.get("today"):
        yield f"Date: {one_line(str(today))}"
    yield from (f"Auditor: {TOOL}", "", "SUMMARY", _THIN, *_summary(rows), "")
    yield from ("DETAILS", _THIN)
    for row in rows:
        yield from _details(report, audit, row, sources=sources)
    if not rows:
        yield "No citations."
    yield from _others(audit)
    yield from artefacts(audit, sources)
    yield from ("", "RECOMMENDATIONS", _THIN, *_recommendations(report, audit, rows), "")


def _rows(audit: Audit) -> list[_Row]:
    judgements: dict[str, list[Judgement]] = {}
    for judgement in audit.judgements:
        judgements.setdefault(judgement.citation, []).append(judgement)
    found: dict[str, list[Finding]] = {}
    for finding in audit.findings:
        if finding.citation:
            found.setdefault(finding.citation, []).append(finding)
    return [
        _Row(citation, tuple(judgements.get(citation.id, ())), tuple(found.get(citation.id, ())))
        for citation in audit.extraction.citations
    ]


def _summary(rows: list[_Row]) -> Iterator[str]:
    signs = Counter(row.sign for row in rows)
    yield f"Total Citations: {len(rows)}"
    yield from (f"Valid: {signs['✓']}", f"Warnings: {signs['⚠']}", f"Errors: {signs['✗']}")
    yield f"Not checked: {signs['○']}"


def _details(report: Report, audit: Audit, row: _Row, *, sources: Mapping[str, Source]) -> Iterator[str]:
    line, column, _, _ = where(audit.document, row.citation.span)
    place = audit.document.place(row.citation.span.start)
    at = f"line {line}, column {column}" + (f", {one_line(place)}" if place else "")
    yield f"{row.sign} {one_line(row.citation.text)}  ({at})"
    yield from (f"    {name}: {said}" for name, said in _checks(report, row, sources))
    yield from (f"    {said}" for finding in row.findings for said in _finding(audit, finding))


def _checks(report: Report, row: _Row, sources: Mapping[str, Source]) -> Iterator[tuple[str, str]]:
    yield "In corpus" if row.citation.kind == "corpus" else "Exists", _existence(row)
    locator = row.citation.locator
    if locator and locator.page:
        pages = _pages(row, sources)
        yield f"Page valid (p. {one_line(locator.page)}{pages})", _pinned(report, row, ("wrong-page", "PAG"))
    if locator and locator.section:
        section = one_line(locator.section)
        yield f"Section consistent ({section})", _pinned(report, row, ("wrong-section", "SEC"))
    yield "Supports the text", _support(row)
    if row.flags:
        yield "Remarks", ", ".join(sorted(row.flags))


def _existence(row: _Row) -> str:
    """Return the word of the worst judgement: a source that is missing once is missing."""
    known = {judgement.existence for judgement in row.judgements}
    for word, said in (("missing", "no"), ("mismatched", "no, it is another work"), ("ambiguous", "ambiguous")):
        if word in known:
            return said
    why = Counter(judgement.existence_reason or "not-asked" for judgement in row.judgements)
    return "yes" if known == {"found"} else f"not checked ({reasons(why.items()) or 'not asked'})"


def _pages(row: _Row, sources: Mapping[str, Source]) -> str:
    known = [source.pages for judgement in row.judgements if (source := sources.get(judgement.source or ""))]
    return f" of {known[0]}" if known and known[0] else ""


def _pinned(report: Report, row: _Row, check: tuple[str, str]) -> str:
    """Say whether a pin was wrong; right is said only where a rule that looks at it has run on a source we have."""
    flag, family = check
    if flag in row.flags or any(finding.code.startswith(family) for finding in row.findings):
        return "no"
    looked = any(code.startswith(family) for code in report.rules)
    found = any(judgement.existence == "found" and not judgement.support_reason for judgement in row.judgements)
    return "yes" if looked and found else "not checked"


def _support(row: _Row) -> str:
    words = Counter(judgement.support for judgement in row.judgements if judgement.support != "unchecked")
    why = Counter(
        judgement.support_reason or "not-asked" for judgement in row.judgements if judgement.support == "unchecked"
    )
    said = [f"{number} {word}" if len(words) > 1 else word for word, number in words.items()]
    if why or not said:
        said.append(f"not checked ({reasons(why.items()) or 'not asked'})")
    return ", ".join(said)


def _finding(audit: Audit, finding: Finding) -> Iterator[str]:
    sign = "–" if finding.suppressed else mark(finding.severity)
    line, column, _, _ = where(audit.document, finding.span)
    yield f"{sign} {line}:{column} {finding.code} {finding.name} {finding.severity}: {one_line(marked(finding))}"
    if finding.fix and not finding.suppressed:
        yield f"    Action: {one_line(offer(finding.fix))}"


def _others(audit: Audit) -> Iterator[str]:
    """Yield the findings that are about no citation: references, claims, the document itself."""
    known = {citation.id for citation in audit.extraction.citations}
    rest = [finding for finding in audit.findings if finding.citation not in known]
    if rest:
        yield from ("", "OTHER FINDINGS", _THIN)
    for finding in rest:
        yield from _finding(audit, finding)


def _recommendations(report: Report, audit: Audit, rows: list[_Row]) -> Iterator[str]:
    lines: dict[str, list[int]] = {}
    for finding in audit.findings:
        if not finding.suppressed:
            lines.setdefault(finding.code, []).append(where(audit.document, finding.span).line)
    advice = [_advice(report, code, at) for code, at in lines.items()]
    unchecked = [row for row in rows if row.unchecked]
    if unchecked:
        why = Counter(reason for row in unchecked for reason in row.unchecked)
        advice.append(f"Look up {count(len(unchecked), 'citation')} not checked so far ({reasons(why.items())}).")
    yield from (f"{number}. {said}" for number, said in enumerate(advice, 1))
    if not advice:
        yield "None."


_SHOWN = 5


def _advice(report: Report, code: str, lines: list[int]) -> str:
    named = ", ".join(map(str, lines[:_SHOWN])) + (" …" if len(lines) > _SHOWN else "")
    at = f"line {named}" if len(lines) == 1 else f"{len(lines)} places: lines {named}"
    rule = report.rules.get(code)
    return f"{code} ({at}): {one_line(rule.summary)}" if rule else f"{code} ({at})"
