"""US reporters: which volumes and series exist, and in which years they were decided."""

from itertools import pairwise
from typing import NamedTuple

_TABLE_YEAR = 2025  # the year of this table; later cases may be in a series or volume that it lacks
_SPARE_YEARS = 2  # for which the highest volumes of the table are still high enough
_PRINT_DELAY = 2  # years between a decision and its print, at most
LAST_SERIES = {"F. Supp.": 3, "F.": 4, "L. Ed.": 2, "S. Ct.": 1, "Cal.": 5}


class _ReporterSeries(NamedTuple):
    first: int  # year of the first volume
    last: int  # year of the last volume, or of this table
    volumes: int  # with some to spare for a series that continues


_SERIES = {
    "U.S.": _ReporterSeries(1754, _TABLE_YEAR, 640),
    "S. Ct.": _ReporterSeries(1882, _TABLE_YEAR, 150),
    "L. Ed.": _ReporterSeries(1754, 1956, 100),
    "L. Ed. 2d": _ReporterSeries(1956, _TABLE_YEAR, 250),
    "F.": _ReporterSeries(1880, 1925, 300),
    "F.2d": _ReporterSeries(1924, 1993, 999),
    "F.3d": _ReporterSeries(1993, 2021, 999),
    "F.4th": _ReporterSeries(2021, _TABLE_YEAR, 250),
    "F. Supp.": _ReporterSeries(1932, 1998, 999),
    "F. Supp. 2d": _ReporterSeries(1998, 2014, 999),
    "F. Supp. 3d": _ReporterSeries(2014, _TABLE_YEAR, 900),
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
_YEARS_OFF = 5  # of a volume, at most: late reports, and the slope between two known volumes


def find_volume_fault(reporter: str, volume: str, year: int | None) -> str | None:
    """Report a volume or year that the reporter does not have."""
    series = _SERIES.get(reporter)
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
