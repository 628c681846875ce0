"""The characters of a PDF page with their boxes, joined to pieces of a line as they were typeset."""

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator
from ctypes import byref, c_double, c_int, c_ulong, create_string_buffer
from importlib import import_module
from itertools import pairwise, takewhile
from math import hypot
from threading import Lock
from typing import Any, NamedTuple
from unicodedata import normalize

from citevet.limits import PDF_PAGE_CHARACTERS
from citevet.records import dataclass

PdfiumObject = Any  # PDFium's objects carry no types
# PDFium is not thread-safe: two documents at once crash the process.
PDFIUM_LOCK = Lock()
MAX_CHARACTERS = PDF_PAGE_CHARACTERS  # a dense newspaper page has 40,000
_MAX_LINKS = 2_000  # on one page
_MAX_ADDRESS = 4_096  # bytes of one address
HYPHENS = "\u0002\ufffe\u00ad"  # PDFium's codes for a hyphen at a line's end, and the soft hyphen itself
# LuaTeX's sign for a semicolon, ligatures, presentation forms, compatibility ideographs, radicals: variants of others.
_VARIANTS = ((0x37E, 0x37E), (0xFB00, 0xFDFF), (0xFE70, 0xFEFC), (0xF900, 0xFAFF), (0x2E80, 0x2FDF))
# Bitmap fonts of TeX name no characters: PDFium returns the font's own codes for ligatures and dashes. In a font with
# a name the same codes are characters that PDFium does not know.
_TEX = {11: "ff", 12: "fi", 13: "fl", 14: "ffi", 15: "ffl", 16: "“", 17: "”", 21: "–", 22: "—"}
_TEX |= {27: "ff", 28: "fi", 29: "fl", 30: "ffi", 31: "ffl", 127: "-", 136: "•"}
_MARKS_OF_ACCENTS = "\u0300\u0301\u0302\u0303\u0304\u0306\u0307\u0308\u030a\u030b\u030c\u0327"
_ACCENTS = dict(zip("`´ˆ˜¯˘˙¨˚˝ˇ¸", _MARKS_OF_ACCENTS, strict=True))
_DOTTED = {"ı": "i", "ȷ": "j"}
_CONTROLS = frozenset({*range(0x20), *range(0x7F, 0xA0)})
_RETURN = 13  # PDFium's own line end, or TeX's "fl"
_SPACES = frozenset(map(ord, "\t\n \u00a0\u2002\u2003\u2009\u200a\u202f\u3000"))
_MARKS = _SPACES | _TEX.keys() | set(map(ord, HYPHENS))
_HIGH, _LOW, _AFTER = 0xD800, 0xDC00, 0xE000  # the two halves of characters beyond the first plane
_LAST = 0x10FFFF
_NEWLINE = 10
_ALWAYS, _NEVER = -1.0, 9.0  # gaps, in heights
_LINE_GAP, _AUTO_GAP = 0.15, 0.34
_FIRST_VARIANT = 0x37E
# Numbers of lines in the margin: digits, points between edges, and the fifth line where not each has a number.
_DIGITS = frozenset("0123456789")
_LONGEST_NUMBER, _SAME_EDGE, _FIVE = 4, 1.5, 5
# Lines that are counted on a page, the share of its rows (numbered entries have more), and of equal steps.
_MIN_NUMBERED, _NUMBERED_ROWS, _EVEN_STEPS = 15, 0.6, 0.9
_DIAGONAL = 0.7  # cosine of 45 degrees
_UPRIGHT, _UPWARDS, _DOWNWARDS, _UPSIDE_DOWN = range(4)  # frames


class Glyph(NamedTuple):
    """One character in the frame of its own writing direction."""

    text: str
    left: float
    right: float
    base: float
    height: float
    spaced: bool  # after white space


@dataclass(slots=True)
class Piece:
    """Characters typeset one after the other on one baseline, without a gap of an em."""

    frame: int  # direction of writing
    size: float  # of the font, in points
    glyphs: list[Glyph]
    left: float
    right: float
    base: float
    height: float


class PdfLink(NamedTuple):
    """A rectangle of the page with a web address."""

    left: float
    bottom: float
    right: float
    top: float
    target: str


