"""Comments in a copy of a Word file: at the right words, as plain text, with everything else as it was."""

from html import escape
from io import BytesIO
from typing import Any
from zipfile import ZipFile

import docx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lxml import etree
from tests.read.test_docx import p, run, word

from citevet.errors import NotADocument, ReadError
from citevet.model import Edit, Span
from citevet.model.document import replace_spans
from citevet.read.docx import read
from citevet.read.docx.comments import DocxComment, add_comments
from citevet.read.docx.tracked_changes import track_changes

W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
TEXTS = st.text(st.characters(exclude_categories=["Cc", "Cs", "Cn"], exclude_characters="\ufffe\uffff"), max_size=12)
HOSTILE = [
    "</w:t></w:r></w:p></w:comment><w:comment w:id='7'>",
    "]]> <![CDATA[ x ]]>",
    "<!DOCTYPE x [<!ENTITY e SYSTEM 'file:///etc/passwd'>]>&e;",
    "&lt;script&gt;alert(1)&lt;/script&gt; &amp; &#x0; &#65;",
    "<w:instrText>DDEAUTO c:\\\\windows\\\\system32 calc</w:instrText>",
    '{ HYPERLINK "javascript:alert(1)" } {INCLUDEPICTURE "http://203.0.113.1/x"}',
    "=cmd|' /C calc'!A0",
    "\x00\x01\x08\x0b\x1b[31m\x7f\x9b",
    "\ud83d \udfff \ufffe \uffff",
    "\u202egpj.exe\u202c \u2066x\u2069 \U000e0041",
    "<?xml version='1.0'?><?mso-application progid='Word'?>",
    "<mc:AlternateContent><w:object r:id='rId1'/></mc:AlternateContent>",
    "a\n\r\tb " * 3,
    "x" * 100_000,
]


def save(writer: Any) -> bytes:
    buffer = BytesIO()
    writer.save(buffer)
    return buffer.getvalue()


def add_types(data: bytes) -> bytes:
    """Add the part that names the types of the others."""
    with ZipFile(buffer := BytesIO(data), "a") as packed:
        types = '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"></Types>'
        packed.writestr("[Content_Types].xml", types)
    return buffer.getvalue()


def parts(data: bytes) -> dict[str, bytes]:
    with ZipFile(BytesIO(data)) as packed:
        assert packed.testzip() is None
        return {name: packed.read(name) for name in packed.namelist()}


def commented(data: bytes) -> dict[str, str]:
    """Return the text between the two marks of each comment, by id, walking the XML in order."""
    found: dict[str, str] = {}
    active: set[str] = set()
    for element in etree.fromstring(parts(data)["word/document.xml"]).iter():
        if element.tag == f"{W}commentRangeStart":
            active.add(element.get(f"{W}id", ""))
        elif element.tag == f"{W}commentRangeEnd":
            active.discard(element.get(f"{W}id", ""))
        elif element.tag == f"{W}t":
            found.update({each: found.get(each, "") + (element.text or "") for each in active})
    return found


def body(data: bytes) -> str:
    """Return the text that is audited."""
    document = read(data, "x.docx")
    ends = [place.span.start for place in document.places if place.label.startswith("comment")]
    return document.text[: min(ends)].rstrip("\n") if ends else document.text.rstrip("\n")


@settings(max_examples=30)
@given(
    st.lists(st.lists(TEXTS, max_size=4), max_size=4),
    st.lists(st.tuples(TEXTS, st.floats(0, 1), st.floats(0, 1)), max_size=4),
)
def test_text_stays_and_comments_cover_their_words(
    paragraphs: list[list[str]], notes: list[tuple[str, float, float]]
) -> None:
    """Whatever the runs and the places, the text is unchanged, and each comment covers the words of its span."""
    data = add_types(word("".join(p(*(run(escape(text)) for text in runs)) for runs in paragraphs)))
    document = read(data, "x.docx")
    length = len(document.text)
    spans = [Span(*sorted((int(start * length), int(end * length)))) for _, start, end in notes]
    comments = [DocxComment(span, [text]) for span, (text, _, _) in zip(spans, notes, strict=True)]
    result = add_comments(data, "x.docx", comments)
    assert document.text.rstrip("\n") == body(result)
    root = etree.fromstring(parts(result)["word/comments.xml"])
    has_runs = any(text for runs in paragraphs for text in runs)
    assert [text for text, _, _ in notes if has_runs] == [text.text or "" for text in root.iter(f"{W}t")]
    for number, span in enumerate(spans if has_runs else ()):
        words = document.slice(span).replace("\n", "")
        covered = commented(result)[str(number)]
        assert words == covered or not words


