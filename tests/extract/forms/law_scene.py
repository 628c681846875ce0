"""Scenes for the finders of legal citations, made without a reader."""

from collections.abc import Callable, Iterator
from re import compile as pattern

from citevet.extract.found import Found
from citevet.extract.scene import Scene
from citevet.model import Block, Document, Region, Span

_PARAGRAPH = pattern(r"[^\n]+(?:\n[^\n]+)*")
_MARKUP = pattern(r"\*(?=\w)|(?<=[\w.])\*|(?m:^> )")
_CODE = pattern(r"`[^`\n]+`")

Finder = Callable[[Scene], Iterator[Found]]


def scene_of(text: str) -> Scene:
    """Return a scene of paragraphs parted by blank lines, where `*` and `> ` are markup and backticks hold code."""
    blocks = tuple(Block("paragraph", Span(*found.span())) for found in _PARAGRAPH.finditer(text))
    code = [Region("code", Span(*found.span())) for found in _CODE.finditer(text)]
    marks = [Region("markup", Span(*found.span())) for found in _MARKUP.finditer(text)]
    regions = tuple(sorted([*code, *marks], key=lambda region: region.span))
    return Scene.of(Document("a.md", "markdown", text, blocks=blocks, regions=regions))


def found_in(find: Finder, text: str) -> list[Found]:
    """Return what a finder finds, in order of the text."""
    return sorted(find(scene_of(text)), key=lambda one: one.span)


def placed(find: Finder, text: str) -> list[tuple[int, int, str]]:
    """Return start, end and normal form of what a finder finds."""
    return [(one.span.start, one.span.end, one.normal) for one in found_in(find, text)]


def at(text: str, *expected: tuple[str, str]) -> list[tuple[int, int, str]]:
    """Return where the expected words stand, each searched after the one before, with their normal forms."""
    rows = []
    floor = 0
    for surface, normal in expected:
        start = text.index(surface, floor)
        floor = start + len(surface)
        rows.append((start, floor, normal))
    return rows
