"""Which pages of a source a citation means: by the printed number or by the count."""

import re
from collections.abc import Iterator

from citevet.model import Page
from citevet.text.page_lists import complete_page

_RANGE = re.compile(
    r"\s*([0-9]{1,6}|[ivxlcdm]{1,9})(?:\s*[-–]\s*([0-9]{1,6}|[ivxlcdm]{1,9})|\s?(ff?)\.?)?\s*", re.IGNORECASE
)
_PARTS = re.compile(r"[,;&]|\band\b")
_WIDEST = 5_000  # pages of a range: no source that is read has more
_ROMAN = tuple(
    zip((1000, 900, 500, 400, 100, 90, 50, 40, 10, 9, 5, 4, 1), "m cm d cd c xc l xl x ix v iv i".split(), strict=True)
)


def find_cited_pages(cited: str | None, pages: tuple[Page, ...]) -> frozenset[int] | None:
    """Return the indices of the cited pages among those of the source; None if no page is named.

    A number beyond pages whose printed numbers are not known may be a printed one: it names none of them.
    """
    if not cited or all(page.number is None and page.label is None for page in pages):
        return None
    names = {name.lower() for part in _PARTS.split(cited) for name in _names(part)}
    if not names:
        return None
    found = frozenset(index for index, page in enumerate(pages) if not names.isdisjoint(_called(page)))
    return found if found or any(page.label for page in pages) else None


def share_page(cited: str | None, other: str | None) -> bool:
    """Check whether two statements of pages may mean the same page; without one they may."""
    names = [{name.lower() for part in _PARTS.split(each or "") for name in _names(part)} for each in (cited, other)]
    return not all(names) or not names[0].isdisjoint(names[1])


def _called(page: Page) -> Iterator[str]:
    if page.label:
        yield page.label.lower()
    if page.number is not None:
        yield str(page.number)


def _names(part: str) -> Iterator[str]:
    found = _RANGE.fullmatch(part)
    if found is None:
        return
    first, last = found[1], found[2] or _following(found[1], found[3] or "")
    numbered = first.isdigit() and last.isdigit()
    last = complete_page(first, last) if numbered else last
    yield first
    yield last
    if numbered:
        yield from map(str, range(int(first), min(int(last), int(first) + _WIDEST) + 1))
    elif not first.isdigit() and not last.isdigit():
        yield from map(_roman, range(_value(first), min(_value(last), _value(first) + _WIDEST) + 1))


def _following(page: str, sign: str) -> str:
    """Return the last page of 3 f., which is the next one, or of 3 ff., which leaves open how many there are."""
    more = (0, 1, _WIDEST)[len(sign)]
    return str(int(page) + more) if page.isdigit() else _roman(min(_value(page) + more, _WIDEST))


def _roman(number: int) -> str:
    words = ""
    for value, sign in _ROMAN:
        words += sign * (number // value)
        number %= value
    return words


def _value(roman: str) -> int:
    worth = dict(zip("ivxlcdm", (1, 5, 10, 50, 100, 500, 1000), strict=True))
    values = [worth[char] for char in roman.lower()]
    return sum(-value if value < after else value for value, after in zip(values, (*values[1:], 0), strict=True))


def name_page(page: Page) -> str:
    """Return the printed number of a page, else its count."""
    return page.label or str(page.number)
