"""Word files: body, lists, tables, footnotes, endnotes and comments, one paragraph or table row per line."""

import re
from collections import Counter
from collections.abc import Iterator
from typing import Literal

from citevet.errors import Damaged, Encrypted, NotADocument, ReadError
from citevet.model import Block, BlockKind, Document, Mark, Place, Region, Span
from citevet.read.archive import Archive, Element, open_archive
from citevet.read.docx import ooxml
from citevet.read.docx.ooxml import Numbering, Style, W, read_relations, read_value
from citevet.read.docx.runs import DocxLine, Story, read_paragraph, shift_mark
from citevet.records import dataclass, field, replace
from citevet.text.document_parts import is_reference_heading

_OLE = b"\xd0\xcf\x11\xe0"  # how old .doc files and password-protected .docx files start
_ENCRYPTED = "EncryptedPackage".encode("utf-16-le")
_WRAPPERS = frozenset(W + name for name in ("sdt", "sdtContent", "customXml", "ins", "moveTo", "smartTag"))
_QUOTES = frozenset({"quote", "intense quote", "block text", "quotations", "block quotation"})
_CODE = frozenset({"code", "source code", "html preformatted", "preformatted text"})
_ENTRIES = frozenset({"bibliography", "endnote bibliography"})
_CAPTIONS = frozenset({"caption", "image caption", "table caption"})
_CONTENTS = re.compile(r"toc (?:\d|heading)|table of figures")
_SAVED = re.compile(rb"<(?:[\w.-]{1,20}:)?modified\b[^<>]{0,200}>\s{0,9}(\d{4}-\d\d-\d\d)")
_TEMPLATE_DAY = b"2013-12-23"  # of the template of python-docx, which many programs leave as it is
_SEPARATORS = frozenset({"separator", "continuationSeparator", "continuationNotice"})


@dataclass(slots=True)
class _DocxText(DocxLine):
    """The document under construction, line by line."""

    blocks: list[Block] = field(default_factory=list)
    places: list[Place] = field(default_factory=list)

    def write(self, line: DocxLine) -> Span:
        """Add a line with its marks, and return its span."""
        if self.pieces:
            self.add("\n")
        start = self.length
        self.append(line)
        return Span(start, self.length)


@dataclass(slots=True)
class _DocxBody:
    """State of reading the body."""

    story: Story
    lists: dict[str, Numbering]
    writing: _DocxText = field(default_factory=_DocxText)
    counters: Counter[str] = field(default_factory=Counter)
    paragraphs: int = 0
    tables: int = 0
    in_references: bool = False


@dataclass(frozen=True, slots=True)
class TracedDocx:
    """A document, the archive and main part that it was read from, and the runs that its text comes from."""

    document: Document
    archive: Archive
    name: str  # of the main part
    root: Element
    runs: list[tuple[Span, Element]]  # of the main part, in order


def read(data: bytes, path: str) -> Document:
    """Read a .docx or .docm file."""
    return read_traced(data, path, traced=False).document


def read_traced(data: bytes, path: str, *, traced: bool = True) -> TracedDocx:
    """Read a .docx or .docm file, and find the run of each part of its text."""
    _refuse_ole(data, path)
    archive = open_archive(data, path)
    name = next((each.target for each in read_relations(archive, "").values() if each.kind == "officeDocument"), "")
    name = name if name in archive.entries else "word/document.xml"
    root = ooxml.read_part(archive, name)
    body = None if root is None else root.find(W + "body")
    if root is None or body is None:
        what = "the archive holds no Word document (word/document.xml)"
        raise Damaged(what, to=path, advice="Open it with the program that made it and save it as .docx.")
    state = _read_parts(archive, name, body, traced=traced)
    document = replace(_make_document(state, path), metadata=_read_properties(archive))
    return TracedDocx(document, archive, name, root, state.writing.runs)


def _read_properties(archive: Archive) -> dict[str, str]:
    """Return when the file was saved last; properties that are damaged are no reason to refuse the text."""
    try:
        found = _SAVED.search(archive.part("docProps/core.xml") or b"")
    except ReadError:
        return {}
    return {"saved": found[1].decode("ascii")} if found and found[1] != _TEMPLATE_DAY else {}


def _refuse_ole(data: bytes, path: str) -> None:
    if not data.startswith(_OLE):
        return
    if _ENCRYPTED in data:
        raise Encrypted("the document needs a password", to=path, advice="Save a copy without the password.")
    what = "it is a Word 97-2003 file (.doc), whatever its name"
    raise NotADocument(what, to=path, advice="Open it in a word processor and save it as .docx.")


