"""Scenes for the finders of legal citations, made without a reader."""

from collections.abc import Callable, Iterator
from re import compile as pattern
from time import process_time

import pytest

from citevet.extract.found import Found
from citevet.extract.scene import Scene
from citevet.model import Block, Document, Region, Span

_PARAGRAPH = pattern(r"[^\n]+(?:\n[^\n]+)*")
_MARKUP = pattern(r"\*(?=[A-Z(])|(?<=[\w.])\*|(?m:^> )")
_CODE = pattern(r"`[^`\n]+`")

Finder = Callable[[Scene], Iterator[Found]]
Row = tuple[int, int, str]


def _scene(text: str) -> Scene:
    """Return a scene of paragraphs parted by blank lines, where `*` and `> ` are markup and backticks hold code."""
    blocks = tuple(Block("paragraph", Span(*found.span())) for found in _PARAGRAPH.finditer(text))
    code = [Region("code", Span(*found.span())) for found in _CODE.finditer(text)]
    marks = [Region("markup", Span(*found.span())) for found in _MARKUP.finditer(text)]
    regions = tuple(sorted([*code, *marks], key=lambda region: region.span))
    return Scene.of(Document("a.md", "markdown", text, blocks=blocks, regions=regions))


@pytest.fixture
def found_in() -> Callable[[Finder, str], list[Found]]:
    """Return what a finder finds, in order of the text."""
    return lambda find, text: sorted(find(_scene(text)), key=lambda one: one.span)


@pytest.fixture
def placed(found_in: Callable[[Finder, str], list[Found]]) -> Callable[[Finder, str], list[Row]]:
    """Return start, end and normal form of what a finder finds."""
    return lambda find, text: [(one.span.start, one.span.end, one.normal) for one in found_in(find, text)]


@pytest.fixture
def at() -> Callable[..., list[Row]]:
    """Return where the expected words stand, each searched after the one before, with their normal forms."""

    def rows(text: str, *expected: tuple[str, str]) -> list[Row]:
        found: list[Row] = []
        for surface, normal in expected:
            start = text.index(surface, found[-1][1] if found else 0)
            found.append((start, start + len(surface), normal))
        return found

    return rows


@pytest.fixture
def is_linear(found_in: Callable[[Finder, str], list[Found]]) -> Callable[[Finder, str], bool]:
    """Say whether a finder takes about sixteen times as long for sixteen times a piece of text, and no more."""

    def seconds(find: Finder, text: str) -> float:
        start = process_time()
        found_in(find, text)
        return process_time() - start

    def is_so(find: Finder, piece: str) -> bool:
        seconds(find, piece * 100)
        few, many = (seconds(find, piece * count) for count in (500, 8_000))
        return many < 64 * max(few, 0.005)

    return is_so
