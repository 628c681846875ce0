"""The place inside a source that a citation names: page, section, lines, article."""

from re import IGNORECASE
from re import compile as pattern

from citevet.model import Locator

_DASH = r"(?:--?|[‐-―−])"
_NUMBER = r"(?:\d{1,6}|[ivxlcdm]{1,8})"
_RANGE = rf"{_NUMBER}(?:\s?{_DASH}\s?{_NUMBER})?"
_LIST = rf"{_RANGE}(?:\s?,\s?{_RANGE}(?!\w))*"

# S. is a page with its capital only: in British acts s. 6 is a section.
_PAGE_WORD = r"(?:pp?\.?|pages?|(?-i:S\.|Seiten?)|p[aá]gg?s?\.|p[aá]ginas?|pagin[ae]|blz\.)~?"
_FOLLOWING = r"(?:\s?ff?(?!\w)\.?)"

_PAGE = pattern(
    rf"\b(?:{_PAGE_WORD}\s*|at\s(?=\d))({_LIST}{_FOLLOWING}?)(?![\w%])|(?<![\w-])(\d{{1,6}}(?:\s?{_DASH}\s?\d{{1,6}})?)\s*(?:쪽|면|페이지)",
    IGNORECASE,
)
_SECTION = pattern(
    r"(?:§§?|\b(?:sections?|sect?\.?|chapters?|chap\.?|ch\.|appendix|app\.)|절)\s*~?\s*"
    r"((?-i:[A-Z])?\d{1,4}(?:\.\d{1,4})*(?:\s?(?:--?|[‐-―])\s?\d{1,4}(?:\.\d{1,4})*)?"
    r"|(?-i:[A-Z])[\w-]*(?: (?!(?:pp?|pages?|at)\b)[\w-]+){0,5})",
    IGNORECASE,
)
_LINES = pattern(rf"\b(?:L|lines?\s+)(\d{{1,7}})(?:\s?{_DASH}\s?L?(\d{{1,7}}))?(?!\w)")
_ARTICLE = pattern(r"\b(?:art(?:icle|\.)?|recital)\s*(\d{1,4}[a-z]?(?:\(\w{1,4}\))*)", IGNORECASE)
_DASHES = pattern(rf"\s?{_DASH}\s?")


def locator(text: str) -> Locator | None:
    """Read what stands beside the key of a citation, or nothing if that is no place."""
    lines, section, article, page = (form.search(text) for form in (_LINES, _SECTION, _ARTICLE, _PAGE))
    if not (lines or section or article or page):
        return None
    return Locator(
        page=_folded(page[1] or page[2]) if page else None,
        section=_folded(section[1]) if section else None,
        lines="-".join(filter(None, lines.groups())) if lines else None,
        article=article[1] if article else None,
    )


def _folded(text: str) -> str:
    return _DASHES.sub("-", text) if any(char.isdigit() for char in text) else text
