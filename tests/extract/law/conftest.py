"""Fixtures that run one finder on a text, without a reader."""

import re
from collections.abc import Callable, Iterator
from time import process_time

import pytest

from citevet.extract.masked_text import FoundCitation, MaskedText
from citevet.model import Block, Document, Region, Span

_PARAGRAPH = re.compile(r"[^\n]+(?:\n[^\n]+)*")
_MARKUP = re.compile(r"\*(?=[A-Z(])|(?<=[\w.])\*|(?m:^> )")
_CODE = re.compile(r"`[^`\n]+`")

Finder = Callable[[MaskedText], Iterator[FoundCitation]]
Row = tuple[int, int, str]


def _scene(text: str) -> MaskedText:
    """Return paragraphs separated by blank lines, where `*` and `> ` are markup and backticks enclose code."""
    blocks = tuple(Block("paragraph", Span(*found.span())) for found in _PARAGRAPH.finditer(text))
    code = [Region("code", Span(*found.span())) for found in _CODE.finditer(text)]
    marks = [Region("markup", Span(*found.span())) for found in _MARKUP.finditer(text)]
    regions = tuple(sorted([*code, *marks], key=lambda region: region.span))
    return MaskedText.of(Document("a.md", "markdown", text, blocks=blocks, regions=regions))


@pytest.fixture
def found_in() -> Callable[[Finder, str], list[FoundCitation]]:
    """Return the citations of a finder, in order of the text."""
    return lambda find, text: sorted(find(_scene(text)), key=lambda one: one.span)


@pytest.fixture
def placed(found_in: Callable[[Finder, str], list[FoundCitation]]) -> Callable[[Finder, str], list[Row]]:
    """Return start, end and normal form of each citation of a finder."""
    return lambda find, text: [(one.span.start, one.span.end, one.normal) for one in found_in(find, text)]


@pytest.fixture
def at() -> Callable[..., list[Row]]:
    """Return the offsets of the expected words, each searched after the one before, with their normal forms."""

    def rows(text: str, *expected: tuple[str, str]) -> list[Row]:
        found: list[Row] = []
        for surface, normal in expected:
            start = text.index(surface, found[-1][1] if found else 0)
            found.append((start, start + len(surface), normal))
        return found

    return rows


@pytest.fixture
def is_linear(found_in: Callable[[Finder, str], list[FoundCitation]]) -> Callable[[Finder, str], bool]:
    """Check that sixteen times the text takes a finder about sixteen times as long, and no more."""

    def seconds(find: Finder, text: str) -> float:
        start = process_time()
        found_in(find, text)
        return process_time() - start

    def is_so(find: Finder, piece: str) -> bool:
        seconds(find, piece * 100)
        few, many = (seconds(find, piece * count) for count in (500, 8_000))
        return many < 64 * max(few, 0.005)

    return is_so
