"""How the number of an EU act is read: which half is the year, and the CELEX number that follows from it."""

from dataclasses import dataclass

LETTERS = {"Regulation": "R", "Directive": "L", "Decision": "D", "Framework Decision": "F", "Recommendation": "H"}

# The first regulation is of 1958; from 2015 on all acts of a year share one series, year first, without "No".
_FIRST, _ONE_SERIES, _LAST = 1958, 2015, 2099


@dataclass(frozen=True, slots=True)
class Number:
    """Year and number of an act, and what is wrong with the way they are written."""

    year: int | None
    number: str
    fault: str | None = None
    mend: str | None = None  # the right form of the number, without type and community


def read_number(kind: str, halves: tuple[str, str], *, marked: bool) -> Number:
    """Read `first/second`; `marked` says that "No" stands before it."""
    first, second = halves
    order = _order(kind, halves, marked=marked)
    if order is None:
        return Number(None, f"{first}/{second}", f"neither {first} nor {second} is the year of an act")
    year, number = (first, second) if order == "year first" else (second, first)
    fault = _fault(order, int(_full(year)), marked=marked)
    return Number(int(_full(year)), number, fault, f"{_full(year)}/{number}" if fault else None)


def celex(kind: str, year: int, number: str) -> str:
    """Return the CELEX number of an act in the Official Journal's L series."""
    return f"3{year}{LETTERS[kind]}{int(number):04d}"


def _order(kind: str, halves: tuple[str, str], *, marked: bool) -> str | None:
    ahead, behind = (_plausible(half) for half in halves)
    if ahead and int(_full(halves[0])) >= _ONE_SERIES and not (marked and behind):
        return "year first"
    by_custom = "number first" if marked or kind == "Regulation" else "year first"
    if ahead and behind:
        return by_custom
    if not ahead and not behind:
        return None
    return "year first" if ahead else "number first"


def _fault(order: str, year: int, *, marked: bool) -> str | None:
    if year >= _ONE_SERIES and order == "number first":
        return "since 2015 the year comes first"
    if year >= _ONE_SERIES and marked:
        return 'since 2015 acts are numbered without "No"'
    return None


def _plausible(half: str) -> bool:
    return len(half) in {2, 4} and _FIRST <= int(_full(half)) <= _LAST


def _full(half: str) -> str:
    """Acts had years of two digits until 1998."""
    return "19" + half if len(half) == len("95") else half
