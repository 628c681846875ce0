"""DOCX: text, structure, notes, links and places; fixtures are written by python-docx, pandoc or by hand."""

from collections.abc import Mapping
from io import BytesIO
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile

import pytest
from docx import Document as Writer
from docx.enum.text import WD_BREAK
from hypothesis import given, settings
from hypothesis import strategies as st

from citevet import extract_document
from citevet.errors import Damaged, Encrypted, NotADocument, ReadError, TooLarge
from citevet.model import Document, Span
from citevet.read.docx import read
from citevet.text.document_parts import find_reference_sections

FIXTURES = Path(__file__).parent / "fixtures"
NAMES = (
    'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" '
    'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" '
    'xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math" '
    'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"'
)
TYPE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
LETTERS = st.characters(exclude_categories=["Cc", "Cs", "Cn"])


def packed(parts: Mapping[str, str | bytes], method: int = ZIP_DEFLATED) -> bytes:
    """Zip the parts."""
    buffer = BytesIO()
    with ZipFile(buffer, "w", method) as target:
        for name, content in parts.items():
            target.writestr(name, content)
    return buffer.getvalue()


def word(body: str, *, links: dict[str, str] | None = None, **parts: str) -> bytes:
    """Write a minimal Word file by hand; keywords are further parts of word/ without the root's namespaces."""
    rows = [
        f'<Relationship Id="{key}" Type="{TYPE}/hyperlink" Target="{target}" TargetMode="External"/>'
        for key, target in (links or {}).items()
    ]
    rows += [f'<Relationship Id="{name}" Type="{TYPE}/{name}" Target="{name}.xml"/>' for name in parts]
    relations = f'<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">{"".join(rows)}'
    return packed(
        {
            "word/document.xml": f"<w:document {NAMES}><w:body>{body}</w:body></w:document>",
            "word/_rels/document.xml.rels": relations + "</Relationships>",
            **{f"word/{name}.xml": f"<w:{name} {NAMES}>{content}</w:{name}>" for name, content in parts.items()},
        }
    )


def written(writer: object) -> Document:
    """Save with python-docx and read back."""
    buffer = BytesIO()
    writer.save(buffer)  # type: ignore[attr-defined]  # python-docx gives its documents no types
    return read(buffer.getvalue(), "paper.docx")


def run(text: str, properties: str = "") -> str:
    """One run of text."""
    return f'<w:r><w:rPr>{properties}</w:rPr><w:t xml:space="preserve">{text}</w:t></w:r>'


def p(*runs: str, properties: str = "") -> str:
    """One paragraph."""
    return f"<w:p><w:pPr>{properties}</w:pPr>{''.join(runs)}</w:p>"


def field(code: str, shown: str) -> str:
    """One complex field: instruction, then its result."""
    kinds = [f'<w:r><w:fldChar w:fldCharType="{kind}"/></w:r>' for kind in ("begin", "separate", "end")]
    return f"{kinds[0]}<w:r><w:instrText>{code}</w:instrText></w:r>{kinds[1]}{shown}{kinds[2]}"


def labels(document: Document) -> list[tuple[str, str]]:
    """Each place with its text."""
    return [(place.label, document.slice(place.span)) for place in document.places]


def test_kinds_and_levels_of_blocks() -> None:
    """Title, headings, list items, quotations and captions are recognized by their styles."""
    writer = Writer()
    writer.add_heading("Rivers", level=0)
    writer.add_heading("Methods", level=2)
    writer.add_paragraph("Plain words.")
    writer.add_paragraph("outer", style="List Bullet")
    writer.add_paragraph("inner", style="List Number 2")
    writer.add_paragraph("Their words.", style="Intense Quote")
    writer.add_paragraph("Figure 1. A river.", style="Caption")
    document = written(writer)
    assert document.text == "Rivers\nMethods\nPlain words.\nouter\ninner\nTheir words.\nFigure 1. A river."
    assert [
        ("heading", Span(0, 6), 1, False),
        ("heading", Span(7, 14), 2, False),
        ("paragraph", Span(15, 27), 0, False),
        ("item", Span(28, 33), 1, False),
        ("item", Span(34, 39), 2, False),
        ("paragraph", Span(40, 52), 0, True),
        ("caption", Span(53, 71), 0, False),
    ] == [(block.kind, block.span, block.level, block.quoted) for block in document.blocks]


