"""Quantities without a plain number: an hour and a half, less than a year, all but two of the 30, dozens of houses."""

from citevet.judge.counting.counted import nouns_at, part_at
from citevet.judge.counting.hedges import hedge_before, is_then
from citevet.judge.counting.quantity import Quantity
from citevet.judge.counting.spelled import PLURALS, half_more, read_number
from citevet.judge.counting.units import read_unit
from citevet.judge.tokens import Tokens
from citevet.model import Span

STARTS = frozenset({"a", "an", "all", "every", "tens", "couple"}) | PLURALS.keys()
_BOUNDS = frozenset({"about", "over", "least", "under", "most", "within", "nearly", "slightly over"})
_EXTENTS = frozenset({"time", "length", "mass", "volume"})
_STEP = 0.02  # of the one unit in "over a century", which 99 years are but 95 are not
_ROUGH = 0.5  # of an hour and a half, and of "about a year", which 14 months are
_FEWEST, _MOST = 1.65, 1000.0  # "hundreds" is said of 180; who says it of 9,000 is told no lie
_ARTICLES = frozenset({"a", "an"})
_BEFORE_WHOLE = frozenset("of the these those its their our his her all".split())
_REACH = 4  # tokens between "all but two" and its whole

Found = tuple[Quantity, int]


def read_one_unit(tokens: Tokens, at: int) -> Found | None:
    """Return an hour and a half, or one unit that a word before it makes a bound: within a year."""
    unit = read_unit(tokens, at + 1, after_digits=False) if tokens.low(at) in _ARTICLES else None
    if not unit or unit[0].family not in _EXTENTS or tokens.low(at + 1) == "second":
        return None
    more, end = half_more(tokens, unit[1])
    hedge = hedge_before(tokens, at)[0]
    if not more and (hedge not in _BOUNDS or is_then(tokens, at, end)):
        return None
    family, factor, name, _ = unit[0]
    place = (Span(0, 0), at, end)
    step = _ROUGH if more or hedge == "about" else _STEP
    return Quantity("measure", *place, 1 + more, step, family, factor, name), end


def read_plenty(tokens: Tokens, at: int) -> Found | None:
    """Return dozens of, tens of thousands of, a couple of, as the range that they are said of."""
    start = at + (tokens.low(at) in _ARTICLES)
    low, high, end = _couple(tokens, start) or _plural(tokens, start)
    if not end or tokens.low(end) != "of":
        return None
    nouns = nouns_at(tokens, end + 1)[0]
    draft = Quantity("count", Span(0, 0), at, end + 1, low, 0.0, "count", nouns=nouns, partner=high)
    return (draft, end + 1) if nouns else None


def _couple(tokens: Tokens, at: int) -> tuple[float, float, int] | None:
    return (2.0, 3.0, at + 1) if tokens.low(at) == "couple" and tokens.low(at - 1) in _ARTICLES else None


def _plural(tokens: Tokens, at: int) -> tuple[float, float, int]:
    scale, end = PLURALS.get(tokens.low(at), 0.0), at + 1
    if tokens.low(at) == "tens":
        scale = 10.0
    if tokens.low(end) == "of" and (more := PLURALS.get(tokens.low(end + 1))):
        return scale * more * _FEWEST, scale * more * _MOST, end + 2 if scale else 0
    return scale * _FEWEST, scale * _MOST, end if scale else 0


def read_all_but(tokens: Tokens, at: int) -> Found | None:
    """Return what is left: 28 for "all but two of the 30 villages"; never a denial where the whole is not told."""
    start = tokens.phrase(at, "all but") or tokens.phrase(at, "every one but")
    less = read_number(tokens, start) if start else None
    if not less:
        return None
    whole = _whole(tokens, less.next)
    nouns = part_at(tokens, less.next)[0] or nouns_at(tokens, less.next)[0]
    left, known = (whole - less.value, True) if whole > less.value else (0.0, False)
    return Quantity(
        "count", Span(0, 0), at, less.next, left, 1.0, "count", nouns=nouns, part="part", doubtful=not known
    ), less.next


def _whole(tokens: Tokens, at: int) -> float:
    for place in range(at, at + _REACH) if tokens.low(at) == "of" else ():
        if found := read_number(tokens, place):
            return found.value
        if tokens.low(place) not in _BEFORE_WHOLE:
            return 0.0
    return 0.0
