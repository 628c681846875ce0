"""Recognize the heading of a document's list of sources."""

import re

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


def is_reference_heading(text: str) -> bool:
    """Check whether a line is the heading of a list of sources."""
    return len(text) <= _LONGEST and _HEADING.fullmatch(text) is not None
