"""The quotations that a judgement remarks on, with the claim and the citation that they belong to."""

from collections.abc import Iterator
from dataclasses import dataclass

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


def judged_quotes(evidence: Evidence, *kinds: str) -> Iterator[JudgedQuote]:
    """Yield each quotation with the differences of these kinds, if it has any."""
    claims = {claim.id: claim for claim in evidence.extraction.claims if claim.quotations}
    citations = {citation.id: citation for citation in evidence.extraction.citations}
    for judgement in evidence.judgements:
        claim = claims.get(judgement.claim or "")
        differences = [each for each in judgement.differences if each.type in kinds and each.span] if claim else []
        for quotation in claim.quotations if claim and differences else ():
            own = tuple(each for each in differences if each.span and _belongs(each.span, quotation.span))
            if claim and own:
                yield JudgedQuote(quotation, claim, citations[judgement.citation], judgement, own)


def _belongs(span: Span, quotation: Span) -> bool:
    return quotation.holds(span)