def test_places_count_paragraphs_and_cells_from_one() -> None:
    """An empty paragraph is counted and keeps its line; the cells of a row share one line, split by tabs."""
    writer = Writer()
    writer.add_paragraph("First.")
    writer.add_paragraph("")
    table = writer.add_table(rows=2, cols=2)
    for number, cell in enumerate(cell for row in table.rows for cell in row.cells):
        cell.text = ["City", "People", "부산", ""][number]
    writer.add_paragraph("Last.")
    document = written(writer)
    assert document.text == "First.\n\nCity\tPeople\n부산\t\nLast."
    assert labels(document) == [
        ("paragraph 1", "First."),
        ("paragraph 2", ""),
        ("table 1, row 1, cell 1", "City"),
        ("table 1, row 1, cell 2", "People"),
        ("table 1, row 2, cell 1", "부산"),
        ("paragraph 3", "Last."),
    ]
    assert document.place(document.text.index("People") + 2) == "table 1, row 1, cell 2"
    assert [block.kind for block in document.blocks] == ["paragraph", "row", "row", "paragraph"]


def test_merged_and_nested_cells_are_read_once() -> None:
    """A merged cell is one cell, and a table in a cell is part of that cell's text."""
    writer = Writer()
    table = writer.add_table(rows=2, cols=2)
    table.cell(0, 0).merge(table.cell(1, 0)).text = "tall"
    table.cell(0, 1).text = "outer\tone"
    inner = table.cell(1, 1).add_table(rows=1, cols=2)
    inner.cell(0, 0).text = "in"
    inner.cell(0, 1).text = "side"
    document = written(writer)
    assert document.text == "tall\touter one\n\tin side"
    assert labels(document)[-1] == ("table 1, row 2, cell 2", "in side")


def test_breaks_tabs_and_hyphens() -> None:
    """A break becomes a space, a no-break hyphen a hyphen; a soft hyphen is dropped."""
    writer = Writer()
    paragraph = writer.add_paragraph("one\ntwo\tthree")
    paragraph.add_run().add_break(WD_BREAK.PAGE)
    paragraph.add_run("four")
    assert written(writer).text == "one two\tthree four"
    body = p("<w:r><w:t>REF</w:t><w:noBreakHyphen/><w:t>043 inter</w:t><w:softHyphen/><w:t>national</w:t></w:r>")
    assert read(word(body), "x").text == "REF-043 international"


def test_xml_white_space_is_dropped() -> None:
    """Without xml:space Word drops white space at the ends of a run."""
    assert read(word("<w:p><w:r><w:t>\n  a b \n</w:t></w:r></w:p>"), "x").text == "a b"


@pytest.mark.parametrize(
    ("raised", "expected"),
    [("1–3", "¹⁻³"), ("12,14", "¹²,¹⁴"), ("2", "²"), ("th", "th"), ("-", "⁻"), ("1st", "1st")],
)
def test_raised_digits_become_superscripts(raised: str, expected: str) -> None:
    """A raised number differs from a number in the sentence; other raised text stays."""
    writer = Writer()
    paragraph = writer.add_paragraph("shown before")
    paragraph.add_run(raised).font.superscript = True
    paragraph.add_run(" in 20 trials")
    assert f"shown before{expected} in 20 trials" == written(writer).text


NOTES = (
    '<w:{0} w:type="separator" w:id="-1"><w:p><w:r><w:t>line</w:t></w:r></w:p></w:{0}>'
    '<w:{0} w:id="2"><w:p><w:r><w:footnoteRef/></w:r><w:r><w:t xml:space="preserve"> Second note.</w:t></w:r></w:p>'
    "</w:{0}>"
    '<w:{0} w:id="7"><w:p><w:r><w:t>See </w:t></w:r><w:r><w:t>p. 5.</w:t></w:r></w:p>'
    "<w:p><w:r><w:t>More.</w:t></w:r></w:p></w:{0}>"
    '<w:{0} w:id="9"><w:p><w:r><w:t>Nobody points here.</w:t></w:r></w:p></w:{0}>'
)


