"""Plain text: paragraphs, items, quoted lines, underlined titles."""

from typing import Any

import pytest

from citevet.read import parse_text


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("one\ntwo\n\nthree", [("paragraph", 0, 7, False), ("paragraph", 9, 14, False)]),
        ("  one  \n\n", [("paragraph", 2, 5, False)]),
        ("- a\n- b", [("item", 2, 3, False), ("item", 6, 7, False)]),
        ("Lead:\n1. a\n2) b", [("paragraph", 0, 5, False), ("item", 9, 10, False), ("item", 14, 15, False)]),
        ("• 가\n• 나", [("item", 2, 3, False), ("item", 6, 7, False)]),
        ("> q\n> r", [("paragraph", 0, 7, True)]),
        ("Title\n=====\n\nx", [("heading", 0, 11, False), ("paragraph", 13, 14, False)]),
        ("Title\n=====\nx", [("heading", 0, 11, False), ("paragraph", 12, 13, False)]),
        ("Title\r\n  --- \r\nx\r\ny", [("heading", 0, 12, False), ("paragraph", 15, 19, False)]),
        (
            "# One\nTwo.\n\n## 셋\r\n넷",
            [
                ("heading", 2, 5, False),
                ("paragraph", 6, 10, False),
                ("heading", 15, 16, False),
                ("paragraph", 18, 19, False),
            ],
        ),
        (
            "One.\n  # Two\n- a\n### b\n# c",
            [
                ("paragraph", 0, 4, False),
                ("heading", 9, 12, False),
                ("item", 15, 16, False),
                ("heading", 21, 22, False),
                ("heading", 25, 26, False),
            ],
        ),
        ("#1 is first\n#\nC# too\n####### x", [("paragraph", 0, 30, False)]),
        ("> q\n# r", [("paragraph", 0, 3, True), ("heading", 6, 7, False)]),
        ("a\r\nb\r\n\r\nc", [("paragraph", 0, 4, False), ("paragraph", 8, 9, False)]),
        ("a\rb\r\rc", [("paragraph", 0, 3, False), ("paragraph", 5, 6, False)]),
        ("3.5 is a number\n-5 too", [("paragraph", 0, 22, False)]),
        ("", []),
        (" \n\t\n", []),
    ],
)
def test_plain_text_has_paragraphs_items_quotes_and_headings(text: str, expected: Any) -> None:
    """A run of lines is a paragraph; bullets, numbers, quotation marks, underlines and # are recognized."""
    found = parse_text(text, "x.txt").blocks
    assert expected == [(one.kind, one.span.start, one.span.end, one.quoted) for one in found]


def test_markdown_is_not_read() -> None:
    """Plain text has no markup but bullets and #: every other character is prose."""
    document = parse_text("`[1]` *x* [t](https://e.org)", "x.txt")
    assert ((), ()) == (document.regions, document.marks)


def test_running_heads_of_pages_are_left_out() -> None:
    """A line that opens or ends three pages is not a paragraph, whatever its number; form feeds separate pages."""
    pages = (f"RFC 1  Rivers  May 2015\n\nText of page {word}.\n\nLee  [Page {n}]\n" for n, word in enumerate("abcd"))
    document = parse_text("\f".join(pages), "a.txt")
    assert [document.slice(block.span) for block in document.blocks] == [f"Text of page {word}." for word in "abcd"]
    assert [region.kind for region in document.regions] == ["metadata"] * 8


def test_lines_of_two_pages_are_text() -> None:
    """Two pages may open with the same words."""
    document = parse_text("Rivers\n\nOne.\n\n\fRivers\n\nTwo.\n", "a.txt")
    assert [document.slice(block.span) for block in document.blocks] == ["Rivers", "One.", "Rivers", "Two."]


def test_bullets_are_markup() -> None:
    """The bullet or number of an item and the mark of a heading are not prose."""
    document = parse_text("Lead:\n  - a\n12. b\n## c", "x.txt")
    assert [("markup", 8, 9), ("markup", 12, 15), ("markup", 18, 20)] == [
        (one.kind, one.span.start, one.span.end) for one in document.regions
    ]


@pytest.mark.parametrize(
    "piece",
    ["a", "\n", " ", " \n", "- ", "-\n", "> ", "1. ", "# ", "#", "# a\n", "=", "a\n=\n", "\t", "a\n", "a \n \n", "\r"],
)
def test_hostile_text_is_read(piece: str) -> None:
    """Fifty kilobytes of anything are read as they are."""
    text = piece * (50_000 // len(piece))
    assert text == parse_text(text, "x.txt").text
