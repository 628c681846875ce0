"""The order in which people read the pieces of a page: bands from top to bottom, in them columns from the left."""

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

from citevet.read.glyphs import Piece

_BIN = 2.0  # points; gutters are 9 points and wider
_EDGE = 0.2  # a gutter does not stand in the outer fifths of the text
_SIDES = 2.5  # how much wider one side may be: three columns give 2, a term and its definition give 3
_FULL = 0.7  # of a side's width: a line of a column, not a label or a cell
_MOST = 0.5  # of a side's characters stand in such lines
_LINES = 3  # such lines on each side make columns
_REMEMBERED = 4  # gutters: left and right pages differ, and a paper changes its layout once or twice
_DEEP = 2  # cuts inside one another: up to four columns


class Gutter(NamedTuple):
    """The empty stretch between two columns, and where the right one starts."""

    middle: float
    edge: float


def reading_order(pieces: list[Piece], known: list[Gutter]) -> list[list[Piece]]:
    """Return the columns of a page, full-width stretches between them as columns of their own."""
    found = _gutter(pieces)
    if found is not None:
        known.append(Gutter(found, _edge(pieces, found)))
        return _cut(pieces, found, rows=2)
    # On the last page the right column may have one line: too little, but for the gutters of earlier pages.
    again = next((gutter.middle for gutter in reversed(known[-_REMEMBERED:]) if _resumes(pieces, gutter)), None)
    if again is None:
        return [pieces] if pieces else []
    return _cut(pieces, again, rows=1)


def _cut(pieces: list[Piece], gutter: float, *, rows: int, depth: int = 1) -> list[list[Piece]]:
    across = sorted((piece for piece in pieces if piece.left < gutter < piece.right), key=lambda piece: -piece.base)
    columns: list[list[Piece]] = [[]]
    for number, band in enumerate(_bands(pieces, across, gutter)):
        columns[-1] += across[number - 1 : number] if number else []
        left = [piece for piece in band if piece.right <= gutter]
        right = [piece for piece in band if piece.left >= gutter]
        if min(_rows(left), _rows(right)) >= rows:
            columns += (*_cut_again(left, depth), *_cut_again(right, depth), [])
        else:
            columns[-1] += band
    return [column for column in columns if column]


def _cut_again(pieces: list[Piece], depth: int) -> list[list[Piece]]:
    gutter = _gutter(pieces) if depth < _DEEP else None
    return [pieces] if gutter is None else _cut(pieces, gutter, rows=2, depth=depth + 1)


def _edge(pieces: list[Piece], gutter: float) -> float:
    lefts = Counter(round(piece.left) for piece in pieces if piece.left >= gutter)
    return max(lefts, key=lambda left: (lefts[left], -left))


def _resumes(pieces: list[Piece], gutter: Gutter) -> bool:
    """Say whether text starts at the known edge, with more lines left of the gutter than across it."""
    across = sum(piece.left < gutter.middle < piece.right for piece in pieces)
    before = sum(piece.right <= gutter.middle for piece in pieces)
    return before > across and any(abs(piece.left - gutter.edge) < _BIN for piece in pieces)


def _bands(pieces: list[Piece], across: list[Piece], gutter: float) -> list[list[Piece]]:
    """Return what stands above the first, between the first and second … full-width piece."""
    heights = [-piece.base for piece in across]
    bands: list[list[Piece]] = [[] for _ in range(len(across) + 1)]
    for piece in pieces:
        if not piece.left < gutter < piece.right:
            # Half a line of tolerance keeps the rest of a full-width line after its first piece.
            bands[bisect_left(heights, -piece.base + piece.height / 2)].append(piece)
    return bands


def _rows(pieces: Iterable[Piece]) -> int:
    return len({round(piece.base) for piece in pieces})


def _gutter(pieces: list[Piece]) -> float | None:
    """Return the x of the widest stretch that the fewest pieces cross, if columns stand on both sides."""
    if len(pieces) < 2 * _LINES:
        return None
    left, right = min(piece.left for piece in pieces), max(piece.right for piece in pieces)
    width = right - left
    # Broken files place text at any height of numbers; no page is ten metres wide.
    if not _BIN * 10 < width < 30_000:  # noqa: PLR2004 - points
        return None
    first, last = _stillest(_crossings(pieces, left, int(width / _BIN) + 2))
    gutter = left + (first + last) / 2 * _BIN
    return gutter if _columns_beside(pieces, gutter, left=left, right=right) else None


def _crossings(pieces: list[Piece], origin: float, bins: int) -> list[int]:
    steps = [0] * (bins + 1)
    for piece in pieces:
        steps[int((piece.left - origin) / _BIN)] += 1
        steps[int((piece.right - origin) / _BIN) + 1] -= 1
    total = 0
    counts: list[int] = []
    for step in steps:
        total += step
        counts.append(total)
    return counts


def _stillest(counts: list[int]) -> tuple[int, int]:
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


def _columns_beside(pieces: list[Piece], gutter: float, *, left: float, right: float) -> bool:
    sides = gutter - left, right - gutter
    if max(sides) > _SIDES * min(sides):
        return False
    before = [piece for piece in pieces if piece.right <= gutter]
    after = [piece for piece in pieces if piece.left >= gutter]
    return _is_prose(before, sides[0]) and _is_prose(after, sides[1])


def _is_prose(pieces: list[Piece], width: float) -> bool:
    """Say whether most of the text fills its side, as lines of a column do and cells of a table do not."""
    full = [len(piece.glyphs) for piece in pieces if piece.right - piece.left > _FULL * width]
    return len(full) >= _LINES and sum(full) > _MOST * sum(len(piece.glyphs) for piece in pieces)
