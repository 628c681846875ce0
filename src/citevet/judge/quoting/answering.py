"""Which citations of a claim answer for a quotation of it."""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from itertools import accumulate

from citevet.model import Claim, Quotation, Span


class Answering:
    """The ties of a claim by the clauses that they back: a sentence may quote and cite a thousand times."""

    def __init__(self, claim: Claim, citations: Sequence[str]) -> None:
        clauses = [(tie.span, tie.citation) for tie in claim.ties if tie.span is not None]
        self._clauses: list[tuple[Span, str]] = sorted(clauses)
        self._furthest = list(accumulate((span.end for span, _ in self._clauses), max))
        self._whole = {tie.citation for tie in claim.ties if tie.span is None}
        self._tied = {tie.citation for tie in claim.ties} if claim.ties else set(citations)
        self._places: dict[str, list[int]] = {}
        for place, citation in enumerate(citations):
            self._places.setdefault(citation, []).append(place)

    def behind(self, quotation: Quotation) -> list[int]:
        """Return the places of the citations behind a quotation: not those of another clause, where it has its own."""
        own = self._whole.union(self._of_clauses(quotation.span))
        return sorted(place for citation in own or self._tied for place in self._places.get(citation, ()))

    def _of_clauses(self, quoted: Span) -> Iterator[str]:
        """Go back from the last clause that starts before the end of the quotation, as long as one may reach it."""
        place = bisect_left(self._clauses, quoted.end, key=lambda clause: clause[0].start) - 1
        while place >= 0 and self._furthest[place] > quoted.start:
            span, citation = self._clauses[place]
            if span.overlaps(quoted):
                yield citation
            place -= 1
