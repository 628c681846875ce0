"""Tables and labels in the output of `citevet corpus`."""

import pytest

from citevet.report.corpus.pages import format_labels
from citevet.report.safe_text import format_table, shorten


def test_columns_align() -> None:
    """A wide letter takes two columns, and no line ends with blanks."""
    assert ["가로수  x", "ab      y", "c"] == list(format_table([("가로수", "x"), ("ab", "y"), ("c", "")]))


@pytest.mark.parametrize(
    ("text", "columns", "shown"),
    [("short", 10, "short"), ("a long title", 8, "a long…"), ("가로수의 그늘", 6, "가로…"), ("", 3, "")],
)
def test_long_texts_end_with_an_ellipsis(text: str, columns: int, shown: str) -> None:
    """A long text is cut to the given columns and ends with …."""
    assert shown == shorten(text, columns)


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
def test_page_labels(labels: tuple[str, ...], shown: str) -> None:
    """Consecutive labels form a range; roman and arabic numbers are separate."""
    assert shown == format_labels(labels)
