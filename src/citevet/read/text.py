"""Plain text: paragraphs at blank lines, titles, list items, quoted lines, and the running heads of pages."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from operator import attrgetter

from citevet.model import Block, Document, Region, Span
from citevet.model.document import replace_spans

# A paragraph is a run of lines that are not blank.
_LINE = r"(?<![^\r\n])"  # a carriage return alone ends a line too, which `^` does not match
_PARAGRAPH = re.compile(_LINE + r"[^\S\r\n]*\S[^\r\n]*(?:\r?\n|\r)?(?:[^\S\r\n]*\S[^\r\n]*(?:\r?\n|\r)?)*")
_START = re.compile(_LINE + r"[^\S\r\n]*(?:[-*•‣◦]|\(?\d{1,3}[.)]|(?P<heading>#{1,6}))[^\S\r\n]+(?=\S)")
_END = re.compile(r"[\r\n]")
_UNDERLINED = re.compile(r"[^\r\n]+(?:\r\n|\r|\n)[^\S\r\n]*(?:=+|-+|~+)[^\S\r\n]*(?=[\r\n]|\Z)")
_WITHIN_LINE = re.compile(r"[^\r\n]")
_PAGE = re.compile(r"[^\f]+")
_DIGITS = re.compile(r"\d+")
_MIN_PAGES = 3  # with the same line


def read(text: str, path: str) -> Document:
    """Read plain text; a blank line, or a bullet, number or # at a line's start, begins a paragraph."""
    running = [Region("metadata", line) for line in _find_running_lines(text)]
    shown = hide_regions(text, running)
    regions = sorted([*find_starts(shown), *running], key=attrgetter("span"))
    return Document(path, "text", text, blocks=tuple(find_blocks(shown)), regions=tuple(regions))


def hide_regions(text: str, hidden: Iterable[Region]) -> str:
    """Return the text with spaces in place of the regions, which are in order."""
    return replace_spans(text, ((each.span, _WITHIN_LINE.sub(" ", each.span.of(text))) for each in hidden))


def _find_running_lines(text: str) -> list[Span]:
    """Return the first and last lines of pages that occur three times, numbers aside; form feeds separate pages."""
    outer: list[tuple[str, Span]] = []
    for page in _PAGE.finditer(text) if "\f" in text else ():
        span = Span(*page.span()).trim(text)
        first = _END.search(text, span.start, span.end)
        last = max(text.rfind(end, span.start, span.end) for end in "\r\n") + 1
        if first:
            lines = Span(span.start, first.start()), Span(last, span.end)
            outer += ((_DIGITS.sub("0", " ".join(line.of(text).split())), line) for line in lines)
    counts = Counter(words for words, _ in outer)
    return [line for words, line in outer if counts[words] >= _MIN_PAGES]


def find_blocks(text: str) -> Iterator[Block]:
    """Yield the titles, paragraphs and items."""
    for found in _PARAGRAPH.finditer(text):
        yield from _split_blocks(text, found.start(), found.end())


def find_starts(text: str) -> Iterator[Region]:
    """Yield the bullets, numbers and signs before items and titles."""
    return (Region("markup", Span(*found.span()).trim(text)) for found in _START.finditer(text))


def _split_blocks(text: str, start: int, end: int) -> Iterator[Block]:
    starts = list(_START.finditer(text, start, end))
    yield from _split_title(text, start, starts[0].start() if starts else end)
    for found, stop in zip(starts, [*(each.start() for each in starts), end][1:], strict=True):
        if found["heading"]:
            line = _END.search(text, found.end(), stop)
            title = line.start() if line else stop
            yield Block("heading", Span(found.end(), title).trim(text), level=len(found["heading"]))
            yield from _split_title(text, title, stop)
        elif span := Span(found.end(), stop).trim(text):
            yield Block("item", span, level=1)


def _split_title(text: str, start: int, end: int) -> Iterator[Block]:
    """Yield a paragraph, and before it its underlined title."""
    span = Span(start, end).trim(text)
    title = _UNDERLINED.match(text, span.start, span.end)
    if title:
        yield Block("heading", Span(*title.span()).trim(text), level=1)
        span = Span(title.end(), span.end).trim(text)
    if span:
        quoted = all(line.lstrip().startswith(">") for line in span.of(text).splitlines())
        yield Block("paragraph", span, quoted=quoted)
