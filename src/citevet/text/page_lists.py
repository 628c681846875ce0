"""Lists of pages as people write them: `3, 45, 99`, `3 and 99`, `3–5; 9`, `45 to 12`, `iii–xii`, `e12`, `12 ff.`."""

import re
from typing import NamedTuple

from citevet.patterns import lazy_pattern
from citevet.tables import longest_first, read_words

# What joins two pages, and the ends of a range, in the locales of CSL ("and", "or", "to").
_AND = read_words("and or und oder sowie et ou y o e en of och eller og")
_TO = read_words("to through thru until till bis à a al até hasta tot til")
_DASH = r"(?:--?|[‐-―−])"
_ROMAN_FORM = r"(?=[ivxlcdm])m{0,3}(?:c[md]|d?c{0,3})(?:x[cl]|l?x{0,3})(?:i[xv]|v?i{0,3})"
# Electronic pages and those of a supplement or an appendix have a letter: e12, S3, A-4.
_PREFIXED_FORM = r"[a-z]{1,2}[-.]?\d{1,6}"
_ITEM = lazy_pattern(
    rf"(?P<page>\d{{1,6}}(?:[a-e](?!\w))?|{_PREFIXED_FORM}|{_ROMAN_FORM})(?P<more>\s?ff?(?!\w)\.?)?"
    r"(?:\s?nn?\.?\s?\d{1,4})?(?![\w%])",
    re.IGNORECASE,
)
_JOIN = lazy_pattern(
    rf"\s{{0,9}}(?:(?P<dash>{_DASH})|(?P<sign>[,;&/、，；]\s{{0,9}}&?)?\s{{0,9}}"
    rf"(?:(?P<word>{'|'.join(longest_first(_AND | _TO))})\s{{1,9}})?)\s{{0,9}}"
    # The word may be repeated: p. 3, p. 99.
    r"(?:(?:pp?|pgs?|pages?|(?-i:S|Seiten?)|p[aá]gs?)\b\.?[\s~]{0,9})?",
    re.IGNORECASE,
)
_LEAD = lazy_pattern(r"\s*(?:pp?|pages?)\b\.?\s*", re.IGNORECASE)
_PREFIXED = lazy_pattern(r"([a-z]{1,2})[-.]?(\d{1,6})", re.IGNORECASE)
_YEAR = lazy_pattern(r"(?:1[5-9]|20)\d\d[a-e]?")
# With the word behind each or the last number, as in Korean, Chinese and Japanese: 99쪽, 第3–5页, 3頁〜5頁, 3쪽과 9쪽.
_COUNTER = r"(?:쪽|면|페이지|页|頁|ページ)"
_NTH = r"(?:[제第]\s?)?\d{1,6}"
_COUNTED_FORM = (
    rf"((?:{_NTH}(?:\s?{_COUNTER})?\s?(?:{_DASH}|[,;·、，；〜～~]|및|[과와と和])\s?){{0,20}}{_NTH})\s{{0,3}}{_COUNTER}"
    r"(?!짜리|\s?(?:분량|이상|이하|내외|정도|이내))"  # how long it is
)
_COUNTED = lazy_pattern(_COUNTED_FORM)
_COUNTED_WORD = lazy_pattern(rf"(?<![A-Za-z0-9_-]){_COUNTED_FORM}")
_COUNTING = lazy_pattern(rf"{_COUNTER}|[제第]\s?")
_SIGNS = str.maketrans({**dict.fromkeys("〜～~", "-"), **dict.fromkeys("및과와と和·", ",")})
_LARGE = 3  # digits; after a page with more, a number that looks like a year is a page
# After "3 and 99": the words that 99 counts.
_COUNTS = lazy_pattern(rf"\s{{1,9}}(?!(?:{'|'.join(longest_first(_AND | _TO))})\b)[^\W\d_]", re.IGNORECASE)
_MOST = 200  # pages of one list


