"""US reporters: which volumes and series exist, in which years they were decided, and how their names are spelled."""

import re
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import pairwise
from re import Match
from typing import NamedTuple

from citevet.patterns import lazy_pattern

_TABLE_YEAR = 2025  # the year of this table; later cases may be in a series or volume that it lacks
_SPARE_YEARS = 2  # for which the highest volumes of the table are still high enough
_PRINT_DELAY = 2  # years between a decision and its print, at most
LAST_SERIES = {"F. Supp.": 3, "F.": 4, "L. Ed.": 2, "S. Ct.": 1, "Cal.": 5}


class _ReporterSeries(NamedTuple):
    first: int  # year of the first volume
    last: int  # year of the last volume, or of this table
    volumes: int  # with some to spare for a series that continues


# Name: the first year, the last one, and the volumes; a series that continues has volumes to spare.
_SERIES = {
    name.strip(): _ReporterSeries(int(first), int(last or _TABLE_YEAR), int(volumes))
    for name, first, last, volumes in (
        re.split(r": |-| (?=\d+$)", row)
        for row in """
U.S.: 1754- 640; S. Ct.: 1882- 150; L. Ed.: 1754-1956 100; L. Ed. 2d: 1956- 250; F.: 1880-1925 300; F.2d: 1924-1993 999
F.3d: 1993-2021 999; F.4th: 2021- 250; F. App'x: 2001-2021 861; F. Supp.: 1932-1998 999; F. Supp. 2d: 1998-2014 999
F. Supp. 3d: 2014- 900; F.R.D.: 1938- 390; B.R.: 1979- 720; Fed. Cl.: 1992- 210; Cl. Ct.: 1982-1992 26
Ct. Cl.: 1863-1982 231; T.C.: 1942- 190; A.: 1885-1938 200; A.2d: 1938-2010 999; A.3d: 2010- 420; N.E.: 1884-1936 200
N.E.2d: 1936-2013 999; N.E.3d: 2013- 330; N.W.: 1879-1942 300; N.W.2d: 1942-2023 999; N.W.3d: 2023- 90
P.: 1883-1931 300; P.2d: 1931-2000 999; P.3d: 2000- 650; S.E.: 1887-1939 200; S.E.2d: 1939- 990; S.W.: 1886-1928 300
S.W.2d: 1928-1999 999; S.W.3d: 1999- 780; So.: 1886-1941 200; So. 2d: 1941-2008 999; So. 3d: 2008- 470
N.Y.S.: 1888-1937 300; N.Y.S.2d: 1937-2013 999; N.Y.S.3d: 2013- 300; N.Y.: 1847-1955 309; N.Y.2d: 1956-2003 100
N.Y.3d: 2003- 60; A.D.: 1896-1955 286; A.D.2d: 1955-2004 309; A.D.3d: 2003- 300; Misc.: 1892-1955 208
Misc. 2d: 1955-2004 195; Misc. 3d: 2003- 110; Cal. Rptr.: 1959-1991 286; Cal. Rptr. 2d: 1991-2003 135
Cal. Rptr. 3d: 2003- 390; Cal. 2d: 1934-1969 71; Cal. 3d: 1969-1991 54; Cal. 4th: 1991-2016 63; Cal. 5th: 2016- 25
Cal. App.: 1905-1934 140; Cal. App. 2d: 1934-1969 276; Cal. App. 3d: 1969-1991 235; Cal. App. 4th: 1991-2016 248
Cal. App. 5th: 2016- 150
""".strip()
        .replace("\n", "; ")
        .split("; ")
    )
}
# Years of some volumes, in between of which the others lie: 347 U.S. 483 is of 1954.
_VOLUME_YEARS = {
    name: tuple(tuple(map(int, pair.split(":"))) for pair in pairs.split())
    for name, pairs in {
        "U.S.": "5:1803 10:1810 14:1816 17:1819 22:1824 26:1828 32:1833 41:1842 48:1849 60:1857 67:1863 71:1866 "
        "83:1873 94:1877 109:1883 118:1886 134:1890 163:1896 182:1901 198:1905 209:1908 221:1911 232:1914 249:1919 "
        "262:1923 274:1927 283:1931 295:1935 304:1938 317:1942 323:1944 334:1948 347:1954 367:1961 376:1964 384:1966 "
        "393:1969 410:1973 418:1974 438:1978 457:1982 467:1984 477:1986 490:1989 505:1992 514:1995 521:1997 539:2003 "
        "550:2007 558:2010 567:2012 576:2015 590:2020 597:2022 603:2024",
        "S. Ct.": "2:1882 10:1890 20:1900 30:1910 40:1920 50:1930 60:1940 70:1950 80:1960 90:1970 100:1980 110:1990 "
        "120:2000 130:2010 140:2020 144:2024",
        "F.2d": "1:1924 100:1938 200:1952 300:1962 400:1968 500:1974 600:1979 700:1983 800:1986 900:1990 999:1993",
        "F.3d": "1:1993 100:1996 200:2000 300:2002 400:2005 500:2007 600:2010 700:2012 800:2015 900:2018 999:2021",
        "F. Supp.": "1:1932 100:1951 200:1962 300:1969 400:1975 500:1980 600:1985 700:1988 800:1992 900:1995 999:1998",
        "F. Supp. 2d": "1:1998 100:2000 200:2002 300:2004 400:2005 500:2007 600:2009 800:2011 900:2012 999:2014",
        "F. Supp. 3d": "1:2014 100:2015 200:2016 300:2018 400:2019 500:2020 600:2022 700:2023",
    }.items()
}
_MOST_VOLUMES_A_YEAR = {"U.S.": 4, "S. Ct.": 2, "F. Supp. 3d": 80}  # of series that continue; the U.S. Reports have 3
_DATABASE = lazy_pattern(r"^WL$|LEXIS$")
_YEAR_DIGITS = 4
_YEARS_OFF = 5  # of a volume, at most: late reports, and the slope between two known volumes


