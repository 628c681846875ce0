"""Hostile DOCX, ODT, EPUB and PDF files, written by hand so that no library refuses to write them."""

import zlib
from collections.abc import Callable, Iterator
from functools import partial
from io import BytesIO
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile

from fuzz.hostile import HostileCase, make_all, write

_W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'


def list_packed_cases() -> Iterator[HostileCase]:
    """Yield archives and PDFs that are small on disk and large once open."""
    for ending, bodies in (("docx", _docx_bodies()), ("odt", _odt_bodies()), ("epub", _epub_bodies())):
        for name, body in bodies:
            yield HostileCase(f"{ending}-{name}", write(f"a.{ending}", partial(_pack, ending, body)))
    for name, pdf in PDF_BOMBS.items():
        yield HostileCase(f"pdf-{name}", write("a.pdf", pdf))
        yield HostileCase(f"pdf-entry-{name}", _with_entry(pdf))


def _with_entry(pdf: Callable[[], bytes]) -> Callable[[Path], None]:
    entry = write(".citevet/corpus/REF-001-a.md", "---\nref: REF-001\ntitle: A\n---\n\nNotes.\n")
    return make_all(entry, write(".citevet/corpus/REF-001-a.pdf", pdf))


def make_docx(body: str) -> bytes:
    """Return a DOCX file whose document part has this body."""
    kind = "application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"
    link = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument"
    types = "http://schemas.openxmlformats.org/package/2006/content-types"
    names = "http://schemas.openxmlformats.org/package/2006/relationships"
    return _zip(
        {
            "[Content_Types].xml": f'<Types xmlns="{types}"><Override PartName="/word/document.xml" ContentType="{kind}"/></Types>',
            "_rels/.rels": f'<Relationships xmlns="{names}"><Relationship Id="r" Type="{link}" Target="word/document.xml"/></Relationships>',
            "word/document.xml": f"<w:document {_W}><w:body>{body}</w:body></w:document>",
        }
    )


def _make_odt(body: str) -> bytes:
    office, text = "urn:oasis:names:tc:opendocument:xmlns:office:1.0", "urn:oasis:names:tc:opendocument:xmlns:text:1.0"
    content = f'<o:document-content xmlns:o="{office}" xmlns:text="{text}"><o:body><o:text>{body}</o:text></o:body></o:document-content>'
    return _zip({"mimetype": "application/vnd.oasis.opendocument.text", "content.xml": content})


def _make_epub(body: str) -> bytes:
    container = '<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="a.opf"/></rootfiles></container>'
    package = '<package xmlns="http://www.idpf.org/2007/opf"><manifest><item id="c" href="c.xhtml" media-type="application/xhtml+xml"/></manifest><spine><itemref idref="c"/></spine></package>'
    return _zip({"META-INF/container.xml": container, "a.opf": package, "c.xhtml": f"<html><body>{body}</body></html>"})


_ARCHIVES = {"docx": make_docx, "odt": _make_odt, "epub": _make_epub}


def _pack(ending: str, body: Callable[[], str] | str) -> bytes:
    return _ARCHIVES[ending](body() if callable(body) else body)


def _zip(parts: dict[str, str]) -> bytes:
    stream = BytesIO()
    with ZipFile(stream, "w", ZIP_DEFLATED) as archive:
        for name, text in parts.items():
            archive.writestr(name, text)
    return stream.getvalue()


def _vary(piece: str, size: int, around: tuple[str, str] = ("", "")) -> str:
    """Repeat a piece with a changing number in it, so that it packs less than the limit on the ratio."""
    times = size // (len(piece) + 6)
    return "".join([around[0], *(piece.replace("N", f"{at * 2654435761 % 2**32:x}") for at in range(times)), around[1]])


