"""Edits as tracked changes in a copy of a Word file: exact words, everything else as it was."""

import docx
import pytest
from lxml import etree
from tests.read.test_docx import p, run, word
from tests.read.test_docx_comments import add_types, body, parts, save

from citevet.errors import ReadError
from citevet.model import Edit, Span
from citevet.read.docx.tracked_changes import track_changes

W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"


def texts(data: bytes, kind: str) -> list[str]:
    """Return the text of each deletion or insertion."""
    root = etree.fromstring(parts(data)["word/document.xml"])
    return ["".join(map(str, each.itertext())) for each in root.iter(f"{W}{kind}")]


def edit(text: str, old: str, new: str) -> Edit:
    """Return the edit that replaces words of a text."""
    start = text.index(old)
    return Edit(Span(start, start + len(old)), new)


def test_words_are_deleted_and_inserted_in_place() -> None:
    """Only the words that differ are marked, with the look of what they replace; the text reads as corrected."""
    made = docx.Document()
    paragraph = made.add_paragraph("Trees cooled streets by ")
    paragraph.add_run("2 degrees").bold = True
    paragraph.add_run(" in summer [1]. A tree costs 3,200 euros.")
    made.add_paragraph("Nothing else changed.")
    data = save(made)
    text = body(data)
    edits = [edit(text, "2 degrees in summer", "12 degrees in summer"), edit(text, "3,200", "2,300")]
    changed = track_changes(data, "x.docx", edits)
    assert (["2", "3", "200"], ["12", "2", "300"]) == (texts(changed, "del"), texts(changed, "ins"))
    assert text.replace("2 degrees", "12 degrees").replace("3,200", "2,300") == body(changed)
    root = etree.fromstring(parts(changed)["word/document.xml"])
    assert root.find(f".//{W}ins/{W}r/{W}rPr/{W}b") is not None
    others = {name: content for name, content in parts(data).items() if name != "word/document.xml"}
    assert others == {name: content for name, content in parts(changed).items() if name != "word/document.xml"}
    assert changed == track_changes(data, "x.docx", edits)


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("", "Often, ", "Often, trees cool."),
        ("trees ", "", "cool."),
        ("trees cool.", "trees cool, mostly.", "trees cool, mostly."),
        ("cool", "</w:t></w:r>&<x>", "trees </w:t></w:r>&<x>."),
        ("cool", "\x00\ud800", "trees \ufffd\ufffd."),
    ],
)
def test_insertions_deletions_and_hostile_text(old: str, new: str, expected: str) -> None:
    """Text is inserted at a place, or only deleted; markup and characters that XML cannot hold stay text."""
    data = add_types(word(p(run("trees cool."))))
    assert expected == body(track_changes(data, "x.docx", [edit(body(data), old, new)]))


def test_what_cannot_be_changed_is_refused() -> None:
    """An edit over two paragraphs, one that overlaps another, and one outside the text change nothing."""
    data = add_types(word(p(run("One line.")) + p(run("Another line."))))
    text = body(data)
    with pytest.raises(ReadError, match="more than one paragraph"):
        track_changes(data, "x.docx", [edit(text, "line.\nAnother", "line, another")])
    with pytest.raises(ReadError, match="overlap"):
        track_changes(data, "x.docx", [edit(text, "One line", "x"), edit(text, "line.", "y")])
    with pytest.raises(ReadError, match="cannot be changed"):
        track_changes(data, "x.docx", [Edit(Span(900, 900), "far away")])


def test_numbers_of_changes_that_word_would_not_write() -> None:
    """Numbers of five thousand digits are left alone."""
    marked = f'<w:p><w:ins w:id="{"9" * 5_000}"><w:r><w:t>trees cool.</w:t></w:r></w:ins></w:p>'
    data = add_types(word(marked + p(run("Roofs warm."))))
    assert "Roofs cool." in body(track_changes(data, "x.docx", [edit(body(data), "warm", "cool")]))
