"""Tie citations to the sentences that they back: by clause, sentence or paragraph."""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass

from citevet.extract.citation_markers import PlacedCitations
from citevet.extract.plain_text import to_plain_offset
from citevet.model import Citation, How, Plain, Span, Tie
from citevet.text.patterns import lazy_pattern
from citevet.text.sentences import find_pairs, is_inside_pair
from citevet.text.verbs import find_verbs

# Where a clause may start; it does so only with a verb on both sides.
_EDGE = lazy_pattern(
    r";\s|:\s|,\s(?=(?:but|whereas|while|although|though|yet|and|or|so|nor)\s)|\s[—–]\s|—|(?<=[가-힣](?:만|나|며|고|데)),?\s",
    re.IGNORECASE,
)
_EDGES = " ,;:—–"  # around a clause
_MOST_TIES = 10_000  # of one paragraph; a real one has no 2,000 sentences with 2,000 markers


@dataclass(frozen=True, slots=True)
class TiedSentence:
    """One sentence of a block, with its citations and its ties."""

    span: Span  # in the plain text of the block
    places: tuple[PlacedCitations, ...] = ()
    ties: tuple[Tie, ...] = ()

    @property
    def named(self) -> list[Citation]:
        """The citations that are words of the sentence."""
        return [citation for place in self.places if not place.marker for citation in place.citations]


def tie_citations(
    words: Plain, spans: Sequence[Span], places: Sequence[PlacedCitations], *, whole: bool = False
) -> list[TiedSentence]:
    """Tie the citations of a block to its sentences; in a row or caption (`whole`) each backs all of it."""
    shares = _assign_citations(words, spans, places)
    if not whole and len(spans) > 1 and (last := _find_trailing_markers(words, spans, shares)):
        ties = _make_ties(last, "paragraph")
        return [TiedSentence(span, tuple(share), ties) for span, share in zip(spans, shares, strict=True)]
    return [
        TiedSentence(span, tuple(share), _tie_sentence(words, span, share, whole=whole))
        for span, share in zip(spans, shares, strict=True)
    ]


def _assign_citations(
    words: Plain, spans: Sequence[Span], places: Sequence[PlacedCitations]
) -> list[list[PlacedCitations]]:
    """Assign each citation to its sentence; a marker between two belongs to the first."""
    shares: list[list[PlacedCitations]] = [[] for _ in spans]
    index = 0
    for place in places:
        at = to_plain_offset(words, place.span.start)
        # A marker between two sentences has the offset at which the next one starts, like a word of the next one.
        while index + 1 < len(spans) and (
            at > spans[index + 1].start or (at == spans[index + 1].start and not place.marker)
        ):
            index += 1
        shares[index].append(place)
    return shares


def _find_trailing_markers(
    words: Plain, spans: Sequence[Span], shares: list[list[PlacedCitations]]
) -> list[PlacedCitations]:
    """Return the markers after the last stop of a paragraph in which nothing else is cited."""
    if (
        len(spans) * len(shares[-1]) > _MOST_TIES
        or any(shares[:-1])
        or words.text[spans[-1].end - 1] not in '.!?。…"”’)'
    ):
        return []
    end = spans[-1].end
    if all(place.marker and to_plain_offset(words, place.span.start) >= end for place in shares[-1]):
        return shares[-1]
    return []


def _tie_sentence(words: Plain, span: Span, share: list[PlacedCitations], *, whole: bool) -> tuple[Tie, ...]:
    markers = [place for place in share if place.marker]
    # With text after the first marker, each marker backs its clause.
    split = markers and _has_words(words.text[to_plain_offset(words, markers[0].span.start) : span.end])
    if whole or not split:
        return _make_ties(share, "sentence")
    text = words.text[span.start : span.end]
    clauses = _Clauses(text, [_get_offset(words, span, marker) for marker in markers])
    ties: list[Tie] = []
    for place in share:
        clause = clauses.of(_get_offset(words, span, place)) if place.marker else None
        if clause is None or (clause.start == 0 and not _has_words(text[clause.end :])):
            ties += _make_ties([place], "sentence")
        else:
            back = words.back_span(clause.shift(span.start))
            ties += (Tie(citation.id, "clause", back) for citation in place.citations)
    return tuple(ties)


def _get_offset(words: Plain, span: Span, place: PlacedCitations) -> int:
    """Return the offset of a marker in the sentence; after the stop it is the end."""
    return min(max(to_plain_offset(words, place.span.start) - span.start, 0), len(span))


def _has_words(text: str) -> bool:
    return any(char.isalnum() for char in text)


def _make_ties(places: Sequence[PlacedCitations], how: How) -> tuple[Tie, ...]:
    return tuple(Tie(citation.id, how) for place in places for citation in place.citations)


class _Clauses:
    """The clauses of one sentence, cut at markers and conjunctions."""

    def __init__(self, text: str, markers: list[int]) -> None:
        self.text = text
        self.verbs = find_verbs(text)
        inside = find_pairs(text)
        edges = (edge.end() for edge in _EDGE.finditer(text) if not is_inside_pair(inside, edge.start()))
        self.edges = sorted({0, *markers, *edges})

    def of(self, marker: int) -> Span | None:
        """Return the clause that the marker closes, or the one around it when no verb precedes it."""
        before = bisect_left(self.verbs, marker) - 1
        if before >= 0:
            start = self.edges[bisect_right(self.edges, self.verbs[before]) - 1]
            return Span(start, marker).trim(self.text, _EDGES) or None
        if not self.verbs:
            return None
        after = bisect_right(self.edges, self.verbs[0])
        end = self.edges[after] if after < len(self.edges) else len(self.text)
        return Span(0, end).trim(self.text, _EDGES) or None
