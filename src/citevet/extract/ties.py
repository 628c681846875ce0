"""Which citations back which sentence: by clause, sentence or paragraph."""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from re import IGNORECASE
from re import compile as pattern

from citevet.extract.markers import Placed
from citevet.extract.plain import forward
from citevet.extract.sentences import pairs, within
from citevet.extract.verbs import verbs
from citevet.model import Citation, How, Plain, Span, Tie

# Where a clause may start; it does only where a verb stands on both sides.
_EDGE = pattern(
    r";\s|:\s|,\s(?=(?:but|whereas|while|although|though|yet|and|or|so|nor)\s)|\s[—–]\s|—|(?<=[가-힣](?:만|나|며|고|데)),?\s",
    IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Said:
    """One sentence of a block with what is placed in it: where it lies in the plain text, and its ties."""

    span: Span  # in the plain text of the block
    places: tuple[Placed, ...] = ()
    ties: tuple[Tie, ...] = ()

    @property
    def named(self) -> list[Citation]:
        """The citations that are words of the sentence."""
        return [citation for place in self.places if not place.marker for citation in place.citations]


def tied(words: Plain, spans: Sequence[Span], places: Sequence[Placed], *, whole: bool = False) -> list[Said]:
    """Tie the citations of a block to its sentences; in a row or caption (`whole`) each backs all of it."""
    shares = _shares(words, spans, places)
    if not whole and len(spans) > 1 and (last := _after_last_stop(words, spans, shares)):
        ties = _ties(last, "paragraph")
        return [Said(span, tuple(share), ties) for span, share in zip(spans, shares, strict=True)]
    return [
        Said(span, tuple(share), _sentence(words, span, share, whole=whole))
        for span, share in zip(spans, shares, strict=True)
    ]


def _shares(words: Plain, spans: Sequence[Span], places: Sequence[Placed]) -> list[list[Placed]]:
    """Give each citation to its sentence; a marker between two belongs to the one before."""
    shares: list[list[Placed]] = [[] for _ in spans]
    index = 0
    for place in places:
        at = forward(words, place.span.start)
        # A marker between two sentences stands where the next starts, a word of the next one too.
        while index + 1 < len(spans) and (
            at > spans[index + 1].start or (at == spans[index + 1].start and not place.marker)
        ):
            index += 1
        shares[index].append(place)
    return shares


_MOST = 10_000  # ties of one paragraph; 2,000 sentences with 2,000 markers behind them are no paragraph


def _after_last_stop(words: Plain, spans: Sequence[Span], shares: list[list[Placed]]) -> list[Placed]:
    """Return the markers after the last stop of a paragraph in which nothing else is cited."""
    if len(spans) * len(shares[-1]) > _MOST or any(shares[:-1]) or words.text[spans[-1].end - 1] not in '.!?。…"”’)':
        return []
    end = spans[-1].end
    if all(place.marker and forward(words, place.span.start) >= end for place in shares[-1]):
        return shares[-1]
    return []


def _sentence(words: Plain, span: Span, share: list[Placed], *, whole: bool) -> tuple[Tie, ...]:
    markers = [place for place in share if place.marker]
    if whole or not _may_part(words, span, markers):
        return _ties(share, "sentence")
    text = words.text[span.start : span.end]
    clauses = _Clauses(text, [_at(words, span, marker) for marker in markers])
    ties: list[Tie] = []
    for place in share:
        clause = clauses.of(_at(words, span, place)) if place.marker else None
        if clause is None or (clause.start == 0 and not _has_words(text[clause.end :])):
            ties += _ties([place], "sentence")
        else:
            back = Span(words.back(span.start + clause.start), words.back(span.start + clause.end - 1) + 1)
            ties += (Tie(citation.id, "clause", back) for citation in place.citations)
    return tuple(ties)


def _at(words: Plain, span: Span, place: Placed) -> int:
    """Return where in the sentence a marker stood; behind its stop is its end."""
    return min(max(forward(words, place.span.start) - span.start, 0), len(span))


def _may_part(words: Plain, span: Span, markers: list[Placed]) -> bool:
    """Say whether text follows a marker: then each backs its clause, else the one marker backs the sentence."""
    if not markers:
        return False
    return _has_words(words.text[forward(words, markers[0].span.start) : span.end])


def _has_words(text: str) -> bool:
    return any(char.isalnum() for char in text)


def _ties(places: Sequence[Placed], how: How) -> tuple[Tie, ...]:
    return tuple(Tie(citation.id, how) for place in places for citation in place.citations)


class _Clauses:
    """The clauses of one sentence, cut at markers and conjunctions."""

    def __init__(self, text: str, markers: list[int]) -> None:
        self.text = text
        self.verbs = verbs(text)
        inside = pairs(text)
        edges = (edge.end() for edge in _EDGE.finditer(text) if not within(inside, edge.start()))
        self.edges = sorted({0, *markers, *edges})

    def of(self, marker: int) -> Span | None:
        """Return the clause that the marker closes, or the one that it stands in when no verb comes before it."""
        before = bisect_left(self.verbs, marker) - 1
        if before >= 0:
            start = self.edges[bisect_right(self.edges, self.verbs[before]) - 1]
            return self._trimmed(start, marker)
        if not self.verbs:
            return None
        after = bisect_right(self.edges, self.verbs[0])
        return self._trimmed(0, self.edges[after] if after < len(self.edges) else len(self.text))

    def _trimmed(self, start: int, end: int) -> Span | None:
        while start < end and self.text[start] in " ,;:—–":
            start += 1
        while end > start and self.text[end - 1] in " ,;:—–":
            end -= 1
        return Span(start, end) if start < end else None
