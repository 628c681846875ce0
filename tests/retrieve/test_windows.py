"""Sources cut into windows of whole sentences, without furniture."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citevet.extract.sentences import sentences
from citevet.model import Body, Page
from citevet.retrieve.windows import WORDS, windows

SENTENCE = "The shade of a tree lowers the temperature of the street below it by two degrees. "


def test_a_short_source_is_one_window() -> None:
    """What fits is not cut."""
    (window,) = windows(Body((Page(SENTENCE * 3, 4, "iv"),)), sentences)
    assert (SENTENCE.strip() + " " + SENTENCE + SENTENCE.strip(), 4, "iv") == (window.text, window.page, window.label)


def test_no_sentence_is_cut() -> None:
    """A long text is cut between sentences, each window as full as it can be."""
    found = windows(Body((Page(SENTENCE * 60),)), sentences)
    assert [11, 11, 11, 11, 11, 5] == [window.text.count("degrees.") for window in found]
    assert all(window.text.startswith("The shade") and window.text.endswith("degrees.") for window in found)


def test_a_list_of_sources_is_no_source() -> None:
    """The words of a claim stand in the title of what it cites, and must not support it; what follows is read."""
    text = (
        f"{SENTENCE}\n\nReferences\n[1] Kim, A. (2019). Shade lowers street temperature. https://example.org/a\n"
        "[2] Lee, B. (2020). Trees. doi:10.5555/12\n\nAppendix\nThe survey was made by bicycle."
    )
    first, last = windows(Body((Page(text),)), sentences)
    assert (SENTENCE.strip(), True) == (first.text, last.text.endswith("The survey was made by bicycle."))
    assert not any(name in window.text for name in ("Kim", "Lee") for window in (first, last))


@pytest.mark.parametrize("line", ["© 2020 The Journal. All rights reserved.", "Cookie settings", "Sign in to continue"])
def test_furniture_is_left_out(line: str) -> None:
    """Notices and buttons of a page say nothing."""
    (window,) = windows(Body((Page(f"{line}\n\n{SENTENCE}"),)), sentences)
    assert SENTENCE.strip() == window.text


def test_a_table_without_stops_is_cut_between_its_lines() -> None:
    """A unit longer than a window is cut where its lines end."""
    rows = "\n".join(f"row {number} | both sides | {number} % | measured in the second summer" for number in range(60))
    found = windows(Body((Page(rows),)), sentences)
    assert len(found) > 1
    assert all(window.text.strip().startswith("row ") for window in found)


@given(st.text(alphabet="ab .\n|한1", max_size=3000))
def test_every_window_is_a_slice_of_its_page(text: str) -> None:
    """Windows are exact slices, in order, without overlap, and none is much longer than a model can read."""
    found = windows(Body((Page(text),)), sentences)
    assert all(text[window.span.start : window.span.end] == window.text for window in found)
    assert all(one.span.end <= other.span.start for one, other in pairwise(found))
    assert all(len(window.text.split()) <= 2 * WORDS for window in found)


def test_megabytes_without_a_stop_take_seconds() -> None:
    """Lines that never end a sentence are joined in one pass."""
    found = windows(Body((Page("a line without any stop\n" * 40_000),)), sentences)
    assert len(found) > 1_000
