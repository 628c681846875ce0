"""The layout of a PDF page: columns in reading order, their lines, and running heads and feet."""

import re
from bisect import bisect_left, bisect_right
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from itertools import accumulate, groupby, pairwise
from operator import attrgetter
from typing import NamedTuple

from citevet.read.pdf.glyphs import HYPHENS, Glyph, PdfLine, PdfLink, Piece, join_accents
from citevet.read.regions import raise_digits
from citevet.records import collect_values

_BIN = 2.0  # points; gutters are 9 points and wider
_EDGE = 0.2  # a gutter is never in the outer fifths of the text
_MAX_SIDE_RATIO = 2.5  # of the widths: three columns give 2, a term and its definition give 3
_FULL = 0.7  # of a side's width: a line of a column, not a label or a cell
_FULL_SHARE = 0.5  # of a side's characters are in such lines
_MIN_LINES = 3  # such lines on each side make columns
_RECENT = 4  # gutters: left and right pages differ, and a paper changes its layout once or twice
_MAX_DEPTH = 2  # cuts inside one another: up to four columns
_PAGE_WIDTHS = (20, 30_000)  # points; broken files place text anywhere, but no page is ten metres wide

# Lines
_SMALL = 0.85  # of the line's height: superscripts are typeset at 0.6 to 0.75
_RAISED = 0.12  # of the line's height
_HEIGHT_AND_BASE = attrgetter("height", "base")
_CELL_GAP = 2.0  # heights: a gap between two cells of a table
_WORD_GAP = 0.15  # of the height: a gap between two pieces that is a space
_LABEL = re.compile(r"\[[^\[\]\s]{1,40}\]")
_LONGEST_LABEL = 42  # characters

# Running heads and feet
_DIGITS = re.compile(r"\d+")
_ROMAN = re.compile(r"[ivxlc]{1,7}|[IVXLC]{1,7}")
_WORD = re.compile(r"[^\W\d_]{2}")
_OUTER_LINES = 4  # at the top and at the bottom of a page, where running heads and feet may be
_SAME_HEIGHT = 2.0  # points
_MIN_PAGES = 3  # with the same line
_EDGE_NUMBER = re.compile(r"(?:^|(?<=^[-–—] ))[1-9]\d{0,4}(?=\s|$)|(?:(?<=\s)|^)[1-9]\d{0,4}(?=(?: [-–—])?$)")


class Gutter(NamedTuple):
    """The empty stretch between two columns, and where the right column starts."""

    middle: float
    edge: float


def split_columns(pieces: list[Piece], known: list[Gutter]) -> list[list[Piece]]:
    """Return the columns of a page in reading order; full-width stretches between them are columns too.

    `known` are the gutters of earlier pages; a new one is added.
    """
    found = _find_gutter(pieces)
    if found is not None:
        lefts = Counter(round(piece.left) for piece in pieces if piece.left >= found)
        known.append(Gutter(found, max(lefts, key=lambda left: (lefts[left], -left))))
        return _cut(pieces, found, rows=2)
    # On the last page the right column may have one line, too little to find a gutter: use those of earlier pages.
    earlier = next((gutter.middle for gutter in reversed(known[-_RECENT:]) if _has_gutter(pieces, gutter)), None)
    if earlier is None:
        return [pieces] if pieces else []
    return _cut(pieces, earlier, rows=1)


def _cut(pieces: list[Piece], gutter: float, *, rows: int, depth: int = 1) -> list[list[Piece]]:
    across = sorted((piece for piece in pieces if piece.left < gutter < piece.right), key=lambda piece: -piece.base)
    columns: list[list[Piece]] = [[]]
    for number, band in enumerate(_bands(pieces, across, gutter)):
        columns[-1] += across[number - 1 : number] if number else []
        left = [piece for piece in band if piece.right <= gutter]
        right = [piece for piece in band if piece.left >= gutter]
        if min(_count_rows(left), _count_rows(right)) >= rows:
            columns += (*_cut_again(left, depth), *_cut_again(right, depth), [])
        else:
            columns[-1] += band
    return [column for column in columns if column]


def _cut_again(pieces: list[Piece], depth: int) -> list[list[Piece]]:
    gutter = _find_gutter(pieces) if depth < _MAX_DEPTH else None
    return [pieces] if gutter is None else _cut(pieces, gutter, rows=2, depth=depth + 1)


def _has_gutter(pieces: list[Piece], gutter: Gutter) -> bool:
    """Check whether text starts at the known edge, with more lines left of the gutter than across it."""
    across = sum(piece.left < gutter.middle < piece.right for piece in pieces)
    before = sum(piece.right <= gutter.middle for piece in pieces)
    return before > across and any(abs(piece.left - gutter.edge) < _BIN for piece in pieces)


def _bands(pieces: list[Piece], across: list[Piece], gutter: float) -> list[list[Piece]]:
    """Return the pieces above the first, between the first and second … full-width piece."""
    heights = [-piece.base for piece in across]
    bands: list[list[Piece]] = [[] for _ in range(len(across) + 1)]
    for piece in pieces:
        if not piece.left < gutter < piece.right:
            # Half a line of tolerance keeps the rest of a full-width line after its first piece.
            bands[bisect_left(heights, -piece.base + piece.height / 2)].append(piece)
    return bands