def settle(data: bytes, *, accept: bool) -> str:
    """Return the text after all tracked changes are accepted, or rejected, as Word does it."""
    root = etree.fromstring(parts(data)["word/document.xml"])
    etree.strip_elements(root, f"{W}{'del' if accept else 'ins'}", with_tail=False)
    etree.strip_tags(root, f"{W}del", f"{W}ins")
    for text in root.iter(f"{W}delText"):
        text.tag = f"{W}t"
    with ZipFile(buffer := BytesIO(), "w") as packed:
        for name, content in {**parts(data), "word/document.xml": etree.tostring(root)}.items():
            packed.writestr(name, content)
    return body(buffer.getvalue())


@settings(max_examples=60)
@given(
    st.lists(st.lists(st.text("ab 나", min_size=1, max_size=6), max_size=4), max_size=4),
    st.lists(st.floats(0, 1), max_size=8),
    st.text("xy é", max_size=4),
)
def test_edits_can_be_accepted_or_rejected(paragraphs: list[list[str]], places: list[float], words: str) -> None:
    """Rejected, the text is the old one; accepted, each edit of plain words is made."""
    data = add_types(word("".join(p(*(run(escape(text)) for text in runs)) for runs in paragraphs)))
    text = read(data, "x.docx").text.rstrip("\n")
    points = sorted({int(place * len(text)) for place in places})
    spans = [Span(*pair) for pair in zip(points[::2], points[1::2], strict=False)]
    edits = [Edit(span, words) for span in spans if "\n" not in span.of(text)]
    comments = [DocxComment(edit.span, ["wrong"]) for edit in edits]
    result = track_changes(add_comments(data, "x.docx", comments), "x.docx", edits)
    assert text == settle(result, accept=False)
    assert replace_spans(text, [(edit.span, edit.text) for edit in edits]) == settle(result, accept=True)
    assert settle(result, accept=True) == body(result)
    root = etree.fromstring(parts(result)["word/document.xml"])
    changes = [each.get(f"{W}id") for each in root.iter(f"{W}del", f"{W}ins")]
    assert len(changes) == len(set(changes))


def test_what_cannot_be_edited_is_left_to_the_comment() -> None:
    """Tabs and words of two paragraphs stay; the other edits are made."""
    data = add_types(word(p(run("In "), "<w:r><w:t>a</w:t><w:tab/></w:r>", run("end")) + p(run("next"))))
    text = read(data, "x.docx").text
    spans = [Span(0, 2), Span(3, 5), Span(text.index("end"), text.index("next") + 2)]
    comments = add_comments(data, "x.docx", [DocxComment(span, ["x"]) for span in spans])
    result = track_changes(comments, "x.docx", [Edit(each, "y") for each in spans], partial=True)
    assert text.rstrip("\n").replace("In", "y") == body(result)
    with pytest.raises(ReadError, match="cannot be changed here"):
        track_changes(comments, "x.docx", [Edit(each, "y") for each in spans])


def test_marks_surround_the_exact_words() -> None:
    """In one long run, a comment covers its words only, and the formatting of the run stays on every piece."""
    writer = docx.Document()
    writer.add_paragraph().add_run("나무 😀 그늘 [REF-099], and more.").italic = True
    data = save(writer)
    at = read(data, "x.docx").text.index("[REF-099]")
    result = add_comments(data, "x.docx", [DocxComment(Span(at, at + 9), ["EXI001: not there", "fix: none"])])
    assert {"0": "[REF-099]"} == commented(result)
    again = docx.Document(BytesIO(result))
    assert [True] * 3 == [bool(run.italic) for run in again.paragraphs[0].runs if run.text]
    (comment,) = again.comments
    assert ("citevet", "cv", "EXI001: not there\nfix: none") == (comment.author, comment.initials, comment.text)


