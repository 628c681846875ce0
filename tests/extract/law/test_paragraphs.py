"""Tests of paragraphs as the finders of legal citations read them."""

from re import compile as pattern

from citevet.extract.law.paragraphs import find_paragraphs
from citevet.extract.masked_text import MaskedText
from citevet.model import Block, Document, Region, Span

_ANY = pattern(r"\w")


def _scene(text: str, *, regions: tuple[Region, ...] = (), blocks: tuple[Block, ...] = ()) -> MaskedText:
    whole = (Block("paragraph", Span(0, len(text))),)
    return MaskedText.of(Document("a.md", "markdown", text, blocks=blocks or whole, regions=regions))


def test_emphasis_and_line_breaks_are_skipped() -> None:
    """The text continues across markup, and spans map back to the document."""
    text = "*Roe v.\n  Wade*, 410"
    (paragraph,) = find_paragraphs(_scene(text, regions=(_mark(0), _mark(14))), _ANY)
    assert paragraph.text == "Roe v. Wade, 410"
    assert Span(1, 14) == paragraph.span(0, 11)
    assert Span(1, 20) == paragraph.span(0, 16)


def test_code_and_addresses_are_blank() -> None:
    """They keep their length but match nothing."""
    text = "a `b` http://c/d e"
    code = Region("code", Span(2, 5))
    (paragraph,) = find_paragraphs(_scene(text, regions=(code,)), _ANY)
    assert paragraph.text == "a \0\0\0 " + "\0" * 10 + " e"


def test_cells_are_separate() -> None:
    """Each cell of a row is read by itself."""
    text = "Roe | 410"
    edge = Region("markup", Span(4, 5))
    row = (Block("row", Span(0, len(text))),)
    cells = [paragraph.text.strip() for paragraph in find_paragraphs(_scene(text, regions=(edge,), blocks=row), _ANY)]
    assert ["Roe", "410"] == cells


def test_only_blocks_with_the_trigger_are_read() -> None:
    """Other blocks cost one search."""
    text = "one\n\ntwo\n\nthree two"
    blocks = tuple(Block("paragraph", Span(*span)) for span in ((0, 3), (5, 8), (10, 19)))
    read = [
        (paragraph.span(0, 1).start, paragraph.text)
        for paragraph in find_paragraphs(_scene(text, blocks=blocks), pattern("two"))
    ]
    assert [(5, "two"), (10, "three two")] == read


def _mark(at: int) -> Region:
    return Region("markup", Span(at, at + 1))
