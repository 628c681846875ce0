"""What a finder sees."""

from citevet.extract.references import references
from citevet.extract.scene import BLANK, Scene, blank
from citevet.model import Span
from citevet.read import parse_text

TEXT = "A `code` b.\n\n<!-- no -->\n\n## References\n\n[1] Smith 2019.\n"


def test_prose() -> None:
    """Code, comments and markup are blank, at the same offsets; line breaks stay."""
    scene = Scene.of(document := parse_text(TEXT), references(document))
    assert "A 000000 b.\n\n00000000000\n\n00 References\n\n[1] Smith 2019.\n" == scene.prose.replace(BLANK, "0")


def test_sides() -> None:
    """A stretch stands in the text, inside an entry, or across the border; what holds an entry is its marker."""
    scene = Scene.of(document := parse_text(TEXT), references(document))
    entry = Span(TEXT.index("[1]"), TEXT.index("2019.") + 5)
    assert "text" == scene.side(Span(0, 1))
    assert "list" == scene.side(Span(entry.start, entry.start + 3))
    assert "list" == scene.side(Span(entry.end - 5, entry.end))
    assert "text" == scene.side(entry)
    assert "text" == scene.side(Span(entry.start - 2, entry.end + 1))
    assert scene.side(Span(entry.start - 2, entry.start + 2)) is None
    assert "text" == scene.side(Span(entry.end, entry.end + 1))


def test_blank_overlapping() -> None:
    """Overlapping stretches are blanked once, line breaks and carriage returns stay."""
    assert f"a{BLANK}\r\n{BLANK}{BLANK}f" == blank("ab\r\ncdf", [Span(1, 5), Span(2, 6)])