@dataclass(frozen=True, slots=True)
class PdfLine:
    """One line as typeset on the page."""

    text: str
    left: float
    right: float
    base: float
    size: float
    first: float  # width of its first word
    links: tuple[tuple[int, int, str], ...] = ()  # start and end in the text, and the address


class _CharacterReader:
    """Reads the boxes of a page's characters from PDFium, with one set of buffers for all of them."""

    def __init__(self, textpage: PdfiumObject) -> None:
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
        if frame == _UPRIGHT:
            return Glyph(text, left, right, self.y.value, top - bottom, spaced)
        if frame == _UPWARDS:
            return Glyph(text, bottom, top, -self.x.value, right - left, spaced)
        if frame == _DOWNWARDS:
            return Glyph(text, -top, -bottom, self.x.value, right - left, spaced)
        return Glyph(text, -right, -left, -self.y.value, top - bottom, spaced)

    def is_typed(self, index: int) -> bool:
        """Check whether a space is in the file; PDFium guesses the others from gaps."""
        return not self.pdfium.FPDFText_IsGenerated(self.raw, index)

    def font(self, index: int) -> tuple[int, float]:
        """Return direction and size of a character's font."""
        matrix = self.pdfium.FS_MATRIX()
        self.pdfium.FPDFText_GetMatrix(self.raw, index, byref(matrix))
        scale = hypot(matrix.c, matrix.d) or 1.0
        return _frame(matrix.a, matrix.b), self.pdfium.FPDFText_GetFontSize(self.raw, index) * scale


def pdfium_raw() -> PdfiumObject:
    """Import PDFium's functions, which takes over 100 ms, at first use."""
    return import_module("pypdfium2.raw")


def read_pieces(textpage: PdfiumObject) -> list[Piece]:
    """Return the pieces of a page in the order of its content stream."""
    reader = _CharacterReader(textpage)
    pieces: list[Piece] = []
    current: Piece | None = None
    needed = _NEVER
    for code, index in _read_codes(reader):
        if code in _SPACES:
            # Where a space is typed, any gap counts as one.
            guessed = _LINE_GAP if code == _NEWLINE else 0.0
            needed = min(needed, _ALWAYS if code != _NEWLINE and reader.is_typed(index) else guessed)
            continue
        if current:
            glyph = reader.glyph(code, index, current.frame, spaced=False)
            if _fits(current, glyph):
                if needed < _NEVER and _is_spaced(current, glyph, needed):
                    glyph = glyph._replace(spaced=True)
                # A piece may begin with a raised number; its size is the size of the words after it.
                if glyph.height > current.height:
                    current.size = reader.font(index)[1]
                _append(current, glyph)
                needed = _NEVER
                continue
        frame, size = reader.font(index)
        glyph = reader.glyph(code, index, frame, spaced=False)
        current = Piece(frame, size, [glyph], glyph.left, glyph.right, glyph.base, glyph.height)
        pieces.append(current)
        needed = _NEVER
    return pieces


def read_letters(textpage: PdfiumObject) -> Iterator[tuple[str, int]]:
    """Yield the letters of a page with PDFium's index, in the order of its content stream."""
    for code, index in _read_codes(_CharacterReader(textpage)):
        yield _letter(code), index


def keep_main_direction(pieces: list[Piece]) -> list[Piece]:
    """Keep the pieces that run in the page's main direction."""
    weights: Counter[int] = Counter()
    for piece in pieces:
        weights[piece.frame] += len(piece.glyphs)
    main = max(weights, key=lambda frame: (weights[frame], -frame), default=0)
    return [piece for piece in pieces if piece.frame == main]


