"""Parts of a document that are not its author's prose: lists of sources, court opinions and formulas."""

import re
from collections.abc import Iterable

from citevet.text.patterns import lazy_pattern

_PART = r"(?:(?:the|this) )?(?:annex|appendix|chapter|section|part|supplement)"
_HEADING = lazy_pattern(
    r"\s*(?:(?:\d{1,2}|[IVX]{1,5})[.)]?\s+)?(?:#+\s*)?"
    r"(?:(?:list of |selected |cited |key )?(?:references?|bibliography|works cited|literature(?: cited)?|sources|"
    r"citations|reference list|endnotes|footnotes)(?: (?:used|cited)(?: in this (?:section|chapter|report))?)?"
    rf"(?: \(urls?\))?|{_PART} (?:[A-Z0-9]{{1,4}} )?references|"
    rf"references (?:of|for|to|in|from) {_PART}(?: [A-Z0-9]{{1,4}})?|source (?:index|list)|cited literature|"
    r"(?:references?|bibliography) (?:and|&) (?:notes|further reading|sources|references)|notes and references|"
    r"참고\s?문헌(?:\s?목록)?|참고\s?자료|인용\s?문헌|출처|각주|미주|literatur(?:verzeichnis)?|quellen|références|"
    r"bibliographie|referencias|bibliografía|riferimenti|bibliografia)\s*:?\s*",
    re.IGNORECASE,
)
_LONGEST = 60  # characters; headings are short, so longer lines are not matched
# What stands at the head or the end of an opinion. A brief has none of it.
_OPINION = lazy_pattern(
    r"\bdelivered the opinion of the [Cc]ourt\b|\b[Ii]t is so ordered\b|\b(?:AFFIRMED|REVERSED)\b"
    r"|\b(?:Circuit|District|Chief) Judges?(?:[:.][*_ \t]{0,4})?(?=[\r\n]|$)"
    r"|\b(?:Justice|JUSTICE) [A-Z]\w{2,20},? (?:with whom|dissenting|concurring|delivered)\b"
)
# $45\%$, $1,214$: a number set as mathematics.
_NUMBER = lazy_pattern(r"\$[+-]?\d[\d.,]{0,20}(?:\s?\\?%)?\$")
_SETTING = str.maketrans("$\\", "  ")


def is_reference_heading(text: str) -> bool:
    """Check whether a line is the heading of a list of sources."""
    return len(text) <= _LONGEST and _HEADING.fullmatch(text) is not None


def reproduces_opinion(text: str) -> bool:
    """Return whether the text has the head or the end of a court opinion."""
    return _OPINION.search(text) is not None


def mask_formulas(text: str, formulas: Iterable[str]) -> str:
    """Replace each formula, in order, by as many letters "x"; a plain number only loses its dollar signs."""
    pieces: list[str] = []
    at = 0
    for formula in formulas:
        written = " ".join(formula.split())
        start = text.find(written, at) if written else -1
        if start >= 0:
            is_number = _NUMBER.fullmatch(written) is not None
            pieces += text[at:start], written.translate(_SETTING) if is_number else "x" * len(written)
            at = start + len(written)
    return "".join((*pieces, text[at:]))
