"""A picture of a text on its page, with the text marked."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from ctypes import byref, c_int
from itertools import islice
from struct import pack
from typing import NamedTuple
from unicodedata import normalize
from zlib import compress, crc32

from citevet.limits import PDF_CROP_SIDE
from citevet.read.pdf import open_pdf
from citevet.read.pdf.glyphs import PDFIUM_LOCK, PdfiumObject, pdfium_raw, read_letters
from citevet.records import dataclass

_SCALE = 2.0  # pixels for a point: sharp on a screen
_FINE = 16  # steps for a point in which places are measured
_BESIDE, _ABOVE = 8.0, 1.0  # points around the lines; more above would show half of their neighbours
_LONGEST_LINE = 500  # letters that are added to show whole lines
_LONG = 40  # letters that are on a page twice only if the sentence is
_MARKER = (1.0, 0.93, 0.55)  # what is left of red, green and blue under the marker


class _Box(NamedTuple):
    """A rectangle in points from the upper left corner of the page as it is shown."""

    left: float
    top: float
    right: float
    bottom: float


@dataclass(frozen=True, slots=True)
class PageDrawing:
    """A picture of a page."""

    picture: bytes  # PNG
    page: int
    pages: int
    top: float  # where the mark begins, as a share of the height
    is_marked: bool


@dataclass(frozen=True, slots=True)
class _Found:
    """Letters of a page, by their place in the list: those that were looked for, and those to mark."""

    shown: range
    marked: range


def crop_text(data: bytes, path: str, *, page: int, text: str, before: str = "", after: str = "") -> bytes:
    """Return a picture (PNG) of a text on a page, counted from 1; empty where the page does not show the text.

    `before` and `after` are its context: it tells which of several equal texts is meant, and is shown as well.
    """
    with PDFIUM_LOCK, closing(open_pdf(data, path)) as document:
        if not 1 <= page <= len(document):
            return b""
        with closing(document[page - 1]) as shown, closing(shown.get_textpage()) as textpage:
            letters = [(one, index) for letter, index in read_letters(textpage) for one in _fold(letter)]
            found = _find("".join(one for one, _ in letters), _fold(before), _fold(text), _fold(after))
            if found is None:
                return b""
            boxes = {at: _measure(shown, textpage, letters[at][1]) for at in found.shown}
            lines = [
                *_list_line(boxes[found.shown[0]], shown, textpage, reversed(letters[: found.shown[0]])),
                *_list_line(boxes[found.shown[-1]], shown, textpage, letters[found.shown[-1] + 1 :]),
            ]
            return _draw(shown, [*boxes.values(), *lines], [boxes[at] for at in found.marked])


def draw_page(data: bytes, path: str, *, page: int, text: str, width: int) -> PageDrawing:
    """Return a picture (PNG) of a whole page, counted from 1, with a text marked where the page shows it."""
    with PDFIUM_LOCK, closing(open_pdf(data, path)) as document:
        count = len(document)
        number = min(max(page, 1), count)
        with closing(document[number - 1]) as shown, closing(shown.get_textpage()) as textpage:
            letters = [(one, index) for letter, index in read_letters(textpage) for one in _fold(letter)]
            found = _find("".join(one for one, _ in letters), "", _fold(text), "")
            boxes = [_measure(shown, textpage, letters[at][1]) for at in found.marked] if found else []
            across, down = shown.get_size()
            scale = min(width / max(across, 1), PDF_CROP_SIDE * 2 / max(across, down, 1))
            pixels = _render(shown, _Box(0, 0, across, down), scale, boxes)
            top = min((box.top for box in boxes), default=0.0) / max(down, 1)
    return PageDrawing(_encode(pixels), number, count, round(top, 4), bool(boxes))


def _fold(text: str) -> str:
    """Return letters and digits only: line breaks, hyphens and quotation marks differ between text and page."""
    return "".join(char for char in normalize("NFKD", text).casefold() if char.isalnum()).replace("ı", "i")


def _find(page: str, before: str, text: str, after: str) -> _Found | None:
    """Find a text by its context, without it, or by its longest beginning that the page has."""
    for lead, tail in ((before, after), (before, ""), ("", after), ("", "")):
        at = _find_once(page, f"{lead}{text}{tail}") if text else -1
        if at >= 0:
            start = at + len(lead)
            return _Found(range(at, start + len(text) + len(tail)), range(start, start + len(text)))
    length = len(text) * 3 // 4  # the rest may be on the next page
    while length >= _LONG:
        at = page.find(text[:length])
        if at >= 0:
            return _Found(range(at, at + length), range(at, at + length))
        length = length * 3 // 4
    return None


def _find_once(page: str, wanted: str) -> int:
    """Return where a text is; -1 also for a short one that is in several places."""
    at = page.find(wanted)
    return at if len(wanted) >= _LONG or page.find(wanted, at + 1) < 0 else -1


def _measure(page: PdfiumObject, textpage: PdfiumObject, index: int) -> _Box:
    """Return the place of a character on the page as it is shown, turned and cut."""
    pdfium = pdfium_raw()
    box, x, y = pdfium.FS_RECTF(), c_int(), c_int()
    pdfium.FPDFText_GetLooseCharBox(textpage.raw, index, byref(box))
    size = [round(side * _FINE) for side in page.get_size()]
    corners = []
    for across, up in ((box.left, box.bottom), (box.right, box.top)):
        pdfium.FPDF_PageToDevice(page.raw, 0, 0, *size, 0, across, up, byref(x), byref(y))
        corners.append((x.value / _FINE, y.value / _FINE))
    (one, other), (third, fourth) = corners
    return _Box(min(one, third), min(other, fourth), max(one, third), max(other, fourth))


def _list_line(
    edge: _Box, page: PdfiumObject, textpage: PdfiumObject, letters: Iterable[tuple[str, int]]
) -> Iterator[_Box]:
    """Yield the boxes of the letters that follow on the line of a letter."""
    for _, index in islice(letters, _LONGEST_LINE):
        box = _measure(page, textpage, index)
        if not edge.top <= (box.top + box.bottom) / 2 <= edge.bottom:
            return
        yield box


def _draw(page: PdfiumObject, shown: Sequence[_Box], marked: Sequence[_Box]) -> bytes:
    """Render the part of a page that holds the boxes, and mark some of them."""
    width, height = page.get_size()
    frame = _Box(
        max(min(box.left for box in shown) - _BESIDE, 0.0),
        max(min(box.top for box in shown) - _ABOVE, 0.0),
        min(max(box.right for box in shown) + _BESIDE, width),
        min(max(box.bottom for box in shown) + _ABOVE, height),
    )
    sides = frame.right - frame.left, frame.bottom - frame.top
    if min(sides) < 1:  # outside of the visible part of the page
        return b""
    scale = min(_SCALE, PDF_CROP_SIDE / (max(sides) + 2))
    return _encode(_render(page, frame, scale, marked))


def _render(page: PdfiumObject, frame: _Box, scale: float, marked: Sequence[_Box]) -> PdfiumObject:
    """Return the pixels of a part of a page, with some boxes marked."""
    width, height = page.get_size()
    cut = frame.left, height - frame.bottom, width - frame.right, frame.top
    with closing(page.render(scale=scale, crop=cut, rev_byteorder=True)) as bitmap:
        pixels = bitmap.to_numpy()[:, :, :3].copy()
    for box in _join_lines(marked):
        rows = slice(_place(box.top - frame.top, scale), _place(box.bottom - frame.top, scale))
        columns = slice(_place(box.left - frame.left, scale), _place(box.right - frame.left, scale))
        pixels[rows, columns] = (pixels[rows, columns] * _MARKER).astype("uint8")
    return pixels


def _place(points: float, scale: float) -> int:
    return max(round(points * scale), 0)


def _join_lines(boxes: Sequence[_Box]) -> Iterator[_Box]:
    """Join the boxes of letters that follow each other on a line."""
    line: _Box | None = None
    for box in boxes:
        if line and line.top <= (box.top + box.bottom) / 2 <= line.bottom and box.right >= line.right:
            line = _Box(line.left, min(line.top, box.top), box.right, max(line.bottom, box.bottom))
            continue
        if line:
            yield line
        line = box
    if line:
        yield line


def _encode(pixels: PdfiumObject) -> bytes:
    """Write an array of rows, columns and colors as PNG."""
    height, width = pixels.shape[:2]
    rows = b"".join(b"\0" + row.tobytes() for row in pixels)
    parts = ((b"IHDR", pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)), (b"IDAT", compress(rows, 6)), (b"IEND", b""))
    chunks = (pack(">I", len(body)) + kind + body + pack(">I", crc32(kind + body)) for kind, body in parts)
    return b"\x89PNG\r\n\x1a\n" + b"".join(chunks)
