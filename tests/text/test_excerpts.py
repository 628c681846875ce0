"""Tests of excerpts from long sentences."""

import pytest

from citevet.text.excerpts import find_excerpt, show_excerpt

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
def test_excerpt_has_most_of_the_words(text: str, words: str, shown: str) -> None:
    """The excerpt has most of the words, ends between words and marks the cuts; without a match it is the start."""
    assert shown == show_excerpt(text, words, 50)


def test_excerpt_span_fits_and_ends_at_words() -> None:
    """The span starts and ends with a word and is no longer than the room."""
    part = find_excerpt(LONG, "The heat was halved by blinds.", 50)
    assert ("second one the blinds halved the heat", True) == (part.of(LONG), len(part) <= 50)


@pytest.mark.parametrize("piece", [" ", "a ", "heat ", "heat", ".", "\n", "가 "])
def test_hostile_text_gives_a_short_excerpt(piece: str) -> None:
    """200,000 characters of one repeated piece gives a short excerpt."""
    text = piece * (200_000 // len(piece))
    assert len(show_excerpt(text, "heat", 50)) <= 56