def test_footnotes_and_endnotes_are_numbered_by_their_markers() -> None:
    """Markers are in the text in body order, definitions come after it; separators are not notes."""
    body = p(
        run("Rain falls"),
        '<w:r><w:footnoteReference w:id="7"/></w:r>',
        run(" daily"),
        '<w:r><w:endnoteReference w:id="7"/></w:r>',
        run(" here"),
        '<w:r><w:footnoteReference w:id="2"/></w:r>',
        run("."),
    )
    document = read(word(body, footnotes=NOTES.format("footnote"), endnotes=NOTES.format("endnote")), "x")
    text = "Rain falls[^1] daily[^e1] here[^2].\nSeep. 5. More.\nSecond note.\nSeep. 5. More."
    assert text == document.text
    assert [
        ("note", Span(10, 14), "1", None),
        ("note", Span(20, 25), "e1", None),
        ("note", Span(30, 34), "2", None),
        ("definition", Span(36, 50), "1", Span(36, 50)),
        ("definition", Span(51, 63), "2", Span(51, 63)),
        ("definition", Span(64, 78), "e1", Span(64, 78)),
    ] == [(mark.kind, mark.span, mark.target, mark.label) for mark in document.marks]
    assert [place.label for place in document.places][1:] == ["footnote 1", "footnote 2", "endnote 1"]
    assert [block.kind for block in document.blocks] == ["paragraph", "footnote", "footnote", "footnote"]
    assert document.notes == ("3 notes without a marker in the text were left out",)


def test_tracked_deletions_are_left_out() -> None:
    """Deleted and moved-away text and rows are dropped; inserted text is read."""
    deleted = "<w:del><w:r><w:delText>not </w:delText></w:r></w:del>"
    moved = "<w:moveFrom><w:r><w:t>gone </w:t></w:r></w:moveFrom>"
    row = "<w:tr>{}<w:tc><w:p><w:r><w:t>{}</w:t></w:r></w:p></w:tc></w:tr>"
    table = row.format("<w:trPr><w:del/></w:trPr>", "old") + row.format("", "new")
    body = p(run("It is "), deleted, moved, f"<w:ins>{run('very ')}</w:ins>", run("cold.")) + f"<w:tbl>{table}</w:tbl>"
    document = read(word(body), "x")
    assert document.text == "It is very cold.\nnew"
    assert list(document.notes) == [
        "3 tracked deletions were left out",
        "1 tracked insertion was read as part of the text",
    ]
    assert document.places[-1].label == "table 1, row 2, cell 1"


def test_comments_come_last() -> None:
    """Each comment is a comment region with its place, and not a block."""
    document = read(word(p(run("Text.")), comments=f'<w:comment w:id="0">{p(run("Why [3]?"))}</w:comment>'), "x")
    assert document.text == "Text.\nWhy [3]?"
    assert [("comment", Span(6, 14))] == [(region.kind, region.span) for region in document.regions]
    assert labels(document)[-1] == ("comment 1", "Why [3]?")
    assert [Span(0, 5)] == [block.span for block in document.blocks]
    assert document.notes == ("1 comment was not audited",)


@pytest.mark.parametrize(
    "link",
    [
        f'<w:hyperlink r:id="l1">{run("the data")}</w:hyperlink>',
        field(' HYPERLINK "https://example.org/a?b=1&amp;c=2" \\o "tip" ', run("the ") + run("data")),
        f'<w:fldSimple w:instr="HYPERLINK https://example.org/a?b=1&amp;c=2">{run("the data")}</w:fldSimple>',
    ],
    ids=["relationship", "field", "simple-field"],
)
def test_links_cover_their_visible_text(link: str) -> None:
    """Links by relationship, by field and by simple field are the same."""
    document = read(word(p(run("See "), link, run(".")), links={"l1": "https://example.org/a?b=1&amp;c=2"}), "x")
    assert document.text == "See the data."
    assert [("link", Span(4, 12), "https://example.org/a?b=1&c=2", Span(4, 12))] == [
        (mark.kind, mark.span, mark.target, mark.label) for mark in document.marks
    ]


def test_field_instructions_are_never_text() -> None:
    """Only the result of a Zotero or EndNote field is read, nested fields included."""
    inner = field(" ADDIN EN.CITE.DATA ", "").replace("separate", "begun")
    code = f" ADDIN EN.CITE &lt;x/&gt;</w:instrText></w:r>{inner}<w:r><w:instrText> "
    body = p(run("Known "), field(' ADDIN ZOTERO_ITEM CSL_CITATION {"id":1} ', run("[1]")), run(" "))
    body += p(field(code, run("(Board, 2001)")), run(" end"))
    assert read(word(body), "x").text == "Known [1] \n(Board, 2001) end"


def test_field_without_end_hides_one_paragraph_at_most() -> None:
    """Text after a broken field is read."""
    broken = '<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText> PAGE </w:instrText></w:r>'
    assert read(word(p(run("a"), broken) + p(run("b"))), "x").text == "a\nb"


