"""The words of a source in windows that a model can read at once: whole sentences, page by page."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from citevet.model import Body, Page, Span
from citevet.retrieve.furniture import told

# The small judge was trained on 320 tokens, evidence and claim together: 180 words are about 250.
WORDS = 180
Split = Callable[[str], Sequence[Span]]  # the sentences of a paragraph, as offsets in it


@dataclass(frozen=True, slots=True)
class Window:
    """A stretch of one page of a source."""

    text: str
    span: Span  # within the text of its page
    page: int | None = None
    label: str | None = None


def windows(body: Body, split: Split) -> tuple[Window, ...]:
    """Return the windows of a source in order; each sentence is in one, its list of sources and furniture in none."""
    return tuple(window for page in body.pages for window in _of_page(page, told(page.text), split))


def _of_page(page: Page, spans: Sequence[Span], split: Split) -> Iterator[Window]:
    for span in _packed(page.text, [each for part in spans for each in _units(page.text, part, split)]):
        yield Window(page.text[span.start : span.end], span, page.number, page.label)


def _units(text: str, part: Span, split: Split) -> Iterator[Span]:
    """Yield the sentences of a paragraph; one longer than a window, a table or a list without stops, in pieces."""
    for sentence in split(text[part.start : part.end]):
        whole = Span(part.start + sentence.start, part.start + sentence.end)
        yield from [whole] if _size(text, whole) <= WORDS else _pieces(text, whole)


def _pieces(text: str, span: Span) -> Iterator[Span]:
    """Yield what a window can hold, cut between lines where there are lines, else between words."""
    cuts = [span.start, *_gaps(text, span), span.end]
    start = span.start
    for before, after in pairwise(cuts):
        if _size(text, Span(start, after)) > WORDS and before > start:
            yield Span(start, before)
            start = before
    yield Span(start, span.end)


def _gaps(text: str, span: Span) -> list[int]:
    return list(_each(text, "\n", span)) or list(_each(text, " ", span))[::_STEP]


_STEP = 20  # words between two cuts of a sentence that has no lines


def _each(text: str, mark: str, span: Span) -> Iterator[int]:
    at = text.find(mark, span.start, span.end)
    while at >= 0:
        yield at + 1
        at = text.find(mark, at + 1, span.end)


def _packed(text: str, units: Sequence[Span]) -> Iterator[Span]:
    """Yield runs of units, each as long as a window can hold, and none over what was left out between two units."""
    start = end = None
    words = 0
    for unit in units:
        more = _size(text, unit)
        if start is not None and end is not None and (words + more > WORDS or text[end : unit.start].strip()):
            yield Span(start, end)
            start, words = None, 0
        start, end, words = unit.start if start is None else start, unit.end, words + more
    if start is not None and end is not None:
        yield Span(start, end)


def _size(text: str, span: Span) -> int:
    """Return the length in words; where no spaces part them, as in Chinese, four characters count as one."""
    piece = text[span.start : span.end]
    return max(len(piece.split()), len(piece) // 12)
