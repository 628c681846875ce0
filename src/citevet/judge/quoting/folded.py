"""The words of a source in normal form, and the way back to its pages."""

from array import array
from bisect import bisect_right
from collections import OrderedDict
from collections.abc import Iterator
from re import compile as pattern
from unicodedata import combining

from citevet.judge.quoting.normal_form import normal, traced
from citevet.model import Page, Passage, Span

# The text is folded in pieces, and the way back is found piece by piece when somebody asks for it: a map of 20 MB
# takes seconds to make, and a quotation needs the map of one piece.
_PIECE = 4096
# No rule of the normal form looks across this place: the longest look back is three letters.
_CUT = pattern(r"[A-Za-z가-힣一-鿿](?=[A-Za-z가-힣一-鿿]{4})")
_BETWEEN = "\n"  # a page ends where a line ends: a hyphen there is a hyphen at a line's end


class Folded:
    """The pages of a source as one normal text."""

    def __init__(self, pages: tuple[Page, ...]) -> None:
        self.pages = pages
        self.raw = _BETWEEN.join(page.text for page in pages)
        self.starts = array("L", _starts(pages))  # of each page in the raw text
        self._raw_at = array("L", (0, *_cuts(self.raw)))
        pieces = [normal(self.raw[start:end]) for start, end in self._pieces()]
        self._normal_at = array("L", _sums(pieces))
        self.text = "".join(pieces)
        self._traces: dict[int, array[int]] = {}

    def _pieces(self) -> Iterator[tuple[int, int]]:
        yield from zip(self._raw_at, (*self._raw_at[1:], len(self.raw)), strict=True)

    def back(self, offset: int) -> int:
        """Return where in the raw text a character of the normal text came from."""
        piece = bisect_right(self._normal_at, offset) - 1
        if piece not in self._traces:
            end = self._raw_at[piece + 1] if piece + 1 < len(self._raw_at) else len(self.raw)
            self._traces[piece] = traced(self.raw[self._raw_at[piece] : end])[1]
        return self._raw_at[piece] + self._traces[piece][offset - self._normal_at[piece]]

    def raw_span(self, start: int, end: int) -> Span:
        """Return the stretch of the raw text behind a stretch of the normal text."""
        last = self.back(end - 1) + 1
        while last < len(self.raw) and combining(self.raw[last]):
            last += 1
        return Span(self.back(start), last)

    def around(self, span: Span) -> tuple[int, int]:
        """Return a stretch of the normal text that surely holds a stretch of the raw text."""
        first = bisect_right(self._raw_at, span.start) - 1
        last = bisect_right(self._raw_at, span.end)
        return self._normal_at[first], self._normal_at[last] if last < len(self._normal_at) else len(self.text)

    def page_at(self, offset: int) -> int:
        """Return the index of the page that holds an offset of the raw text."""
        return bisect_right(self.starts, offset) - 1

    def page_span(self, index: int) -> Span:
        """Return where a page stands in the raw text."""
        return Span(self.starts[index], self.starts[index] + len(self.pages[index].text))

    def passages(self, source: str, span: Span, score: float) -> Iterator[Passage]:
        """Yield what stands at a stretch of the raw text, page by page, as it stands there."""
        for index in range(self.page_at(span.start), self.page_at(max(span.start, span.end - 1)) + 1):
            page, at = self.pages[index], self.starts[index]
            here = _trimmed(page.text, Span(max(span.start - at, 0), min(span.end - at, len(page.text))))
            if here.end > here.start:
                yield Passage(source, here, here.of(page.text), page.number, page.label, score)


def _trimmed(text: str, span: Span) -> Span:
    """Drop the white space at both ends: beside a page end there is some."""
    words = span.of(text)
    return Span(span.end - len(words.lstrip()), span.start + len(words.rstrip())) if words.strip() else Span(0, 0)


def _starts(pages: tuple[Page, ...]) -> Iterator[int]:
    at = 0
    for page in pages:
        yield at
        at += len(page.text) + len(_BETWEEN)


def _cuts(text: str) -> Iterator[int]:
    at = _PIECE
    while at < len(text) and (found := _CUT.search(text, at)):
        yield found.end()
        at = found.end() + _PIECE


def _sums(pieces: list[str]) -> Iterator[int]:
    at = 0
    for piece in pieces:
        yield at
        at += len(piece)


_kept: OrderedDict[tuple[Page, ...], Folded] = OrderedDict()
_MOST = 60_000_000  # characters kept: three of the largest sources that are read, or a corpus of a thousand papers


def folded(pages: tuple[Page, ...]) -> Folded:
    """Return the normal form of a source; sources of equal words are folded once, as long as there is room."""
    if pages in _kept:
        _kept.move_to_end(pages)
        return _kept[pages]
    made = _kept[pages] = Folded(pages)
    room = _MOST - sum(len(each.raw) for each in _kept.values())
    while room < 0 and len(_kept) > 1:
        room += len(_kept.popitem(last=False)[1].raw)
    return made
