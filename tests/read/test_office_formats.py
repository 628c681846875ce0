"""ODT, EPUB and RTF: read as lines without markup, with notes, links, tables and lists, within bounds."""

from io import BytesIO
from pathlib import Path
from time import perf_counter
from zipfile import ZIP_DEFLATED, ZipFile

import pytest
from click.testing import CliRunner

from citevet.cli import group
from citevet.errors import Damaged, Encrypted, ReadError, TooComplex, TooLarge
from citevet.extract import extract
from citevet.model import Block, Document, Mark, Region
from citevet.read import parse

_NAMES = " ".join(
    f'xmlns:{name}="urn:oasis:names:tc:opendocument:xmlns:{name}:1.0"' for name in ("office", "text", "table", "style")
)
ODT = f"""<office:document-content {_NAMES} xmlns:xlink="http://www.w3.org/1999/xlink">
<office:automatic-styles><style:style style:name="T1"><style:text-properties style:text-position="super 58%"/>
</style:style><text:list-style style:name="L1"><text:list-level-style-number/></text:list-style>
</office:automatic-styles><office:body><office:text><text:tracked-changes><text:p>Deleted.</text:p>
</text:tracked-changes><text:h text:outline-level="2">Shade</text:h><text:p>Trees<text:s/>cool streets [1].
Roofs do not.<text:note><text:note-citation>1</text:note-citation><text:note-body><text:p>Kim, H. (2019). On roofs.
</text:p></text:note-body></text:note> See <text:a xlink:href="https://example.org/a?b=1&amp;c=2">the
<text:span>report</text:span></text:a>, 10<text:span text:style-name="T1">6</text:span>.</text:p>
<table:table><table:table-row>
<table:table-cell><text:p>Oslo</text:p></table:table-cell><table:table-cell><text:p>400</text:p></table:table-cell>
</table:table-row></table:table><text:h text:outline-level="1">References</text:h><text:list text:style-name="L1">
<text:list-item><text:p>Lee, J. (2020). Streets.</text:p></text:list-item></text:list></office:text></office:body>
</office:document-content>"""
CONTAINER = '<container><rootfiles><rootfile full-path="OEBPS/book.opf"/></rootfiles></container>'
PACKAGE = """<package><manifest><item id="b" href="two.xhtml" media-type="application/xhtml+xml"/>
<item id="a" href="one.xhtml" media-type="application/xhtml+xml"/><item id="p" href="p.png" media-type="image/png"/>
</manifest><spine><itemref idref="a"/><itemref idref="b"/><itemref idref="p"/></spine></package>"""
ONE = """<?xml version="1.0"?><!DOCTYPE html><html>
<head><title>T</title></head><body><h2>Shade</h2><p>Trees cool
streets [1]. Roofs do not.<a epub:type="noteref" href="two.xhtml#n1">1</a> See <a href="https://example.org/a?b=1&amp;c=2">the
<i>report</i></a>, 10<sup>6</sup>.</p><table><tr><td>Oslo</td> <td>400</td></tr></table></body></html>"""
TWO = """<html><body><h1>References</h1><ol><li>Lee, J. (2020). Streets.</li></ol>
<aside epub:type="footnote" id="n1"><p>Kim, H. (2019). On roofs.</p></aside></body></html>"""
RTF = r"""{\rtf1\ansi\ansicpg1252{\fonttbl{\f0\fcharset0 Times;}{\f1\fcharset129 Batang;}}{\stylesheet{\s0 Normal;}
{\s2 heading 2;}{\s1 heading 1;}}{\info{\title Hidden}}{\*\generator Word;}\pard\s2 Shade\par\pard\s0 Trees cool streets
 [1]. Roofs do not.{\super\chftn}{\footnote\pard\plain{\super\chftn} Kim, H. (2019). On roofs.} See {\field{\*\fldinst
{HYPERLINK "https://example.org/a?b=1&c=2"}}{\fldrslt the {\i report}}}, 10{\super 6}.{\v unseen}\par
\trowd\pard\intbl Oslo\cell 400\cell\row\pard\s1 References\par\pard [1] Lee, J. (2020). Streets.\par}"""


