"""Fold letters that people take for one another: Møller is Moller, Łódź is Lodz, MÜLLER is muller."""

from collections.abc import Iterable, Sequence
from unicodedata import combining, normalize

from citevet.patterns import lazy_pattern

_SIGNS = lazy_pattern(r"[\W_]+")
# Letters that Unicode does not decompose.
_WHOLE = str.maketrans({"ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "æ": "ae", "œ": "oe", "ı": "i", "ħ": "h"})

# Spellings of one word in Britain and America; both sides are folded, so other words do no harm.
SPELLINGS = tuple(each.split(":") for each in "ae:e oe:e our:or s:z ll:l tre:ter bre:ber ph:f".split())


def fold_letters(text: str) -> str:
    """Return a text in lower case without accents."""
    small = text.casefold()
    if small.isascii():
        return small
    bare = "".join(each for each in normalize("NFKD", small) if not combining(each))
    return normalize("NFC", bare.translate(_WHOLE))


def fold_characters(text: str) -> str:
    """Return the letters and digits of a text, in lower case and without accents."""
    return _SIGNS.sub("", fold_letters(text))


def abbreviates(short: str, long: str) -> bool:
    """Check that the letters of an abbreviation are in a word in this order, the first at its start."""
    rest = iter(long)
    return short[:1] == long[:1] and all(letter in rest for letter in short)


def respell(word: str, spellings: Iterable[Sequence[str]]) -> str:
    """Return a word with one spelling in the place of each other."""
    for written, folded in spellings:
        word = word.replace(written, folded)
    return word