def _count_rows(pieces: Iterable[Piece]) -> int:
    return len({round(piece.base) for piece in pieces})


def _find_gutter(pieces: list[Piece]) -> float | None:
    """Return the x of the widest stretch that the fewest pieces cross, if there are columns on both sides."""
    if len(pieces) < 2 * _MIN_LINES:
        return None
    left, right = min(piece.left for piece in pieces), max(piece.right for piece in pieces)
    width = right - left
    if not _PAGE_WIDTHS[0] < width < _PAGE_WIDTHS[1]:
        return None
    first, last = _emptiest(_count_crossings(pieces, left, int(width / _BIN) + 2))
    gutter = left + (first + last) / 2 * _BIN
    return gutter if _has_columns(pieces, gutter, left=left, right=right) else None


def _count_crossings(pieces: list[Piece], origin: float, bins: int) -> list[int]:
    steps = [0] * (bins + 1)
    for piece in pieces:
        steps[int((piece.left - origin) / _BIN)] += 1
        steps[int((piece.right - origin) / _BIN) + 1] -= 1
    return list(accumulate(steps))


def _emptiest(counts: list[int]) -> tuple[int, int]:
    """Return first and last bin (exclusive) of the widest stretch with the lowest count, away from the edges."""
    begin, stop = int(len(counts) * _EDGE), int(len(counts) * (1 - _EDGE))
    lowest = min(counts[begin:stop])
    best = (begin, begin)
    at = begin
    while at < stop:
        start = at
        while at < stop and counts[at] == lowest:
            at += 1
        if at - start > best[1] - best[0]:
            best = (start, at)
        at += 1
    return best


def _has_columns(pieces: list[Piece], gutter: float, *, left: float, right: float) -> bool:
    sides = gutter - left, right - gutter
    if max(sides) > _MAX_SIDE_RATIO * min(sides):
        return False
    before = [piece for piece in pieces if piece.right <= gutter]
    after = [piece for piece in pieces if piece.left >= gutter]
    return _is_prose(before, sides[0]) and _is_prose(after, sides[1])


def _is_prose(pieces: list[Piece], width: float) -> bool:
    """Check whether most of the text fills its side, as lines of a column do and cells of a table do not."""
    full = [len(piece.glyphs) for piece in pieces if piece.right - piece.left > _FULL * width]
    return len(full) >= _MIN_LINES and sum(full) > _FULL_SHARE * sum(len(piece.glyphs) for piece in pieces)


# Lines


def make_lines(pieces: list[Piece], links: list[PdfLink]) -> list[PdfLine]:
    """Return the lines of one column from top to bottom."""
    rows: list[list[Piece]] = []
    for piece in sorted(pieces, key=lambda piece: -piece.base):
        if rows and _is_level(rows[-1], piece):
            rows[-1].append(piece)
        else:
            rows.append([piece])
    lines = (_make_line(sorted(join_accents(row), key=lambda piece: piece.left), links) for row in rows)
    return [line for line in lines if line.text]


def _is_level(row: list[Piece], piece: Piece) -> bool:
    """Check whether a piece shares at least half of its x-height with the tallest piece of the row."""
    tall = max(row[:8], key=lambda each: each.height)  # a few are enough, and hostile files have rows of a million
    top, bottom = min(tall.base + tall.height * 0.7, piece.base + piece.height * 0.7), max(tall.base, piece.base)
    return top - bottom >= min(tall.height, piece.height) * 0.35


def _make_line(row: list[Piece], links: list[PdfLink]) -> PdfLine:
    glyphs = list(_row_glyphs(row))
    texts = _glyph_texts(glyphs)
    word = next((number for number, glyph in enumerate(glyphs) if number and glyph.spaced), len(glyphs))
    sizes: Counter[float] = Counter()
    for piece in row:
        sizes[round(piece.size, 1)] += len(piece.glyphs)
    return PdfLine(
        text="".join(texts),
        left=row[0].left,
        right=max(piece.right for piece in row),
        base=max(row, key=lambda piece: piece.height).base,
        size=max(sizes, key=lambda size: (sizes[size], size)),
        first=glyphs[word - 1].right - row[0].left,
        links=tuple(_find_links(glyphs, texts, links)),
    )


def _row_glyphs(row: list[Piece]) -> Iterator[Glyph]:
    before: Piece | None = None
    head = ""  # the start of the line, as long as a label at most
    for piece in row:
        gap = piece.left - before.right if before else 0.0
        first = piece.glyphs[0]._replace(spaced=gap > _WORD_GAP * piece.height)
        # A bullet, number or label before its text is not a cell.
        cell = before and gap > _CELL_GAP * piece.height and any(glyph.text.isalpha() for glyph in before.glyphs)
        cell = cell and not _LABEL.fullmatch(head)
        yield first._replace(spaced=False, text="\t" + first.text) if cell else first
        yield from piece.glyphs[1:]
        before = piece
        head += "".join(glyph.text for glyph in piece.glyphs[:_LONGEST_LABEL]) if len(head) < _LONGEST_LABEL else ""


