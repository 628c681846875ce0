"""Mask formulas between dollar signs, which otherwise look like sums of money and statistics."""

from collections.abc import Iterable

from citevet.text.patterns import lazy_pattern

# $45\%$, $1,214$: a number set as mathematics.
_NUMBER = lazy_pattern(r"\$[+-]?\d[\d.,]{0,20}(?:\s?\\?%)?\$")
_SETTING = str.maketrans("$\\", "  ")


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
