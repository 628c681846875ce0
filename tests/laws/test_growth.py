"""Work grows with the text: the short version of `make bench`, which counts calls instead of seconds."""

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[2]))
from bench import growth

_FEEDS = growth.list_feeds()
_SIZE = 1_000  # characters


def test_there_are_enough_feeds() -> None:
    """At least 200, over every text format."""
    assert len(_FEEDS) >= 200
    endings = {"md", "tex", "html", "txt", "rtf", "bib", "ris", "org", "rst", "adoc", "typ"}
    assert {ending for ending, _ in _FEEDS} == endings


@pytest.mark.parametrize(("ending", "piece"), _FEEDS[::9])
def test_four_times_the_text_is_about_four_times_the_calls(ending: str, piece: str) -> None:
    """At most n^1.2; the first run, which compiles patterns and reads tables, does not count."""
    growth.check_feed(ending, piece * (_SIZE // len(piece)))
    assert growth.grow(growth.count_steps, ending, piece, _SIZE) <= growth.MOST


def test_a_square_is_seen() -> None:
    """The measure itself tells a square from a line."""

    def square(_ending: str, text: str) -> float:
        return len(text) ** 2

    assert growth.grow(square, "md", "a ", _SIZE) > growth.MOST
