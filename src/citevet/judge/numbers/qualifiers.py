"""What qualifies a number: its unit, which converts within a family of measures or money, and its hedge."""

from functools import cache
from pathlib import Path
from typing import NamedTuple

from citevet.tables import read_rows
from citevet.text.tokens import Tokens

_TABLE = Path(__file__).with_name("units.tsv")


class Unit(NamedTuple):
    """A unit: what it measures, its worth in the family's base unit, its name, and where its zero lies."""

    family: str
    factor: float
    name: str
    offset: float = 0.0


# Where the case tells units apart; only after digits.
_CASED = {
    "MW": Unit("power", 1e6, "megawatt"),
    "W": Unit("power", 1.0, "watt"),
    "m": Unit("length", 1.0, "metre"),
    "g": Unit("mass", 1e-3, "gram"),
    "t": Unit("mass", 1e3, "tonne"),
    "l": Unit("volume", 1.0, "litre"),
    "L": Unit("volume", 1.0, "litre"),
    "h": Unit("time", 3600.0, "hour"),
    "s": Unit("time", 1.0, "second"),
    "ms": Unit("time", 1e-3, "millisecond"),
    "d": Unit("time", 86_400.0, "day"),
}
_MONEY_SIGNS = {"$": "dollar", "€": "euro", "£": "pound", "¥": "yen", "₩": "won"}
_MONEY_SIGNS |= {"eur": "euro", "usd": "dollar", "gbp": "pound"}
_TWO_WORDS = {("light", "years"): "lightyear", ("light", "year"): "lightyear", ("per", "cent"): "percent"}
_TWO_WORDS |= {
    (f"{prefix}watt", hours): f"{prefix}watthour"
    for prefix in ("kilo", "mega", "giga", "tera")
    for hours in ("hour", "hours")
}
_POINT = Unit("points", 1.0, "point")
_CELSIUS, _FAHRENHEIT = Unit("temperature", 1.0, "celsius"), Unit("temperature", 5 / 9, "fahrenheit", -160 / 9)
_SCALES = {"c": _CELSIUS, "celsius": _CELSIUS, "f": _FAHRENHEIT, "fahrenheit": _FAHRENHEIT}
_POWERS = {"square": ("area", 2), "sq": ("area", 2), "cubic": ("volume", 3), "제곱": ("area", 2)}
_RAISED = {"²": ("area", 2), "³": ("volume", 3)}
ARTICLES = frozenset({"a", "an", "the"})
_HEDGES = {
    "least": "no less than|no fewer than|not less than|at least|as little as|≥|최소",
    "most": "no more than|not more than|no longer than|at most|≤|within",
    "slightly over": "slightly more than|a little over|a little more than|just over|slightly over",
    "nearly": "a little under|slightly less than|slightly under|a little less than|just under|nearly|almost|거의",
    "about": "close to|an estimated|about|around|roughly|approximately|approx .|approx|circa|ca .|some|perhaps|~|≈|약",
    "over": "well over|well above|more than|upwards of|in excess of|over|above|exceed|exceeds|exceeded|beyond|>",
    "under": "less than|under|below|<",
    "top": "as many as|as much as|up to|최대",
}
_HEDGES_BY_LAST_WORD: dict[str, list[tuple[list[str], str]]] = {}  # of two that end alike the longer one first
for _hedge, _phrases in _HEDGES.items():
    for _words in map(str.split, _phrases.split("|")):
        _HEDGES_BY_LAST_WORD.setdefault(_words[-1], []).append((_words, _hedge))
for _alike in _HEDGES_BY_LAST_WORD.values():
    _alike.sort(key=lambda each: -len(each[0]))
_LESSENING = frozenset(
    "fewer lower smaller younger shorter lighter cheaper narrower thinner colder cooler slower earlier".split()
)
_OPPOSITE_HEDGE = {"over": "most", "under": "least", "least": "under", "most": "over"}


@cache
def read_units() -> dict[str, Unit]:
    """Return the units of the packaged table by their words in lower case."""
    units: dict[str, Unit] = {}
    for family, factor, words in read_rows(_TABLE):
        name = words.split()[0]
        units |= {word: Unit(family, float(factor), name) for word in words.split()}
    return units


