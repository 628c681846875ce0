"""Reads dates as they are written: 2019-03-05, 5 March 2019, 25/07/2024, the 1990s, the 17th century."""

from citevet.judge.counting.date import Date
from citevet.judge.counting.spelled import ORDINALS, read_number
from citevet.judge.counting.units import read_unit
from citevet.judge.tokens import Tokens
from citevet.judge.wording import PLURALS

_MONTHS = "january february march april may june july august september october november december".split()
MONTHS = {name: number for number, name in enumerate(_MONTHS, 1)}
MONTHS |= {name[:3]: number for name, number in MONTHS.items()} | {"sept": 9}
# Verbs, names and cut words are written like them.
_AMBIGUOUS = frozenset("may march mar jan jun sep dec oct nov apr aug feb jul august sept".split())
_BEFORE = frozenset(
    """in since until till by from to of before after during year early late mid and between through around the about
    last""".split()
)
_SURELY = frozenset("in since until till by during year from".split())
_FIRST, _LAST = 1000, 2100
_MONTHS_OF_YEAR = 12
_LONGEST_TURN = 10  # years over the turn of a century that are written with two digits
_BRACKETS = frozenset('( [ " “ ‘'.split())


def read_date(tokens: Tokens, at: int) -> tuple[Date, int] | None:
    """Return the date that begins at this token, and the token after it."""
    return (
        _iso(tokens, at)
        or _numeric(tokens, at)
        or _korean(tokens, at)
        or _day_first(tokens, at)
        or _month_first(tokens, at)
        or _stretch(tokens, at)
        or _century(tokens, at)
        or _year(tokens, at)
    )


def _whole(tokens: Tokens, at: int, limits: tuple[int, int]) -> int | None:
    """Return a plain whole number within limits."""
    text = tokens[at].text
    return int(text) if text.isdecimal() and len(text) <= 4 and limits[0] <= int(text) <= limits[1] else None  # noqa: PLR2004 - digits


def _year_at(tokens: Tokens, at: int) -> int | None:
    return _whole(tokens, at, (_FIRST, _LAST)) if len(tokens[at].text) == 4 else None  # noqa: PLR2004 - digits of a year


def _iso(tokens: Tokens, at: int) -> tuple[Date, int] | None:
    year, month, day = _year_at(tokens, at), _whole(tokens, at + 2, (1, 12)), _whole(tokens, at + 4, (1, 31))
    dashed = tokens.low(at + 1) == tokens.low(at + 3) and tokens.low(at + 1) in "-/."
    return (Date(year, month, day), at + 5) if year and month and day and dashed else None


def is_numeric(tokens: Tokens, at: int) -> bool:
    """Tell whether a date in numbers alone begins here, which else looks like a score or a code."""
    return (_iso(tokens, at) or _numeric(tokens, at)) is not None


def _numeric(tokens: Tokens, at: int) -> tuple[Date, int] | None:
    """Return 25/07/2024, 07/25/2024 or 25.07.2024."""
    if tokens.touches(at - 1) and tokens.low(at - 1) not in _BRACKETS:
        return None
    first, second, year, end = _with_dots(tokens, at) or _with_strokes(tokens, at)
    if not first or not second or not year or (tokens.touches(end - 1) and tokens.low(end) in {"/", "-"}):
        return None
    if min(first, second) > _MONTHS_OF_YEAR:
        return None
    day, month = (first, second) if second <= _MONTHS_OF_YEAR else (second, first)
    return Date(year, month, day, either=month != day and max(first, second) <= _MONTHS_OF_YEAR), end


# Two numbers that are day and month, the year, the token after.
Numeric = tuple[int | None, int | None, int | None, int]


def _with_strokes(tokens: Tokens, at: int) -> Numeric:
    joined = all(tokens.touches(place) for place in range(at, at + 4))
    signs = {tokens.low(at + 1), tokens.low(at + 3)}
    year = _year_at(tokens, at + 4) if joined and signs in ({"/"}, {"-"}) else None
    return _whole(tokens, at, (1, 31)), _whole(tokens, at + 2, (1, 31)), year, at + 5


def _with_dots(tokens: Tokens, at: int) -> Numeric | None:
    """Return the parts of 25.07.2024, which is cut into 25.07 and .2024."""
    (first, _, second), (front, _, year) = tokens[at].text.partition("."), tokens[at + 1].text.partition(".")
    if front or not tokens.touches(at) or not all(each.isdecimal() for each in (first, second, year)):
        return None
    if len(first) > 2 or len(second) > 2 or len(year) != 4:  # noqa: PLR2004 - digits of a day and of a year
        return None
    return int(first), int(second), int(year), at + 2


def _korean(tokens: Tokens, at: int) -> tuple[Date, int] | None:
    """Return 2019년 3월 5일, or its front."""
    year = _year_at(tokens, at) if tokens.low(at + 1).startswith("년") else None
    month_at = at + 2 if year else at
    month = _whole(tokens, month_at, (1, 12)) if tokens.low(month_at + 1).startswith("월") else None
    day_at = month_at + 2
    day = _whole(tokens, day_at, (1, 31)) if month and tokens.low(day_at + 1).startswith("일") else None
    end = at + 2 * sum(part is not None for part in (year, month, day))
    return (Date(year, month, day), end) if year or month else None


