"""The lines of a document that a finding stands on, with carets under it."""

from collections.abc import Callable, Iterator
from functools import lru_cache
from unicodedata import category, east_asian_width

from citevet.model import Document, Span
from citevet.report.visible import visible
from citevet.report.where import where

Painter = Callable[[str], str]

_TAB = 4
# A line of up to this many columns is shown whole; a longer one is cut around the span.
_WHOLE = 120
_BEFORE = 40
_MARKED = 80
_AFTER = 30
_WIDE = 2
_JAMO = range(0x1160, 0x1200)  # vowels and finals that join the consonant before them


def excerpt(document: Document, span: Span, *, frame: Painter = str, caret: Painter = str) -> list[str]:
    """Return the source lines with a gutter and carets; of a span over several lines the first and the last."""
    line, _, end_line, end_column = where(document, span)
    if end_line > line and end_column == 1:
        end_line -= 1  # the span ends with its line break: the next line has no part in it
    shown = [line] if end_line == line else [line, end_line]
    margin = gutter(document, span)
    rows = [frame(f"{margin} |")]
    for index, number in enumerate(shown):
        if index and number > line + 1:
            rows.append(frame(f"{margin} ⋮"))
        text, blanks, carets = _line(document, number, span)
        rows.append(f"{frame(f'{number:>{len(margin)}} |')} {text}")
        rows.append(f"{frame(f'{margin} |')} {blanks}{caret(carets)}")
    return rows


def gutter(document: Document, span: Span) -> str:
    """Return as many blanks as the largest line number of the excerpt has digits."""
    return " " * len(str(where(document, span).end_line))


def width(text: str) -> int:
    """Return how many columns a text takes on a terminal."""
    if text.isascii():
        return len(text) + (_TAB - 1) * text.count("\t")
    return sum(map(_columns, text))


def _line(document: Document, number: int, span: Span) -> tuple[str, str, str]:
    """Return the line as shown, and the blanks and carets below it."""
    text = document.text
    whole = document.lines.span(number, text)
    start = min(max(span.start, whole.start), whole.end)
    if span.start < whole.start:
        start = _indent(text, whole, min(span.end, whole.end))
    end = max(min(span.end, whole.end), start)
    view = _view(text, whole, Span(start, end))
    before = "…" if view.start > whole.start else ""
    after = "…" if view.end < whole.end else ""
    head, marked, tail = _cells(text, view, Span(start, min(end, view.end)))
    blanks = " " * (len(before) + width(head))
    return before + head + marked + tail + after, blanks, "^" * max(width(marked), 1)


def _indent(text: str, whole: Span, end: int) -> int:
    """Return where the words of a line begin, so that carets do not stand under its indentation."""
    at = whole.start
    while at < end and text[at] in " \t":
        at += 1
    return at


def _view(text: str, whole: Span, marked: Span) -> Span:
    """Return the part of a line that is shown: all of it, or a window around the marked part."""
    if len(whole) <= _WHOLE and width(text[whole.start : whole.end]) <= _WHOLE:
        return whole
    end = _forward(text, Span(marked.start, marked.end), _MARKED)
    if end == marked.end:
        end = _forward(text, Span(end, whole.end), _AFTER)
    return Span(_backward(text, Span(whole.start, marked.start), _BEFORE), end)


def _forward(text: str, span: Span, columns: int) -> int:
    at = span.start
    while at < span.end and columns > 0:
        columns -= max(_columns(text[at]), 1)
        at += 1
    return at


def _backward(text: str, span: Span, columns: int) -> int:
    at = span.end
    while at > span.start and columns > 0:
        at -= 1
        columns -= max(_columns(text[at]), 1)
    return at


def _cells(text: str, view: Span, marked: Span) -> tuple[str, str, str]:
    """Return the view before, in and after the marked part, tabs expanded and controls shown."""
    parts: list[str] = []
    column = 0
    for start, end in ((view.start, marked.start), (marked.start, marked.end), (marked.end, view.end)):
        part = "".join(_expand(text[start:end], column))
        column += width(part)
        parts.append(part)
    return parts[0], parts[1], parts[2]


def _expand(text: str, column: int) -> Iterator[str]:
    for index, piece in enumerate(text.split("\t")):
        if index:
            blanks = _TAB - column % _TAB
            column += blanks
            yield " " * blanks
        shown = visible(piece)
        column += width(shown)
        yield shown


@lru_cache(maxsize=4096)  # one look-up instead of three, for the few thousand characters that texts are made of
def _columns(char: str) -> int:
    if char.isascii():
        return _TAB if char == "\t" else 1
    if category(char) in {"Mn", "Me", "Cf"} or ord(char) in _JAMO:
        return 0
    return _WIDE if east_asian_width(char) in "WF" else 1