def test_hidden_text_boxes_and_placeholders_are_left_out() -> None:
    """Text that the page does not show as body text is dropped, with a note."""
    box = f"<w:r><w:pict><w:txbxContent>{p(run('in a box'))}</w:txbxContent></w:pict></w:r>"
    choice = f"<w:r><mc:AlternateContent><mc:Choice>{box}</mc:Choice></mc:AlternateContent></w:r>"
    control = f"<w:sdt><w:sdtPr><w:showingPlcHdr/></w:sdtPr><w:sdtContent>{run('Click here')}</w:sdtContent></w:sdt>"
    body = p(run("seen"), run(" hidden", "<w:vanish/>"), box, choice, control, run(" too", '<w:vanish w:val="0"/>'))
    document = read(word(body), "x")
    assert document.text == "seen too"
    assert document.notes == ("1 stretch of hidden text was left out", "2 text boxes were left out")


def test_content_controls_are_read_through() -> None:
    """Controls may wrap blocks, rows and runs."""
    cell = f"<w:tc>{p(run('c'))}</w:tc>"
    row = f"<w:tr><w:sdt><w:sdtContent>{cell}</w:sdtContent></w:sdt></w:tr>"
    table = f"<w:tbl><w:sdt><w:sdtContent>{row}</w:sdtContent></w:sdt></w:tbl>"
    inline = f"<w:sdt><w:sdtContent>{run('b')}</w:sdtContent></w:sdt>"
    body = f"<w:sdt><w:sdtContent>{p(run('a'), inline)}{table}</w:sdtContent></w:sdt>"
    assert read(word(body), "x").text == "ab\nc"


NUMBERING = (
    '<w:abstractNum w:abstractNumId="4"><w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="decimal"/>'
    '<w:lvlText w:val="{}"/></w:lvl></w:abstractNum><w:num w:numId="3"><w:abstractNumId w:val="4"/></w:num>'
)
NUMBERED = '<w:numPr><w:ilvl w:val="0"/><w:numId w:val="3"/></w:numPr>'


@pytest.mark.parametrize(
    ("heading", "shape", "expected"),
    [
        ("References", "%1.", "1. Board 2001.\n2. Office 2019."),
        ("참고문헌", "(%1)", "(1) Board 2001.\n(2) Office 2019."),
        ("Steps", "[%1]", "[1] Board 2001.\n[2] Office 2019."),
        ("Steps", "%1.", "Board 2001.\nOffice 2019."),
    ],
)
def test_numbers_of_a_reference_list_are_written_out(heading: str, shape: str, expected: str) -> None:
    """Word stores no list numbers, but citations refer to them."""
    title = p(run(heading), properties='<w:outlineLvl w:val="0"/>')
    entries = p(run("Board 2001."), properties=NUMBERED) + p(run("Office 2019."), properties=NUMBERED)
    document = read(word(title + entries, numbering=NUMBERING.format(shape)), "x")
    assert f"{heading}\n{expected}" == document.text
    assert [(block.kind, block.level) for block in document.blocks] == [("heading", 1), ("item", 1), ("item", 1)]


@pytest.mark.parametrize(("heading", "expected"), [("Closing words", ["Kim, H. 2019. On foam."]), ("References", [])])
def test_entries_of_a_list_without_a_heading_have_a_style(heading: str, expected: list[str]) -> None:
    """Pandoc and Word write entries in a style; under the heading of a list they are found without it."""
    styles = '<w:style w:styleId="B"><w:name w:val="Bibliography"/></w:style>'
    entry = p(run("Kim, H. 2019. On foam."), properties='<w:pStyle w:val="B"/>')
    title = p(run(heading), properties='<w:outlineLvl w:val="0"/>')
    document = read(word(title + entry, styles=styles), "x")
    assert expected == [document.slice(mark.span) for mark in document.marks if mark.kind == "entry"]


@pytest.mark.parametrize(("after", "count"), [("Kim, H., 2019. On foam. Foam 1, 1–9.", 1), ("Foam is kept there.", 0)])
def test_titles_of_lists_may_be_items(after: str, count: int) -> None:
    """Word files whose titles are items of one list have a list of works below the item "References"."""
    title = p(run("References"), properties=NUMBERED)
    document = read(word(title + p(run(after)), numbering=NUMBERING.format("%1.")), "x")
    assert count == len(list(find_reference_sections(document)))


