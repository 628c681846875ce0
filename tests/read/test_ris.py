"""RIS files: records with their spans and fields."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from citevet.errors import Damaged, ReadError
from citevet.model import Span
from citevet.read.reference_files import read

FILE = """TY  - JOUR
ID  - doe99
TI  - The Title
AU  - Doe, Jane
AU  - 김, 철수
PY  - 1999/03/01/
JO  - Journal
T2  - Other
DO  - 10.1000/ab
UR  - https://example.org/a
UR  - https://example.org/b
SN  - 1234-5679
SP  - 3
EP  - 9
ER  -

TY  - BOOK
T1  - A Book
A1  - Roe, R.
Y1  - 2001
SN  - 978-0-387-00454-9
ER  -
"""


def test_fields_of_records() -> None:
    """Authors are joined, years cut out, ISSN and ISBN distinguished."""
    first, second = read(FILE, "a.ris").marks
    assert {
        "type": "jour",
        "title": "The Title",
        "author": "Doe, Jane and 김, 철수",
        "year": "1999",
        "journal": "Journal",
        "doi": "10.1000/ab",
        "url": "https://example.org/a",
        "issn": "1234-5679",
        "pages": "3-9",
    } == first.parts
    assert {
        "type": "book",
        "title": "A Book",
        "author": "Roe, R.",
        "year": "2001",
        "isbn": "978-0-387-00454-9",
    } == second.parts
    assert ["doe99", ""] == [first.target, second.target]


def test_spans_of_records() -> None:
    """A span runs from TY to ER."""
    document = read(FILE, "a.ris")
    second = FILE.index("TY  - BOOK")
    assert [Span(0, FILE.index("ER  -") + 5), Span(second, len(FILE) - 1)] == [mark.span for mark in document.marks]
    assert ("ris", ()) == (document.format, document.notes)


def test_windows_line_ends() -> None:
    """CRLF is not part of a value."""
    text = "TY  - JOUR\r\nTI  - A\r\nER  - \r\n"
    (mark,) = read(text, "a.ris").marks
    assert ("A", Span(0, 26)) == (mark.parts["title"], mark.span)


def test_record_without_end_is_noted() -> None:
    """It ends where the next begins, and the note gives its line."""
    text = "TY  - JOUR\nTI  - A\nTY  - BOOK\nTI  - B\nER  - \n"
    document = read(text, "a.ris")
    assert ["A", "B"] == [mark.parts["title"] for mark in document.marks]
    assert Span(0, 18) == document.marks[0].span
    assert ("Line 1: the record has no ER line.",) == document.notes


def test_empty_file_is_read() -> None:
    """It gives an empty document."""
    assert () == read("", "a.ris").marks


@pytest.mark.parametrize("text", ["hello", "TI  - A\nER  - \n", "{}"])
def test_rubbish_is_refused(text: str) -> None:
    """A file without a TY line is damaged."""
    with pytest.raises(Damaged):
        read(text, "a.ris")


@settings(deadline=None)
@given(
    st.one_of(st.text(), st.lists(st.sampled_from(["TY  - ", "ER  - ", "TI  - ", "a", "\n", "\r\n", " "])).map("".join))
)
def test_any_text_gives_a_document_or_an_error(text: str) -> None:
    """Any text is read or refused, and every span starts at TY."""
    try:
        document = read(text, "a.ris")
    except ReadError:
        return
    assert all(text.startswith("TY", mark.span.start) and mark.span.end <= len(text) for mark in document.marks)