def _docx_bodies() -> Iterator[tuple[str, Callable[[], str] | str]]:
    run = "<w:r><w:t>N </w:t></w:r>"
    for name, piece in {
        "paragraphs": f"<w:p>{run}</w:p>",
        "empty-paragraphs": "<w:p w:a='N'/>",
        "runs": run,
        "raised": "<w:p><w:r><w:rPr><w:vertAlign w:val='superscript'/></w:rPr><w:t>N</w:t></w:r></w:p>",
        "fields": "<w:r><w:fldChar w:fldCharType='begin'/></w:r><w:r><w:instrText> ADDIN N </w:instrText></w:r>",
        "links": f"<w:p><w:hyperlink w:anchor='N'>{run}</w:hyperlink></w:p>",
        "bookmarks": "<w:bookmarkStart w:id='N' w:name='N'/>",
        "cells": f"<w:tbl><w:tr><w:tc><w:p>{run}</w:p></w:tc></w:tr></w:tbl>",
        "insertions": f"<w:p><w:ins>{run}</w:ins><w:del><w:r><w:delText>N</w:delText></w:r></w:del></w:p>",
        "notes": "<w:p><w:r><w:footnoteReference w:id='N'/></w:r></w:p>",
        "controls": f"<w:sdt><w:sdtContent><w:p>{run}</w:p></w:sdtContent></w:sdt>",
    }.items():
        around = ("", "") if piece.startswith(("<w:p", "<w:tbl", "<w:sdt")) else ("<w:p>", "</w:p>")
        yield f"{name}-large", partial(_vary, piece, 24_000_000, around)
        yield f"{name}-small", partial(_vary, piece, 1_000_000, around)
    yield "deep-tables", "<w:tbl><w:tr><w:tc>" * 80 + "<w:p/>" + "</w:tc></w:tr></w:tbl>" * 80
    yield "deep-runs", "<w:p>" + "<w:ins>" * 240 + run + "</w:ins>" * 240 + "</w:p>"
    yield "deeper", "<w:p>" * 5_000 + "</w:p>" * 5_000
    yield "attributes", "<w:p " + " ".join(f"a{at}='{at}'" for at in range(100_000)) + "/>"
    yield "one-word", partial(_vary, "N", 20_000_000, ("<w:p><w:r><w:t>", "</w:t></w:r></w:p>"))
    yield "open-fields", "<w:p>" + "<w:r><w:fldChar w:fldCharType='begin'/></w:r>" * 20_000 + "</w:p>"


def _odt_bodies() -> Iterator[tuple[str, Callable[[], str] | str]]:
    for name, piece in {
        "paragraphs": "<text:p>N</text:p>",
        "spans": "<text:span>N</text:span>",
        "spaces": "<text:s text:c='999999999'/>",
        "notes": "<text:note><text:note-citation>N</text:note-citation><text:note-body><text:p>N</text:p></text:note-body></text:note>",
        "lists": "<text:list><text:list-item><text:p>N</text:p></text:list-item></text:list>",
    }.items():
        yield name, partial(_vary, piece, 12_000_000)
        yield f"{name}-small", partial(_vary, piece, 500_000)
    yield "deep", "<text:section>" * 200 + "<text:p>a</text:p>" + "</text:section>" * 200
    yield "one-space", "<text:p>a<text:s text:c='999999999'/>b</text:p>"


def _epub_bodies() -> Iterator[tuple[str, Callable[[], str] | str]]:
    for name, piece in {
        "paragraphs": "<p>N</p>",
        "raised": "<sup>N</sup>",
        "links": "<a href='#N'>N</a>",
        "open": "<b>N",
    }.items():
        yield name, partial(_vary, piece, 8_000_000)
        yield f"{name}-small", partial(_vary, piece, 500_000)
    yield "deep", "<div>" * 20_000


def make_pdf(*objects: bytes, root: int = 1) -> bytes:
    """Return a PDF of these objects, numbered from 1, with its table of places."""
    stream, places = BytesIO(), []
    stream.write(b"%PDF-1.7\n")
    for number, body in enumerate(objects, 1):
        places.append(stream.tell())
        stream.write(b"%d 0 obj\n" % number + body + b"\nendobj\n")
    start = stream.tell()
    stream.write(b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1))
    stream.write(b"".join(b"%010d 00000 n \n" % place for place in places))
    stream.write(b"trailer\n<< /Size %d /Root %d 0 R >>\nstartxref\n%d\n%%%%EOF\n" % (len(objects) + 1, root, start))
    return stream.getvalue()


def _stream(data: bytes, extra: bytes = b"") -> bytes:
    return b"<< /Length %d %s >>\nstream\n" % (len(data), extra) + data + b"\nendstream"


def _one_page(content: bytes, resources: bytes, *more: bytes) -> bytes:
    """Return a PDF of one page; further objects are numbered from 6."""
    return make_pdf(
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents 4 0 R /Resources << /Font << /F 5 0 R >> %s >> >>"
        % resources,
        _stream(content),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
        *more,
    )


