"""A date as fine or coarse as it is given: a year, a month, a day, a decade, a century; and whether two agree."""

from dataclasses import dataclass, replace
from itertools import product


@dataclass(frozen=True, slots=True)
class Date:
    """The parts that are given; a decade or a century is a stretch of years."""

    year: int | None = None
    month: int | None = None
    day: int | None = None
    last: int | None = None  # last year of a decade or century that begins with `year`
    either: bool = False  # whether day and month may be the other way round: 07/04/2024


def dates_agree(one: Date, other: Date) -> bool | None:
    """Tell whether the parts that both give are equal; none where they share no part."""
    if one.either or other.either:
        return any(_parts_agree(*both) for both in product(_readings(one), _readings(other)))
    return _parts_agree(one, other)


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


def equal_parts(one: Date, other: Date) -> int:
    """Return how many parts both give and give alike, in the reading that fits best."""
    return max(_equal_parts(*both) for both in product(_readings(one), _readings(other)))


def _equal_parts(one: Date, other: Date) -> int:
    pairs = ((one.year, other.year), (one.month, other.month), (one.day, other.day))
    return sum(first is not None and first == second for first, second in pairs)
