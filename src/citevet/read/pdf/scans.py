"""Pages that are pictures: read with text recognition, if there is any, within bounds of pages and time."""

from collections.abc import Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any

from citevet.limits import PDF_SCAN_SECONDS, PDF_SCANS
from citevet.read.pdf.glyphs import PDFIUM_LOCK, PdfiumObject, PdfLine
from citevet.world import clock, ocr

MAX_SCANS, MAX_SECONDS = PDF_SCANS, PDF_SCAN_SECONDS  # 1 to 3 s for a page
_DPI = 300
_POINTS = 72
_MAX_PIXELS = 4_000  # on the longer side; A4 has 3,500
_SIZE = 10.0  # points of all recognized type: sizes measured on a scan vary from line to line
INSTALL = "Install tesseract (`apt install tesseract-ocr`, `brew install tesseract`), or run the file through OCR."


@dataclass(slots=True)
class ScannedPages:
    """What was recognized on the pages without text, and what to say about it."""

    lines: dict[int, list[list[PdfLine]]] = field(default_factory=dict)  # by page from 0, in blocks
    left_out: str = ""  # why pages were not read, a sentence


def read_scans(data: bytes, blank: Sequence[int], *, is_wanted: bool) -> ScannedPages:
    """Recognize the text of pages that have pictures only."""
    found = ScannedPages()
    program = ocr.find_tesseract() if is_wanted and blank else None
    if program is None:
        why = INSTALL if is_wanted else "Text recognition is switched off."
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
    with PDFIUM_LOCK, closing(pypdfium2.PdfDocument(data)) as document, closing(document[index]) as page:
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


def has_picture(page: PdfiumObject) -> bool:
    """Return whether a page without text shows a picture: an empty page is not a scan."""
    kinds: Mapping[str, int] = vars(import_module("pypdfium2.raw"))
    return next(iter(page.get_objects(filter=[kinds["FPDF_PAGEOBJ_IMAGE"]], max_depth=2)), None) is not None
