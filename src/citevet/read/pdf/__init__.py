"""PDF files, page by page: columns in reading order, lines joined to paragraphs, running heads left out.

Pages that are pictures are read with text recognition, if there is any, within bounds of pages and time.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from importlib import import_module
from itertools import islice
from typing import Any

from citevet.errors import Damaged, Encrypted, ReadError, TooLarge
from citevet.limits import PDF_CHARACTERS, PDF_PAGES, PDF_SCAN_SECONDS, PDF_SCANS
from citevet.model import Block, Document, Mark, Place, Region, Span
from citevet.read.pdf import glyphs
from citevet.read.pdf.glyphs import PdfiumObject, PdfLine
from citevet.read.pdf.layout import Gutter, drop_running_heads, find_page_offset, make_lines, split_columns
from citevet.read.pdf.paragraphs import PdfFlow, PdfParagraph, find_list_starts, join_lines, measure_type
from citevet.records import dataclass, field
from citevet.world import clock, ocr

MAX_SCANS, MAX_SECONDS = PDF_SCANS, PDF_SCAN_SECONDS  # 1 to 3 s for a page
_DPI = 300
_POINTS = 72
_MAX_PIXELS = 4_000  # on the longer side; A4 has 3,500
_SIZE = 10.0  # points of all recognized type: sizes measured on a scan vary from line to line
_INSTALL = "Install tesseract (`apt install tesseract-ocr`, `brew install tesseract`), or run the file through OCR."


@dataclass(slots=True)
class ScannedPages:
    """What was recognized on the pages without text, and what to say about it."""

    lines: dict[int, list[list[PdfLine]]] = field(default_factory=dict)  # by page from 0, in blocks
    left_out: str = ""  # why pages were not read, a sentence


def _read_scans(data: bytes, blank: Sequence[int], *, is_wanted: bool) -> ScannedPages:
    found = ScannedPages()
    program = ocr.find_tesseract() if is_wanted and blank else None
    if program is None:
        why = _INSTALL if is_wanted else "Text recognition is switched off."
        found.left_out = f"{_count(blank)} of pictures without text. {why}" if blank else ""
        return found
    languages, started = ocr.list_languages(program), clock.stopwatch()
    for index in blank[:MAX_SCANS]:
        if clock.stopwatch() - started > MAX_SECONDS:
            break
        image, height, scale = _render(data, index)
        lines = ocr.recognize(program, image, languages)
        if lines is not None:
            found.lines[index] = _make_columns(lines, height, scale)
    missing = [index for index in blank if index not in found.lines]
    if missing:
        bounds = f"at most {MAX_SCANS} pages and {MAX_SECONDS:.0f} seconds"
        found.left_out = f"{_count(missing)} of pictures not recognized ({bounds}). Run the file through OCR first."
    return found


def _count(pages: Sequence[int]) -> str:
    return f"{len(pages)} page{'s' if len(pages) > 1 else ''}"


def _render(data: bytes, index: int) -> tuple[bytes, float, float]:
    """Return a page as a grey picture in PGM, with its height in points and the pixels per point."""
    pypdfium2: Any = import_module("pypdfium2")
    with glyphs.PDFIUM_LOCK, closing(pypdfium2.PdfDocument(data)) as document, closing(document[index]) as page:
        width, height = page.get_size()
        scale = min(_DPI / _POINTS, _MAX_PIXELS / max(width, height, 1))
        with closing(page.render(scale=scale, grayscale=True)) as bitmap:
            pixels = bitmap.to_numpy()
            rows, columns = pixels.shape[:2]
            return b"P5 %d %d 255\n" % (columns, rows) + pixels.tobytes(), height, scale


def _make_columns(lines: Sequence[ocr.OcrLine], height: float, scale: float) -> list[list[PdfLine]]:
    """Return the lines in columns: a line above the one before it starts a column."""
    columns: list[list[PdfLine]] = [[]]
    for line in lines:
        base, left, right = height - line.bottom / scale, line.left / scale, line.right / scale
        if columns[-1] and base > columns[-1][-1].base + _SIZE:
            columns.append([])
        columns[-1].append(PdfLine(line.text, left, right, base, _SIZE, line.first / scale))
    return columns


def _has_picture(page: PdfiumObject) -> bool:
    """Return whether a page without text shows a picture: an empty page is not a scan."""
    kinds: Mapping[str, int] = vars(import_module("pypdfium2.raw"))
    return next(iter(page.get_objects(filter=[kinds["FPDF_PAGEOBJ_IMAGE"]], max_depth=2)), None) is not None


# Pages

MAX_PAGES, MAX_TEXT = PDF_PAGES, PDF_CHARACTERS
_HEAD = 1_024  # bytes in which the PDF mark must be
_TAIL = 4_096  # bytes in which the end mark must be; some programs write rubbish after it
_PASSWORD_CODES = frozenset({4, 5})  # wrong password; unknown protection
_MAX_LINK_WORK = 20_000_000  # links times characters of a page; a page full of footnote links has 0.5 million
_BETWEEN = "\f\n"  # the form feed ends the last line of a page, so that every page starts a line of its own
# The outline
_MAX_HEADINGS = 5_000  # a guide of 566 pages has 222
_MAX_LEVELS = 4  # that are kept
_MAX_TITLE = 300  # characters
_MAX_TITLES = 5_000_000  # characters; all headings of a hostile file may share one title of megabytes
_UNREADABLE = _MAX_TITLES // 50  # what a title counts whose length is not known
_MAX_BOOKMARKS = 10 * _MAX_HEADINGS  # examined, with those that have no page or are too deep


@dataclass(slots=True)
class _PdfPages:
    """The pages of a file, before lines become paragraphs."""

    columns: list[list[list[PdfLine]]] = field(default_factory=list)
    gutters: list[Gutter] = field(default_factory=list)
    margins: list[float] = field(default_factory=list)  # with the numbers of lines
    labels: list[str] = field(default_factory=list)
    outline: tuple[tuple[str, int, int], ...] = ()
    characters: int = 0
    turned: int = 0  # pages with text across the reading direction
    cut: int = 0  # pages with more characters than the bound
    lost: list[int] = field(default_factory=list)  # numbers of the pages that could not be read
    blank: list[int] = field(default_factory=list)  # indices of the pages that have a picture and no text
    scans: ScannedPages = field(default_factory=ScannedPages)
    is_numbered: bool = False  # whether the printed number of the pages is known, also if it is the count


def read(data: bytes, path: str, *, ocr: bool = True) -> Document:
    """Read a .pdf file; with `ocr`, pages that are pictures are recognized if tesseract is installed."""
    _require_pdf(data, path)
    with glyphs.PDFIUM_LOCK:
        pages = _read_pages(data, path)
    if pages.blank:
        pages.scans = _read_scans(data, pages.blank, is_wanted=ocr)
        for index, lines in pages.scans.lines.items():
            pages.columns[index] = lines
            pages.labels[index] = pages.labels[index].replace(f"page {index + 1}", f"page {index + 1}, ocr", 1)
    if len(pages.lost) == len(pages.columns):
        raise _damaged("none of its pages can be read", path)
    _label_pages(pages)
    columns, dropped = drop_running_heads(pages.columns)
    flow = PdfFlow(measure_type(columns), find_list_starts(columns))
    paragraphs = [join_lines(page, flow) for page in columns]
    return _make_document(paragraphs, pages, dropped, path=path)


def _label_pages(pages: _PdfPages) -> None:
    """Take the numbers at the head or foot of the pages as printed ones, unless the file has labels."""
    offset = find_page_offset(pages.columns)
    has_labels = any("(printed " in label for label in pages.labels)
    pages.is_numbered = has_labels or offset is not None
    if offset and not has_labels:
        labels = enumerate(pages.labels, start=1 + offset)
        pages.labels = [f"{label} (printed {number})" if number > 0 else label for number, label in labels]


def _require_pdf(data: bytes, path: str) -> None:
    head = data[:_HEAD]
    if b"%PDF-" not in head:
        page = b"<html" in head.lower() or b"<!doctype html" in head.lower()
        raise _damaged("it is a web page, not a PDF" if page else "it is not a PDF, whatever its name", path)
    if b"%%EOF" not in data[-_TAIL:]:
        raise _damaged("the PDF breaks off", path)


def open_pdf(data: bytes, path: str) -> PdfiumObject:
    """Open a file with PDFium; the caller closes it."""
    pypdfium2: Any = import_module("pypdfium2")  # late: it takes over 100 ms
    try:
        return pypdfium2.PdfDocument(data)
    except pypdfium2.PdfiumError as error:
        raise _open_error(error.err_code, path) from error


def _read_pages(data: bytes, path: str) -> _PdfPages:
    pypdfium2: Any = import_module("pypdfium2")
    with closing(open_pdf(data, path)) as document:
        if len(document) > MAX_PAGES:
            raise TooLarge(f"the PDF has more than {MAX_PAGES:,} pages", to=path, advice="Split it.")
        pages = _PdfPages(outline=tuple(islice(_read_outline(document), _MAX_HEADINGS)))
        for index in range(len(document)):
            pages.labels.append(_page_label(document, index))
            try:
                _read_page(document, index, pages)
            except pypdfium2.PdfiumError:
                pages.lost.append(index + 1)
                pages.columns.append([])
            if pages.characters > MAX_TEXT:
                raise TooLarge(f"the PDF has more than {MAX_TEXT:,} characters", to=path, advice="Split it.")
        return pages


def _open_error(code: int | None, path: str) -> ReadError:
    if code in _PASSWORD_CODES:
        advice = "Open it in a PDF viewer and print or save it without the password."
        return Encrypted("the PDF needs a password", to=path, advice=advice)
    return _damaged("the PDF is damaged inside", path)


def _damaged(what: str, path: str) -> ReadError:
    return Damaged(what, to=path, advice="Fetch the file again, or save it again from the program that made it.")


def _page_label(document: PdfiumObject, index: int) -> str:
    printed = "".join(char for char in document.get_page_label(index) if char.isprintable())
    number = str(index + 1)
    return f"page {number} (printed {printed})" if printed not in {"", number} else f"page {number}"


def _read_page(document: PdfiumObject, index: int, pages: _PdfPages) -> None:
    with closing(document[index]) as page, closing(page.get_textpage()) as textpage:
        count = textpage.count_chars()
        pages.characters += count
        if not count and _has_picture(page):
            pages.blank.append(index)
        pages.cut += count > glyphs.MAX_CHARACTERS
        pieces = glyphs.read_pieces(textpage)
        links = glyphs.read_links(document, page)
    if len(links) * count > _MAX_LINK_WORK:
        links = []
    kept = glyphs.keep_main_direction(pieces)
    pages.turned += len(kept) < len(pieces)
    kept = glyphs.drop_line_numbers(kept, pages.margins)
    pages.columns.append([make_lines(column, links) for column in split_columns(kept, pages.gutters)])


def _read_outline(document: PdfiumObject) -> Iterator[tuple[str, int, int]]:
    """Yield title, level from 1, and page from 1 of each heading that leads to a page, in order."""
    characters = 0
    for bookmark in islice(document.get_toc(), _MAX_BOOKMARKS):
        if characters > _MAX_TITLES:
            return
        target = bookmark.get_dest() if bookmark.level < _MAX_LEVELS else None
        index = target.get_index() if target else None
        if index is None or index >= len(document):
            continue
        try:
            title = str(bookmark.get_title())
        except UnicodeDecodeError:  # half a character: the file is damaged, and its other headings may still be sound
            title = ""
        characters += len(title) or _UNREADABLE
        words = "".join(char if char.isprintable() else " " for char in title[: 2 * _MAX_TITLE]).split()
        if words:
            yield " ".join(words)[:_MAX_TITLE], bookmark.level + 1, index + 1


def _make_document(paragraphs: list[list[PdfParagraph]], pages: _PdfPages, dropped: int, *, path: str) -> Document:
    texts: list[str] = []
    unread = pages.scans.left_out or f"no text in it{', also not in its pictures' if pages.scans.lines else ''}."
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
            links = ((Span(at + start, at + end), target) for start, end, target in paragraph.links if start < end)
            marks += [Mark("link", whole, target, whole) for whole, target in links]
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
        metadata={
            "pages": len(pages.labels),
            "outline": pages.outline,
            "numbered": pages.is_numbered,
            **({} if any(texts) else {"unread": unread}),
        },
        notes=(
            *(_make_notes(pages, dropped) if any(texts) else ()),
            *(["the table of contents was not audited"] if regions else []),
        ),
    )


def _make_notes(pages: _PdfPages, dropped: int) -> Iterator[str]:
    if pages.scans.lines:
        yield f"{len(pages.scans.lines)} scanned pages were read with text recognition, which makes mistakes"
    if pages.scans.left_out:
        yield pages.scans.left_out
    if dropped:
        yield f"{dropped} running heads, feet and page numbers were left out"
    if pages.turned:
        yield f"text across the reading direction was left out on {pages.turned} pages"
    if pages.cut:
        yield f"on {pages.cut} pages only the first {glyphs.MAX_CHARACTERS:,} characters were read"
    if pages.lost:
        yield f"{len(pages.lost)} pages could not be read, the first of them page {pages.lost[0]}"
