"""What a finder sees."""

from citevet.extract.references import references
from citevet.extract.scene import BLANK, Scene, blank
from citevet.model import Span
from citevet.read import parse_text

TEXT = "A `code` b.\n\n<!-- no -->\n\n## References\n\n[1] Smith 2019.\n"


def test_outside() -> None:
    """Code, comments and the list are blank, at the same offsets; line breaks stay."""
    scene = Scene.of(document := parse_text(TEXT), references(document))
    assert "A 000000 b.\n\n00000000000\n\n00 References\n\n000000000000000\n" == scene.prose.replace(BLANK, "0")


def test_inside() -> None:
    """Seen from inside, only the list is left."""
    scene = Scene.inside(document := parse_text(TEXT), references(document))
    assert "[1] Smith 2019." == scene.prose.replace(BLANK, " ").strip()
    assert TEXT.index("[1]") == scene.prose.index("[1]")


def test_blank_overlapping() -> None:
    """Overlapping stretches are blanked once, line breaks and carriage returns stay."""
    assert f"a{BLANK}\r\n{BLANK}{BLANK}f" == blank("ab\r\ncdf", [Span(1, 5), Span(2, 6)])
