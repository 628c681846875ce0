"""Quotations with the differences that a judgement found in them, and how messages show them."""

from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import accumulate

from citevet.contracts import Evidence
from citevet.model import Citation, Claim, Difference, Document, Judgement, Quotation, Span

_OPENING, _CLOSING = frozenset('"“„«»「『`‘'), frozenset("\"”“»«」』'’")
_WIDEST = 3  # characters before and after that may belong to the marks: ``, « with its space
_PAIR = 2  # `` and '' are two characters
_SHOWN = 60  # characters of a quotation in a message


@dataclass(frozen=True, slots=True)
class JudgedQuotation:
    """One quotation and what comparing it with its source showed."""

    quotation: Quotation
    claim: Claim
    citation: Citation
    judgement: Judgement
    differences: tuple[Difference, ...]  # of the kinds that were asked for

    @property
    def source(self) -> str:
        """The name of the source in a message."""
        return self.judgement.source or self.citation.text


def find_judged_quotations(evidence: Evidence, *kinds: str) -> Iterator[JudgedQuotation]:
    """Yield each quotation with the differences of these kinds, if it has any."""
    claims = {claim.id: _QuotationIndex(claim) for claim in evidence.extraction.claims if claim.quotations}
    citations = {citation.id: citation for citation in evidence.extraction.citations}
    for judgement in evidence.judgements:
        differences = [each for each in judgement.differences if each.type in kinds]
        if differences and (index := claims.get(judgement.claim or "")):
            for quotation, own in index.group_by_quotation(differences):
                yield JudgedQuotation(quotation, index.claim, citations[judgement.citation], judgement, own)


class _QuotationIndex:
    """The quotations of a claim by position: a sentence may quote a thousand times, from as many sources."""

    def __init__(self, claim: Claim) -> None:
        self.claim = claim
        self._order = sorted(enumerate(claim.quotations), key=lambda each: each[1].span.start)
        self._furthest = list(accumulate((each.span.end for _, each in self._order), max))

    def group_by_quotation(
        self, differences: Iterable[Difference]
    ) -> Iterator[tuple[Quotation, tuple[Difference, ...]]]:
        """Yield the quotations that contain differences, each with its own, both in their order."""
        own: dict[int, list[Difference]] = {}
        for each in differences:
            for place in self._find_around(each.span) if each.span else ():
                own.setdefault(place, []).append(each)
        yield from ((self.claim.quotations[place], tuple(own[place])) for place in sorted(own))

    def _find_around(self, span: Span) -> Iterator[int]:
        """Go back from the last quotation that starts before the difference, as long as one may reach its end."""
        last = bisect_right(self._order, span.start, key=lambda each: each[1].span.start) - 1
        while last >= 0 and self._furthest[last] >= span.end:
            place, quotation = self._order[last]
            if quotation.span.holds(span):
                yield place
            last -= 1


def include_marks(document: Document, span: Span) -> Span:
    """Return the span of a quotation with the quotation marks around it."""
    before = document.text[max(span.start - _WIDEST, 0) : span.start]
    after = document.text[span.end : span.end + _WIDEST]
    return Span(span.start - _measure_marks(before[::-1], _OPENING), span.end + _measure_marks(after, _CLOSING))


def _measure_marks(text: str, marks: frozenset[str]) -> int:
    """Return the length of the marks at the start of a text, with the space before them."""
    spaces = len(text) - len(text.lstrip(" \u00a0\u202f"))
    length = spaces
    while length < len(text) and text[length] in marks and length - spaces < _PAIR:
        length += 1
    return length if length > spaces else 0


def shorten_quotation(quotation: str) -> str:
    """Return a quotation in plain quotation marks, cut between words when it is long."""
    if len(quotation) <= _SHOWN:
        return f'"{quotation}"'
    head = quotation[:_SHOWN].rpartition(" ")[0] or quotation[:_SHOWN]
    return f'"{head} …"'
