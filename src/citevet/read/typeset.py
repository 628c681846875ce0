"""The lines of a column: pieces on one baseline joined, raised digits and links known."""

from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby, pairwise
from operator import attrgetter

from citevet.read.glyphs import HYPHENS, Glyph, Link, Piece
from citevet.read.superscript import raised

_SMALL = 0.85  # of the line's height: superscripts are set at 0.6 to 0.75
_LIFTED = 0.12  # of the line's height
_HEIGHT_AND_BASE = attrgetter("height", "base")
_CELL = 2.0  # heights: a gap between two cells of a table
_SEPARATE = 0.15  # of the height: a gap between two pieces that is a space


@dataclass(frozen=True, slots=True)
class TypesetLine:
    """One line as it stands on the page."""

    text: str
    left: float
    right: float
    base: float
    size: float
    first: float  # width of its first word
    links: tuple[tuple[int, int, str], ...] = ()  # start and end in the text, and the address


def column_lines(pieces: list[Piece], links: list[Link]) -> list[TypesetLine]:
    """Return the lines of one column from top to bottom."""
    rows: list[list[Piece]] = []
    for piece in sorted(pieces, key=lambda piece: -piece.base):
        if rows and _level(rows[-1], piece):
            rows[-1].append(piece)
        else:
            rows.append([piece])
    lines = (_line(sorted(row, key=lambda piece: piece.left), links) for row in rows)
    return [line for line in lines if line.text]


def _level(row: list[Piece], piece: Piece) -> bool:
    """Say whether a piece shares at least half of its x-height with the row's tallest."""
    tall = max(row[:8], key=lambda each: each.height)  # a few are enough, and hostile rows have a million
    top, bottom = min(tall.base + tall.height * 0.7, piece.base + piece.height * 0.7), max(tall.base, piece.base)
    return top - bottom >= min(tall.height, piece.height) * 0.35


def _line(row: list[Piece], links: list[Link]) -> TypesetLine:
    glyphs = list(_row_glyphs(row))
    texts = _texts(glyphs)
    word = next((number for number, glyph in enumerate(glyphs) if number and glyph.spaced), len(glyphs))
    sizes: Counter[float] = Counter()
    for piece in row:
        sizes[round(piece.size, 1)] += len(piece.glyphs)
    return TypesetLine(
        text="".join(texts),
        left=row[0].left,
        right=max(piece.right for piece in row),
        base=max(row, key=lambda piece: piece.height).base,
        size=max(sizes, key=lambda size: (sizes[size], size)),
        first=glyphs[word - 1].right - row[0].left,
        links=tuple(_linked(glyphs, texts, links)),
    )


def _row_glyphs(row: list[Piece]) -> Iterator[Glyph]:
    before: Piece | None = None
    for piece in row:
        gap = piece.left - before.right if before else 0.0
        first = piece.glyphs[0]._replace(spaced=gap > _SEPARATE * piece.height)
        # A bullet or number before its text is no cell.
        cell = before and gap > _CELL * piece.height and any(glyph.text.isalpha() for glyph in before.glyphs)
        yield first._replace(spaced=False, text="\t" + first.text) if cell else first
        yield from piece.glyphs[1:]
        before = piece


def _texts(glyphs: list[Glyph]) -> list[str]:
    """Return the text of each glyph, with the space before it; hyphen marks inside the line are hyphens."""
    height, base = _measure(glyphs)
    texts: list[str] = []
    for lifted, run in groupby(glyphs, key=lambda glyph: _is_lifted(glyph, height, base)):
        marker = list(run)
        chars = [(" " if glyph.spaced else "") + glyph.text for glyph in marker]
        if lifted and texts and marker[0].left - glyphs[len(texts) - 1].right < _SEPARATE * height:
            chars[0] = marker[0].text  # PDFium sees a space where only the size changes
        texts += _spread(chars) if lifted else chars
    last = len(texts) - 1
    return ["-" if text in HYPHENS and number != last else text for number, text in enumerate(texts)]


def _spread(chars: list[str]) -> list[str]:
    text = raised("".join(chars))
    ends = [0]
    for char in chars:
        ends.append(ends[-1] + len(char))
    return [text[start:end] for start, end in pairwise(ends)]


def _measure(glyphs: list[Glyph]) -> tuple[float, float]:
    """Return height and baseline of most of the line."""
    heights: Counter[int] = Counter()
    bases: dict[int, Counter[float]] = defaultdict(Counter)
    for (height, base), count in Counter(map(_HEIGHT_AND_BASE, glyphs)).items():
        heights[round(height)] += count
        bases[round(height)][round(base, 1)] += count
    most = max(heights, key=lambda each: (heights[each], each))
    return float(most), max(bases[most], key=lambda each: (bases[most][each], -each))


def _is_lifted(glyph: Glyph, height: float, base: float) -> bool:
    return glyph.height < _SMALL * height and glyph.base > base + _LIFTED * height


def _linked(glyphs: list[Glyph], texts: list[str], links: list[Link]) -> Iterator[tuple[int, int, str]]:
    for link in links:
        if not link.bottom < glyphs[0].base + glyphs[0].height < link.top + glyphs[0].height:
            continue
        inside = [number for number, glyph in enumerate(glyphs) if _under(glyph, link)]
        if inside and inside[-1] - inside[0] + 1 == len(inside):
            start = sum(map(len, texts[: inside[0]])) + (texts[inside[0]][:1].isspace())
            yield start, sum(map(len, texts[: inside[-1] + 1])), link.target


def _under(glyph: Glyph, link: Link) -> bool:
    middle = (glyph.left + glyph.right) / 2
    return link.left <= middle <= link.right and link.bottom <= glyph.base + glyph.height / 4 <= link.top
