"""The place inside a source that a citation names: page, section, lines, article."""

import re
from dataclasses import replace

from citevet.model import Locator
from citevet.patterns import lazy_pattern
from citevet.text.page_lists import find_counted_pages, read_page_list

_DASH = r"(?:--?|[‐-―−])"
# S. means a page only with a capital: in British acts s. 6 is a section.
_PAGE_WORD = lazy_pattern(
    r"\b(?:(?:pages?|p[aá]ginas?|pagin[ae]|p[aá]gg?s?\.|pgs?\.?|pp?\.?|(?-i:Seiten?|S\.)|blz\.)~?\s*|at\s(?=\d))"
    r"|(?<![\w\d])(?:쪽|페이지|ページ|页|頁)\s?(?=\d)",
    re.IGNORECASE,
)
_SECTION = lazy_pattern(
    r"(?:§§?|\b(?:sections?|sect?\.?|chapters?|chap\.?|ch\.|appendix|app\.)|절)\s*~?\s*"
    r"((?-i:[A-Z])?\d{1,4}(?:\.\d{1,4})*(?:\s?(?:--?|[‐-―])\s?\d{1,4}(?:\.\d{1,4})*)?"
    r"|(?-i:[A-Z])[\w-]*(?: (?!(?:pp?|pages?|at)\b)[\w-]+){0,5})",
    re.IGNORECASE,
)
_LINES = lazy_pattern(rf"\b(?:L|lines?\s+)(\d{{1,7}})(?:\s?{_DASH}\s?L?(\d{{1,7}}))?(?!\w)")
_ARTICLE = lazy_pattern(r"\b(?:art(?:icle|\.)?|recital)\s*(\d{1,4}[a-z]?(?:\(\w{1,4}\))*)", re.IGNORECASE)
_DASHES = lazy_pattern(rf"\s?{_DASH}\s?")

# Notes after a citation in LaTeX and pandoc.
_LATEX_SPACES = lazy_pattern(r"~|\\[,;: ]|\\(?:,|thinspace|nobreakspace)\b\s?|\s+")
_LATEX_DASHES = lazy_pattern(r"\s*(?:-{1,3}|[‐-―−])\s*|\\(?:textendash|textemdash|ndash)\b\s*")
_LATEX_MACRO = lazy_pattern(r"\\[A-Za-z]+\s?|[{}]")
_NUMBERED = lazy_pattern(r"\d|[ivxlcdm]+\b")  # how a note without the word "page" starts; e12 may be anything
_KOREAN_CHAPTER = lazy_pattern(r"제? ?(\d{1,4}) ?[장절]")
_KOREAN_ARTICLE = lazy_pattern(r"제 ?\d{1,5} ?조[제의\d항호목 ]{0,30}")
_LONGEST_NOTE = 200  # a note names a place in its first words; the rest is a remark
_YEAR = lazy_pattern(r"(?:19|20)\d\d")


def parse_locator(text: str) -> Locator | None:
    """Parse the words next to the key of a citation; None if they name no place."""
    lines, section, article = (form.search(text) for form in (_LINES, _SECTION, _ARTICLE))
    page = _find_pages(text)
    if not (lines or section or article or page):
        return None
    return Locator(
        page=page,
        section=_normalize_dashes(section[1]) if section else None,
        lines="-".join(filter(None, lines.groups())) if lines else None,
        article=article[1] if article else None,
    )


def _find_pages(text: str) -> str | None:
    """Return the first list of pages with its word, or with the word behind it as in Korean."""
    for word in _PAGE_WORD.finditer(text):
        if found := read_page_list(text, word.end()):
            return found.text
    counted = find_counted_pages(text)
    return counted.text if counted else None


def plain_range(place: str) -> str:
    """Return a page, a paragraph or a range of them without spaces and with a hyphen: 3-5 for 3 – 5."""
    return place.replace("–", "-").replace(" ", "")


def _normalize_dashes(text: str) -> str:
    return _DASHES.sub("-", text) if any(char.isdigit() for char in text) else text


def read_latex_locator(note: str) -> Locator | None:
    """Read the note after a citation: p.~3, pp.~3--5, 33, Section 2, ch. 4, 12쪽, 제3장, 제28조의2."""
    words = note[:_LONGEST_NOTE].replace("\\S", "§")
    words = " ".join(_LATEX_MACRO.sub("", _LATEX_DASHES.sub("-", _LATEX_SPACES.sub(" ", words))).split())
    if pages := _read_bare_pages(words):
        return Locator(page=pages)
    if article := _KOREAN_ARTICLE.search(words):
        return Locator(article=article[0].strip())
    if chapter := _KOREAN_CHAPTER.search(words):
        return replace(parse_locator(words) or Locator(), section=chapter[1])
    return parse_locator(words)


def read_suffix(suffix: str) -> Locator | None:
    """Read what follows a key of pandoc, which takes a bare number as a page: [@kim2019, 33-35]."""
    words = _DASHES.sub("-", suffix[:_LONGEST_NOTE].strip(" ,[]"))
    pages = _read_bare_pages(words) if words[:1].isdigit() and not _YEAR.fullmatch(words) else None
    return Locator(page=pages) if pages else parse_locator(suffix)


def _read_bare_pages(words: str) -> str | None:
    """Return the pages that a note names if it names nothing else."""
    found = read_page_list(words) if _NUMBERED.match(words) else None
    return found.text if found and found.end == len(words) else None
