"""Split sources into windows of whole sentences."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citevet.model import Body, Page
from citevet.retrieve import MAX_WORDS, split_body

SENTENCE = "The shade of a tree lowers the temperature of the street below it by two degrees. "


def test_short_source_is_one_window() -> None:
    """It is not split."""
    (window,) = split_body(Body((Page(SENTENCE * 3, 4, "iv"),)))
    assert (SENTENCE.strip() + " " + SENTENCE + SENTENCE.strip(), 4, "iv") == (window.text, window.page, window.label)


def test_no_sentence_is_cut() -> None:
    """A long text is split between sentences, with windows as full as possible."""
    found = split_body(Body((Page(SENTENCE * 60),)))
    assert [11, 11, 11, 11, 11, 5] == [window.text.count("degrees.") for window in found]
    assert all(window.text.startswith("The shade") and window.text.endswith("degrees.") for window in found)


def test_reference_list_is_left_out() -> None:
    """Titles in it must not support a claim; the text after it is read."""
    text = (
        f"{SENTENCE}\n\nReferences\n[1] Kim, A. (2019). Shade lowers street temperature. https://example.org/a\n"
        "[2] Lee, B. (2020). Trees. doi:10.5555/12\n\nAppendix\nThe survey was made by bicycle."
    )
    first, last = split_body(Body((Page(text),)))
    assert (SENTENCE.strip(), True) == (first.text, last.text.endswith("The survey was made by bicycle."))
    assert not any(name in window.text for name in ("Kim", "Lee") for window in (first, last))


@pytest.mark.parametrize("line", ["© 2020 The Journal. All rights reserved.", "Cookie settings", "Sign in to continue"])
def test_boilerplate_is_left_out(line: str) -> None:
    """Notices and buttons of a page."""
    (window,) = split_body(Body((Page(f"{line}\n\n{SENTENCE}"),)))
    assert SENTENCE.strip() == window.text


def test_long_table_is_split_at_line_breaks() -> None:
    """A unit longer than a window is split where its lines end."""
    rows = "\n".join(f"row {number} | both sides | {number} % | measured in the second summer" for number in range(60))
    found = split_body(Body((Page(rows),)))
    assert len(found) > 1
    assert all(window.text.strip().startswith("row ") for window in found)


@given(st.text(alphabet="ab .\n|한1", max_size=3000))
def test_windows_are_slices_of_page(text: str) -> None:
    """In order, without overlap, and not much longer than a model can read."""
    found = split_body(Body((Page(text),)))
    assert all(text[window.span.start : window.span.end] == window.text for window in found)
    assert all(one.span.end <= other.span.start for one, other in pairwise(found))
    assert all(len(window.text.split()) <= 2 * MAX_WORDS for window in found)


def test_megabytes_without_sentence_end() -> None:
    """Lines that never end a sentence are joined in one pass."""
    found = split_body(Body((Page("a line without any stop\n" * 40_000),)))
    assert len(found) > 1_000