def join_accents(row: list[Piece]) -> list[Piece]:
    """Join the accents of a line to the letters below them: TeX typesets ´ and then a, or ´ after the line."""
    if not any(glyph.text in _ACCENTS for piece in row for glyph in piece.glyphs):
        return row
    places = [(piece, at) for piece in row for at in range(len(piece.glyphs))]
    letters = [place for place in places if place[0].glyphs[place[1]].text not in _ACCENTS]
    letters.sort(key=lambda place: place[0].glyphs[place[1]].left)
    lefts = [piece.glyphs[at].left for piece, at in letters]
    gone: set[tuple[int, int]] = set()
    for piece, at in places:
        accent = piece.glyphs[at]
        found = bisect_right(lefts, (accent.left + accent.right) / 2) - 1 if accent.text in _ACCENTS else -1
        below, index = letters[found] if found >= 0 else (piece, at)
        letter = below.glyphs[index]
        composed = normalize("NFC", _DOTTED.get(letter.text, letter.text) + _ACCENTS.get(accent.text, " "))
        if len(composed) == 1 and (accent.left + accent.right) / 2 <= letter.right:
            is_before = below is piece and index == at + 1  # PDFium sees a space after the accent
            below.glyphs[index] = letter._replace(text=composed, spaced=(accent if is_before else letter).spaced)
            gone.add((id(piece), at))
    for piece in row:
        piece.glyphs[:] = [glyph for at, glyph in enumerate(piece.glyphs) if (id(piece), at) not in gone]
    return [piece for piece in row if piece.glyphs]


def drop_line_numbers(pieces: list[Piece], margins: list[float]) -> list[Piece]:
    """Return the pieces without the numbers of lines in the margins; `margins` are those of earlier pages."""
    rows = len({round(piece.base) for piece in pieces})
    left, right = (_read_numbers(_find_line_numbers(pieces, at_start=each), at_start=each) for each in (True, False))
    # The number of a column goes on in the other margin; its lines need not be level with the numbers.
    is_ruler = min(len(left), len(right)) >= _MIN_NUMBERED and [*left, *right] == [*range(left[0], right[-1] + 1)]
    for at_start in (True, False):
        numbers = _find_line_numbers(pieces, at_start=at_start)
        edge = numbers[0][2] if numbers else 0.0
        known = any(abs(edge - margin) <= _SAME_EDGE for margin in margins)
        if numbers and (known or is_ruler or _counts_lines(numbers, rows, at_start=at_start)):
            margins += [] if known else [edge]
            gone = {id(piece): count for piece, count, _ in numbers}
            kept = (_cut_edge(piece, gone.get(id(piece), 0), at_start=at_start) for piece in pieces)
            pieces = [piece for piece in kept if piece]
    return pieces


