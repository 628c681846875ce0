"""The few verbatim pieces that a quotation is made of, where it does not stand in one place."""

from dataclasses import dataclass, field
from re import compile as pattern

from citevet.judge.quoting.folded import Folded
from citevet.judge.quoting.normal_form import CJK
from citevet.judge.quoting.verbatim import occurrences
from citevet.model import Span

_MOST = 4  # pieces; more are words that any text has
_WORDS = 4  # of one piece: three words in a row occur in most long texts by chance
_TAKEN_ALONG = 2  # words of the next piece that may by chance follow in the source as well
_SYLLABLES = 10  # the same for text without spaces
_WORD = pattern(rf"[{CJK}]|[^\s{CJK}]+")
_DENSE = pattern(rf"[{CJK}]")


def pieces(needle: str, source: Folded, *, between: int = 0) -> list[Span] | None:
    """Return where the pieces stand in the normal text of the source, if all of the needle is made of such pieces.

    So many words may stand between two pieces that belong to neither: the "and" by which they were joined.
    """
    words = [Span(*word.span()) for word in _WORD.finditer(needle)]
    found = _Cover(needle, words, source, between).of(0, _MOST)
    return found if found and len(found) > 1 else None


@dataclass(frozen=True, slots=True)
class _Cover:
    """One needle, to be covered by pieces of the source."""

    needle: str
    words: list[Span]
    source: Folded
    between: int
    known: dict[int, tuple[int, Span] | None] = field(default_factory=dict)  # the longest piece from each word on

    def of(self, start: int, most: int) -> list[Span] | None:
        """Return the pieces that cover the words from one on.

        The longest beginning may have taken a word or two of the next piece along, so shorter ones are tried.
        """
        if start == len(self.words):
            return []
        longest = self._longest(start) if most else None
        if longest is None:
            return None
        count, place = longest
        for back in range(min(_TAKEN_ALONG, count - self._least(start)) + 1):
            end = start + count - back
            for following in (end, *range(end + 1, min(end + 1 + self.between, len(self.words)))):
                rest = self.of(following, most - 1)
                if rest is not None:
                    return [Span(place.start, place.start + len(self._beginning(start, end))), *rest]
        return None

    def _least(self, start: int) -> int:
        return _SYLLABLES if _DENSE.match(self.needle, self.words[start].start) else _WORDS

    def _beginning(self, start: int, end: int) -> str:
        return self.needle[self.words[start].start : self.words[end - 1].end].rstrip(".,;:")

    def _longest(self, start: int) -> tuple[int, Span] | None:
        if start not in self.known:
            self.known[start] = self._searched(start)
        return self.known[start]

    def _searched(self, start: int) -> tuple[int, Span] | None:
        """Return how many words the longest piece from a word on has, and where it stands; none if it is too short."""
        least = self._least(start)
        low, high = least, len(self.words) - start
        best: tuple[int, Span] | None = None
        count = least  # most needles fail here, and a probe costs 0.3 ms a megabyte
        while low <= high:
            beginning = self._beginning(start, start + count)
            place = next(occurrences(beginning, self.source, (0, len(self.source.text))), None)
            if place is None and best is None and count == least:
                return None
            if place is None:
                high = count - 1
            else:
                best, low = (count, place), count + 1
            count = (low + high) // 2
        return best
