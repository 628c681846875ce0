"""The end of an identifier, and the place inside a source that a citation names: page, section, lines, article."""

import re
from dataclasses import replace

from citevet.model import Locator
from citevet.text.patterns import lazy_pattern

_DASH = r"(?:--?|[‐-―−])"
_NUMBER = r"(?:\d{1,6}|[ivxlcdm]{1,8})"
_RANGE = rf"{_NUMBER}(?:\s?{_DASH}\s?{_NUMBER})?"
_LIST = rf"{_RANGE}(?:\s?,\s?{_RANGE}(?!\w))*"

# S. means a page only with a capital: in British acts s. 6 is a section.
_PAGE_WORD = r"(?:pp?\.?|pages?|(?-i:S\.|Seiten?)|p[aá]gg?s?\.|p[aá]ginas?|pagin[ae]|blz\.)~?"
_FOLLOWING = r"(?:\s?ff?(?!\w)\.?)"

_PAGE = lazy_pattern(
    rf"\b(?:{_PAGE_WORD}\s*|at\s(?=\d))({_LIST}{_FOLLOWING}?)(?![\w%])|(?<![\w-])(\d{{1,6}}(?:\s?{_DASH}\s?\d{{1,6}})?)\s*(?:쪽|면|페이지)",
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
_PAIRS = {")": "(", "]": "[", "}": "{", ">": "<"}

# Notes after a citation in LaTeX and pandoc.
_LATEX_SPACES = lazy_pattern(r"~|\\[,;: ]|\\(?:,|thinspace|nobreakspace)\b\s?|\s+")
_LATEX_DASHES = lazy_pattern(r"\s*(?:-{1,3}|[‐-―−])\s*|\\(?:textendash|textemdash|ndash)\b\s*")
_LATEX_MACRO = lazy_pattern(r"\\[A-Za-z]+\s?|[{}]")
_PAGE_RANGE = r"(?:\d{1,6}|[ivxlcdm]{1,8})(?:-(?:\d{1,6}|[ivxlcdm]{1,8}))?"
_BARE_PAGES = lazy_pattern(rf"{_PAGE_RANGE}(?:, ?{_PAGE_RANGE})*")  # a note of only numbers names pages
_KOREAN_CHAPTER = lazy_pattern(r"제? ?(\d{1,4}) ?[장절]")
_KOREAN_ARTICLE = lazy_pattern(r"제 ?\d{1,5} ?조[제의\d항호목 ]{0,30}")
_LONGEST_NOTE = 200  # a note names a place in its first words; the rest is a remark
_YEAR = lazy_pattern(r"(?:19|20)\d\d")
_PUNCTUATION = ".,;:!?'\"’”…*_`~"


def parse_locator(text: str) -> Locator | None:
    """Parse the words next to the key of a citation; None if they name no place."""
    lines, section, article, page = (form.search(text) for form in (_LINES, _SECTION, _ARTICLE, _PAGE))
    if not (lines or section or article or page):
        return None
    return Locator(
        page=_normalize_dashes(page[1] or page[2]) if page else None,
        section=_normalize_dashes(section[1]) if section else None,
        lines="-".join(filter(None, lines.groups())) if lines else None,
        article=article[1] if article else None,
    )


def plain_range(place: str) -> str:
    """Return a page, a paragraph or a range of them without spaces and with a hyphen: 3-5 for 3 – 5."""
    return place.replace("–", "-").replace(" ", "")


def _normalize_dashes(text: str) -> str:
    return _DASHES.sub("-", text) if any(char.isdigit() for char in text) else text


def trim_identifier(text: str) -> str:
    """Strip sentence punctuation from the end of an identifier; a closing bracket stays if it was opened inside."""
    if text[-1:].isalnum():
        return text
    end = len(text)
    surplus = {close: text.count(close) - text.count(opened) for close, opened in _PAIRS.items()}
    while end:
        char = text[end - 1]
        if char in _PAIRS and surplus[char] > 0:
            surplus[char] -= 1
        elif char not in _PUNCTUATION:
            break
        end -= 1
    return text[:end]


def read_latex_locator(note: str) -> Locator | None:
    """Read the note after a citation: p.~3, pp.~3--5, 33, Section 2, ch. 4, 12쪽, 제3장, 제28조의2."""
    words = note[:_LONGEST_NOTE].replace("\\S", "§")
    words = " ".join(_LATEX_MACRO.sub("", _LATEX_DASHES.sub("-", _LATEX_SPACES.sub(" ", words))).split())
    if _BARE_PAGES.fullmatch(words):
        return Locator(page=words)
    if article := _KOREAN_ARTICLE.search(words):
        return Locator(article=article[0].strip())
    if chapter := _KOREAN_CHAPTER.search(words):
        return replace(parse_locator(words) or Locator(), section=chapter[1])
    return parse_locator(words)


def read_suffix(suffix: str) -> Locator | None:
    """Read what follows a key of pandoc, which takes a bare number as a page: [@kim2019, 33-35]."""
    words = _DASHES.sub("-", suffix[:_LONGEST_NOTE].strip(" ,[]"))
    is_page = _BARE_PAGES.fullmatch(words) and words[0].isdigit() and not _YEAR.fullmatch(words)
    return Locator(page=words) if is_page else parse_locator(suffix)
