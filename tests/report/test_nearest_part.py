"""What is shown of a sentence that is too long to be shown whole."""

import pytest

from citevet.model import nearest_part, shown_part

LONG = "In the first of three summers the sensors were read by hand, and in the second one the blinds halved the heat."


@pytest.mark.parametrize(
    ("text", "words", "shown"),
    [
        ("Blinds halved the heat.", "heat", "Blinds halved the heat."),
        (LONG, "The heat was halved by blinds.", "… second one the blinds halved the heat."),
        (LONG, "Sensors were cheap.", "In the first of three summers the sensors were …"),
        (LONG, "Nothing of it.", "In the first of three summers the sensors were …"),
        (LONG, "", "In the first of three summers the sensors were …"),
        ("x" * 60, "y", "x" * 50 + " …"),
    ],
)
def test_the_part_that_is_shown(text: str, words: str, shown: str) -> None:
    """The part with most of the words, cut between words and marked where it was cut; without any, the beginning."""
    assert shown == shown_part(text, words, 50)


def test_the_place_of_the_part() -> None:
    """The span begins and ends with a word of the text, and is no longer than there is room."""
    part = nearest_part(LONG, "The heat was halved by blinds.", 50)
    assert ("second one the blinds halved the heat", True) == (part.of(LONG), len(part) <= 50)


@pytest.mark.parametrize("piece", [" ", "a ", "heat ", "heat", ".", "\n", "가 "])
def test_a_megabyte_of_one_thing(piece: str) -> None:
    """Hostile sentences give a short part."""
    text = piece * (1_000_000 // len(piece))
    assert len(shown_part(text, "heat", 50)) <= 56
