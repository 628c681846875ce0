"""Units of measure and money: to which family they belong and how they convert inside it."""

from typing import NamedTuple

from citevet.judge.tokens import Tokens


class Unit(NamedTuple):
    """A unit: what it measures, its worth in the family's base unit, its own name, and where its zero lies."""

    family: str
    factor: float
    name: str
    offset: float = 0.0


_DAY = 86_400.0
_YEAR = 365.25 * _DAY

# family: "worth name other-word …; …", in small letters. Where the case tells units apart they stand in _CASED.
_WORDS = {
    "time": (
        f"0.001 millisecond milliseconds msec; 1 second seconds sec secs; 60 minute minutes min mins 분;"
        f"3600 hour hours hr hrs 시간; {_DAY} day days; {7 * _DAY} week weeks 주; {14 * _DAY} fortnight fortnights;"
        f"{_YEAR / 12} month months mo 개월; {_YEAR} year years yr yrs; {10 * _YEAR} decade decades;"
        f"{100 * _YEAR} century centuries"
    ),
    "length": (
        "1e-9 nanometre nanometres nanometer nanometers nm; "
        "1e-6 micrometre micrometres micrometer micrometers micron microns µm μm; "
        "0.001 millimetre millimetres millimeter millimeters mm 밀리미터; "
        "0.01 centimetre centimetres centimeter centimeters cm 센티미터; 1 metre metres meter meters 미터; "
        "1000 kilometre kilometres kilometer kilometers km kms 킬로미터; 0.0254 inch inches; "
        "0.3048 foot feet ft; 0.9144 yard yards yd; 1609.344 mile miles mi; 9.4607e15 lightyear lightyears"
    ),
    "mass": (
        "1e-9 microgram micrograms µg μg mcg; 1e-6 milligram milligrams mg 밀리그램; "
        "0.001 gram grams gramme grammes 그램; 1 kilogram kilograms kilo kilos kg kgs 킬로그램; "
        "1000 tonne tonnes ton tons 톤; 0.45359237 lb lbs; 0.02835 ounce ounces oz"
    ),
    "volume": (
        "1e-6 microlitre µl μl; 0.001 millilitre millilitres milliliter milliliters ml; "
        "1 litre litres liter liters 리터; 3.785 gallon gallons"
    ),
    "area": "10000 hectare hectares ha 헥타르; 4046.86 acre acres",
    "power": "1 watt watts; 1000 kilowatt kilowatts kw; 1e6 megawatt megawatts; 1e9 gigawatt gigawatts gw",
    "energy": (
        "3.6e6 kilowatthour kilowatthours kwh; 3.6e9 megawatthour megawatthours mwh; "
        "3.6e12 gigawatthour gigawatthours gwh; 3.6e15 terawatthour terawatthours twh; "
        "4184 kcal kilocalorie kilocalories calorie calories; 1 joule joules; 1000 kilojoule kilojoules kj"
    ),
    "data": (
        "1e3 kilobyte kilobytes kb; 1e6 megabyte megabytes mb; 1e9 gigabyte gigabytes gb; 1e12 terabyte terabytes tb"
    ),
    "frequency": "1 hertz hz; 1e3 kilohertz khz; 1e6 megahertz mhz; 1e9 gigahertz ghz",
    "pressure": "1 mmhg; 7.50062 kpa",
    "sound": "1 decibel decibels db",
    "speed": "0.44704 mph; 0.27778 kph kmh",
    "degree": "1 degree degrees 도",
    "share": "0.01 % percent pct 퍼센트 프로; 0.001 ‰ permille",
    "money:usd": "1 dollar dollars usd 달러; 0.01 cent cents",
    "money:eur": "1 euro euros eur 유로",
    "money:gbp": "1 pound pounds gbp",
    "money:penny": "1 penny pennies pence",
    "money:jpy": "1 yen jpy 엔",
    "money:krw": "1 won krw 원",
    "money:cny": "1 yuan renminbi rmb cny 위안",
    "money:crown": "1 crown crowns kroner krone kronor krona korun",
    "money:inr": "1 rupee rupees inr",
    "money:chf": "1 franc francs chf",
    "money:pln": "1 zloty zlotys zlotych pln",
    "money:peso": "1 peso pesos",
    "money:dinar": "1 dinar dinars",
    "money:rand": "1 rand",
    "money:guilder": "1 guilder guilders",
    "money:ruble": "1 ruble rubles rouble roubles",
    "money:lira": "1 lira liras",
    "money:real": "1 reais",
}
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
    "d": Unit("time", _DAY, "day"),
}
_SIGNS = {
    "$": "dollar",
    "€": "euro",
    "£": "pound",
    "¥": "yen",
    "₩": "won",
    "eur": "euro",
    "usd": "dollar",
    "gbp": "pound",
}
_HOURS = ("kilowatt", "megawatt", "gigawatt", "terawatt")
_JOINED = {("light", "years"): "lightyear", ("light", "year"): "lightyear"}
_JOINED |= {("per", "cent"): "percent", ("per", "mille"): "permille"}
_JOINED |= {(watts, hours): f"{watts}hour" for watts in _HOURS for hours in ("hour", "hours")}
_POINT = Unit("points", 1.0, "point")
_SCALES = {
    "c": Unit("temperature", 1.0, "celsius"),
    "f": Unit("temperature", 5 / 9, "fahrenheit", -160 / 9),
}
_POWERS = {"square": ("area", 2), "sq": ("area", 2), "cubic": ("volume", 3), "제곱": ("area", 2)}
_RAISED = {"²": ("area", 2), "³": ("volume", 3)}