def _glyph_texts(glyphs: list[Glyph]) -> list[str]:
    """Return the text of each glyph, with the space before it; hyphen marks inside the line are hyphens."""
    height, base = _main_height_and_base(glyphs)
    texts: list[str] = []
    small, above = _SMALL * height, base + _RAISED * height
    for is_raised, run in groupby(glyphs, key=lambda glyph: glyph.height < small and glyph.base > above):
        marker = list(run)
        chars = [(" " if glyph.spaced else "") + glyph.text for glyph in marker]
        if is_raised and texts and marker[0].left - glyphs[len(texts) - 1].right < _WORD_GAP * height:
            chars[0] = marker[0].text  # PDFium sees a space where only the size changes
        texts += _raise_characters(chars) if is_raised else chars
    last = len(texts) - 1
    return ["-" if text in HYPHENS and number != last else text for number, text in enumerate(texts)]


def _raise_characters(chars: list[str]) -> list[str]:
    text = raise_digits("".join(chars))
    return [text[start:end] for start, end in pairwise(accumulate(map(len, chars), initial=0))]


def _main_height_and_base(glyphs: list[Glyph]) -> tuple[float, float]:
    """Return height and baseline of most of the line."""
    heights: Counter[int] = Counter()
    bases: dict[int, Counter[float]] = defaultdict(Counter)
    for (height, base), count in Counter(map(_HEIGHT_AND_BASE, glyphs)).items():
        heights[round(height)] += count
        bases[round(height)][round(base, 1)] += count
    most = max(heights, key=lambda each: (heights[each], each))
    return float(most), max(bases[most], key=lambda each: (bases[most][each], -each))


def _find_links(glyphs: list[Glyph], texts: list[str], links: list[PdfLink]) -> Iterator[tuple[int, int, str]]:
    for link in links:
        if not link.bottom < glyphs[0].base + glyphs[0].height < link.top + glyphs[0].height:
            continue
        inside = [number for number, glyph in enumerate(glyphs) if _is_inside(glyph, link)]
        if inside and inside[-1] - inside[0] + 1 == len(inside):
            start = sum(map(len, texts[: inside[0]])) + (texts[inside[0]][:1].isspace())
            yield start, sum(map(len, texts[: inside[-1] + 1])), link.target


def _is_inside(glyph: Glyph, link: PdfLink) -> bool:
    middle = (glyph.left + glyph.right) / 2
    return link.left <= middle <= link.right and link.bottom <= glyph.base + glyph.height / 4 <= link.top


# Running heads and feet


def drop_running_heads(pages: list[list[list[PdfLine]]]) -> tuple[list[list[list[PdfLine]]], int]:
    """Return the pages without running heads and feet, and the number of lines dropped.

    These are lines at the same height of page after page.
    """
    outer = (line for page in pages for line in _outer_lines(page))
    heights = collect_values(sorted((_fold_numbers(line.text), line.base) for line in outer))
    enough = max(_MIN_PAGES, len(pages) // 2)
    gone = {id(line) for page in pages for line in _outer_lines(page) if _count_repeats(line, heights) >= enough}
    for page in pages:
        gone -= _spare_lines(page, gone)
    kept = [[[line for line in column if id(line) not in gone] for column in page] for page in pages]
    return kept, len(gone)


def _spare_lines(page: list[list[PdfLine]], gone: set[int]) -> set[int]:
    """Return the lines with words of a page that would be left empty: forms and slides repeat themselves."""
    lines = [line for column in page for line in column]
    if any(id(line) not in gone for line in lines):
        return set()
    return {id(line) for line in lines if _WORD.search(line.text)}


def _outer_lines(page: list[list[PdfLine]]) -> list[PdfLine]:
    lines = sorted((line for column in page for line in column), key=lambda line: -line.base)
    return lines if len(lines) <= 2 * _OUTER_LINES else [*lines[:_OUTER_LINES], *lines[-_OUTER_LINES:]]


def _fold_numbers(text: str) -> str:
    return "i" if _ROMAN.fullmatch(text) else _DIGITS.sub("0", text)


def _count_repeats(line: PdfLine, heights: dict[str, list[float]]) -> int:
    found = heights[_fold_numbers(line.text)]
    return bisect_right(found, line.base + _SAME_HEIGHT) - bisect_left(found, line.base - _SAME_HEIGHT)


def find_page_offset(pages: list[list[list[PdfLine]]]) -> int | None:
    """Return how much the page numbers at the head or foot of the pages differ from their count, if there are such.

    They start or end a line, and rise by one from page to page on half of the pages. If two series do, neither is known
    to be that of the pages.
    """
    offsets: Counter[int] = Counter()
    for count, page in enumerate(pages, start=1):
        lines = (" ".join(line.text.split()) for line in _outer_lines(page))
        offsets.update({int(number) - count for line in lines for number in _EDGE_NUMBER.findall(line)})
    found = [*offsets.most_common(2), (0, 0), (0, 0)]
    (offset, most), (_, second) = found[:2]
    return offset if most > second and most >= max(_MIN_PAGES, len(pages) / 2) else None
