"""Write a copy of a Word file with comments at given places; the rest of the file stays as it is."""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from copy import deepcopy
from posixpath import basename, dirname, join
from typing import NamedTuple

from lxml import etree

from citevet.errors import NotADocument
from citevet.model import Document, Span
from citevet.model.document import find_last
from citevet.read.archive import Archive, Element, parse_xml, repack
from citevet.read.docx import read_traced
from citevet.read.docx.ooxml import W, read_part, read_relations

STRICT_NAMESPACE = b"http://purl.oclc.org/ooxml/wordprocessingml"
_TYPES = "[Content_Types].xml"
_OVERRIDE = "{http://schemas.openxmlformats.org/package/2006/content-types}Override"
_PACKAGE = "http://schemas.openxmlformats.org/package/2006/relationships"
_COMMENTS_KIND = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/comments"
_COMMENTS_TYPE = "application/vnd.openxmlformats-officedocument.wordprocessingml.comments+xml"
_SPACE = "{http://www.w3.org/XML/1998/namespace}space"
NOT_XML = re.compile("[^\t\n\r -\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")  # characters that XML cannot hold
_ID = re.compile(r"[0-9]{1,9}")
_AUTHOR, _INITIALS = "citevet", "cv"

Runs = list[tuple[Span, Element]]


class DocxComment(NamedTuple):
    """A comment on a part of the document's text; each line is a paragraph of plain text."""

    span: Span
    lines: Sequence[str]


def add_comments(data: bytes, path: str, comments: Sequence[DocxComment]) -> bytes:
    """Return the file with the comments added, in order; `data` is the file that the spans were found in."""
    traced = read_traced(data, path)
    if STRICT_NAMESPACE in (traced.archive.part(traced.name) or b""):
        what = "comments cannot be added to a Strict Open XML document"
        raise NotADocument(what, to=path, advice='Save it as "Word document (.docx)" first.')
    part, root, changed = _open_comments(traced.archive, traced.name)
    spans = list(_find_anchors(comments, traced.document))
    runs = split_runs(traced.runs, spans)
    first = 1 + max((_read_id(each) for each in root), default=-1)
    for number, (comment, span) in enumerate(zip(comments, spans, strict=True), start=first):
        if _anchor(runs, span, str(number)):
            root.append(_make_comment(str(number), comment.lines))
    return repack(
        traced.archive, data, {**changed, traced.name: serialize_part(traced.root), part: serialize_part(root)}
    )


def _find_anchors(comments: Sequence[DocxComment], document: Document) -> Iterator[Span]:
    """Yield where the comments go: for a place in a note to its marker, because notes cannot hold comments."""
    markers = {mark.target: mark.span for mark in reversed(document.marks) if mark.kind == "note"}
    notes = [mark for mark in document.marks if mark.kind == "definition"]
    for span in (comment.span for comment in comments):
        note = find_last(notes, span.start)
        yield markers.get(note.target, span) if note and span.start < note.span.end else span


def split_runs(runs: Runs, spans: Sequence[Span]) -> Runs:
    """Return the runs, cut where a span starts or ends, so that a comment covers its words only."""
    cuts = sorted({cut for span in spans for cut in (span.start, span.end)})
    return [piece for span, run in runs for piece in _split_run(span, run, cuts)]


def _split_run(span: Span, run: Element, cuts: Sequence[int]) -> Iterator[tuple[Span, Element]]:
    inside = cuts[bisect_right(cuts, span.start) : bisect_left(cuts, span.end)]
    content = [child for child in run if child.tag != W + "rPr"]
    text = content[0].text or "" if len(content) == 1 and content[0].tag == W + "t" else ""
    if not inside or len(text) != len(span):  # tabs, breaks and note markers keep their run whole
        yield span, run
        return
    starts = (span.start, *inside)
    pieces = [run, *(deepcopy(run) for _ in inside)]
    for piece, before in zip(pieces[1:], pieces, strict=False):
        before.addnext(piece)
    for piece, start, end in zip(pieces, starts, (*inside, span.end), strict=True):
        for holder in piece.iter(W + "t"):
            holder.text = text[start - span.start : end - span.start]
            holder.set(_SPACE, "preserve")
        yield Span(start, end), piece


def _anchor(runs: Runs, span: Span, number: str) -> bool:
    """Mark the runs of a span as commented; without any, the run before it. Return whether there was one."""
    first = max(bisect_right(runs, span.start, key=_get_start) - 1, 0)
    near = runs[first : max(bisect_left(runs, span.end, key=_get_start), first + 1)]
    covered = [run for own, run in near if own.overlaps(span)] or [run for _, run in near[:1]]
    if not covered:
        return False
    reference = etree.Element(W + "r")
    etree.SubElement(reference, W + "commentReference", {W + "id": number})
    covered[0].addprevious(etree.Element(W + "commentRangeStart", {W + "id": number}))
    covered[-1].addnext(reference)
    covered[-1].addnext(etree.Element(W + "commentRangeEnd", {W + "id": number}))
    return True


def _get_start(piece: tuple[Span, Element]) -> int:
    return piece[0].start


def _make_comment(number: str, lines: Sequence[str]) -> Element:
    comment = etree.Element(W + "comment", {W + "id": number, W + "author": _AUTHOR, W + "initials": _INITIALS})
    for line in lines:
        run = etree.SubElement(etree.SubElement(comment, W + "p"), W + "r")
        text = etree.SubElement(run, W + "t", {_SPACE: "preserve"})
        text.text = NOT_XML.sub("\ufffd", line)
    return comment


def _read_id(comment: Element) -> int:
    number = _ID.fullmatch(comment.get(W + "id", ""))
    return int(number[0]) if number else 0


def _open_comments(archive: Archive, main: str) -> tuple[str, Element, dict[str, bytes]]:
    """Return name and root of the part with comments, and the parts that change so that Word finds a new one."""
    known = next((each.target for each in read_relations(archive, main).values() if each.kind == "comments"), "")
    root = read_part(archive, known)
    if root is not None:
        return known, root, {}
    folder = dirname(main)
    names = (join(folder, f"comments{number or ''}.xml") for number in range(len(archive.entries) + 1))
    name = next(name for name in names if name not in archive.entries)
    relations = join(folder, "_rels", f"{basename(main)}.rels")
    has_relations = relations in archive.entries
    linked = _parse(archive, relations) if has_relations else etree.Element(f"{{{_PACKAGE}}}Relationships")
    attributes = {"Id": _find_free_id(linked), "Type": _COMMENTS_KIND, "Target": basename(name)}
    etree.SubElement(linked, f"{{{_PACKAGE}}}Relationship", attributes)
    types = _parse(archive, _TYPES)
    etree.SubElement(types, _OVERRIDE, {"PartName": f"/{name}", "ContentType": _COMMENTS_TYPE})
    empty = etree.Element(W + "comments", nsmap={"w": W.strip("{}")})
    return name, empty, {relations: serialize_part(linked), _TYPES: serialize_part(types)}


def _parse(archive: Archive, name: str) -> Element:
    return parse_xml(archive.part(name) or b"", archive.path)


def _find_free_id(relations: Element) -> str:
    taken = {each.get("Id") for each in relations}
    return next(name for name in (f"rIdCitevet{number}" for number in range(len(taken) + 1)) if name not in taken)


def serialize_part(root: Element) -> bytes:
    """Return a part of the archive as XML."""
    return etree.tostring(root, xml_declaration=True, encoding="UTF-8", standalone=True)
