"""Dates as they are written (2019-03-05, 5 March 2019, the 1990s, the 17th century), and whether two agree."""

from itertools import product

from citevet.records import dataclass, replace
from citevet.text.numerals import ORDINALS, read_number
from citevet.text.tokens import Tokens

_NAMES = "january february march april may june july august september october november december".split()
MONTHS = {name: number for number, name in enumerate(_NAMES, 1)}
MONTHS |= {name[:3]: number for name, number in MONTHS.items()} | {"sept": 9}
# Verbs, names and cut words are written like these months.
_AMBIGUOUS = frozenset("may march mar jan jun sep dec oct nov apr aug feb jul august sept".split())
_BEFORE_MONTH = frozenset(
    """in since until till by from to of before after during year early late mid and between through around the about
    last""".split()
)
_BEFORE_YEAR = frozenset("in since until till by during year from".split())
_ORDINAL_ENDINGS = frozenset({"st", "nd", "rd", "th"})
_FIRST_YEAR, _LAST_YEAR = 1000, 2100
_YEAR_DIGITS = 4
_LAST_MONTH = 12
_SINGULAR = frozenset("was is has as does us".split())  # words in -s that no number counts
Parts = tuple[int | None, int | None, int | None, int]  # two numbers that are day and month, the year, the token after


@dataclass(frozen=True, slots=True)
class Date:
    """The parts that are given; a decade or a century is a stretch of years."""

    year: int | None = None
    month: int | None = None
    day: int | None = None
    last: int | None = None  # last year of a stretch that starts with `year`
    either: bool = False  # day and month may be the other way round: 07/04/2024


def dates_agree(one: Date, other: Date) -> bool | None:
    """Check whether the parts that both give are equal; None where they share no part."""
    found = [_parts_agree(*both) for both in product(_readings(one), _readings(other))]
    return True if any(found) else found[0]


def count_equal_parts(one: Date, other: Date) -> int:
    """Count the parts that both give alike, in the reading that fits best."""
    return max(
        sum(
            mine is not None and mine == theirs
            for mine, theirs in ((a.year, b.year), (a.month, b.month), (a.day, b.day))
        )
        for a, b in product(_readings(one), _readings(other))
    )


def read_date(tokens: Tokens, at: int) -> tuple[Date, int] | None:
    """Return the date that starts at this token, and the token after it."""
    readers = (_read_digits, _read_korean, _read_day_first, _read_month_first, _read_decade, _read_century, _read_year)
    return next((found for reader in readers if (found := reader(tokens, at))), None)


def is_numeric_date(tokens: Tokens, at: int) -> bool:
    """Check whether a date in digits alone starts here, which else looks like a score or a code."""
    return _read_digits(tokens, at) is not None


def _readings(date: Date) -> tuple[Date, ...]:
    return (date, replace(date, month=date.day, day=date.month)) if date.either else (date,)


def _parts_agree(one: Date, other: Date) -> bool | None:
    shared = [
        _years_meet(one, other) if one.year and other.year else None,
        one.month == other.month if one.month and other.month else None,
        one.day == other.day if one.day and other.day else None,
    ]
    known = [each for each in shared if each is not None]
    return all(known) if known else None


def _years_meet(one: Date, other: Date) -> bool:
    first, second = one.year or 0, other.year or 0
    return first <= (other.last or second) and second <= (one.last or first)


def _whole(tokens: Tokens, at: int, least: int, most: int) -> int | None:
    text = tokens[at].text
    return int(text) if text.isdecimal() and len(text) <= _YEAR_DIGITS and least <= int(text) <= most else None


def _year_at(tokens: Tokens, at: int) -> int | None:
    return _whole(tokens, at, _FIRST_YEAR, _LAST_YEAR) if len(tokens[at].text) == _YEAR_DIGITS else None


def _read_digits(tokens: Tokens, at: int) -> tuple[Date, int] | None:
    """Read 2019-03-05, 25/07/2024, 07/25/2024 and 25.07.2024."""
    signs = {tokens.low(at + 1), tokens.low(at + 3)}
    if len(signs) == 1 and signs <= {"-", "/", "."} and (year := _year_at(tokens, at)):
        month, day = _whole(tokens, at + 2, 1, 12), _whole(tokens, at + 4, 1, 31)
        return (Date(year, month, day), at + 5) if month and day else None
    if tokens.touches(at - 1) and tokens.low(at - 1) not in {"(", "[", '"', "“", "‘"}:
        return None
    first, second, year, end = _dotted_parts(tokens, at) or _slashed_parts(tokens, at)
    if not first or not second or not year or (tokens.touches(end - 1) and tokens.low(end) in {"/", "-"}):
        return None
    if min(first, second) > _LAST_MONTH:
        return None
    day, month = (first, second) if second <= _LAST_MONTH else (second, first)
    return Date(year, month, day, either=month != day and max(first, second) <= _LAST_MONTH), end


def _slashed_parts(tokens: Tokens, at: int) -> Parts:
    joined = all(tokens.touches(place) for place in range(at, at + 4))
    signs = {tokens.low(at + 1), tokens.low(at + 3)}
    year = _year_at(tokens, at + 4) if joined and signs in ({"/"}, {"-"}) else None
    return _whole(tokens, at, 1, 31), _whole(tokens, at + 2, 1, 31), year, at + 5


