"""Formulas between dollars: mathematics is no sum of money, and no statistic either, unless it is a number alone."""

from collections.abc import Iterable
from re import compile as pattern

# $45\%$, $1,214$: a number that was set as mathematics.
_NUMBER = pattern(r"\$[+-]?\d[\d.,]{0,20}(?:\s?\\?%)?\$")
_SETTING = str.maketrans("$\\", "  ")


def without_formulas(text: str, formulas: Iterable[str]) -> str:
    """Return words of the same length with each formula, in order, made unreadable; a number only loses its dollars."""
    pieces: list[str] = []
    at = 0
    for formula in formulas:
        heard = " ".join(formula.split())
        start = text.find(heard, at) if heard else -1
        if start >= 0:
            pieces += text[at:start], heard.translate(_SETTING) if _NUMBER.fullmatch(heard) else "x" * len(heard)
            at = start + len(heard)
    return "".join((*pieces, text[at:]))