def test_contents_code_and_formulas_are_regions() -> None:
    """A table of contents is metadata, a code style gives code, a formula is mathematics."""
    style = '<w:style w:styleId="{0}"><w:name w:val="{1}"/></w:style>'
    styles = style.format("T1", "toc 1") + style.format("C", "HTML Preformatted") + style.format("V", "Verbatim Char")
    body = p(run("1 Rivers\t3"), properties='<w:pStyle w:val="T1"/>')
    body += p(run("x = [1]"), properties='<w:pStyle w:val="C"/>')
    body += p(
        run("Let "), "<m:oMath><m:r><m:t>y=2</m:t></m:r></m:oMath>", run(" and "), run("a[0]", '<w:rStyle w:val="V"/>')
    )
    document = read(word(body, styles=styles), "x")
    assert document.text == "1 Rivers\t3\nx = [1]\nLet y=2 and a[0]"
    assert [
        ("metadata", Span(0, 10)),
        ("code", Span(11, 18)),
        ("math", Span(23, 26)),
        ("code", Span(31, 35)),
    ] == [(region.kind, region.span) for region in document.regions]
    assert [block.kind for block in document.blocks] == ["code", "paragraph"]
    assert document.notes == ("the table of contents was not audited",)


def test_headers_and_footers_are_left_out_with_a_note() -> None:
    """A running head is not a sentence of the manuscript."""
    writer = Writer()
    writer.add_paragraph("Body.")
    writer.sections[0].header.paragraphs[0].text = "Running head"
    document = written(writer)
    assert document.text == "Body."
    assert document.notes == ("headers and footers were left out",)


def test_file_written_by_pandoc() -> None:
    """Markdown that pandoc converted comes back in order, with its notes and links."""
    document = read((FIXTURES / "pandoc.docx").read_bytes(), "pandoc.docx")
    expected = [
        ("heading", "Rivers of the North"),
        ("heading", "Introduction"),
        ("paragraph", "The river is long.[^1] It freezes at 0 °C and flows 10³ km, see the survey."),
        ("paragraph", "Cold water runs deep."),
        ("item", "first item"),
        ("item", "inner item"),
        ("item", "second item"),
        ("item", "one"),
        ("item", "two"),
        ("row", "City\tPeople"),
        ("row", "Oslo\t700,000 [^2]"),
        ("row", "부산\t3,300,000"),
        ("code", "x = [1]"),
        ("paragraph", "Use a[0] here; the area is E=mc2 wide."),
        ("heading", "References"),
        ("paragraph", "[1] River Board (2001). Rivers. doi:10.1000/182."),
        ("paragraph", "[2] 하천 위원회 (2019). 강의 흐름."),
        ("footnote", "River Board (2001), p.\u00a05. A second paragraph of the note."),
        ("footnote", "See https://example.org/people."),
    ]
    assert expected == [(block.kind, document.slice(block.span)) for block in document.blocks]
    assert "\n".join(text for _, text in expected) == document.text
    links = [(document.slice(mark.span), mark.target) for mark in document.marks if mark.kind == "link"]
    assert links == [
        ("the survey", "https://example.org/survey?a=1&b=2"),
        ("https://example.org/people", "https://example.org/people"),
    ]


@settings(max_examples=40, deadline=None)
@given(st.lists(st.text(LETTERS, max_size=40), min_size=1, max_size=6))
def test_place_of_a_paragraph_holds_its_text(texts: list[str]) -> None:
    """For any words."""
    writer = Writer()
    for text in texts:
        writer.add_paragraph(text)
    document = written(writer)
    assert [(f"paragraph {number}", text) for number, text in enumerate(texts, start=1)] == labels(document)
    assert [text for text in texts if text.strip()] == [document.slice(block.span) for block in document.blocks]


@given(st.binary(max_size=300), st.sampled_from([b"", b"PK\x03\x04", b"\xd0\xcf\x11\xe0"]))
def test_any_bytes_give_a_document_or_a_read_error(data: bytes, head: bytes) -> None:
    """No other exception is raised."""
    with pytest.raises(ReadError):
        read(head + data, "x.docx")


CHANGES = st.lists(st.tuples(st.floats(0, 1), st.integers(0, 9), st.binary(max_size=9)), min_size=1, max_size=4)


def changed(data: bytes, changes: list[tuple[float, int, bytes]]) -> bytes:
    """Replace a few bytes here and there."""
    for where, length, more in changes:
        at = int(where * len(data))
        data = data[:at] + more + data[at + length :]
    return data


