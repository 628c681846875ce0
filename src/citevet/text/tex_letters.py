r"""Letters that TeX writes as macros: \"u, \v{s}, \c c, {\ss}."""

import re
from collections.abc import Iterator
from typing import NamedTuple
from unicodedata import normalize

from citevet.patterns import lazy_pattern
from citevet.tables import longest_first, read_pairs

# The TeXbook, chapter 9: accents, and the letters of other languages.
_MARKS = "\u0301\u0300\u0302\u0308\u0303\u0304\u0307\u0327\u030c\u0306\u030b\u0328\u030a\u0323"
_COMBINING = dict(zip("'`^\"~=.cvuHkrd", _MARKS, strict=True))
_FOREIGN = read_pairs("ss=ß o=ø O=Ø l=ł L=Ł ae=æ AE=Æ oe=œ OE=Œ aa=å AA=Å")
_LETTERS = _FOREIGN | read_pairs("i=i j=j LaTeX=LaTeX TeX=TeX S=§ textendash=– textemdash=— ldots=… dots=…")
_MACROS = {letter: name for name, letter in _FOREIGN.items()} | {"–": "textendash", "—": "textemdash"}
_SIGNS = {"’": "'", "‘": "`", "“": "``", "”": "''", "‐": "-", "‑": "-", "\u00a0": "~"}
_ACCENTS = {mark: sign for sign, mark in _COMBINING.items()}
_ACCENT_FORM = (
    r"""\\(?:(?P<sign>['`^"~=.])\s{0,3}|(?P<letter>[cvuHkrd])(?:\s{1,3}|(?=\{)))"""
    r"""(?:\{\s{0,3}\\?(?P<braced>[A-Za-z])\s{0,3}\}|\\?(?P<bare>[A-Za-z]))"""
)
_ACCENT = lazy_pattern(_ACCENT_FORM)
_LETTER = lazy_pattern(r"\\(" + "|".join(longest_first(_LETTERS)) + r")(?![A-Za-z])(?:\{\}|[ ]?)")
_NAMES = "|".join(longest_first(_FOREIGN))
_IN_PROSE = lazy_pattern(rf"(?P<open>\{{)?(?:{_ACCENT_FORM}|\\(?P<name>{_NAMES})(?![A-Za-z])(?:\{{\}}|[ ]?))")


_UNWRITTEN = str.maketrans("", "", '{}\\~^"')
_SPECIAL = lazy_pattern(r"[&%#_$]")
_NAMED = lazy_pattern(r"(?<!\w)(?=\w*[A-Z]\w*[A-Z]|[A-Z]{2})[\w-]+")  # DNA, LaTeX, pH: styles would lower their case


class PrintedLetter(NamedTuple):
    """A stretch of a text, and the letter that it prints."""

    start: int
    end: int
    letter: str


def print_letters(text: str) -> str:
    """Return a text with the letters that its macros print; braces around them stay."""
    return _LETTER.sub(lambda found: _LETTERS[found[1]], _ACCENT.sub(_compose, text))


def find_printed_letters(text: str) -> Iterator[PrintedLetter]:
    r"""Yield the macros that print one letter, with the braces that hold nothing else: {\"u}."""
    for found in _IN_PROSE.finditer(text) if "\\" in text else ():
        letter = _FOREIGN[found["name"]] if found["name"] else _compose(found)
        start, end = found.span()
        if found["open"]:
            is_alone = text[end : end + 1] == "}"
            start, end = (start, end + 1) if is_alone else (start + 1, end)
        if len(letter) == 1:
            yield PrintedLetter(start, end, letter)


def _compose(found: re.Match[str]) -> str:
    return normalize("NFC", (found["braced"] or found["bare"]) + _COMBINING[found["sign"] or found["letter"]])


def write_letter(letter: str) -> str:
    r"""Return the macro that prints a letter, in braces: {\"u}; a letter without one stays as it is."""
    if letter.isascii():
        return letter
    if plain := _SIGNS.get(letter):
        return plain
    parts = normalize("NFD", letter)
    base, marks = parts[0], parts[1:]
    if letter in _MACROS:
        return f"{{\\{_MACROS[letter]}}}"
    if base.isascii() and (accent := _ACCENTS.get(marks)):
        return f"{{\\{accent}{f'{{{base}}}' if accent.isalpha() else base}}}"
    return letter


def write_latex(words: str, *, is_ascii: bool = False) -> str:
    r"""Return words on one line; with `is_ascii` an accented letter is a macro, such as {\"u}."""
    plain = "".join(letter if letter.isprintable() else " " for letter in words.translate(_UNWRITTEN))
    escaped = _SPECIAL.sub(lambda found: f"\\{found[0]}", " ".join(plain.split()))
    return "".join(map(write_letter, normalize("NFC", escaped))) if is_ascii else escaped


def protect_capitals(words: str) -> str:
    """Return words with braces around those whose capitals a style must not change."""
    return _NAMED.sub(lambda found: f"{{{found[0]}}}", words)