def _month_at(tokens: Tokens, at: int) -> int | None:
    """Return the month named here; "may" and "march" only where they cannot be verbs."""
    word = tokens[at]
    if word.low not in MONTHS or not word.text[0].isupper():
        return None
    if word.low not in _AMBIGUOUS or tokens.low(at - 1) in _BEFORE or tokens.low(at - 1) == "-":
        return MONTHS[word.low]
    return MONTHS[word.low] if tokens[at + 1].is_number or tokens[at - 1].is_number else None


def _past_dot(tokens: Tokens, at: int) -> int:
    return at + 1 if tokens.low(at) in {".", ","} and tokens[at + 1].is_number else at


def _day_first(tokens: Tokens, at: int) -> tuple[Date, int] | None:
    day = _whole(tokens, at, (1, 31))
    month_at = at + 1 + (tokens.low(at + 1) in {"st", "nd", "rd", "th"})
    month_at += tokens.low(month_at) == "of"
    month = MONTHS.get(tokens.low(month_at)) if tokens[month_at].text[:1].isupper() else None
    if not day or not month:
        return None
    year_at = _past_dot(tokens, month_at + 1)
    year = _year_at(tokens, year_at)
    return Date(year, month, day), year_at + 1 if year else month_at + 1


def _month_first(tokens: Tokens, at: int) -> tuple[Date, int] | None:
    month = _month_at(tokens, at)
    if not month:
        return None
    end = at + 1 + (tokens.low(at + 1) == "of")
    if year := _year_at(tokens, _past_dot(tokens, end)):
        return Date(year, month), _past_dot(tokens, end) + 1
    day_at = _past_dot(tokens, at + 1)
    day = _whole(tokens, day_at, (1, 31)) if tokens.low(day_at + 1) not in {"%", ":"} else None
    if not day:
        return Date(None, month), at + 1
    end = day_at + 1 + (tokens.low(day_at + 1) in {"st", "nd", "rd", "th"})
    year_at = _past_dot(tokens, end)
    year = _year_at(tokens, year_at)
    return Date(year, month, day), year_at + 1 if year else end


def _stretch(tokens: Tokens, at: int) -> tuple[Date, int] | None:
    """Return the 1990s, or the 1600s, which are a hundred years."""
    year = _year_at(tokens, at)
    if not year or year % 10:
        return None
    end = at + 1 + (tokens.low(at + 1) in {"'", "’"})
    if tokens.low(end) != "s" or not tokens.touches(end - 1):
        return None
    return Date(year, last=year + (99 if year % 100 == 0 else 9)), end + 1


def _century(tokens: Tokens, at: int) -> tuple[Date, int] | None:
    """Return the seventeenth or 17th century."""
    number = ORDINALS.get(tokens.low(at)) or (21 if tokens.phrase(at, "twenty - first") else None)
    end = at + 1
    if not number and tokens.low(at + 1) in {"th", "st", "nd", "rd"}:
        number, end = _whole(tokens, at, (1, 21)), at + 2
    if not number or tokens.low(end) not in {"century", "centuries"}:
        return None
    return Date((number - 1) * 100, last=number * 100), end + 1


def _year(tokens: Tokens, at: int) -> tuple[Date, int] | None:
    """Return a bare year, or two joined years: four digits that nothing is counted with."""
    year = _year_at(tokens, at)
    if not year or (tokens[at + 1].is_word and tokens.touches(at)) or tokens.low(at - 1) in {"$", "€", "£", "/", "."}:
        return None
    if read_unit(tokens, at + 1, after_digits=False) or (tokens.low(at - 1) not in _SURELY and _counts(tokens, at + 1)):
        return None
    if tokens.low(at + 1) in {"–", "/", "-"} and len(tokens[at + 2].text) == 2 and _whole(tokens, at + 2, (0, 99)):  # noqa: PLR2004 - 23 of 2022–23
        return Date(year, last=_last_of(year, int(tokens[at + 2].text))), at + 3
    return Date(year), at + 1


def _last_of(year: int, end: int) -> int:
    """Return the last year of 1939–45 or 1999–03; what is no such stretch reaches into the next year."""
    years = (end - year) % 100
    return year + (years if end > year % 100 or 0 < years <= _LONGEST_TURN else 1)


def _counts(tokens: Tokens, at: int) -> bool:
    """Tell whether this word is a plural that a number before it would count, or a number itself."""
    word = tokens.low(at)
    if tokens[at].text[:1].isupper():  # the 2016 Olympics
        return False
    return (
        (word.endswith("s") and word not in {"was", "is", "has", "as", "does", "us"})
        or word in PLURALS
        or (read_number(tokens, at) is not None)
    )