class PageRange(NamedTuple):
    """One cited page or range."""

    first: str
    last: str  # in full: 240 for 233–40

    def __str__(self) -> str:
        """Return the range, or a single page."""
        return self.first if self.first == self.last else f"{self.first}-{self.last}"


class PageList(NamedTuple):
    """The pages in a stretch of text."""

    text: str  # as we write them: "3-5, 9, 12 ff."
    ranges: tuple[PageRange, ...]
    end: int


def read_page_list(text: str, start: int = 0) -> PageList | None:
    """Read the longest list of pages that starts at an offset."""
    found = _ITEM.match(text, start)
    if found is None or not (found["page"][0].isdigit() or _stands_alone(text, start)):
        return None
    written, pages, ranged = found["page"] + (found["more"] or ""), [[found["page"]]], False
    for _ in range(_MOST):
        following = _read_next(text, found, ranged=ranged)
        if following is None:
            break
        ranged, found = following
        if ranged:
            pages[-1].append(found["page"])
        else:
            pages.append([found["page"]])
        written += ("-" if ranged else ", ") + found["page"] + (found["more"] or "")
    return PageList(written, tuple(_make_range(ends[0], ends[-1]) for ends in pages), found.end())


def find_counted_pages(text: str) -> PageList | None:
    """Read the first list of pages whose word follows the number."""
    found = _COUNTED_WORD.search(text)
    return _read_counted(found) if found else None


def read_counted_pages(text: str, start: int) -> PageList | None:
    """Read the list of pages at an offset whose word follows the number."""
    found = _COUNTED.match(text, start)
    return _read_counted(found) if found else None


def _read_counted(found: re.Match[str]) -> PageList | None:
    pages = read_page_list(_COUNTING.sub("", found[1]).translate(_SIGNS).strip())
    return pages._replace(end=found.end()) if pages else None


def _stands_alone(text: str, start: int) -> bool:
    """Return whether a page with letters is a word of its own: p. xii, not pm or pH7."""
    return start == 0 or not text[start - 1].isalnum()


def _read_next(text: str, before: re.Match[str], *, ranged: bool) -> tuple[bool, re.Match[str]] | None:
    """Return whether the next page ends a range, and the page; None where the list ends."""
    join = _JOIN.match(text, before.end())
    page = _ITEM.match(text, join.end()) if join and join.end() > before.end() else None
    if not join or not page or not (join["dash"] or join["sign"] or join["word"]):
        return None
    is_range = bool(join["dash"]) or (join["word"] or "").lower() in _TO
    last = before["page"]
    is_year = _YEAR.fullmatch(page["page"]) and not (last.isdigit() and len(last) > _LARGE)
    is_roman = last[0].isdigit() and page["page"].isalpha() and not join["dash"]
    counts = not join["dash"] and (join["word"] or join["sign"].strip() != ",") and _COUNTS.match(text, page.end())
    if (is_range and ranged) or (is_year and not is_range) or is_roman or counts:
        return None
    return is_range, page


def _make_range(first: str, last: str) -> PageRange:
    first, last = first.lower(), last.lower()
    start, end = _PREFIXED.fullmatch(first), _PREFIXED.fullmatch(last)
    if start and last.isdigit():  # e12-15
        return PageRange(first, first[: start.start(2)] + complete_page(start[2], last))
    if start and end:
        return PageRange(first, last)
    return PageRange(first, complete_page(first, last) if first.isdigit() and last.isdigit() else last)


def parse_pages(written: str) -> tuple[PageRange, ...]:
    """Return the pages of a locator, as `read_page_list` wrote it or as it stands in a file."""
    lead = _LEAD.match(written)
    found = read_page_list(written, lead.end() if lead else 0)
    return found.ranges if found else ()


def split_prefix(page: str) -> tuple[str, int] | None:
    """Return the letters and the number of a page such as e12."""
    found = _PREFIXED.fullmatch(page)
    return (found[1].lower(), int(found[2])) if found else None


def complete_page(first: str, last: str) -> str:
    """Return the last page of a range: 1123-31 ends on page 1131."""
    return first[: max(len(first) - len(last), 0)] + last
