"""Running heads and feet: lines that stand at the same height of page after page."""

from bisect import bisect_left, bisect_right
from collections import defaultdict
from re import compile as pattern

from citevet.read.typeset import TypesetLine

_DIGITS = pattern(r"\d+")
_ROMAN = pattern(r"[ivxlc]{1,7}|[IVXLC]{1,7}")
_WORD = pattern(r"[^\W\d_]{2}")
_OUTER = 4  # lines at the top and at the bottom of a page that may be furniture
_LEVEL = 2.0  # points
_PAGES = 3

Column = list[TypesetLine]


def without_furniture(pages: list[list[Column]]) -> tuple[list[list[Column]], int]:
    """Return the pages without their running heads and feet, and how many lines were taken away."""
    heights: dict[str, list[float]] = defaultdict(list)
    for page in pages:
        for line in _outer(page):
            heights[_folded(line.text)].append(line.base)
    for each in heights.values():
        each.sort()
    enough = max(_PAGES, len(pages) // 2)
    gone = {id(line) for page in pages for line in _outer(page) if _repeats(line, heights) >= enough}
    for page in pages:
        gone -= _spared(page, gone)
    kept = [[[line for line in column if id(line) not in gone] for column in page] for page in pages]
    return kept, len(gone)


def _spared(page: list[Column], gone: set[int]) -> set[int]:
    """Return the lines with words of a page that has nothing else: forms and slides repeat themselves."""
    lines = [line for column in page for line in column]
    if any(id(line) not in gone for line in lines):
        return set()
    return {id(line) for line in lines if _WORD.search(line.text)}


def _outer(page: list[Column]) -> list[TypesetLine]:
    lines = sorted((line for column in page for line in column), key=lambda line: -line.base)
    return lines if len(lines) <= 2 * _OUTER else [*lines[:_OUTER], *lines[-_OUTER:]]


def _folded(text: str) -> str:
    return "i" if _ROMAN.fullmatch(text) else _DIGITS.sub("0", text)


def _repeats(line: TypesetLine, heights: dict[str, list[float]]) -> int:
    found = heights[_folded(line.text)]
    return bisect_right(found, line.base + _LEVEL) - bisect_left(found, line.base - _LEVEL)
