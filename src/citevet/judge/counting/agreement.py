"""Whether two quantities of one role say the same: rounding, hedges, bounds, ranges, conversion."""

from citevet.judge.counting.date import dates_agree
from citevet.judge.counting.quantity import Quantity

_NEARLY_EQUAL = 1e-9
_ABOUT = 0.1  # "about half" is said of 46 to 54 %, "roughly 14 million" of 13 to 15
_NEARLY = 0.15  # "almost twice" is said of 1.8, "nearly a third" of 31 %
_ROUND = 0.01  # 14,000 for 13,960, without any "about"
_BEYOND = 0.5  # "more than nine in ten" is said of 93 %, "over 100" hardly of 350
_LOOSE = frozenset({"about", "top"})  # "up to 2,700 metres" names the top itself
_UPWARD = frozenset({"over", "least", "slightly over"})
_DOWNWARD = frozenset({"under", "most", "nearly", "top"})
_SCALES_APART = 5.0  # degrees: an oven at 350 °F is one at 180 °C
_THOUSAND = 1000
_SECONDS = {
    "second": 1.0,
    "minute": 60.0,
    "hour": 3600.0,
    "day": 86400.0,
    "week": 604800.0,
    "month": 2629800.0,
    "year": 31557600.0,
}


def agree(one: Quantity, other: Quantity) -> bool:
    """Tell whether the two can both be true of one thing; the roles have been matched before."""
    if one.date and other.date:
        return bool(dates_agree(one.date, other.date))
    if one.family and other.family and one.family != other.family:
        return False
    if one.family != other.family:
        return _values_agree((one, other), (one.number, one.step), (other.number, other.step))
    factor = _per_factor(one, other)
    if one.kind == other.kind == "multiple" and _near(one.number * other.number, 1.0, _ABOUT):
        return True  # half as often, twice as often: the two sides are named in another order
    if not factor:
        return False
    ours = (one.value, one.step * one.factor)
    return _values_agree((one, other), ours, (other.value * factor, other.step * other.factor * factor))


def denies(one: Quantity, other: Quantity) -> bool:
    """Tell whether both cannot be true: "over 100" is not confirmed by 350, but not denied either."""
    if agree(one, other):
        return False
    if one.date or one.family != other.family or _per_factor(one, other) != 1:
        return True
    if one.family == "temperature" and one.unit != other.unit and abs(one.value - other.value) <= _SCALES_APART:
        return False
    if one.hedge and other.hedge:
        return True
    return not (_fits(one.hedge, one.value, other.value) or _fits(other.hedge, other.value, one.value))


def are_opposed(one: Quantity, other: Quantity) -> bool:
    """Tell whether the two bound a value from two sides and leave nothing between: over 50 and at most 50."""
    if not one.family or not other.family:
        return _leave_nothing((one.hedge, one.number), (other.hedge, other.number))
    if one.family != other.family or _per_factor(one, other) != 1:
        return False
    return _leave_nothing((one.hedge, one.value), (other.hedge, other.value))


def same_number(one: Quantity, other: Quantity) -> bool:
    """Tell whether the written numbers are equal, whatever their units."""
    return abs(one.number - other.number) <= _NEARLY_EQUAL * max(abs(one.number), 1)


def _per_factor(one: Quantity, other: Quantity) -> float:
    """Return what turns the other's rate into ours; 0 where they are rates per different things."""
    if one.per == other.per or not one.per or not other.per:
        return 1.0
    ours, theirs = _SECONDS.get(one.per), _SECONDS.get(other.per)
    return ours / theirs if ours and theirs else 0.0


Measured = tuple[float, float]  # a value, and the worth of its last written place


def _values_agree(both: tuple[Quantity, Quantity], ours: Measured, theirs: Measured) -> bool:
    one, other = both
    a, b = ours[0], theirs[0]
    if _leave_nothing((one.hedge, a), (other.hedge, b)):
        return False
    ranged = one.partner is None or other.partner is None
    if _rounds(ours, theirs) or (ranged and (_in_range(one, b) or _in_range(other, a))):
        return True
    bounds = [each.hedge for each in (one, other) if each.hedge and each.hedge not in _LOOSE]
    if _LOOSE & {one.hedge, other.hedge} and _near(a, b, _ABOUT):
        return True
    if len(bounds) == 1:
        claimed = one.hedge == bounds[0]
        fits = _fits(one.hedge, a, b) if claimed else _fits(other.hedge, b, a)
        return fits and _near(a, b, _BEYOND if claimed and bounds[0] not in {"most", "within"} else _NEARLY)
    if _follows(one.hedge, a, (other.hedge, b)) and _near(a, b, _BEYOND):
        return True
    return len(bounds) == 2 and one.hedge != other.hedge and _near(a, b, _ABOUT)  # noqa: PLR2004 - both sides are bounds


Bound = tuple[str, float]  # a hedge and the number that it stands before


def _leave_nothing(one: Bound, other: Bound) -> bool:
    low, high = (one, other) if one[0] in _UPWARD else (other, one)
    return low[0] in _UPWARD and high[0] in _DOWNWARD and low[1] >= high[1] - _NEARLY_EQUAL * abs(high[1])


def _follows(hedge: str, bound: float, known: Bound) -> bool:
    """Tell whether the claim's bound follows from the source's: what is at least 30 is over 25."""
    if hedge in {"over", "least"} and known[0] in _UPWARD:
        return bound <= known[1]
    return hedge in {"under", "most"} and known[0] in {"under", "most"} and bound >= known[1]


def _rounds(ours: Measured, theirs: Measured) -> bool:
    """Tell whether the coarser is a rounding of the finer."""
    (a, first), (b, second) = ours, theirs
    if abs(a - b) <= max(first, second) / 2 * (1 + 1e-6) and not (a == 0) ^ (b == 0):
        return True
    zeros = min(a, b) >= _THOUSAND and (a % 100 == 0 or b % 100 == 0)
    return abs(a - b) <= _NEARLY_EQUAL * max(abs(a), abs(b)) or (zeros and _near(a, b, _ROUND))


def _near(a: float, b: float, share: float) -> bool:
    return abs(a - b) <= share * max(abs(a), abs(b)) + _NEARLY_EQUAL


def _in_range(ends: Quantity, value: float) -> bool:
    if ends.partner is None:
        return False
    low, high = sorted((ends.value, ends.partner))
    return low <= value <= high


def _fits(hedge: str, bound: float, value: float) -> bool:
    """Tell whether a value is what a hedged number was said of."""
    if not hedge or hedge in _LOOSE:
        return False
    slack = _NEARLY_EQUAL + abs(bound) * 0.005
    if hedge == "nearly":
        return bound * (1 - _NEARLY) - slack <= value <= bound * 1.02 + slack
    if hedge == "slightly over":
        return bound * 0.98 - slack <= value <= bound * (1 + _NEARLY) + slack
    return value >= bound - slack if hedge in {"over", "least"} else value <= bound + slack
