"""Powers of ten behind a number: 10^6, 10⁶, 3 × 10^-2; and raised numbers that are none."""

from citevet.judge.tokens import Tokens

_SIGNS = frozenset("×x·∙⋅*")
_MINUS = frozenset("-−–")
_LOWERED = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻", "0123456789-")
_RAISED = frozenset("⁰¹²³⁴⁵⁶⁷⁸⁹⁻")
_MOST = 15  # a larger or smaller power is nothing that prose counts


def power_of_ten(tokens: Tokens, at: int) -> tuple[float, int]:
    """Return what the power multiplies by that belongs to the number before this place, and the token after it."""
    if tokens[at - 1].text == "10":
        exponent, end = _exponent(tokens, at)
        return (10.0 ** (exponent - 1), end) if end > at else (1.0, at)
    if tokens.low(at) in _SIGNS and tokens[at + 1].text == "10":
        exponent, end = _exponent(tokens, at + 2)
        return (10.0**exponent, end) if end > at + 2 else (1.0, at)
    return 1.0, at


def is_raised(tokens: Tokens, at: int) -> bool:
    """Tell whether a number is raised behind another: a power that was read with it, or the marker of a note."""
    sign = at - 1 - (tokens.low(at - 1) in _MINUS and tokens.touches(at - 1))
    return tokens.low(sign) == "^" and tokens[sign - 1].is_number and tokens.touches(sign - 1) and tokens.touches(sign)


def _exponent(tokens: Tokens, at: int) -> tuple[int, int]:
    """Return the exponent that touches the token before, and the token after it; there is none where it is this one."""
    if not tokens.touches(at - 1):
        return 0, at
    written, end = _behind_caret(tokens, at + 1) if tokens.low(at) == "^" else _superscript(tokens, at)
    digits = written.removeprefix("-")
    return (int(written), end) if digits.isdecimal() and int(digits[:3]) <= _MOST else (0, at)


def _behind_caret(tokens: Tokens, at: int) -> tuple[str, int]:
    """Return what stands behind ^; pandoc writes another one at its end."""
    minus = tokens.low(at) in _MINUS
    place = at + minus
    closed = tokens.low(place + 1) == "^" and tokens.touches(place)
    return "-" * minus + tokens[place].text, place + 1 + closed


def _superscript(tokens: Tokens, at: int) -> tuple[str, int]:
    written = ""
    while tokens[at].text in _RAISED and tokens.touches(at - 1):
        written += tokens[at].text.translate(_LOWERED)
        at += 1
    return written, at
