"""The characters of a PDF page with their boxes, gathered to pieces of a line as they were set."""

from collections import Counter
from collections.abc import Iterator
from ctypes import byref, c_double, c_int, c_ulong, create_string_buffer
from dataclasses import dataclass
from importlib import import_module
from math import hypot
from typing import Any, NamedTuple
from unicodedata import normalize

MAX_CHARACTERS = 2_000_000  # on one page; a dense newspaper page has 40,000
_MAX_LINKS = 2_000  # on one page
_MAX_ADDRESS = 4_096  # bytes of one address
HYPHENS = "\u0002\ufffe\u00ad"  # what PDFium gives for a hyphen at a line's end, and the soft hyphen itself
# Ligatures, presentation forms, compatibility ideographs and radicals: the same letters in other clothes.
_CLOTHES = ((0xFB00, 0xFDFF), (0xFE70, 0xFEFC), (0xF900, 0xFAFF), (0x2E80, 0x2FDF))
# Bitmap fonts of TeX name no characters: what comes out are their own codes for ligatures and dashes. In a font
# with a name the same codes are signs that PDFium does not know.
_TEX = {11: "ff", 12: "fi", 13: "fl", 14: "ffi", 15: "ffl", 16: "“", 17: "”", 21: "–", 22: "—"}
_TEX |= {27: "ff", 28: "fi", 29: "fl", 30: "ffi", 31: "ffl", 127: "-", 136: "•"}
_CONTROLS = frozenset({*range(0x20), *range(0x7F, 0xA0)})
_RETURN = 13  # PDFium's own line end, or TeX's "fl"
_SPACES = frozenset(map(ord, "\t\n \u00a0\u2002\u2003\u2009\u200a\u202f\u3000"))
_MARKS = _SPACES | _TEX.keys() | set(map(ord, HYPHENS))
_HIGH, _LOW, _AFTER = 0xD800, 0xDC00, 0xE000  # the two halves of characters beyond the first plane
_LAST = 0x10FFFF
_NEWLINE = 10
_ALWAYS, _NEVER = -1.0, 9.0  # gaps, in heights
_LINE_GAP, _AUTO_GAP = 0.15, 0.34
_FIRST_DRESSED = 0x2E80
_UPRIGHT = 0.7  # cosine of 45 degrees


class Glyph(NamedTuple):
    """One character in the frame of its own writing direction."""

    text: str
    left: float
    right: float
    base: float
    height: float
    spaced: bool  # white space stands before it


@dataclass(slots=True)
class Piece:
    """Characters that were set one after the other on one baseline, without a gap of an em."""

    frame: int  # 0 upright, 1 upwards, 2 downwards, 3 on its head
    size: float  # of the font, in points
    glyphs: list[Glyph]
    left: float
    right: float
    base: float
    height: float


class Link(NamedTuple):
    """A rectangle of the page that leads to an address."""

    left: float
    bottom: float
    right: float
    top: float
    target: str


class _Probe:
    """Asks PDFium for the boxes of a page's characters; its buffers serve all of them."""

    def __init__(self, textpage: Any) -> None:  # noqa: ANN401 - PDFium's objects carry no types
        self.pdfium = pdfium_raw()
        self.raw = textpage.raw
        self.count = min(textpage.count_chars(), MAX_CHARACTERS)
        self.box, self.x, self.y = self.pdfium.FS_RECTF(), c_double(), c_double()
        self.places = byref(self.box), byref(self.x), byref(self.y)

    def glyph(self, code: int, index: int, frame: int, *, spaced: bool) -> Glyph:
        """Return a character with its box, turned into the frame."""
        box, x, y = self.places
        self.pdfium.FPDFText_GetLooseCharBox(self.raw, index, box)
        self.pdfium.FPDFText_GetCharOrigin(self.raw, index, x, y)
        left, right, bottom, top = self.box.left, self.box.right, self.box.bottom, self.box.top
        text = _letter(code)
        if frame == 0:
            return Glyph(text, left, right, self.y.value, top - bottom, spaced)
        if frame == 1:
            return Glyph(text, bottom, top, -self.x.value, right - left, spaced)
        if frame == 2:  # noqa: PLR2004 - the four frames are named at Piece
            return Glyph(text, -top, -bottom, self.x.value, right - left, spaced)
        return Glyph(text, -right, -left, -self.y.value, top - bottom, spaced)

    def is_typed(self, index: int) -> bool:
        """Say whether a space stands in the file; the others are PDFium's guess from a gap."""
        return not self.pdfium.FPDFText_IsGenerated(self.raw, index)

    def is_bitmap(self, index: int) -> bool:
        """Say whether a character's font has no name, as those drawn glyph by glyph."""
        return bool(self.pdfium.FPDFText_GetFontInfo(self.raw, index, None, 0, None) <= 1)

    def type(self, index: int) -> tuple[int, float]:
        """Return direction and size of a character's font."""
        matrix = self.pdfium.FS_MATRIX()
        self.pdfium.FPDFText_GetMatrix(self.raw, index, byref(matrix))
        scale = hypot(matrix.c, matrix.d) or 1.0
        return _frame(matrix.a, matrix.b), self.pdfium.FPDFText_GetFontSize(self.raw, index) * scale


def pdfium_raw() -> Any:  # noqa: ANN401 - as above
    """Import PDFium's functions late: they take over 100 ms."""
    return import_module("pypdfium2.raw")


