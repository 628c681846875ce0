"""The text that finders read."""

from citevet.extract.masked_text import BLANK, MaskedText, mask_spans
from citevet.extract.references import find_references
from citevet.model import Span
from citevet.read import parse_text

TEXT = "A `code` b.\n\n<!-- no -->\n\n## References\n\n[1] Smith 2019.\n"


def test_prose() -> None:
    """Code, comments and markup are masked, at the same offsets; line breaks stay."""
    scene = MaskedText.of(document := parse_text(TEXT), find_references(document))
    assert "A 000000 b.\n\n00000000000\n\n00 References\n\n[1] Smith 2019.\n" == scene.prose.replace(BLANK, "0")


def test_sides() -> None:
    """A span is in the text, inside an entry, or across the border; a span around an entry is its marker."""
    scene = MaskedText.of(document := parse_text(TEXT), find_references(document))
    entry = Span(TEXT.index("[1]"), TEXT.index("2019.") + 5)
    assert "text" == scene.side(Span(0, 1))
    assert "list" == scene.side(Span(entry.start, entry.start + 3))
    assert "list" == scene.side(Span(entry.end - 5, entry.end))
    assert "text" == scene.side(entry)
    assert "text" == scene.side(Span(entry.start - 2, entry.end + 1))
    assert scene.side(Span(entry.start - 2, entry.start + 2)) is None
    assert "text" == scene.side(Span(entry.end, entry.end + 1))


def test_mask_overlapping_spans() -> None:
    """Overlapping spans are masked once; line breaks and carriage returns stay."""
    assert f"a{BLANK}\r\n{BLANK}{BLANK}f" == mask_spans("ab\r\ncdf", [Span(1, 5), Span(2, 6)])