def test_existing_comments_stay() -> None:
    """Comments of people keep their ids and words, and new ones follow them."""
    writer = docx.Document()
    run = writer.add_paragraph().add_run("Trees cool streets [REF-099].")
    writer.add_comment(run, text="Really?", author="Reviewer", initials="R")
    data = save(writer)
    result = add_comments(data, "x.docx", [DocxComment(Span(19, 28), ["not there"])])
    assert [("Reviewer", "Really?"), ("citevet", "not there")] == [
        (each.author, each.text) for each in docx.Document(BytesIO(result)).comments
    ]
    assert "[REF-099]" == commented(result)["1"]


def test_notes_are_commented_at_their_marker() -> None:
    """Word allows no comment inside a footnote: the comment goes to the marker in the text."""
    note = f'<w:footnote w:id="4">{p(run("See [REF-099]."))}</w:footnote>'
    data = word(p(run("Trees."), '<w:r><w:footnoteReference w:id="4"/></w:r>', run(" More.")), footnotes=note)
    at = read(data, "x.docx").text.index("[REF-099]")
    result = add_comments(add_types(data), "x.docx", [DocxComment(Span(at, at + 9), ["not there"])])
    root = etree.fromstring(parts(result)["word/document.xml"])
    marks = [
        element.tag.removeprefix(W)
        for element in root.iter()
        if element.tag.startswith(f"{W}comment") or "footnoteR" in element.tag
    ]
    assert ["commentRangeStart", "footnoteReference", "commentRangeEnd", "commentReference"] == marks


@pytest.mark.parametrize("text", HOSTILE, ids=lambda text: ascii(text[:20]))
def test_hostile_text_stays_text(text: str) -> None:
    """Words of a document or source open no tag, field, link or entity in a comment, and Word's parser takes them."""
    writer = docx.Document()
    writer.add_paragraph("Trees.")
    result = add_comments(save(writer), text[:40], [DocxComment(Span(0, 5), [text])])
    root = etree.fromstring(parts(result)["word/comments.xml"])
    names = [element.tag.removeprefix(W) if isinstance(element.tag, str) else "?" for element in root.iter()]
    assert ["comments", "comment", "p", "r", "t"] == names
    (comment,) = docx.Document(BytesIO(result)).comments
    kept = "".join("\ufffd" if not _is_xml(char) else char for char in text)
    assert kept.replace("\r", "\n") == (root.findtext(f".//{W}t") or "").replace("\r", "\n")
    assert "citevet" == comment.author


def _is_xml(char: str) -> bool:
    code = ord(char)
    return char in "\t\n\r" or 0x20 <= code <= 0xD7FF or 0xE000 <= code <= 0xFFFD or 0x10000 <= code


def test_other_parts_are_copied_as_they_are_packed() -> None:
    """A picture that is too large when unpacked is copied without being unpacked; other parts keep their bytes."""
    writer = docx.Document()
    writer.add_paragraph("Trees.")
    with ZipFile(buffer := BytesIO(save(writer)), "a", compression=8) as packed:
        packed.writestr("word/media/bomb.png", bytes(60_000_000))
    data = buffer.getvalue()
    result = add_comments(data, "x.docx", [DocxComment(Span(0, 5), ["x"])])
    with ZipFile(BytesIO(data)) as old, ZipFile(BytesIO(result)) as new:
        changed = {"word/document.xml", "word/_rels/document.xml.rels", "[Content_Types].xml", "word/comments.xml"}
        assert set(old.namelist()) | {"word/comments.xml"} == set(new.namelist())
        for name in set(old.namelist()) - changed:
            before, after = old.getinfo(name), new.getinfo(name)
            assert (before.CRC, before.compress_size, before.file_size) == (
                after.CRC,
                after.compress_size,
                after.file_size,
            )
        assert old.read("word/styles.xml") == new.read("word/styles.xml")
    assert result == add_comments(data, "x.docx", [DocxComment(Span(0, 5), ["x"])])


def test_strict_files_are_refused() -> None:
    """A Strict Open XML file has other names for everything; a mixture would open in no program."""
    strict = parts(word(p(run("Trees."))))["word/document.xml"].replace(
        b"http://schemas.openxmlformats.org/wordprocessingml/2006/main",
        b"http://purl.oclc.org/ooxml/wordprocessingml/main",
    )
    with ZipFile(buffer := BytesIO(), "w") as packed:
        packed.writestr("word/document.xml", strict)
    with pytest.raises(NotADocument, match="Strict Open XML"):
        add_comments(buffer.getvalue(), "x.docx", [])
