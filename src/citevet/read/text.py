"""Plain text: paragraphs at blank lines, list items, and quoted lines."""

from re import compile as pattern

from citevet.model import Block, Document, Region, Span

# A paragraph is a run of lines that are not blank.
_LINE = r"(?<![^\r\n])"  # a carriage return alone ends a line too, which `^` does not see
_PARAGRAPH = pattern(_LINE + r"[^\S\r\n]*\S[^\r\n]*(?:\r?\n|\r)?(?:[^\S\r\n]*\S[^\r\n]*(?:\r?\n|\r)?)*")
_ITEM = pattern(_LINE + r"[^\S\r\n]*(?:[-*•‣◦]|\(?\d{1,3}[.)])[^\S\r\n]+(?=\S)")
_UNDERLINE = pattern(r"^(?:=+|-+|~+)$")


def read(text: str, path: str) -> Document:
    """Read plain text; a paragraph is a run of lines, a bullet or number at a line's start makes a list item."""
    blocks: list[Block] = []
    for found in _PARAGRAPH.finditer(text):
        blocks += _blocks(text, found.start(), found.end())
    bullets = (Region("markup", _trimmed(text, *found.span())) for found in _ITEM.finditer(text))
    return Document(path, "text", text, blocks=tuple(blocks), regions=tuple(bullets))


def _blocks(text: str, start: int, end: int) -> list[Block]:
    bullets = [(found.start(), found.end()) for found in _ITEM.finditer(text, start, end)]
    if not bullets:
        return [_prose(text, start, end)]
    blocks = [_prose(text, start, bullets[0][0])] if text[start : bullets[0][0]].strip() else []
    ends = [bullet[0] for bullet in bullets[1:]] + [end]
    items = (_trimmed(text, content, stop) for (_, content), stop in zip(bullets, ends, strict=True))
    return [*blocks, *(Block("item", span, level=1) for span in items if len(span))]


def _prose(text: str, start: int, end: int) -> Block:
    span = _trimmed(text, start, end)
    lines = span.of(text).splitlines()
    if all(line.lstrip().startswith(">") for line in lines):
        return Block("paragraph", span, quoted=True)
    if len(lines) == 2 and _UNDERLINE.match(lines[1].strip()):  # noqa: PLR2004 - a title and the line under it
        return Block("heading", span, level=1)
    return Block("paragraph", span)


def _trimmed(text: str, start: int, end: int) -> Span:
    while end > start and text[end - 1].isspace():
        end -= 1
    while start < end and text[start].isspace():
        start += 1
    return Span(start, end)
