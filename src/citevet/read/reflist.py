"""The words that head a reference list, for readers that must know where the list stands."""

from re import IGNORECASE
from re import compile as pattern

_HEADING = pattern(
    r"\s*(?:(?:\d{1,2}|[IVX]{1,5})\.?\s+)?"
    r"(?:references|bibliography|works cited|literature cited|cited literature|literature|sources|reference list"
    r"|references and notes|notes and references|bibliography and references"
    r"|참고\s?문헌|인용\s?문헌|참고\s?자료|참고\s?문헌\s?목록)\s*:?\s*",
    IGNORECASE,
)
_LONGEST = 60  # characters; a heading is short, and longer lines need no look


def heads_references(text: str) -> bool:
    """Say whether a line is the heading of a reference list."""
    return len(text) <= _LONGEST and _HEADING.fullmatch(text) is not None