def find_volume_fault(reporter: str, volume: str, year: int | None) -> str | None:
    """Report a volume or year that the reporter does not have."""
    series = _SERIES.get(reporter)
    if _DATABASE.search(reporter):
        return _find_database_fault(reporter, volume, year)
    if series is None:
        return _find_series_fault(reporter, year)
    closed = series.last < _TABLE_YEAR
    if year is not None and year < series.first - _PRINT_DELAY:
        return f"{reporter} has no cases of {year}: it begins in {series.first}"
    if closed and year is not None and year > series.last + _PRINT_DELAY:
        return f"{reporter} has no cases of {year}: it ends in {series.last}"
    known = closed or (year is not None and year <= _TABLE_YEAR + _SPARE_YEARS)
    if known and volume.isdecimal() and not 0 < int(volume) <= series.volumes:
        return f"{reporter} has no volume {volume}"
    return _find_year_fault(reporter, volume, year)


def find_unpublished_volume(reporter: str, volume: str, year: int) -> str | None:
    """Report a volume that cannot be published by the end of a year, so that no case is in it."""
    series = _SERIES.get(reporter)
    if series is None:
        return _find_series_fault(reporter, year)
    last = series.volumes
    if a_year := _MOST_VOLUMES_A_YEAR.get(reporter):
        known, then = _VOLUME_YEARS[reporter][-1]
        last = known + a_year * max(year - then, 0)
    elif series.last == _TABLE_YEAR and year > _TABLE_YEAR + _SPARE_YEARS:
        return None
    if volume.isdecimal() and not 0 < int(volume) <= last:
        return f"{reporter} has no volume {volume}"
    return None


def _find_year_fault(reporter: str, volume: str, year: int | None) -> str | None:
    """Report a year in which the volume cannot have been decided."""
    known = _VOLUME_YEARS.get(reporter, ())
    if year is None or not volume.isdecimal():
        return None
    for (low, first), (high, last) in pairwise(known):
        if low <= int(volume) <= high and not first - _YEARS_OFF <= year <= last + _YEARS_OFF:
            about = first + round((last - first) * (int(volume) - low) / (high - low))
            return f"volume {volume} of {reporter} has cases of about {about}, not of {year}"
    if known and int(volume) > known[-1][0] and year < known[-1][1] - _YEARS_OFF:
        return f"volume {volume} of {reporter} cannot have a case of {year}: volume {known[-1][0]} is of {known[-1][1]}"
    return None


def _find_database_fault(reporter: str, volume: str, year: int | None) -> str | None:
    """Report a number of Westlaw or Lexis, which begins with the year of the decision, of another year."""
    if year is None or len(volume) != _YEAR_DIGITS or abs(int(volume) - year) <= 1:
        return None
    return f"{volume} {reporter} has decisions of {volume}, not of {year}"


