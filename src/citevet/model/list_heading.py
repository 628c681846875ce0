"""The words that head a document's own list of sources."""

from re import IGNORECASE
from re import compile as pattern

_HEADING = pattern(
    r"\s*(?:(?:\d{1,2}|[IVX]{1,5})[.)]?\s+)?(?:#+\s*)?"
    r"(?:(?:list of |selected |cited |key )?(?:references?|bibliography|works cited|literature(?: cited)?|sources|"
    r"citations|reference list|endnotes|footnotes)|cited literature|"
    r"(?:references?|bibliography) (?:and|&) (?:notes|further reading|sources|references)|notes and references|"
    r"참고\s?문헌(?:\s?목록)?|참고\s?자료|인용\s?문헌|출처|각주|미주|literatur(?:verzeichnis)?|quellen|références|"
    r"bibliographie|referencias|bibliografía|riferimenti|bibliografia)\s*:?\s*",
    IGNORECASE,
)
_LONGEST = 60  # characters; a heading is short, and longer lines need no look


def heads_references(text: str) -> bool:
    """Say whether a line is the heading of a list of sources."""
    return len(text) <= _LONGEST and _HEADING.fullmatch(text) is not None
