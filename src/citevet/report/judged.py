"""A citation with all that was found out about it: what every report on citations draws from."""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Literal

from citevet.model import (
    Audit,
    Citation,
    Claim,
    Difference,
    Existence,
    Finding,
    Flag,
    Judgement,
    Report,
    Severity,
    Source,
)

State = Literal["valid", "warning", "error", "unchecked"]

_WRONG = {"missing", "mismatched"}
_DOUBTFUL = {"partial", "unsupported"}
# Remarks that take nothing away from a citation.
_HARMLESS: frozenset[Flag] = frozenset({"lines-unchanged", "overhedged", "secondary", "archived", "unassessed"})
# Faults of the source, told once at its first citation: whoever cites it rightly cites it rightly.
_OF_SOURCE = frozenset({"GRD004"})
_MISSING = frozenset({"EXI001", "EXI002", "EXI003"})
# An author whom the corpus does not know may exist elsewhere; for the reports of a corpus the source is not there.
_ABSENT = _MISSING | {"EXI005"}
_WORST: tuple[Existence, ...] = ("missing", "mismatched", "ambiguous", "unchecked", "found")


@dataclass(frozen=True, slots=True)
class Judged:
    """One citation, its judgements, its claims, its source, and the findings about it."""

    citation: Citation
    judgements: tuple[Judgement, ...] = ()
    findings: tuple[Finding, ...] = ()
    claims: tuple[Claim, ...] = ()
    source: Source | None = None

    @property
    def state(self) -> State:
        """Broken, doubtful, looked at and good, or not looked at; support that nobody asked for takes nothing away."""
        own = [each for each in self.findings if not each.suppressed and each.code not in _OF_SOURCE]
        worst = max((each.severity for each in own), default=Severity.INFO)
        support = {judgement.support for judgement in self.judgements}
        if worst is Severity.ERROR or self.existence in _WRONG or "contradicted" in support:
            return "error"
        if worst is Severity.WARNING or self.existence == "ambiguous" or support & _DOUBTFUL or self.flags - _HARMLESS:
            return "warning"
        return "unchecked" if self.unchecked or self.is_unpinned else "valid"

    @property
    def existence(self) -> Existence:
        """The word of the worst judgement: a source that is missing once is missing."""
        return min((judgement.existence for judgement in self.judgements), key=_WORST.index, default="unchecked")

    @property
    def is_absent(self) -> bool:
        """Whether there is no such source, by the judgement or by a rule that knows where to look."""
        return self.existence == "missing" or self._is_named(_ABSENT)

    @property
    def is_missing(self) -> bool:
        """Whether its own id or path leads nowhere; a name and a year that nobody has filed are not missing so."""
        return self.existence == "missing" or self._is_named(_MISSING)

    def _is_named(self, codes: frozenset[str]) -> bool:
        return any(finding.code in codes and not finding.suppressed for finding in self.findings)

    @property
    def is_unpinned(self) -> bool:
        """Whether a page or section is cited, and nobody knows which ones the source has."""
        return self.is_unpaged or self.is_unsectioned

    @property
    def is_unpaged(self) -> bool:
        """Whether a page is cited, and nobody knows how many the source has."""
        locator, entry = self.citation.locator, self.source.entry if self.source else None
        return bool(locator and locator.page and entry and not (entry.pages or entry.labels))

    @property
    def is_unsectioned(self) -> bool:
        """Whether a section is cited, and nobody has listed those of the source."""
        locator, entry = self.citation.locator, self.source.entry if self.source else None
        return bool(locator and locator.section and entry and not entry.sections)

    @property
    def flags(self) -> frozenset[Flag]:
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

    def differences(self, kind: str) -> list[Difference]:
        """Return what the text and the source say otherwise, of one type, each once."""
        found = [each for judgement in self.judgements for each in judgement.differences if each.type == kind]
        return list(dict.fromkeys(found))


def unplaced(audit: Audit) -> Mapping[str, list[str]]:
    """Return by citation what was asked of it and could not be compared: its quotation, its page, its section."""
    asked = [(what, is_so) for what, codes, is_so in _PLACED if audit.rules & codes]
    rows = judged(audit, {source.id: source for source in audit.sources}) if asked else []
    told = {row.citation.id: [what for what, is_so in asked if is_so(row)] for row in rows}
    return {name: left for name, left in told.items() if left}


# What is looked up inside a source, the rules that ask for it, and how a citation shows that nobody could.
_PLACED: tuple[tuple[str, frozenset[str], Callable[[Judged], bool]], ...] = (
    (
        "quotation",
        frozenset({"QUO001", "QUO002", "QUO003", "QUO004", "QUO005"}),
        lambda row: "unread-quote" in row.flags,
    ),
    ("page", frozenset({"PAG001"}), lambda row: row.is_unpaged),
    ("section", frozenset({"SEC001", "SEC002"}), lambda row: row.is_unsectioned),
)


def by_citation(audit: Audit) -> Mapping[str, list[Judgement]]:
    """Return the judgements of a document by the citation that they are about."""
    judgements: dict[str, list[Judgement]] = {}
    for judgement in audit.judgements:
        judgements.setdefault(judgement.citation, []).append(judgement)
    return judgements


def known_sources(report: Report) -> Mapping[str, Source]:
    """Return what the citations of a run led to, by id."""
    found = {source.id: source for audit in report.audits for source in audit.sources}
    return {**found, **{source.id: source for source in report.sources}}


def judged(audit: Audit, sources: Mapping[str, Source]) -> list[Judged]:
    """Return every citation of a document, in its order, with what became of it."""
    judgements = by_citation(audit)
    claims = {claim.id: claim for claim in audit.extraction.claims}
    found: dict[str, list[Finding]] = {}
    for finding in audit.findings:
        if finding.citation:
            found.setdefault(finding.citation, []).append(finding)
    return [
        Judged(
            citation,
            tuple(mine := judgements.get(citation.id, [])),
            tuple(found.get(citation.id, ())),
            tuple(claims[each.claim] for each in mine if each.claim in claims),
            next((sources[each.source] for each in mine if each.source and each.source in sources), None),
        )
        for citation in audit.extraction.citations
    ]