def pack(**parts: str | bytes) -> bytes:
    """Return a zip archive; `__` in a name means a slash, and `_` a dot."""
    buffer = BytesIO()
    with ZipFile(buffer, "w", ZIP_DEFLATED) as archive:
        for name, data in parts.items():
            archive.writestr(name.replace("__", "/").replace("_", "."), data)
    return buffer.getvalue()


def pack_book(one: str = ONE, **parts: str | bytes) -> bytes:
    return pack(
        **{"META-INF__container_xml": CONTAINER, "OEBPS__book_opf": PACKAGE, "OEBPS__one_xhtml": one},
        **{"OEBPS__two_xhtml": TWO, **parts},
    )


FILES = {"a.odt": pack(content_xml=ODT), "a.epub": pack_book(), "a.rtf": RTF.replace("\n", "\r\n").encode()}


@pytest.fixture(params=FILES)
def document(request: pytest.FixtureRequest) -> Document:
    """The same text in each format."""
    return parse(FILES[request.param], request.param)


def test_the_text_has_one_line_per_block(document: Document) -> None:
    """Tags, deleted text, hidden text and properties are gone; raised digits are raised; cells are parted by tabs."""
    lines = [line for line in document.text.split("\n") if not line.startswith(("Kim", "Lee", "[1]"))]
    assert ["Shade", "Trees cool streets [1]. Roofs do not.¹ See the report, 10⁶.", "Oslo\t400", "References"] == lines
    kinds = {document.slice(block.span): (block.kind, block.level) for block in document.blocks}
    assert (("heading", 2), ("row", 0), ("heading", 1)) == (kinds["Shade"], kinds["Oslo\t400"], kinds["References"])
    assert ("footnote", 0) == kinds["Kim, H. (2019). On roofs."]


def test_citations_find_their_notes_and_entries(document: Document) -> None:
    """The number, the footnote and the link are citations; the first two have a reference."""
    found = extract(document)
    assert {"numeric", "footnote", "link"} == {citation.kind for citation in found.citations}
    named = {citation.kind: citation.reference for citation in found.citations}
    texts = {reference.id: reference.text for reference in found.references}
    assert "Streets" in texts[named["numeric"] or ""]
    assert "On roofs" in texts[named["footnote"] or ""]
    link = next(mark for mark in document.marks if mark.kind == "link")
    assert ("the report", "https://example.org/a?b=1&c=2") == (document.slice(link.span), link.target)


def test_every_span_is_a_place(document: Document) -> None:
    """Blocks, marks and regions are exact slices, and each line has a place."""
    found: list[Block | Mark | Region] = [*document.blocks, *document.marks, *document.regions]
    for span in (each.span for each in found):
        assert document.slice(span) == document.slice(span).strip() != ""
    start = document.text.index("Roofs")
    assert {"odt": "paragraph 2", "rtf": "paragraph 2", "epub": "chapter 1, paragraph 2"}[document.format] == (
        document.place(start)
    )


