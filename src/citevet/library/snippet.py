"""The stretch of a text that shows why it was found."""

from collections.abc import Iterable
from re import IGNORECASE, Pattern, escape
from re import compile as pattern

_LENGTH = 240  # characters
_BEFORE = 60  # of them before the first term
_MORE = "…"


def snippet(text: str, terms: Iterable[str]) -> str:
    """Return the stretch that holds the most of the terms, the first of equals, on one line."""
    found = [(match.start(), match[0].casefold()) for match in _marks(terms).finditer(text)]
    start = max(found, key=lambda one: (_held(found, one[0]), -one[0]), default=(0, ""))[0]
    first = _at_word(text, max(start - _BEFORE, 0))
    last = _at_word(text, min(first + _LENGTH, len(text)))
    shown = " ".join(text[first:last].split())
    return f"{_MORE if first else ''}{shown}{_MORE if last < len(text) else ''}"


def _marks(terms: Iterable[str]) -> Pattern[str]:
    """Match the terms where they stand: a word of letters from its start, since the index knows it by its stem."""
    forms = [rf"(?<!\w){escape(_stem(term))}" if term.isascii() else escape(term) for term in terms]
    return pattern("|".join(sorted(forms, key=len, reverse=True)) or r"(?!)", IGNORECASE)


def _stem(term: str) -> str:
    """Return the start of a word that its inflections have in common, for showing only."""
    return term[: max(4, len(term) - 3)]


def _held(found: list[tuple[int, str]], start: int) -> int:
    return len({term for at, term in found if start <= at < start + _LENGTH - _BEFORE})


def _at_word(text: str, at: int) -> int:
    """Move a cut forward to the next space, if one is near."""
    if at in {0, len(text)}:
        return at
    space = text.find(" ", at, at + 20)
    return space + 1 if space >= 0 else at
