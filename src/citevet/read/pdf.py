"""PDF files, page by page: columns in reading order, paragraphs mended, running heads left out."""

from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, field
from importlib import import_module
from threading import Lock
from typing import Any

from citevet.errors import Damaged, Encrypted, ReadError, TooLarge
from citevet.model import Block, Document, Mark, Place, Region, Span
from citevet.read.columns import Gutter, reading_order
from citevet.read.furniture import without_furniture
from citevet.read.glyphs import MAX_CHARACTERS, page_links, page_pieces, upright
from citevet.read.outline import outline
from citevet.read.paragraphs import Flow, Paragraph, page_paragraphs, setting_of
from citevet.read.typeset import TypesetLine, column_lines

MAX_PAGES = 5_000
MAX_TEXT = 20_000_000  # characters of the whole document, about 7,000 dense pages; 10 µs each
_HEAD = 1_024  # bytes in which the PDF mark must stand
_TAIL = 4_096  # bytes in which the end mark must stand; some programs write rubbish after it
_PASSWORD_CODES = frozenset({4, 5})  # wrong password; unknown protection
_MAX_LINK_WORK = 20_000_000  # links times characters of a page; a page full of footnote links has 0.5 million
_BETWEEN = "\f\n"  # the form feed ends the last line of a page, so that every page starts a line of its own
# PDFium is not thread-safe: two documents at once crash the process.
ONE_AT_A_TIME = Lock()


@dataclass(slots=True)
class _Pages:
    """What was read of the file, before lines become paragraphs."""

    columns: list[list[list[TypesetLine]]] = field(default_factory=list)
    gutters: list[Gutter] = field(default_factory=list)
    labels: list[str] = field(default_factory=list)
    outline: tuple[tuple[str, int, int], ...] = ()
    characters: int = 0
    turned: int = 0  # pieces of text across the page's direction
    cut: int = 0  # pages with more characters than the bound
    lost: list[int] = field(default_factory=list)  # numbers of the pages that could not be read


def read(data: bytes, path: str) -> Document:
    """Read a .pdf file."""
    _refuse_others(data, path)
    with ONE_AT_A_TIME:
        pages = _read_pages(data, path)
    if len(pages.lost) == len(pages.columns):
        raise _damaged("none of its pages can be read", path)
    columns, gone = without_furniture(pages.columns)
    setting, flow = setting_of(columns), Flow()
    paragraphs = [page_paragraphs(page, setting, flow) for page in columns]
    return _document(paragraphs, pages, gone, path=path)


def _refuse_others(data: bytes, path: str) -> None:
    head = data[:_HEAD]
    if b"%PDF-" not in head:
        page = b"<html" in head.lower() or b"<!doctype html" in head.lower()
        raise _damaged("it is a web page, not a PDF" if page else "it is no PDF, whatever its name", path)
    if b"%%EOF" not in data[-_TAIL:]:
        raise _damaged("the PDF breaks off", path)


def _read_pages(data: bytes, path: str) -> _Pages:
    pypdfium2: Any = import_module("pypdfium2")  # late: it takes over 100 ms
    try:
        document = pypdfium2.PdfDocument(data)
    except pypdfium2.PdfiumError as error:
        raise _refusal(error.err_code, path) from error
    with closing(document):
        if len(document) > MAX_PAGES:
            raise TooLarge(f"the PDF has more than {MAX_PAGES:,} pages", to=path, advice="Split it.")
        pages = _Pages(outline=outline(document))
        for index in range(len(document)):
            pages.labels.append(_label(document, index))
            try:
                _read_page(document, index, pages)
            except pypdfium2.PdfiumError:
                pages.lost.append(index + 1)
                pages.columns.append([])
            if pages.characters > MAX_TEXT:
                raise TooLarge(f"the PDF has more than {MAX_TEXT:,} characters", to=path, advice="Split it.")
        return pages


def _refusal(code: int | None, path: str) -> ReadError:
    if code in _PASSWORD_CODES:
        advice = "Open it in a PDF viewer and print or save it without the password."
        return Encrypted("the PDF needs a password", to=path, advice=advice)
    return _damaged("the PDF is damaged inside", path)


def _damaged(what: str, path: str) -> ReadError:
    return Damaged(what, to=path, advice="Fetch the file again, or save it again from the program that made it.")


def _label(document: Any, index: int) -> str:  # noqa: ANN401 - PDFium's objects carry no types
    printed = "".join(char for char in document.get_page_label(index) if char.isprintable())
    number = str(index + 1)
    return f"page {number} (printed {printed})" if printed not in {"", number} else f"page {number}"


def _read_page(document: Any, index: int, pages: _Pages) -> None:  # noqa: ANN401 - as above
    with closing(document[index]) as page, closing(page.get_textpage()) as textpage:
        count = textpage.count_chars()
        pages.characters += count
        pages.cut += count > MAX_CHARACTERS
        pieces = page_pieces(textpage)
        links = page_links(document, page)
    if len(links) * count > _MAX_LINK_WORK:
        links = []
    kept = upright(pieces)
    pages.turned += len(kept) < len(pieces)
    pages.columns.append([column_lines(column, links) for column in reading_order(kept, pages.gutters)])


def _document(paragraphs: list[list[Paragraph]], pages: _Pages, gone: int, *, path: str) -> Document:
    texts: list[str] = []
    blocks: list[Block] = []
    regions: list[Region] = []
    marks: list[Mark] = []
    places: list[Place] = []
    at = 0
    for label, page in zip(pages.labels, paragraphs, strict=True):
        start = at
        for paragraph in page:
            span = Span(at, at + paragraph.length)
            if paragraph.is_contents:
                regions.append(Region("metadata", span))
            else:
                blocks.append(Block(paragraph.kind, span, paragraph.level))
            marks += _marks(paragraph, at)
            at = span.end + 1
        text = "\n".join(paragraph.text for paragraph in page)
        texts.append(text)
        places.append(Place(Span(start, start + len(text)), label))
        at = start + len(text) + len(_BETWEEN)
    return Document(
        path=path,
        format="pdf",
        text=_BETWEEN.join(texts) if any(texts) else "",
        blocks=tuple(blocks),
        regions=tuple(regions),
        marks=tuple(sorted(marks, key=lambda mark: (mark.span.start, -mark.span.end))),
        places=tuple(places) if any(texts) else (),
        metadata={"pages": len(pages.labels), "outline": pages.outline},
        notes=(
            *_remarks(pages, gone, empty=not any(texts)),
            *(["the table of contents was not audited"] if regions else []),
        ),
    )


def _marks(paragraph: Paragraph, at: int) -> Iterator[Mark]:
    for start, end, target in paragraph.links:
        if start < end:
            span = Span(at + start, at + end)
            yield Mark("link", span, target, span)


def _remarks(pages: _Pages, gone: int, *, empty: bool) -> Iterator[str]:
    if empty:
        yield "no text layer: the pages are pictures; run a text recognition (OCR) first"
    if gone:
        yield f"{gone} running heads, feet and page numbers were left out"
    if pages.turned:
        yield f"text across the reading direction was left out on {pages.turned} pages"
    if pages.cut:
        yield f"on {pages.cut} pages only the first {MAX_CHARACTERS:,} characters were read"
    if pages.lost:
        yield f"{len(pages.lost)} pages could not be read, the first of them page {pages.lost[0]}"
