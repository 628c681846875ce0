"""Cited pages against the pages that a source has, by their printed and by their physical numbers.

A journal's article of 24 pages may be printed on 233 to 256, and a book's preface on i to xii: people cite the printed
number, PDF viewers show the physical one. A page is wrong only when it is neither.
"""

from collections.abc import Iterator, Mapping
from re import IGNORECASE, Match
from re import compile as pattern
from typing import NamedTuple

from citevet.model import Difference, Entry, Flag, Locator

Checked = tuple[tuple[Flag, ...], tuple[Difference, ...]]
NOTHING: Checked = ((), ())

_DASH = r"\s*(?:--?|[‐-―−])\s*"
_PARTS = pattern(r"[,;&]|\band\b")
_PIECE = pattern(
    rf"(?:pp?\b\.?|pages?\b)?\s*(\d{{1,6}}|[ivxlcdm]{{1,12}})(?:{_DASH}(\d{{1,6}}|[ivxlcdm]{{1,12}}))?\s*(?:ff?\.?)?",
    IGNORECASE,
)
_ROMAN = pattern(r"(m{0,3})(c[md]|d?c{0,3})(x[cl]|l?x{0,3})(i[xv]|v?i{0,3})")
_NUMERALS: Mapping[str, int] = {"i": 1, "v": 5, "x": 10, "l": 50, "c": 100, "d": 500, "m": 1000}
_PRINTED = pattern(rf"\D{{0,5}}(\d{{1,6}}){_DASH}(\d{{1,6}})\D{{0,3}}")
_LONGEST = 500  # characters of a locator that are read; a marker has 400 at most


class Stretch(NamedTuple):
    """One cited page or range."""

    written: str
    first: str
    last: str  # in full: 240 for 233–40

    @property
    def ends(self) -> str:
        """The range in its short form, a single page as such."""
        return self.first if self.first == self.last else f"{self.first}-{self.last}"


def check(entry: Entry, locator: Locator | None) -> Checked:
    """Say which cited pages the source does not have, and which ranges run backwards."""
    stretches = cited(locator)
    backward = tuple(each for each in stretches if _is_backward(entry, each))
    absent = ", ".join(filter(None, (_absent(entry, each) for each in stretches)))
    orders = tuple(Difference("page-order", each.ends, f"{each.last}-{each.first}") for each in backward)
    if not absent or not _total(entry):
        return (), orders
    return ("wrong-page",), (Difference("page", absent, _shown(entry)), *orders)


def cited(locator: Locator | None) -> tuple[Stretch, ...]:
    """Take a locator's pages apart: `15`, `33-35`, `pp. 4–6`, `3, 5`, `xii`, `12 ff.`; what is no page is left out."""
    written = (locator.page or "")[:_LONGEST] if locator else ""
    pieces = (_PIECE.fullmatch(piece.strip()) for piece in _PARTS.split(written))
    return tuple(_stretch(piece) for piece in pieces if piece)


def readings(entry: Entry, stretch: Stretch) -> Iterator[range]:
    """Yield the physical pages that a stretch can mean: by the printed numbers, then counted from the first."""
    printed = _index(entry, stretch.first), _index(entry, stretch.last)
    if printed[0] and printed[1]:
        yield range(printed[0], printed[1] + 1)
    counted = _value(stretch.first), _value(stretch.last)
    total = _total(entry)
    if counted[0] and counted[1] and (total is None or counted[1] <= total):
        yield range(counted[0], counted[1] + 1)


def _stretch(piece: Match[str]) -> Stretch:
    first, last = piece[1].lower(), (piece[2] or piece[1]).lower()
    if first.isdigit() and last.isdigit() and len(last) < len(first):
        last = first[: len(first) - len(last)] + last
    return Stretch(piece[0], first, last)


def _is_backward(entry: Entry, stretch: Stretch) -> bool:
    first, last = _index(entry, stretch.first), _index(entry, stretch.last)
    if not (first and last):
        if stretch.first.isdigit() != stretch.last.isdigit():  # a preface and the text: only the printed numbers tell
            return False
        first, last = _value(stretch.first), _value(stretch.last)
    return bool(first and last and last < first)


def _has(entry: Entry, page: str) -> bool:
    value, total = _value(page), _total(entry)
    if value is None or total is None or _index(entry, page):
        return True
    return 1 <= value <= total or (page.isdigit() and value in _in_print(entry))


def _absent(entry: Entry, stretch: Stretch) -> str:
    """Return what the source does not have of a stretch: one of its ends, or all of it."""
    first, last = _has(entry, stretch.first), _has(entry, stretch.last)
    if first and last:
        return ""
    return stretch.last if first else stretch.first if last else stretch.ends


def _index(entry: Entry, page: str) -> int | None:
    """Return the physical number of the page that is printed with this one."""
    for label in (page, page.upper()):
        if label in entry.labels:
            return entry.labels.index(label) + 1
    printed = _in_print(entry)
    if printed and page.isdigit() and int(page) in printed:
        return int(page) - printed.start + 1
    return None


def _in_print(entry: Entry) -> range:
    """Return the printed pages by the front matter, where the file does not tell them."""
    if entry.labels:
        return range(0)
    venue = entry.metadata.get("venue")
    sources = (entry.metadata, venue) if isinstance(venue, Mapping) else (entry.metadata,)
    for source, key in ((source, key) for source in sources for key in ("page_range", "pages")):
        found = _PRINTED.fullmatch(str(source.get(key, ""))[:40])
        if found:
            first, last = int(found[1]), found[2]
            whole = int(found[1][: max(len(found[1]) - len(last), 0)] + last)
            return range(first, whole + 1)
    return range(0)


def _total(entry: Entry) -> int | None:
    return entry.pages or len(entry.labels) or None


def _shown(entry: Entry) -> str:
    """Return the pages that there are, as they are printed."""
    printed = _in_print(entry)
    if printed:
        return f"{printed.start}-{printed.stop - 1}"
    return f"{entry.labels[0]}-{entry.labels[-1]}" if entry.labels else f"1-{_total(entry)}"


def _value(page: str) -> int | None:
    if page.isdigit():
        return int(page)
    return _roman(page) if _ROMAN.fullmatch(page) else None


def _roman(page: str) -> int:
    digits = [_NUMERALS[sign] for sign in page]
    signed = (-digit if digit < max(digits[index:]) else digit for index, digit in enumerate(digits))
    return sum(signed)