def page_pieces(textpage: Any) -> list[Piece]:  # noqa: ANN401 - as above
    """Return the pieces of a page in the order of its content stream."""
    probe = _Probe(textpage)
    pieces: list[Piece] = []
    current: Piece | None = None
    needed = _NEVER
    for code, index in _codes(probe):
        if code in _SPACES:
            needed = min(needed, _needed_gap(code, typed=code != _NEWLINE and probe.is_typed(index)))
            continue
        if current:
            glyph = probe.glyph(code, index, current.frame, spaced=False)
            if _fits(current, glyph):
                if needed < _NEVER and _is_spaced(current, glyph, needed):
                    glyph = glyph._replace(spaced=True)
                # A piece may begin with a raised number; its size is that of the words after it.
                if glyph.height > current.height:
                    current.size = probe.type(index)[1]
                _take(current, glyph)
                needed = _NEVER
                continue
        frame, size = probe.type(index)
        glyph = probe.glyph(code, index, frame, spaced=False)
        current = Piece(frame, size, [glyph], glyph.left, glyph.right, glyph.base, glyph.height)
        pieces.append(current)
        needed = _NEVER
    return pieces


def upright(pieces: list[Piece]) -> list[Piece]:
    """Keep the pieces that run in the page's main direction."""
    weights: Counter[int] = Counter()
    for piece in pieces:
        weights[piece.frame] += len(piece.glyphs)
    main = max(weights, key=lambda frame: (weights[frame], -frame), default=0)
    return [piece for piece in pieces if piece.frame == main]


def page_links(document: Any, page: Any) -> list[Link]:  # noqa: ANN401 - as above
    """Return the rectangles of a page that lead to web addresses."""
    pdfium = pdfium_raw()
    found: list[Link] = []
    position, annotation, box = c_int(0), pdfium.FPDF_LINK(), pdfium.FS_RECTF()
    while len(found) < _MAX_LINKS and pdfium.FPDFLink_Enumerate(page.raw, byref(position), byref(annotation)):
        action = pdfium.FPDFLink_GetAction(annotation)
        if not action or pdfium.FPDFAction_GetType(action) != pdfium.PDFACTION_URI:
            continue
        buffer = create_string_buffer(_MAX_ADDRESS)
        length = pdfium.FPDFAction_GetURIPath(document.raw, action, buffer, c_ulong(_MAX_ADDRESS))
        if 1 < length <= _MAX_ADDRESS and pdfium.FPDFLink_GetAnnotRect(annotation, byref(box)):
            found.append(Link(box.left, box.bottom, box.right, box.top, buffer.value.decode("utf-8", "replace")))
    return found


def _codes(probe: _Probe) -> Iterator[tuple[int, int]]:
    ask, raw, high = probe.pdfium.FPDFText_GetUnicode, probe.raw, 0
    for index in range(probe.count):
        code = ask(raw, index)
        if _HIGH <= code < _LOW:
            high = code
        elif _LOW <= code < _AFTER:
            yield (0x10000 + ((high - _HIGH) << 10) + code - _LOW if high else 0xFFFD), index
            high = 0
        elif code == _RETURN and probe.pdfium.FPDFText_IsGenerated(raw, index):
            yield _NEWLINE, index
        elif code in _TEX and not probe.is_bitmap(index):
            continue
        elif (code in _MARKS or code not in _CONTROLS) and code <= _LAST:
            yield code, index


def _letter(code: int) -> str:
    letter = _TEX.get(code) or chr(code)
    dressed = code >= _FIRST_DRESSED and any(first <= code <= last for first, last in _CLOTHES)
    return normalize("NFKC", letter) if dressed else letter


def _frame(a: float, b: float) -> int:
    length = hypot(a, b) or 1.0
    if abs(b) > _UPRIGHT * length:
        return 1 if b > 0 else 2
    return 3 if a < 0 else 0


def _needed_gap(code: int, *, typed: bool) -> float:
    """Return how wide a gap must be to be a space: none where one is typed, a little after a guessed line end."""
    if typed:
        return _ALWAYS
    return _LINE_GAP if code == _NEWLINE else 0.0


def _is_spaced(piece: Piece, glyph: Glyph, needed: float) -> bool:
    gap = (glyph.left - piece.right) / max(piece.height, glyph.height, 1.0)
    before, after = piece.glyphs[-1].text, glyph.text
    # Word processors set Hangul and digits a quarter em apart; a space between them is 0.4 em.
    if needed > _ALWAYS and _is_square(before) != _is_square(after):
        needed = max(needed, _AUTO_GAP)
    return gap > needed or needed == _ALWAYS


def _is_square(text: str) -> bool:
    return "\u3400" <= text <= "\u9fff" or "\uac00" <= text <= "\ud7a3"


def _fits(piece: Piece, glyph: Glyph) -> bool:
    em = max(piece.height, glyph.height, 1.0)
    gap = glyph.left - piece.right
    # Columns stand at least an em apart; in justified text words rarely do, and then the line is mended later.
    return abs(glyph.base - piece.base) < em / 2 and -em / 2 < gap < em


def _take(piece: Piece, glyph: Glyph) -> None:
    piece.glyphs.append(glyph)
    piece.right = max(piece.right, glyph.right)
    if glyph.height > piece.height:
        piece.height, piece.base = glyph.height, glyph.base