def _find_series_fault(reporter: str, year: int | None) -> str | None:
    known = ((stem, last) for stem, last in LAST_SERIES.items() if reporter.startswith(stem))
    series = ((reporter.removeprefix(stem).strip()[:1], last) for stem, last in known)
    later = any(number.isdecimal() and int(number) > last for number, last in series)
    if later and year is not None and year <= _TABLE_YEAR + _SPARE_YEARS:
        return f"no series {reporter}"
    return None


# Annual series: the Federal Register since 1936, and the Statutes at Large since 1938.
_VOLUME_ZERO = {"Fed. Reg.": 1935, "Stat.": 1886}
_FIRST_ANNUAL = {"Fed. Reg.": 1, "Stat.": 52}
_FIRST_CONGRESS, _SESSIONS = 1789, 2  # its first year, and the years of each


def find_annual_fault(series: str, volume: int, years: range) -> str | None:
    """Report a volume of an annual series that is not of these years, nor of the one before or after."""
    year = _VOLUME_ZERO[series] + volume
    if volume < _FIRST_ANNUAL[series] or years.start - 1 <= year <= years.stop:
        return None
    told = str(years.start) if len(years) == 1 else f"{years.start} and {years.stop - 1}"
    return f"volume {volume} of {series} is of {year}, not of {told}"


def find_congress_years(congress: int) -> range:
    """Return the years in which a Congress passed laws."""
    first = _FIRST_CONGRESS + _SESSIONS * (congress - 1)
    return range(first, first + _SESSIONS)


# Spellings without blanks and stops, as in New York and Oregon, AD3d and Or App, and neutral citations: 2022 ND 85.
_CITE = lazy_pattern(
    r"(?<![\w/=.-])(?P<volume>\d{1,4}) (?P<reporter>[A-Z](?:[^\d\n;]|(?<=[ (.A-Za-z])[2-7](?=[dDnrt])){0,44}?)"
    r",? (?:¶ ?)?(?P<page>\d{1,6})(?!\w|,\d)"
)
_NUMBERED = lazy_pattern(r"(?:2n?d|3r?d|[4-7]th)$")
_SIGNS = lazy_pattern(r"[\W_]+")
_MONTHS = frozenset("jan feb mar apr may jun jul aug sep sept oct nov dec march april june july august".split())

_FOREIGN = frozenset("ALR CLR DLR FC ILR SCR VR".split())  # reports of Australia, Canada and Ireland, written like this


def find_bare_cites(text: str) -> Iterator[tuple[Match[str], bool]]:
    """Yield what may cite a reporter, however it is spelled, and whether it has the number of a series.

    Without that number it may be anything: "1 US 2" is a case only behind the name of one.
    """
    found = _CITE.search(text)
    while found:
        yield found, _NUMBERED.search(found["reporter"]) is not None
        found = _CITE.search(text, found.end("volume"))  # Local 406 JATC, 271 NLRB 1396


def find_edition(written: str, volume: str) -> str | None:
    """Return the edition of a reporter in any spelling; as it is written where several have this one.

    A year as volume is that of a neutral citation: 2007 VT 41, and not a volume of the Vermont Reports.
    """
    bare = _squeeze(written)
    editions = () if bare in _MONTHS or written in _FOREIGN else _editions().get(bare, ())
    is_neutral = len(volume) == _YEAR_DIGITS
    fitting = [name for name, neutral in editions if neutral is is_neutral] or [name for name, _ in editions]
    if len(fitting) > 1:
        return written
    return fitting[0] if fitting else None


def _squeeze(written: str) -> str:
    return _SIGNS.sub("", written).casefold().replace("2nd", "2d").replace("3rd", "3d")


@cache
def _editions() -> Mapping[str, tuple[tuple[str, bool], ...]]:
    """Return the editions by their names without blanks and signs, each with whether it is of neutral citations."""
    from reporters_db import REPORTERS  # a megabyte of JSON, for documents that cite US law only

    named: dict[str, set[tuple[str, bool]]] = {}
    for reporter in (each for reporters in REPORTERS.values() for each in reporters):
        neutral = reporter["cite_type"] == "neutral"
        spellings = {**{edition: edition for edition in reporter["editions"]}, **reporter["variations"]}
        for written, edition in spellings.items():
            named.setdefault(_squeeze(written), set()).add((edition, neutral))
    return {written: tuple(sorted(editions)) for written, editions in named.items()}
