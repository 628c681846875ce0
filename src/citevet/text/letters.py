"""Fold letters that people take for one another: Møller is Moller, Łódź is Lodz, MÜLLER is muller."""

from unicodedata import combining, normalize

from citevet.text.patterns import lazy_pattern

_SIGNS = lazy_pattern(r"[\W_]+")
# Letters that Unicode does not decompose.
_WHOLE = str.maketrans({"ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "æ": "ae", "œ": "oe", "ı": "i", "ħ": "h"})


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