def _table() -> dict[str, Unit]:
    units: dict[str, Unit] = {}
    for family, rows in _WORDS.items():
        for row in rows.split(";"):
            factor, *words = row.split()
            units |= {word: Unit(family, float(factor), words[0]) for word in words}
    return units


UNITS = _table()


def read_sign(tokens: Tokens, at: int) -> Unit | None:
    """Return the money that a sign before a number means."""
    word = _SIGNS.get(tokens.low(at))
    return UNITS[word] if word else None


def read_unit(tokens: Tokens, at: int, *, after_digits: bool = True) -> tuple[Unit, int] | None:
    """Return the unit that begins at this token, and the token after it."""
    return (
        _points(tokens, at)
        or _temperature(tokens, at)
        or _raised(tokens, at)
        or _simple(tokens, at, after_digits=after_digits)
    )


def _simple(tokens: Tokens, at: int, *, after_digits: bool) -> tuple[Unit, int] | None:
    if joined := _joined(tokens, at):
        return joined
    text = tokens[at].text
    if after_digits and text in _CASED:
        return _CASED[text], at + 1
    unit = UNITS.get(tokens.low(at)) or _korean(tokens.low(at))
    return (unit, at + 1) if unit else None


def _joined(tokens: Tokens, at: int) -> tuple[Unit, int] | None:
    """Return a unit of two words, with a space or a hyphen between them."""
    second = at + 2 if tokens.low(at + 1) == "-" else at + 1
    word = _JOINED.get((tokens.low(at), tokens.low(second)))
    return (UNITS[word], second + 1) if word else None


def _korean(word: str) -> Unit | None:
    """Return the unit at the front of a Korean word; particles follow it without a space."""
    if not "가" <= word[0] <= "힣":
        return None
    return next((UNITS[word[:size]] for size in range(min(len(word), 5), 0, -1) if word[:size] in UNITS), None)


def _points(tokens: Tokens, at: int) -> tuple[Unit, int] | None:
    end = tokens.phrase(at, "percentage") or tokens.phrase(at, "% -") or tokens.phrase(at, "%")
    if tokens.phrase(at, "%p") or tokens.low(at).startswith("퍼센트포인트"):
        return _POINT, at + 1
    return (_POINT, end + 1) if end and tokens.low(end) in {"point", "points"} else None


def _temperature(tokens: Tokens, at: int) -> tuple[Unit, int] | None:
    """Return degrees of one scale; degrees without a scale are a family of their own that fits each."""
    if tokens.low(at) not in {"°", "degrees", "degree", "℃", "도"}:
        return None
    if tokens.low(at) == "℃":
        return _SCALES["c"], at + 1
    for place in (at + 1, at + 3):
        if tokens.low(place) in {"c", "celsius", "f", "fahrenheit"}:
            return _SCALES[tokens.low(place)[0]], place + 1
    return UNITS["degree"], at + 1


def _raised(tokens: Tokens, at: int) -> tuple[Unit, int] | None:
    """Return an area or a volume made of a length: square kilometres, km², cubic metres."""
    power = _POWERS.get(tokens.low(at))
    found = _simple(tokens, at + 1 if power else at, after_digits=True)
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
