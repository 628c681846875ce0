"""Plain text: paragraphs at blank lines, titles, list items, and quoted lines."""

from collections.abc import Iterator
from re import compile as pattern

from citevet.model import Block, Document, Region, Span

# A paragraph is a run of lines that are not blank.
_LINE = r"(?<![^\r\n])"  # a carriage return alone ends a line too, which `^` does not see
_PARAGRAPH = pattern(_LINE + r"[^\S\r\n]*\S[^\r\n]*(?:\r?\n|\r)?(?:[^\S\r\n]*\S[^\r\n]*(?:\r?\n|\r)?)*")
_START = pattern(_LINE + r"[^\S\r\n]*(?:[-*•‣◦]|\(?\d{1,3}[.)]|(?P<heading>#{1,6}))[^\S\r\n]+(?=\S)")
_END = pattern(r"[\r\n]")
_UNDERLINED = pattern(r"[^\r\n]+(?:\r\n|\r|\n)[^\S\r\n]*(?:=+|-+|~+)[^\S\r\n]*(?=[\r\n]|\Z)")


def read(text: str, path: str) -> Document:
    """Read plain text; a paragraph is a run of lines, and a bullet, number or # at a line's start begins another."""
    blocks: list[Block] = []
    for found in _PARAGRAPH.finditer(text):
        blocks += _blocks(text, found.start(), found.end())
    starts = (Region("markup", _trimmed(text, *found.span())) for found in _START.finditer(text))
    return Document(path, "text", text, blocks=tuple(blocks), regions=tuple(starts))


def _blocks(text: str, start: int, end: int) -> Iterator[Block]:
    starts = list(_START.finditer(text, start, end))
    yield from _prose(text, start, starts[0].start() if starts else end)
    for found, stop in zip(starts, [*(each.start() for each in starts), end][1:], strict=True):
        if found["heading"]:
            line = _END.search(text, found.end(), stop)
            title = line.start() if line else stop
            yield Block("heading", _trimmed(text, found.end(), title), level=len(found["heading"]))
            yield from _prose(text, title, stop)
        elif span := _trimmed(text, found.end(), stop):
            yield Block("item", span, level=1)


def _prose(text: str, start: int, end: int) -> Iterator[Block]:
    """Yield a paragraph, and before it a title with the line under it."""
    span = _trimmed(text, start, end)
    title = _UNDERLINED.match(text, span.start, span.end)
    if title:
        yield Block("heading", _trimmed(text, *title.span()), level=1)
        span = _trimmed(text, title.end(), span.end)
    if span:
        quoted = all(line.lstrip().startswith(">") for line in span.of(text).splitlines())
        yield Block("paragraph", span, quoted=quoted)


def _trimmed(text: str, start: int, end: int) -> Span:
    while end > start and text[end - 1].isspace():
        end -= 1
    while start < end and text[start].isspace():
        start += 1
    return Span(start, end)
