"""Scenes for the finders of legal citations, made without a reader."""

from re import compile as pattern

from citevet.extract.found import Found
from citevet.extract.scene import Scene
from citevet.model import Block, Document, Region, Span

_PARAGRAPH = pattern(r"[^\n]+(?:\n[^\n]+)*")
_MARKUP = pattern(r"\*+|^> |\n> ?(?=\S)")


def scene_of(text: str) -> Scene:
    """Return a scene of paragraphs parted by blank lines, where `*` and `> ` are markup and backticks hold code."""
    blocks = tuple(Block("paragraph", Span(*found.span())) for found in _PARAGRAPH.finditer(text))
    code = [Region("code", Span(*found.span())) for found in pattern(r"`[^`]+`").finditer(text)]
    marks = [Region("markup", _mark(found.start(), found[0])) for found in _MARKUP.finditer(text)]
    regions = tuple(sorted([*code, *marks], key=lambda region: region.span))
    return Scene.of(Document("a.md", "markdown", text, blocks=blocks, regions=regions))


def _mark(start: int, text: str) -> Span:
    lead = len(text) - len(text.lstrip("\n"))
    return Span(start + lead, start + len(text))


def surfaces(text: str, found: list[Found]) -> list[str]:
    """Return what the spans hold, in order of their start."""
    return [text[one.span.start : one.span.end] for one in sorted(found, key=lambda one: one.span)]
