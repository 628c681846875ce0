"""The small parts of what `citevet corpus` prints."""

import pytest

from citevet.report.corpus.pages import runs
from citevet.report.corpus.table import cut, table


def test_columns_line_up_in_every_script() -> None:
    """A wide letter takes two columns, and no line ends in blanks."""
    assert ["가로수  x", "ab      y", "c"] == list(table([("가로수", "x"), ("ab", "y"), ("c", "")]))


@pytest.mark.parametrize(
    ("text", "columns", "shown"),
    [("short", 10, "short"), ("a long title", 8, "a long…"), ("가로수의 그늘", 6, "가로…"), ("", 3, "")],
)
def test_a_cut_text_fits(text: str, columns: int, shown: str) -> None:
    """What is too long ends in … and takes no more columns than it may."""
    assert shown == cut(text, columns)


@pytest.mark.parametrize(
    ("labels", "shown"),
    [
        (("1", "2", "3"), "1–3"),
        (("i", "ii", "iii", "1", "2"), "i–iii, 1–2"),
        (("233", "234", "A-1"), "233–234, A-1"),
        (("5",), "5"),
        (tuple("1 3 5 7 9 11 13".split()), "1, 3, 5, 7, 9, 11, …"),
    ],
)
def test_printed_numbers_are_told_in_short(labels: tuple[str, ...], shown: str) -> None:
    """Numbers that follow one another are one range, roman ones apart from the others."""
    assert shown == runs(labels)
