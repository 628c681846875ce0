"""Source excerpts with carets."""

import pytest

from citevet.model import Document, Span
from citevet.report.safe_text import measure_width
from citevet.report.terminal import make_excerpt


def rows(text: str, start: int, end: int) -> list[str]:
    """Return the excerpt without the empty row on top."""
    return make_excerpt(Document("a.md", "markdown", text), Span(start, end))[1:]


@pytest.mark.parametrize(
    ("text", "start", "end", "expected"),
    [
        ("see [7].", 4, 7, ["1 | see [7].", "  |     ^^^"]),
        ("한국 [7].", 3, 6, ["1 | 한국 [7].", "  |      ^^^"]),  # each syllable takes two columns
        ("[한국]", 0, 4, ["1 | [한국]", "  | ^^^^^^"]),
        ("\ta\t[7]", 3, 6, ["1 |     a   [7]", "  |         ^^^"]),  # tabs go to the next stop of four
        ("한\t[7]", 2, 5, ["1 | 한  [7]", "  |     ^^^"]),
        ("e\u0301 [7]", 3, 6, ["1 | e\u0301 [7]", "  |   ^^^"]),  # a combining mark takes none
        ("\u1112\u1161\u11ab [7]", 4, 7, ["1 | \u1112\u1161\u11ab [7]", "  |    ^^^"]),  # a decomposed syllable
        ("\x1b[7]", 1, 4, ["1 | ␛[7]", "  |  ^^^"]),
        ("\x9b[7]", 1, 4, ["1 | <U+009B>[7]", "  |         ^^^"]),
        ("ab", 1, 1, ["1 | ab", "  |  ^"]),  # an empty span
        ("ab", 2, 2, ["1 | ab", "  |   ^"]),  # the end of the text
        ("", 0, 0, ["1 | ", "  | ^"]),
        ("\u200b", 0, 1, ["1 | \u200b", "  | ^"]),  # nothing to see, still marked
        ("a\r\nb [7]\r\n", 5, 8, ["2 | b [7]", "  |   ^^^"]),
        ("ab\ncd\n", 1, 5, ["1 | ab", "  |  ^", "2 | cd", "  | ^^"]),  # two lines
        ("ab\n  cd\n", 0, 7, ["1 | ab", "  | ^^", "2 |   cd", "  |   ^^"]),  # without the indentation
        ("ab\nx\ny\ncd", 1, 9, ["1 | ab", "  |  ^", "  ⋮", "4 | cd", "  | ^^"]),  # first and last
        ("ab\ncd", 0, 3, ["1 | ab", "  | ^^"]),  # the line break belongs to its line
        ("\n" * 9 + "x", 9, 10, ["10 | x", "   | ^"]),
        ("x\n" * 8 + "ab\ncd", 16, 21, [" 9 | ab", "   | ^^", "10 | cd", "   | ^^"]),
    ],
)
def test_carets_are_below_the_span(text: str, start: int, end: int, expected: list[str]) -> None:
    """Carets are below the span, as a terminal shows it."""
    assert expected == rows(text, start, end)


def test_long_line() -> None:
    """Only the part of a long line around the span is shown."""
    text = "가" * 2_500_000 + "[7]" + "b" * 2_500_000
    assert rows(text, 2_500_000, 2_500_003) == [
        "1 | …" + "가" * 20 + "[7]" + "b" * 30 + "…",
        "  |  " + " " * 40 + "^^^",
    ]


def test_long_span() -> None:
    """A span longer than the window is marked to the end of the window."""
    assert rows("a" * 500, 0, 500) == ["1 | " + "a" * 80 + "…", "  | " + "^" * 80]


def test_end_of_a_long_line() -> None:
    """At the end of a line there is no ellipsis after the span."""
    assert rows("a" * 500 + "[7]", 500, 503) == ["1 | …" + "a" * 40 + "[7]", "  |  " + " " * 40 + "^^^"]


@pytest.mark.parametrize("char", ["\u0301", "\u202e", "\t", "한", "\x00", "\ud800"])
def test_excerpt_is_bounded(char: str) -> None:
    """The excerpt of a megabyte is short for any character."""
    assert max(map(len, rows(char * 1_000_000, 500_000, 900_000))) < 2_000


def test_width_counts_columns() -> None:
    """Width counts columns, not code points."""
    assert measure_width("a한é") == 4
