"""Numbers that name and do not count: versions, sections, citation marks, scores, clock times, codes."""

from citevet.judge.counting.dates import is_numeric
from citevet.judge.counting.units import read_unit
from citevet.judge.tokens import Tokens

_LABELS = frozenset(
    """version section sections article articles chapter page pages p pp no nos number figure fig figures table tables
    type phase grade stage act rule paragraph route highway flight channel item step appendix volume vol issue line
    lines room position episode § ref refs doi isbn rfc iso clause schedule exhibit equation eq algorithm theorem lemma
    sars covid""".split()
)
_SUFFIXES = frozenset({"st", "nd", "rd", "th", "s", "k", "bn", "mn", "m", "b", "tn", "x", "fold"})
_SHORT = 3  # letters: "5-HT" and "16-bit" are names, "14-member" counts


def past_label(tokens: Tokens, at: int) -> int:
    """Return the token after a number that is only a name, or 0."""
    if not tokens[at].low[-1].isdecimal():
        return 0
    if is_numeric(tokens, at) and not _labelled(tokens, at):
        return 0
    for rule in (_glued, _bracketed, _clock, _pair, _labelled, _probability):
        if end := rule(tokens, at):
            return end
    return 0


def _glued(tokens: Tokens, at: int) -> int:
    """Pass a part of a code: COVID-19, H1N1, 3D, 4.2.1, a/b/7."""
    before, after = tokens[at - 1], tokens[at + 1]
    if tokens.touches(at - 1) and (
        before.is_word or before.text == "_" or (before.text in "-/.:" and _is_inside(tokens, at - 1))
    ):
        return at + 1
    if not tokens.touches(at):
        return 0
    if after.text[:1] == "." and len(after.text) > 1:
        return at + 2
    if after.text == "-" and tokens.touches(at + 1):
        return _hyphened(tokens, at)
    known = after.low in _SUFFIXES or "가" <= after.low[0] <= "힣" or read_unit(tokens, at + 1)
    return 0 if known or not after.is_word else at + 2


def _is_inside(tokens: Tokens, at: int) -> bool:
    return tokens.touches(at - 1) and tokens[at - 1].is_word


def _hyphened(tokens: Tokens, at: int) -> int:
    after = tokens[at + 2]
    named = after.is_word and not read_unit(tokens, at + 2) and (after.text[0].isupper() or len(after.low) <= _SHORT)
    return at + 3 if named else 0


def _bracketed(tokens: Tokens, at: int) -> int:
    """Pass a citation mark, [12] or (3), or a member of a list of them."""
    closed = tokens.low(at + 1) in {"]", ")"} or (tokens.low(at + 1) in {",", "–", "-"} and _is_mark(tokens, at + 2))
    return at + 1 if closed and _is_mark(tokens, at) and _in_brackets(tokens, at) else 0


def _is_mark(tokens: Tokens, at: int) -> bool:
    return tokens[at].text.isdecimal() and len(tokens[at].text) < 4  # noqa: PLR2004 - four digits are a year


def _in_brackets(tokens: Tokens, at: int) -> bool:
    """Tell whether only numbers, commas and dashes stand between here and the bracket before."""
    for place in range(at - 1, at - 12, -1):
        if tokens.low(place) in {"[", "("}:
            return True
        if not (tokens.low(place) in {",", "–", "-"} or tokens[place].text.isdecimal()):
            return False
    return False


def _clock(tokens: Tokens, at: int) -> int:
    """Pass a time of day: 10:35, 4.51 p.m."""
    if tokens.low(at + 1) == ":" and tokens.touches(at) and tokens[at + 2].is_number:
        return at + 3
    if tokens.low(at + 1) in {"am", "pm"}:
        return at + 2
    return tokens.phrase(at + 1, "a . m") or tokens.phrase(at + 1, "p . m")


def _pair(tokens: Tokens, at: int) -> int:
    """Pass two numbers with a stroke: 140/90."""
    return at + 3 if tokens.low(at + 1) == "/" and tokens.touches(at) and tokens[at + 2].is_number else 0


def _labelled(tokens: Tokens, at: int) -> int:
    before = at - 2 if tokens.low(at - 1) in {".", "#"} else at - 1
    named = tokens.low(before) in _LABELS or tokens.low(at - 1) == "#"
    return (
        at + 1
        if named and not (read_unit(tokens, at + 1) or (tokens.low(before) == "number" and tokens.low(at + 1) == "of"))
        else 0
    )


def _probability(tokens: Tokens, at: int) -> int:
    """Pass a p value, or the width of a confidence interval."""
    if tokens.low(at - 1) in {"<", "=", ">", "≤", "≥"} and tokens.low(at - 2) in {"p", "n", "r", "i", "alpha", "α"}:
        return at + 1
    return at + 2 if tokens.low(at + 1) == "%" and tokens.low(at + 2) in {"ci", "confidence", "credible", "cri"} else 0
