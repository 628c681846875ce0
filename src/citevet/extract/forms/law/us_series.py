"""What the federal reporters, circuits and codes of the United States cannot hold: years, volumes, series, titles."""

from collections.abc import Iterator
from re import Match
from re import compile as pattern
from typing import NamedTuple

_KNOWN = 2025  # the year of this table; a case decided later may stand in a series or volume that is not in it
_LATE = 2  # years between a decision and its print, at the outside


class _Series(NamedTuple):
    first: int  # year of the first volume
    last: int  # year of the last, or of this table
    volumes: int  # how many there are; for a series that goes on, with some to spare


_SERIES = {
    "U.S.": _Series(1754, _KNOWN, 640),
    "S. Ct.": _Series(1882, _KNOWN, 150),
    "L. Ed.": _Series(1754, 1956, 100),
    "L. Ed. 2d": _Series(1956, _KNOWN, 250),
    "F.": _Series(1880, 1925, 300),
    "F.2d": _Series(1924, 1993, 999),
    "F.3d": _Series(1993, 2021, 999),
    "F.4th": _Series(2021, _KNOWN, 250),
    "F. Supp.": _Series(1932, 1998, 999),
    "F. Supp. 2d": _Series(1998, 2014, 999),
    "F. Supp. 3d": _Series(2014, _KNOWN, 900),
}
# A series that nobody has printed: no table of reporters knows it, and it would be passed over.
_NEXT = pattern(
    r"(?<![\w/=.-])(?P<volume>\d{1,4}) "
    r"(?P<reporter>(?P<stem>F\. ?Supp\.|F\.|L\. ?Ed\.|S\. ?Ct\.) ?(?P<series>(?P<number>\d)(?:d|th)))"
    r" (?P<page>\d{1,5})(?!\w)"
)
_STEMS = {"F.": "F.", "F.Supp.": "F. Supp.", "L.Ed.": "L. Ed.", "S.Ct.": "S. Ct."}
_LAST = {"F. Supp.": 3, "F.": 4, "L. Ed.": 2, "S. Ct.": 1}
_CIRCUIT = pattern(r"(\d{1,3})(?:st|nd|rd|d|th) Cir\.?")
_CIRCUITS = 11  # besides those of the District of Columbia and of the Federal Circuit, which have no number
_TITLES = {"U.S.C.": 54, "U.S.C.A.": 54, "U.S.C.S.": 54, "C.F.R.": 50}


def unknown_series(text: str) -> Iterator[tuple[Match[str], str]]:
    """Yield volume, reporter and page in a series that there is none of, with the name of that series."""
    for found in _NEXT.finditer(text):
        stem = _STEMS[found["stem"].replace(" ", "")]
        if int(found["number"]) > _LAST[stem]:
            yield found, f"{stem}{'' if stem == 'F.' else ' '}{found['series']}"


def misprinted(reporter: str, volume: str, year: int | None) -> str | None:
    """Say why the reporter has no such volume, or none of that year."""
    series = _SERIES.get(reporter)
    if series is None:
        return _unprinted(reporter, year)
    closed = series.last < _KNOWN
    if year is not None and year < series.first - _LATE:
        return f"{reporter} has no cases of {year}: it begins in {series.first}"
    if closed and year is not None and year > series.last + _LATE:
        return f"{reporter} has no cases of {year}: it ends in {series.last}"
    known = closed or (year is not None and year <= _KNOWN)
    if known and volume.isdigit() and not 0 < int(volume) <= series.volumes:
        return f"{reporter} has no volume {volume}"
    return None


def _unprinted(reporter: str, year: int | None) -> str | None:
    later = any(reporter.startswith(stem) and reporter.removeprefix(stem).strip()[:1].isdigit() for stem in _LAST)
    if later and year is not None and year <= _KNOWN:
        return f"there is no series {reporter}"
    return None


def no_circuit(court: str) -> str | None:
    """Say that the court named is none of the numbered circuits."""
    found = _CIRCUIT.fullmatch(court)
    if found and not 0 < int(found[1]) <= _CIRCUITS:
        return f"there is no {court}: the numbered circuits are 1 to {_CIRCUITS}"
    return None


def no_title(code: str, title: str) -> str | None:
    """Say that the code has fewer titles."""
    last = _TITLES.get(code)
    return f"the {code} has titles 1 to {last}" if last is not None and not 0 < int(title) <= last else None
