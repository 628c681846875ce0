"""A citation with its judgements, findings, claims and source: the row that every citation report is made from."""

from collections import Counter
from collections.abc import Mapping
from typing import Literal

from citevet.model import (
    WORST_FIRST,
    Audit,
    Citation,
    Claim,
    Difference,
    Existence,
    Finding,
    Flag,
    Judgement,
    Passage,
    Report,
    Severity,
    Source,
)
from citevet.records import collect_values, dataclass

State = Literal["valid", "warning", "error", "unchecked"]

_WRONG = {"missing", "mismatched"}
_DOUBTFUL = {"partial", "unsupported", "contradicted"}  # a clear contradiction is an error by its finding
_HARMLESS: frozenset[Flag] = frozenset({"lines-unchanged", "overhedged", "secondary", "archived", "unassessed"})
# Faults of the source itself, reported at its first citation; they belong to no row.
_OF_SOURCE = frozenset({"GRD004"})
_MISSING = frozenset({"EXI001", "EXI002", "EXI003"})
# An author who is not in the corpus may exist elsewhere, but for the reports of a corpus the source is absent.
_ABSENT = _MISSING | {"EXI005"}
_QUOTE_RULES = frozenset({"QUO001", "QUO002", "QUO003", "QUO004", "QUO005"})
_PAGE_RULES = frozenset({"PAG001"})
_SECTION_RULES = frozenset({"SEC001", "SEC002"})


@dataclass(frozen=True, slots=True)
class CitationRow:
    """One citation, its judgements, its claims, its source, and the findings about it."""

    citation: Citation
    judgements: tuple[Judgement, ...] = ()
    findings: tuple[Finding, ...] = ()
    claims: tuple[Claim, ...] = ()
    source: Source | None = None
    listed: tuple[Finding, ...] = ()  # findings about its entry in the reference list

    @property
    def state(self) -> State:
        """Wrong, doubtful, checked and good, or not checked; support that was not requested does not count."""
        own = [finding for finding in (*self.findings, *self.listed) if not finding.suppressed]
        worst = max((finding.severity for finding in own), default=Severity.INFO)
        support = {judgement.support for judgement in self.judgements}
        if worst is Severity.ERROR or self.existence in _WRONG:
            return "error"
        if worst is Severity.WARNING or self.existence == "ambiguous" or support & _DOUBTFUL or self.flags - _HARMLESS:
            return "warning"
        return "unchecked" if self.unchecked or self.is_unpaged or self.is_unsectioned else "valid"

    @property
    def existence(self) -> Existence:
        """The existence of the worst judgement."""
        found = (judgement.existence for judgement in self.judgements)
        return min(found, key=WORST_FIRST.index, default="unchecked")

    @property
    def is_absent(self) -> bool:
        """Whether the source does not exist, by the judgement or by a rule."""
        undecided = any(judgement.existence_reason == "abstained" for judgement in self.judgements)
        return self.existence == "missing" or (not undecided and self._has_open_finding(_ABSENT))

    @property
    def is_missing(self) -> bool:
        """Whether its id or path leads nowhere; an author and year missing from the corpus do not count."""
        return self.existence == "missing" or self._has_open_finding(_MISSING)

    def _has_open_finding(self, codes: frozenset[str]) -> bool:
        return any(finding.codes & codes and not finding.suppressed for finding in self.findings)

    @property
    def is_unpaged(self) -> bool:
        """Whether a page is cited and the page count of the source is unknown."""
        entry = self.source.entry if self.source else None
        return bool(self.citation.place.page and entry and not (entry.pages or entry.labels))

    @property
    def is_unsectioned(self) -> bool:
        """Whether a section is cited and the sections of the source are unknown."""
        entry = self.source.entry if self.source else None
        return bool(self.citation.place.section and entry and not entry.sections)

    @property
    def flags(self) -> frozenset[Flag]:
        """The flags of all judgements."""
        return frozenset(flag for judgement in self.judgements for flag in judgement.flags)

    @property
    def unchecked(self) -> Counter[str]:
        """The reasons why the citation was not fully checked; support that was not requested does not count."""
        if not self.judgements:
            return Counter({"not-asked": 1})
        reasons = Counter[str]()
        for judgement in self.judgements:
            reason = judgement.support_reason
            if judgement.existence == "unchecked":
                reasons[judgement.existence_reason or "not-asked"] += 1
            elif (judgement.existence, judgement.support) == ("found", "unchecked") and reason not in {
                None,
                "not-asked",
            }:
                reasons[str(reason)] += 1
        return reasons

    def differences(self, kind: str) -> list[Difference]:
        """Return the differences of one type between text and source, each once."""
        found = [each for judgement in self.judgements for each in judgement.differences if each.type == kind]
        return list(dict.fromkeys(found))


def find_uncompared(audit: Audit) -> Mapping[str, list[str]]:
    """Return by citation what could not be compared: its quotation, its page, its section."""
    if not audit.rules & (_QUOTE_RULES | _PAGE_RULES | _SECTION_RULES):
        return {}
    found: dict[str, list[str]] = {}
    for row in build_rows(audit, {source.id: source for source in audit.sources}):
        uncompared = {
            "quotation": "unread-quote" in row.flags and audit.rules & _QUOTE_RULES,
            "page": row.is_unpaged and audit.rules & _PAGE_RULES,
            "section": row.is_unsectioned and audit.rules & _SECTION_RULES,
        }
        if any(uncompared.values()):
            found[row.citation.id] = [what for what, is_so in uncompared.items() if is_so]
    return found


def quote_passages(judgement: Judgement) -> tuple[Passage, ...]:
    """Return the evidence for quotations; if support was judged, the last passage is the evidence for support."""
    return judgement.evidence if judgement.confidence is None else judgement.evidence[:-1]


def group_judgements(audit: Audit) -> Mapping[str, list[Judgement]]:
    """Return the judgements of a document by citation."""
    return collect_values((judgement.citation, judgement) for judgement in audit.judgements)


def collect_sources(report: Report) -> Mapping[str, Source]:
    """Return the sources of a run by id."""
    found = {source.id: source for audit in report.audits for source in audit.sources}
    return {**found, **{source.id: source for source in report.sources}}


def build_rows(audit: Audit, sources: Mapping[str, Source]) -> list[CitationRow]:
    """Return a row for every citation of a document, in document order."""
    judgements = group_judgements(audit)
    claims = audit.extraction.claims_by_id
    own_findings = (each for each in audit.findings if each.code not in _OF_SOURCE)
    findings = collect_values((each.citation or each.reference, each) for each in own_findings)
    return [
        CitationRow(
            citation,
            tuple(own := judgements.get(citation.id, [])),
            tuple(findings.get(citation.id, ())),
            tuple(claims[each.claim] for each in own if each.claim in claims),
            next((sources[each.source] for each in own if each.source and each.source in sources), None),
            tuple(findings.get(citation.reference or "", ())),
        )
        for citation in audit.extraction.citations
    ]