def _dotted_parts(tokens: Tokens, at: int) -> Parts | None:
    """Return the parts of 25.07.2024, which the tokenizer cuts into 25.07 and .2024."""
    (first, _, second), (front, _, year) = tokens[at].text.partition("."), tokens[at + 1].text.partition(".")
    if front or not tokens.touches(at) or not all(each.isdecimal() for each in (first, second, year)):
        return None
    plausible = max(len(first), len(second)) < 3 and len(year) == _YEAR_DIGITS  # noqa: PLR2004 - digits of a day
    return (int(first), int(second), int(year), at + 2) if plausible else None


def _read_korean(tokens: Tokens, at: int) -> tuple[Date, int] | None:
    """Read 2019년 3월 5일, or its front."""
    year = _year_at(tokens, at) if tokens.low(at + 1).startswith("년") else None
    month_at = at + 2 if year else at
    month = _whole(tokens, month_at, 1, 12) if tokens.low(month_at + 1).startswith("월") else None
    day_at = month_at + 2
    day = _whole(tokens, day_at, 1, 31) if month and tokens.low(day_at + 1).startswith("일") else None
    end = at + 2 * sum(part is not None for part in (year, month, day))
    return (Date(year, month, day), end) if year or month else None


def _month_at(tokens: Tokens, at: int) -> int | None:
    """Return the month named here; "may" and "march" only where they cannot be verbs."""
    word = tokens[at]
    if word.low not in MONTHS or not word.text[0].isupper():
        return None
    sure = word.low not in _AMBIGUOUS or tokens.low(at - 1) in _BEFORE_MONTH or tokens.low(at - 1) == "-"
    return MONTHS[word.low] if sure or tokens[at + 1].is_number or tokens[at - 1].is_number else None


def _skip_point(tokens: Tokens, at: int) -> int:
    return at + 1 if tokens.low(at) in {".", ","} and tokens[at + 1].is_number else at


def _read_day_first(tokens: Tokens, at: int) -> tuple[Date, int] | None:
    day = _whole(tokens, at, 1, 31)
    month_at = at + 1 + (tokens.low(at + 1) in _ORDINAL_ENDINGS)
    month_at += tokens.low(month_at) == "of"
    month = MONTHS.get(tokens.low(month_at)) if tokens[month_at].text[:1].isupper() else None
    if not day or not month:
        return None
    year_at = _skip_point(tokens, month_at + 1)
    year = _year_at(tokens, year_at)
    return Date(year, month, day), year_at + 1 if year else month_at + 1


def _read_month_first(tokens: Tokens, at: int) -> tuple[Date, int] | None:
    month = _month_at(tokens, at)
    if not month:
        return None
    year_at = _skip_point(tokens, at + 1 + (tokens.low(at + 1) == "of"))
    if year := _year_at(tokens, year_at):
        return Date(year, month), year_at + 1
    day_at = _skip_point(tokens, at + 1)
    day = _whole(tokens, day_at, 1, 31) if tokens.low(day_at + 1) not in {"%", ":"} else None
    if not day:
        return Date(None, month), at + 1
    end = day_at + 1 + (tokens.low(day_at + 1) in _ORDINAL_ENDINGS)
    year_at = _skip_point(tokens, end)
    year = _year_at(tokens, year_at)
    return Date(year, month, day), year_at + 1 if year else end


def _read_decade(tokens: Tokens, at: int) -> tuple[Date, int] | None:
    """Read the 1990s, or the 1600s, which are a hundred years."""
    year = _year_at(tokens, at)
    end = at + 1 + (tokens.low(at + 1) in {"'", "’"})
    if not year or year % 10 or tokens.low(end) != "s" or not tokens.touches(end - 1):
        return None
    return Date(year, last=year + (99 if year % 100 == 0 else 9)), end + 1


def _read_century(tokens: Tokens, at: int) -> tuple[Date, int] | None:
    """Read the seventeenth or 17th century."""
    number, end = ORDINALS.get(tokens.low(at)), at + 1
    if tokens.phrase(at, "twenty - first"):
        number, end = 21, at + 3
    if not number and tokens.low(at + 1) in _ORDINAL_ENDINGS:
        number, end = _whole(tokens, at, 1, 21), at + 2
    if not number or tokens.low(end) not in {"century", "centuries"}:
        return None
    return Date((number - 1) * 100, last=number * 100), end + 1


def _read_year(tokens: Tokens, at: int) -> tuple[Date, int] | None:
    """Read a bare year, or 1939–45: four digits that count nothing."""
    year = _year_at(tokens, at)
    if not year or (tokens[at + 1].is_word and tokens.touches(at)) or tokens.low(at - 1) in {"$", "€", "£", "/", "."}:
        return None
    if tokens.low(at - 1) not in _BEFORE_YEAR and _is_counted(tokens, at + 1):
        return None
    short = tokens[at + 2].text
    if tokens.low(at + 1) in {"–", "/", "-"} and len(short) == 2 and short.isdecimal():  # noqa: PLR2004 - 45 of 1939–45
        return Date(year, last=year + max((int(short) - year) % 100, 1)), at + 3
    return Date(year), at + 1


def _is_counted(tokens: Tokens, at: int) -> bool:
    """Check whether this word is a plural that a number before it would count, or a number."""
    word = tokens.low(at)
    if tokens[at].text[:1].isupper():  # the 2016 Olympics
        return False
    return (word.endswith("s") and word not in _SINGULAR) or word == "people" or read_number(tokens, at) is not None
