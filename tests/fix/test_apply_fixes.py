"""Applying fixes to a text."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citevet.fix import apply_fixes
from citevet.model import Edit, Fix, Safety, Span

TEXT = "0123456789"


def fix(*edits: tuple[int, int, str]) -> Fix:
    """Return a safe fix of these edits."""
    return Fix(Safety.SAFE, "mend", tuple(Edit(Span(start, end), text) for start, end, text in edits))


@pytest.mark.parametrize(
    ("fixes", "expected", "left"),
    [
        ([], "0123456789", []),
        ([fix((2, 4, "ab"))], "01ab456789", []),
        ([fix((8, 10, "")), fix((0, 1, "zero"))], "zero1234567", []),  # order of arrival does not matter
        ([fix((2, 4, "ab")), fix((3, 5, "cd"))], "01ab456789", [1]),  # overlap: the first wins
        ([fix((3, 5, "cd")), fix((2, 4, "ab"))], "01ab456789", [0]),  # … in document order, not in order of arrival
        ([fix((2, 4, "ab")), fix((4, 6, "cd"))], "01abcd6789", []),  # touching edits do not overlap
        ([fix((0, 1, "a"), (8, 9, "b")), fix((8, 10, "c"))], "a1234567b9", [1]),  # a fix of two edits is all or none
        ([fix((8, 10, "c")), fix((9, 10, "d"), (2, 3, "x"))], "01x345678d", [0]),
        ([fix((2, 4, "ab")), fix((2, 4, "ab"))], "01ab456789", []),  # the same edit once
        ([fix((2, 4, "ab")), fix((2, 4, "ab"), (6, 7, "c"))], "01ab45c789", []),
        ([fix((2, 4, "ab")), fix((2, 4, "ba"))], "01ab456789", [1]),  # the same place, another text
        ([fix((3, 3, "<")), fix((3, 3, "<"))], "012<3456789", []),
        ([fix((3, 3, "<")), fix((3, 3, ">"))], "012<3456789", [1]),  # two insertions at one point have no order
        ([fix((3, 3, "<")), fix((3, 5, "x"))], "012<x56789", []),
        ([fix((3, 5, "x")), fix((4, 4, "<"))], "012x56789", [1]),
        ([fix((1, 3, "x")), fix((3, 3, "<"))], "0x<3456789", []),
        ([fix((0, 0, "<")), fix((10, 10, ">"))], "<0123456789>", []),
        ([fix((2, 5, "a"), (4, 6, "b"))], "0123456789", [0]),  # a fix that contradicts itself
        ([fix((9, 11, "x"))], "0123456789", [0]),  # beyond the text
        ([fix()], "0123456789", []),
    ],
)
def test_a_fix_is_applied_whole_or_not_at_all(fixes: list[Fix], expected: str, left: list[int]) -> None:
    """All edits of a fix are made or none, the earlier fix wins, and other fixes are left."""
    applied = apply_fixes(TEXT, fixes)
    assert expected == applied.text
    assert [fixes[index] for index in left] == list(applied.left)
    assert len(fixes) - len(left) == len(applied.done)


edits = st.tuples(st.integers(0, 30), st.integers(0, 8), st.text("ab\n한", max_size=3))


@given(st.text("xyz\r\n글", max_size=40), st.lists(edits, max_size=8))
def test_edits_equal_replacement_from_the_right(text: str, wanted: list[tuple[int, int, str]]) -> None:
    """Edits that do not overlap give the same text as replacing them one by one from the right."""
    apart: list[tuple[int, int, str]] = []
    for start, length, new in sorted(wanted):
        if (not apart or start > apart[-1][1]) and start + length <= len(text):
            apart.append((start, start + length, new))
    expected = text
    for start, end, new in reversed(apart):
        expected = expected[:start] + new + expected[end:]
    assert expected == apply_fixes(text, [fix(edit) for edit in apart]).text


@given(st.text("xyz", min_size=30, max_size=40), st.lists(st.lists(edits, min_size=1, max_size=3), max_size=8))
def test_every_fix_is_done_or_left(text: str, wanted: list[list[tuple[int, int, str]]]) -> None:
    """Each fix is done or left, and the done ones alone give the same text."""
    fixes = [fix(*((start, start + length, new) for start, length, new in each)) for each in wanted]
    applied = apply_fixes(text, fixes)
    assert len(fixes) == len(applied.done) + len(applied.left)
    assert applied.text == apply_fixes(text, applied.done).text
    assert apply_fixes(text, applied.done).left == ()


@given(st.text())
def test_no_fixes_change_nothing(text: str) -> None:
    """Without fixes the text is the same."""
    assert text == apply_fixes(text, []).text
