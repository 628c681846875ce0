"""The quotations that a judgement remarks on, with the claim and the citation that they belong to."""

from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import accumulate

from citevet.contracts import Evidence
from citevet.model import Citation, Claim, Difference, Judgement, Quotation, Span


@dataclass(frozen=True, slots=True)
class JudgedQuote:
    """One quotation and what comparing it with its source showed."""

    quotation: Quotation
    claim: Claim
    citation: Citation
    judgement: Judgement
    differences: tuple[Difference, ...]  # of the kinds that were asked for

    @property
    def source(self) -> str:
        """What to call the source in a message."""
        return self.judgement.source or self.citation.text


class _Quoted:
    """The quotations of a claim by where they stand: a sentence may quote a thousand times, from as many sources."""

    def __init__(self, claim: Claim) -> None:
        self.claim = claim
        self._order = sorted(enumerate(claim.quotations), key=lambda each: each[1].span.start)
        self._furthest = list(accumulate((each.span.end for _, each in self._order), max))

    def remarked(self, differences: Iterable[Difference]) -> Iterator[tuple[Quotation, tuple[Difference, ...]]]:
        """Yield the quotations that differences stand in, each with its own, both in their order."""
        own: dict[int, list[Difference]] = {}
        for each in differences:
            for place in self._around(each.span) if each.span else ():
                own.setdefault(place, []).append(each)
        yield from ((self.claim.quotations[place], tuple(own[place])) for place in sorted(own))

    def _around(self, span: Span) -> Iterator[int]:
        """Go back from the last quotation that starts before the difference, as long as one may reach its end."""
        last = bisect_right(self._order, span.start, key=lambda each: each[1].span.start) - 1
        while last >= 0 and self._furthest[last] >= span.end:
            place, quotation = self._order[last]
            if quotation.span.holds(span):
                yield place
            last -= 1


def judged_quotes(evidence: Evidence, *kinds: str) -> Iterator[JudgedQuote]:
    """Yield each quotation with the differences of these kinds, if it has any."""
    claims = {claim.id: _Quoted(claim) for claim in evidence.extraction.claims if claim.quotations}
    citations = {citation.id: citation for citation in evidence.extraction.citations}
    for judgement in evidence.judgements:
        differences = [each for each in judgement.differences if each.type in kinds]
        if differences and (quoted := claims.get(judgement.claim or "")):
            for quotation, own in quoted.remarked(differences):
                yield JudgedQuote(quotation, quoted.claim, citations[judgement.citation], judgement, own)