def test_a_folder_with_all_formats(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """`citevet check` finds them in a folder, with notebooks, and reports the place of a finding."""
    monkeypatch.chdir(here)
    for name, data in FILES.items():
        (here / name).write_bytes(data.replace(b"[1]. R", b"[7]. R") if name.endswith("rtf") else data)
    (here / "a.ipynb").write_text('{"cells": [{"cell_type": "markdown", "source": ["# T\\n", "See [1]."]}]}')
    done = CliRunner().invoke(group, ["check", "--select", "KEY001,KEY007"])
    assert "in 4 documents" in done.stdout
    assert "a.rtf:2:20 KEY001" in done.stdout
    assert "= place: cell 1, line 2" in done.stdout
    assert "FAIL  1 error, 1 info" in done.stdout


@pytest.mark.parametrize(
    ("name", "data", "error", "said"),
    [
        ("a.odt", b"PK\x03\x04 no", Damaged, "not a zip archive"),
        ("a.odt", pack(mimetype="x"), Damaged, "holds no OpenDocument text"),
        ("a.odt", pack(content_xml="<a>"), Damaged, "not well-formed XML"),
        ("a.odt", pack(content_xml="x", **{"META-INF__manifest_xml": "<encryption-data/>"}), Encrypted, "password"),
        ("a.odt", pack(content_xml='<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>'), Damaged, "document type"),
        ("a.epub", b"%PDF-1.7", Damaged, "not a zip archive"),
        ("a.epub", pack(mimetype="application/epub+zip"), Damaged, "holds no chapter"),
        ("a.rtf", b"Trees cool.", Damaged, "it is not RTF"),
        ("a.rtf", b"{\\rtf1" + b"{" * 2_000, Damaged, "nested too deep"),
    ],
)
def test_what_cannot_be_read_says_why(name: str, data: bytes, error: type[ReadError], said: str) -> None:
    """Damaged, protected and deeply nested files are refused in one sentence."""
    with pytest.raises(error, match=said):
        parse(data, name)


def test_archives_that_unpack_to_too_much_are_refused() -> None:
    """60 MB in a small archive are not read."""
    large = "x" * 60_000_000
    for name, data in (("a.odt", pack(content_xml=large)), ("a.epub", pack_book(large))):
        with pytest.raises(TooLarge, match="unpacks to more than"):
            parse(data, name)


def test_a_protected_book_is_refused() -> None:
    """A book under DRM is named as such; one with scrambled fonts only is read."""
    parts = "<EncryptedData>{}</EncryptedData>"
    name = "META-INF__encryption_xml"
    with pytest.raises(Encrypted, match="DRM"):
        parse(pack_book(**{name: parts.format("aes")}), "a.epub")
    font = parts.format("http://www.idpf.org/2008/embedding")
    assert "Shade" in parse(pack_book(**{name: font}), "a.epub").text


@pytest.mark.parametrize(
    "text",
    [
        "{\\rtf1" + "\\u55357?" * 50_000,
        "{\\rtf1" + "\\'" * 100_000,
        "{\\rtf1" + '{\\field{\\*\\fldinst HYPERLINK "' * 400,
    ],
)
def test_hostile_rtf_takes_linear_time(text: str) -> None:
    """Halves of characters, broken escapes and open fields are read in seconds, and nothing is raised."""
    started = perf_counter()
    parse(text.encode(), "a.rtf").text.encode()
    assert perf_counter() - started < 10


def test_rtf_characters() -> None:
    r"""Code pages of fonts, \u with its substitute, halves of characters and binary data."""
    text = rb"{\rtf1\ansi{\fonttbl{\f1\fcharset129 Batang;}}Caf\'e9 {\f1\'bc\'ad\'bf\'ef} \uc2\u8220 ??a\u8221 ??"
    text += rb"\uc1\u55357?\u56832?{\pict\bin5 }}}}}}\emdash\~\{b\}\par \bullet\tab Item}"
    document = parse(text, "a.rtf")
    assert "Café 서울 “a”😀—\u00a0{b}\nItem" == document.text
    assert ["paragraph", "item"] == [block.kind for block in document.blocks]


@pytest.mark.parametrize("path", ["a.epub", "a.odt", "a.rtf"])
def test_a_book_with_too_many_elements_is_refused(path: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A book is bounded by its elements, over all chapters."""
    monkeypatch.setattr("citevet.read.html.BOOK_ELEMENTS", 2)
    with pytest.raises(TooComplex, match="more than 2 elements"):
        parse(FILES[path], path)