@settings(max_examples=40, deadline=None)
@given(CHANGES)
def test_damaged_archive_gives_a_document_or_a_read_error(changes: list[tuple[float, int, bytes]]) -> None:
    """No exception of another library is raised, whichever byte of the zip is wrong."""
    assert outcome(changed((FIXTURES / "pandoc.docx").read_bytes(), changes))


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(["document", "styles", "numbering", "footnotes", "_rels/document.xml.rels"]), CHANGES)
def test_damaged_part_gives_a_document_or_a_read_error(part: str, changes: list[tuple[float, int, bytes]]) -> None:
    """No exception of another library is raised, whichever byte of a part is wrong."""
    with ZipFile(FIXTURES / "pandoc.docx") as source:
        parts = {name: source.read(name) for name in source.namelist()}
    name = f"word/{part.removesuffix('.rels')}{'.rels' if part.endswith('.rels') else '.xml'}"
    assert outcome(packed(parts | {name: changed(parts[name], changes)}))


def outcome(data: bytes) -> bool:
    """Read, and return whether the result is an error or a document with valid spans."""
    try:
        document = read(data, "x.docx")
    except ReadError:
        return True
    return all(place.span.end <= len(document.text) for place in document.places)


@pytest.mark.parametrize(
    ("data", "kind", "what"),
    [
        (b"", Damaged, "not a zip archive"),
        (b"plain words", Damaged, "not a zip archive"),
        (packed({"xl/workbook.xml": "<x/>"}), Damaged, "no Word document"),
        (packed({"word/document.xml": "<w:document"}), Damaged, "not well-formed XML"),
        (word(p(run("text")))[:-40], Damaged, "not a zip archive"),
        (packed({"../evil.xml": "<x/>"}), Damaged, "unsafe name"),
        (packed({"/etc/x.xml": "<x/>"}), Damaged, "unsafe name"),
        (packed({"a/../../x.xml": "<x/>"}), Damaged, "unsafe name"),
        (packed({"word/document.xml": '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>'}), Damaged, "document type"),
        (word("<w:p>" * 300 + "</w:p>" * 300), Damaged, "nested too deep"),
        (b"\xd0\xcf\x11\xe0" + b"\0" * 600, NotADocument, "Word 97-2003"),
        (b"\xd0\xcf\x11\xe0" + "EncryptedPackage".encode("utf-16-le"), Encrypted, "password"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_unreadable_files_are_refused_with_advice(data: bytes, kind: type[ReadError], what: str) -> None:
    """Each fault has its own message, with the file name and what to do."""
    with pytest.raises(kind, match=what) as caught:
        read(data, "paper.docx")
    assert (caught.value.to, bool(caught.value.advice)) == ("paper.docx", True)


def test_an_archive_of_too_many_parts_is_refused() -> None:
    """More than 10,000 parts are too many, however small they are."""
    with pytest.raises(TooLarge, match="10,000 parts"):
        read(packed({f"p{number}": "" for number in range(10_001)}, ZIP_STORED), "paper.docx")


def test_large_pictures_are_not_unpacked() -> None:
    """A file full of large pictures is read."""
    parts = {"word/document.xml": f"<w:document {NAMES}><w:body>{p(run('Words.'))}</w:body></w:document>"}
    assert read(packed(parts | {"word/media/a.bmp": b"\0" * (60 * 1024 * 1024)}), "x").text == "Words."


def test_strict_files_and_renamed_parts_are_read() -> None:
    """The strict dialect and a main part with another name are Word files too."""
    body = f"<w:document {NAMES}><w:body>{p(run('Words.'))}</w:body></w:document>".replace(
        "http://schemas.openxmlformats.org/wordprocessingml/2006/main",
        "http://purl.oclc.org/ooxml/wordprocessingml/main",
    )
    root = (
        '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">'
        f'<Relationship Id="r" Type="{TYPE}/officeDocument" Target="/word/document2.xml"/></Relationships>'
    )
    assert read(packed({"_rels/.rels": root, "word/document2.xml": body}), "x").text == "Words."


def test_entries_with_bare_numbers() -> None:
    """A tab separates the number of an entry from its text, as reference managers write it."""
    writer = Writer()
    writer.add_paragraph("Rivers rise [1,2].")
    writer.add_heading("References", 1)
    for number in (1, 2):
        writer.add_paragraph(f"{number} \tAsh B, Box C. Rivers of the north. J Water 201{number};4:5.")
    found = extract_document(written(writer))
    assert [("1", ("Ash", "Box")), ("2", ("Ash", "Box"))] == [(each.key, each.authors) for each in found.references]
    assert ["r1", "r2"] == [citation.reference for citation in found.citations]