def _read_parts(archive: Archive, name: str, body: Element, *, traced: bool) -> _DocxBody:
    own = read_relations(archive, name)
    parts = {each.kind: each.target for each in own.values() if not each.outside}
    story = Story(ooxml.read_styles(ooxml.read_part(archive, parts.get("styles"))), own, {}, Counter(), traced=traced)
    state = _DocxBody(story, dict(ooxml.read_numberings(ooxml.read_part(archive, parts.get("numbering")))))
    for element in _children(body, ("p", "tbl"), story):
        (_add_paragraph if element.tag == W + "p" else _add_table)(element, state)
    _add_notes(archive, parts.get("footnotes", "word/footnotes.xml"), state, kind="footnote")
    _add_notes(archive, parts.get("endnotes", "word/endnotes.xml"), state, kind="endnote")
    _add_comments(archive, parts.get("comments", "word/comments.xml"), state)
    state.story.counts["margins"] += any(each.kind in {"header", "footer"} for each in own.values())
    state.story.counts["chunks"] += any(each.kind == "aFChunk" for each in own.values())
    return state


def _children(parent: Element, names: tuple[str, ...], story: Story) -> Iterator[Element]:
    """Yield the children of these names, also those wrapped in controls and tracked insertions."""
    wanted = {W + name for name in names}
    waiting = [*reversed(parent)]
    while waiting:
        child = waiting.pop()
        if child.tag in wanted:
            yield child
        elif child.tag in _WRAPPERS and not ooxml.read_switch(child.find(W + "sdtPr"), "showingPlcHdr"):
            waiting += reversed(child)
        elif child.tag in {W + "del", W + "moveFrom"}:
            story.counts["deletions"] += 1


def _add_paragraph(paragraph: Element, state: _DocxBody) -> None:
    state.paragraphs += 1
    properties = paragraph.find(W + "pPr")
    style = state.story.style(read_value(properties, "pStyle"))
    kind, level = _block_kind(properties, style)
    content = read_paragraph(paragraph, state.story)
    label = _list_label(properties, style, state)
    line = DocxLine()
    if label and content.text.strip():
        line.add(label)
    line.append(content)
    span = state.writing.write(line)
    state.writing.places.append(Place(span, f"paragraph {state.paragraphs}"))
    if line.text.strip():
        _add_block(Block(kind, span, level, quoted=bool(style.names & _QUOTES)), style, state)


def _add_block(block: Block, style: Style, state: _DocxBody) -> None:
    text = state.writing.pieces[-1]
    if block.kind == "heading" or is_reference_heading(text):
        state.in_references = is_reference_heading(text)
    if _CONTENTS.fullmatch(style.name):
        state.story.counts["contents"] += 1
        _cover_with_region("metadata", block.span, state.writing)
        return
    if block.kind == "code":
        _cover_with_region("code", block.span, state.writing)
    # The entries of a list without a heading have a style of their own; numbered ones are found by their numbers.
    if style.names & _ENTRIES and not state.in_references and text[:1].isalpha():
        state.writing.marks.append(Mark("entry", block.span, ""))
    state.writing.blocks.append(block)


def _cover_with_region(kind: Literal["metadata", "code"], span: Span, writing: _DocxText) -> None:
    while writing.regions and writing.regions[-1].span.start >= span.start:
        writing.regions.pop()
    writing.regions.append(Region(kind, span))


def _block_kind(properties: Element | None, style: Style) -> tuple[BlockKind, int]:
    if style.names & _CODE:
        return "code", 0
    own = read_value(properties, "outlineLvl")
    heading = style.heading if own is None else ooxml.outline_level(properties)
    if heading:
        return "heading", heading
    if style.names & _CAPTIONS:
        return "caption", 0
    number = read_value(properties, "numPr/numId")
    if number is not None and number != "0":
        return "item", ooxml.parse_number(read_value(properties, "numPr/ilvl") or "0") + 1
    return ("item", style.item) if style.item and number != "0" else ("paragraph", 0)


def _list_label(properties: Element | None, style: Style, state: _DocxBody) -> str:
    """Return the number that Word shows before an entry of a reference list; the file does not contain it."""
    number = read_value(properties, "numPr/numId") or style.number
    how = state.lists.get(number or "")
    if how is None or how.shape is None or read_value(properties, "numPr/ilvl") not in {None, "0"}:
        return ""
    count = how.start + state.counters[how.counter]
    state.counters[how.counter] += 1
    wanted = state.in_references or how.shape.startswith("[")
    return how.shape.replace("%1", str(count)).strip() + " " if wanted else ""


def _add_table(table: Element, state: _DocxBody) -> None:
    state.tables += 1
    for count, row in enumerate(_children(table, ("tr",), state.story), start=1):
        if row.find(f"{W}trPr/{W}del") is not None:
            state.story.counts["deletions"] += 1
        else:
            _add_row(row, f"table {state.tables}, row {count}", state)


