"""The outline of a PDF: titles, levels and pages, within limits."""

import re
from io import BytesIO
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from reportlab.pdfgen.canvas import Canvas

from citevet.errors import ReadError
from citevet.read import pdf
from citevet.read.pdf import read

CANVAS: Any = Canvas  # reportlab has no types


def written(*entries: tuple[str, int, int], pages: int = 3) -> bytes:
    """Write empty pages with headings in the outline: title, level from 0, page from 1."""
    buffer = BytesIO()
    canvas = CANVAS(buffer, invariant=1)
    for number in range(1, pages + 1):
        for index, (title, level, page) in enumerate(entries):
            if page == number:
                canvas.bookmarkPage(str(index))
                canvas.addOutlineEntry(title, str(index), level)
        canvas.showPage()
    canvas.save()
    return buffer.getvalue()


SOUND = written(("1 Voice", 0, 1), ("1.1 Tone", 1, 2), ("2 Rhythm", 0, 3))


def test_headings_have_level_and_page() -> None:
    """Both count from 1; white space in a title becomes one space; pages without words count."""
    metadata = read(written(("1  Introduction", 0, 1), ("1.1 목적", 1, 2), ("2 Methods", 0, 3)), "x.pdf").metadata
    assert (("1 Introduction", 1, 1), ("1.1 목적", 2, 2), ("2 Methods", 1, 3)) == metadata["outline"]
    assert 3 == metadata["pages"]


def test_circular_outline_ends() -> None:
    """The second heading names itself as the next; each heading comes once."""
    data = written(("1 Voice", 0, 1), ("2 Tone", 0, 2), ("3 Rhythm", 0, 3))
    first, second = re.findall(rb"/Next (\d+) 0 R", data)
    looped = data.replace(b"/Next %s 0 R" % second, b"/Next %s 0 R" % first)
    assert ["1 Voice", "2 Tone"] == [title for title, _, _ in read(looped, "x.pdf").metadata["outline"]]


def test_repeated_long_title_ends_the_outline(monkeypatch: pytest.MonkeyPatch) -> None:
    """Titles are counted in full, though they are cut."""
    monkeypatch.setattr(pdf, "_MAX_TITLES", 900)
    found = read(written(*[("a" * 500, 0, 1)] * 9), "x.pdf").metadata["outline"]
    assert [300, 300] == [len(title) for title, _, _ in found]


@settings(max_examples=150)
@given(st.lists(st.tuples(st.integers(0, len(SOUND) - 1), st.binary(min_size=1, max_size=9)), min_size=1, max_size=6))
def test_damaged_outline_gives_a_document_or_a_read_error(changes: list[tuple[int, bytes]]) -> None:
    """Headings lead to existing pages, whichever byte is wrong."""
    data = bytearray(SOUND)
    for at, more in changes:
        data[at : at + len(more)] = more
    try:
        metadata = read(bytes(data), "x.pdf").metadata
    except ReadError:
        return
    assert all(1 <= page <= metadata["pages"] and title for title, _, page in metadata["outline"])


def test_pdf_without_outline() -> None:
    """The outline is empty, not missing."""
    assert () == read(written(), "x.pdf").metadata["outline"]


def test_outline_has_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    """In number, depth and length of titles."""
    deep = [(f"{level}", level, 1) for level in range(8)]
    assert ["0", "1", "2", "3"] == [title for title, _, _ in read(written(*deep), "x.pdf").metadata["outline"]]
    long = read(written(("a" * 5_000, 0, 1)), "x.pdf").metadata["outline"]
    assert [300] == [len(title) for title, _, _ in long]
    monkeypatch.setattr(pdf, "_MAX_HEADINGS", 2)
    many = [(f"{number}", 0, 1) for number in range(9)]
    assert ["0", "1"] == [title for title, _, _ in read(written(*many), "x.pdf").metadata["outline"]]