def _forms(times: int, depth: int) -> bytes:
    """Return a page whose forms each draw the next one several times."""
    box = b"/Type /XObject /Subtype /Form /BBox [0 0 600 800]"
    forms = [
        _stream(b"/X Do " * times, box + b" /Resources << /XObject << /X %d 0 R >> >>" % (7 + at))
        for at in range(depth)
    ]
    last = _stream(b"BT /F 12 Tf 9 9 Td (Text) Tj ET", box + b" /Resources << /Font << /F 5 0 R >> >>")
    return _one_page(b"/X Do", b"/XObject << /X 6 0 R >>", *forms, last)


_FORM = b"/Type /XObject /Subtype /Form /BBox [0 0 600 800]"
_CATALOG = b"<< /Type /Catalog /Pages 2 0 R >>"
_EMPTY = b"<< /Type /Pages /Kids [] /Count 0 >>"
_DRAW = b"/XObject << /X 6 0 R >>"


def _draw_each_other(*numbers: int) -> bytes:
    """Return a page with forms that draw the form of the given number twice."""
    inside = b" /Resources << /XObject << /X %d 0 R >> /Font << /F 5 0 R >> >>"
    forms = [_stream(b"/X Do /X Do BT /F 12 Tf (a) Tj ET", _FORM + inside % number) for number in numbers]
    return _one_page(b"/X Do", _DRAW, *forms)


def _scatter() -> bytes:
    words = (b"BT /F 9 Tf %d %d Td (a) Tj ET " % (at * 7919 % 600, at * 104729 % 800) for at in range(60_000))
    return _one_page(b"".join(words), b"")


def _double_pages() -> bytes:
    tree = b"<< /Type /Pages /Kids [%d 0 R %d 0 R] /Count 1048576 >>"
    folders = [tree % (number + 1, number + 1) for number in range(2, 22)]
    return make_pdf(_CATALOG, *folders, b"<< /Type /Page /MediaBox [0 0 9 9] >>")


def _inflate() -> bytes:
    flat = zlib.compress(b"BT /F 9 Tf (a) Tj ET " * 5_000_000, 9)
    return _one_page(b"", b"").replace(_stream(b""), _stream(flat, b"/Filter /FlateDecode"))


def _loop_outline() -> bytes:
    item = b"<< /Title (a) /Next 4 0 R /First 4 0 R /Parent 3 0 R >>"
    top = b"<< /Type /Catalog /Pages 2 0 R /Outlines 3 0 R >>"
    return make_pdf(top, _EMPTY, b"<< /First 4 0 R /Last 4 0 R >>", item)


# PDFs that a viewer chokes on.
PDF_BOMBS: dict[str, Callable[[], bytes]] = {
    **{
        f"forms-{times}-{depth}": partial(_forms, times, depth)
        for times, depth in ((2, 20), (2, 30), (10, 8), (10, 20), (100, 4))
    },
    "recursive-form": lambda: _draw_each_other(6),
    "recursive-pair": lambda: _draw_each_other(7, 6),
    "pages-in-pages": lambda: make_pdf(_CATALOG, b"<< /Type /Pages /Kids [2 0 R 2 0 R] /Count 9 >>"),
    "many-pages": lambda: make_pdf(_CATALOG, b"<< /Type /Pages /Kids [] /Count 2000000000 >>"),
    "one-line": lambda: _one_page(b"BT /F 1 Tf 9 9 Td (" + b"word " * 400_000 + b") Tj ET", b""),
    "many-lines": lambda: _one_page(b"BT /F 12 Tf 9 9 Td " + b"(a) Tj 0 1 Td " * 200_000 + b"ET", b""),
    "scattered": _scatter,
    "deep-arrays": lambda: _one_page(b"[" * 500_000, b""),
    "deep-saves": lambda: _one_page(b"q " * 500_000, b""),
    "huge-matrix": lambda: _one_page(b"1e300 0 0 1e300 1e300 1e300 cm BT /F 1e300 Tf (a) Tj ET", b""),
    "no-size": lambda: _one_page(b"BT /F 0 Tf 0 0 0 0 0 0 Tm (abc) Tj 0 Tz (abc) Tj ET", b""),
    "deep-dictionary": lambda: make_pdf(
        b"<< /A " * 9_000 + b">> " * 9_000, b"<< /Type /Catalog /Pages 3 0 R >>", _EMPTY, root=2
    ),
    "truncated": lambda: _forms(2, 3)[:900] + b"%%EOF",
    "chained-references": lambda: make_pdf(_CATALOG, b"3 0 R", b"2 0 R"),
    "doubling-pages": _double_pages,
    "inflated": _inflate,
    "outline-loop": _loop_outline,
}