def read_money_sign(tokens: Tokens, at: int) -> Unit | None:
    """Return the currency that a sign before a number means."""
    word = _MONEY_SIGNS.get(tokens.low(at))
    return read_units()[word] if word else None


def read_unit(tokens: Tokens, at: int, *, after_digits: bool = True) -> tuple[Unit, int] | None:
    """Return the unit that starts at this token, and the token after it."""
    return (
        _read_points(tokens, at)
        or _read_temperature(tokens, at)
        or _read_power(tokens, at)
        or _read_plain(tokens, at, after_digits=after_digits)
    )


def _read_plain(tokens: Tokens, at: int, *, after_digits: bool) -> tuple[Unit, int] | None:
    second = at + 2 if tokens.low(at + 1) == "-" else at + 1
    if joined := _TWO_WORDS.get((tokens.low(at), tokens.low(second))):
        return read_units()[joined], second + 1
    text, low = tokens[at].text, tokens.low(at)
    if after_digits and text in _CASED:
        return _CASED[text], at + 1
    unit = read_units().get(low) or _read_korean(low)
    return (unit, at + 1) if unit else None


def _read_korean(low: str) -> Unit | None:
    """Return the unit at the front of a Korean word; particles follow it without a space."""
    if not "가" <= low[0] <= "힣":
        return None
    return next((unit for size in range(min(len(low), 5), 0, -1) if (unit := read_units().get(low[:size]))), None)


def _read_points(tokens: Tokens, at: int) -> tuple[Unit, int] | None:
    end = tokens.phrase(at, "percentage") or tokens.phrase(at, "% -") or tokens.phrase(at, "%")
    if tokens.phrase(at, "%p") or tokens.low(at).startswith("퍼센트포인트"):
        return _POINT, at + 1
    return (_POINT, end + 1) if end and tokens.low(end) in {"point", "points"} else None


def _read_temperature(tokens: Tokens, at: int) -> tuple[Unit, int] | None:
    """Return degrees of one scale; degrees without a scale are a family of their own."""
    if tokens.low(at) == "℃":
        return _CELSIUS, at + 1
    if tokens.low(at) not in {"°", "degrees", "degree", "도"}:
        return None
    place = next((place for place in (at + 1, at + 3) if tokens.low(place) in _SCALES), 0)
    return (_SCALES[tokens.low(place)], place + 1) if place else (read_units()["degree"], at + 1)


def _read_power(tokens: Tokens, at: int) -> tuple[Unit, int] | None:
    """Return an area or a volume made of a length: square kilometres, km², cubic metres."""
    power = _POWERS.get(tokens.low(at))
    found = _read_plain(tokens, at + 1 if power else at, after_digits=True)
    if not found or found[0].family != "length":
        return None
    unit, end = found
    if not power and (power := _RAISED.get(tokens.low(end))):
        end += 1
    if not power:
        return None
    family, exponent = power
    litres = 1000.0 if family == "volume" else 1.0
    return Unit(family, unit.factor**exponent * litres, f"{family} {unit.name}"), end


def opposite_hedge(hedge: str) -> str:
    """Return what is left where a bound is negated: what is not over 50 is at most 50."""
    return _OPPOSITE_HEDGE.get(hedge, hedge)


def read_hedge(tokens: Tokens, at: int) -> tuple[str, int]:
    """Return the hedge that ends just before this token, and where it starts."""
    comparative = tokens.low(at - 2)
    if tokens.low(at - 1) == "than" and comparative.endswith("er") and comparative not in {"rather", "other"}:
        negated = tokens.low(at - 3) in {"no", "not"}
        hedge = "under" if comparative in _LESSENING else "over"
        return (opposite_hedge(hedge), at - 3) if negated else (hedge, at - 2)
    for end in (at, at - 1) if tokens.low(at - 1) in ARTICLES else (at,):
        for words, hedge in _HEDGES_BY_LAST_WORD.get(tokens.low(end - 1), ()):
            start = end - len(words)
            if all(tokens.low(start + place) == word for place, word in enumerate(words)):
                low = tokens.low(start - 1)
                negated = low in {"not", "never", "cannot", "no"} or low.endswith(("n't", "n’t"))
                return (opposite_hedge(hedge), start - 1) if negated and hedge in _OPPOSITE_HEDGE else (hedge, start)
    return "", at