def _add_row(row: Element, label: str, state: _DocxBody) -> None:
    line = DocxLine()
    cells: list[tuple[int, int]] = []
    for count, cell in enumerate(_children(row, ("tc",), state.story)):
        if count:
            line.add("\t")
        start = line.length
        line.append(_read_as_line(cell, state.story), tabs=" ")
        cells.append((start, line.length))
    if not line.text.strip():
        return
    span = state.writing.write(line)
    state.writing.blocks.append(Block("row", span))
    state.writing.places += (
        Place(Span(start, end).shift(span.start), f"{label}, cell {count}")
        for count, (start, end) in enumerate(cells, start=1)
        if end > start
    )


def _read_as_line(container: Element, story: Story) -> DocxLine:
    """Return all paragraphs of a cell, note or comment as one line, nested tables with them."""
    line = DocxLine()
    # The first cell of a vertical merge covers the lower ones.
    merge = container.find(f"{W}tcPr/{W}vMerge") if container.tag == W + "tc" else None
    if merge is not None and merge.get(W + "val") != "restart":
        return line
    for element in _children(container, ("p", "tbl", "tr", "tc"), story):
        more = read_paragraph(element, story) if element.tag == W + "p" else _read_as_line(element, story)
        if line.length and more.length:
            line.add(" ")
        line.append(more)
    return line


def _add_notes(archive: Archive, name: str, state: _DocxBody, *, kind: Literal["footnote", "endnote"]) -> None:
    root = ooxml.read_part(archive, name)
    if root is None:
        return
    found = {each.get(W + "id", ""): each for each in root if each.get(W + "type") not in _SEPARATORS}
    story = Story(state.story.styles, read_relations(archive, name), state.story.labels, state.story.counts)
    labels = [(key, label) for (which, key), label in state.story.labels.items() if which == kind and key in found]
    for key, label in labels:
        span = state.writing.write(_strip_start(_read_as_line(found[key], story)))
        state.writing.places.append(Place(span, f"{kind} {label.lstrip('e')}"))
        if len(span):
            state.writing.blocks.append(Block("footnote", span))
            state.writing.marks.append(Mark("definition", span, label, span))
    state.story.counts["unmarked"] += len(found) - len(labels)


def _strip_start(line: DocxLine) -> DocxLine:
    """Drop the white space between a note's number, which is not text, and its content."""
    text = line.text
    drop = len(text) - len(text.lstrip())
    if not drop or drop == len(text):
        return line
    marks = [shift_mark(mark, -drop) for mark in line.marks]
    regions = [Region(each.kind, each.span.shift(-drop)) for each in line.regions]
    return DocxLine([text[drop:]], line.length - drop, marks, regions)


def _add_comments(archive: Archive, name: str, state: _DocxBody) -> None:
    root = ooxml.read_part(archive, name)
    if root is None:
        return
    story = Story(state.story.styles, read_relations(archive, name), {}, Counter())
    for count, comment in enumerate(root.iter(W + "comment"), start=1):
        flat = _strip_start(_read_as_line(comment, story))
        span = state.writing.write(DocxLine([flat.text], flat.length))
        state.writing.places.append(Place(span, f"comment {count}"))
        state.story.counts["comments"] += 1
        if len(span):
            state.writing.regions.append(Region("comment", span))


def _make_document(state: _DocxBody, path: str) -> Document:
    writing = state.writing
    return Document(
        path=path,
        format="docx",
        text=writing.text,
        blocks=tuple(writing.blocks),
        regions=tuple(writing.regions),
        marks=tuple(sorted(writing.marks, key=lambda mark: (mark.span.start, -mark.span.end))),
        places=tuple(writing.places),
        notes=tuple(_make_notes(state.story.counts)),
    )


def _make_notes(counts: Counter[str]) -> Iterator[str]:
    sentences = (
        ("comments", "{n} comment{s} {were} not audited"),
        ("deletions", "{n} tracked deletion{s} {were} left out"),
        ("insertions", "{n} tracked insertion{s} {were} read as part of the text"),
        ("hidden", "{n} stretch{es} of hidden text {were} left out"),
        ("boxes", "{n} text box{es} {were} left out"),
        ("margins", "headers and footers were left out"),
        ("contents", "the table of contents was not audited"),
        ("unmarked", "{n} note{s} without a marker in the text {were} left out"),
        ("symbols", "{n} sign{s} of a symbol font could not be read"),
        ("chunks", "embedded documents were left out"),
    )
    for what, sentence in sentences:
        n = counts[what]
        if n:
            many = {"s": "", "es": "", "were": "was"} if n == 1 else {"s": "s", "es": "es", "were": "were"}
            yield sentence.format(n=n, **many)