def _find_line_numbers(pieces: list[Piece], *, at_start: bool) -> list[tuple[Piece, int, float]]:
    """Return the pieces that begin or end with a number at the outer edge of all text, its length and right edge."""
    found = [(piece, count) for piece in pieces if (count := _count_digits(piece, at_start=at_start))]
    rights = [piece.glyphs[count - 1].right if at_start else piece.right for piece, count in found]
    edges = Counter(map(round, rights))
    edge = max(edges, key=lambda each: (edges[each], -each if at_start else each), default=0)
    numbers = [(*each, right) for each, right in zip(found, rights, strict=True) if abs(right - edge) <= _SAME_EDGE]
    inside = {id(piece) for piece, _, _ in numbers}
    others = [piece for piece in pieces if id(piece) not in inside]
    beyond = sum(piece.left < edge if at_start else piece.right > edge for piece in others)
    return numbers if beyond <= max(len(numbers) // 5, len(pieces) // 20) else []


def _count_digits(piece: Piece, *, at_start: bool) -> int:
    """Return how many digits stand apart from the words at an edge of a piece."""
    glyphs = piece.glyphs[: _LONGEST_NUMBER + 1] if at_start else piece.glyphs[: -_LONGEST_NUMBER - 2 : -1]
    count = sum(1 for _ in takewhile(lambda glyph: glyph.text in _DIGITS, glyphs))
    last = glyphs[count - 1]
    is_apart = count == len(piece.glyphs) or (count < len(glyphs) and (glyphs[count] if at_start else last).spaced)
    return count if 0 < count <= _LONGEST_NUMBER and is_apart else 0


def _counts_lines(numbers: list[tuple[Piece, int, float]], rows: int, *, at_start: bool) -> bool:
    """Check whether numbers count the lines of a page one by one, or by fives."""
    read = _read_numbers(numbers, at_start=at_start)
    steps = Counter(after - before for before, after in pairwise(read))
    step, often = steps.most_common(1)[0] if steps else (0, 0)
    by_fives = step == _FIVE and all(number % _FIVE == 0 for number in read)
    is_even = often >= _EVEN_STEPS * (len(read) - 1) and len(read) * step >= _MIN_NUMBERED
    return is_even and (by_fives or (step == 1 and len(read) >= _NUMBERED_ROWS * rows))


def _read_numbers(numbers: list[tuple[Piece, int, float]], *, at_start: bool) -> list[int]:
    ordered = sorted(numbers, key=lambda each: -each[0].base)
    digits = (piece.glyphs[:count] if at_start else piece.glyphs[-count:] for piece, count, _ in ordered)
    return [int("".join(glyph.text for glyph in each)) for each in digits]


def _cut_edge(piece: Piece, count: int, *, at_start: bool) -> Piece | None:
    glyphs = piece.glyphs[count:] if at_start else piece.glyphs[: len(piece.glyphs) - count]
    if not count or not glyphs:
        return None if count else piece
    tall = max(glyphs, key=lambda glyph: glyph.height)
    right = max(glyph.right for glyph in glyphs)
    glyphs[0] = glyphs[0]._replace(spaced=False)
    return Piece(piece.frame, piece.size, glyphs, glyphs[0].left, right, tall.base, tall.height)


def read_links(document: PdfiumObject, page: PdfiumObject) -> list[PdfLink]:
    """Return the rectangles of a page that link to web addresses."""
    pdfium = pdfium_raw()
    found: list[PdfLink] = []
    position, annotation, box = c_int(0), pdfium.FPDF_LINK(), pdfium.FS_RECTF()
    while len(found) < _MAX_LINKS and pdfium.FPDFLink_Enumerate(page.raw, byref(position), byref(annotation)):
        action = pdfium.FPDFLink_GetAction(annotation)
        if not action or pdfium.FPDFAction_GetType(action) != pdfium.PDFACTION_URI:
            continue
        buffer = create_string_buffer(_MAX_ADDRESS)
        length = pdfium.FPDFAction_GetURIPath(document.raw, action, buffer, c_ulong(_MAX_ADDRESS))
        if 1 < length <= _MAX_ADDRESS and pdfium.FPDFLink_GetAnnotRect(annotation, byref(box)):
            found.append(PdfLink(box.left, box.bottom, box.right, box.top, buffer.value.decode("utf-8", "replace")))
    return found


def _read_codes(reader: _CharacterReader) -> Iterator[tuple[int, int]]:
    get_code, raw, high = reader.pdfium.FPDFText_GetUnicode, reader.raw, 0
    for index in range(reader.count):
        code = get_code(raw, index)
        if _HIGH <= code < _LOW:
            high = code
        elif _LOW <= code < _AFTER:
            yield (0x10000 + ((high - _HIGH) << 10) + code - _LOW if high else 0xFFFD), index
            high = 0
        elif code == _RETURN and reader.pdfium.FPDFText_IsGenerated(raw, index):
            yield _NEWLINE, index
        elif code in _TEX and reader.pdfium.FPDFText_GetFontInfo(raw, index, None, 0, None) > 1:
            continue  # its font has a name, as those of TeX have none
        elif (code in _MARKS or code not in _CONTROLS) and code <= _LAST:
            yield code, index


def _letter(code: int) -> str:
    letter = _TEX.get(code) or chr(code)
    is_variant = code >= _FIRST_VARIANT and any(first <= code <= last for first, last in _VARIANTS)
    return normalize("NFKC", letter) if is_variant else letter


def _frame(a: float, b: float) -> int:
    length = hypot(a, b) or 1.0
    if abs(b) > _DIAGONAL * length:
        return _UPWARDS if b > 0 else _DOWNWARDS
    return _UPSIDE_DOWN if a < 0 else _UPRIGHT


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
    # Columns are at least an em apart; in justified text words rarely are, and such lines are joined again later.
    return abs(glyph.base - piece.base) < em / 2 and -em / 2 < gap < em


def _append(piece: Piece, glyph: Glyph) -> None:
    piece.glyphs.append(glyph)
    piece.right = max(piece.right, glyph.right)
    if glyph.height > piece.height:
        piece.height, piece.base = glyph.height, glyph.base
