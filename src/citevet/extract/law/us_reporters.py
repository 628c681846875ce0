"""US reporters: volume, reporter and page by eyecite's tokenizer, and the volumes, years and titles that exist."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any, Literal, NamedTuple

from citevet.text.patterns import lazy_pattern

ShortForm = Literal["id", "supra", "short", "name"]

_TABLE_YEAR = 2025  # the year of this table; later cases may be in a series or volume that it lacks
_PRINT_DELAY = 2  # years between a decision and its print, at most

# eyecite takes half a second to import, so it is used only if a reporter is likely; us_statutes.py reads federal codes.
_MAY_CITE = lazy_pattern(
    r"(?<!\d)\d{1,4},? (?!U\. ?S\. ?C\.|C\. ?F\. ?R\.)(?:[A-Z][A-Za-z']{0,8}\.[A-Za-z0-9.', ()&]{0,30}[\d_]"
    r"|[A-Z][A-Za-z. ]{0,12}(?:LEXIS|Slip Op) |WL |US )|"
    r"[A-Z][a-z]{0,6}\. [A-Z][A-Za-z. ]{0,30}(?:§|ch\.)"
)
# Only eyecite's tokens are used: its search for case names and parentheses takes four fifths of the time (0.25 of
# 0.32 s for 86 citations), and grows faster than the text.
_PIECE = 8_000
_OVERLAP = 200  # so that a citation across the cut is whole
_PROVISION = lazy_pattern(r"§ ?$|(?<!\w)(?:[Aa]rt\.|[Aa]rtikel) ?$")

CiteSource = Literal["reporters", "laws", "journals"]


@dataclass(frozen=True, slots=True)
class UsHit:
    """A case or statute in a paragraph, in full or in short form, with its place."""

    start: int
    end: int
    kind: Literal["us-case", "us-statute"]
    normal: str
    pin: str | None = None
    article: str | None = None
    parts: dict[str, str] = field(default_factory=dict)
    short: ShortForm | None = None
    fault: str | None = None


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
        "S. Ct.": "2:1882 144:2024",
        "F.2d": "1:1924 100:1938 200:1952 300:1962 400:1968 500:1974 600:1979 700:1983 800:1986 900:1990 999:1993",
        "F.3d": "1:1993 100:1996 200:2000 300:2002 400:2005 500:2007 600:2010 700:2012 800:2015 900:2018 999:2021",
        "F. Supp.": "1:1932 100:1951 200:1962 300:1969 400:1975 500:1980 600:1985 700:1988 800:1992 900:1995 999:1998",
        "F. Supp. 2d": "1:1998 100:2000 200:2002 300:2004 400:2005 500:2007 600:2009 800:2011 900:2012 999:2014",
        "F. Supp. 3d": "1:2014 100:2015 200:2016 300:2018 400:2019 500:2020 600:2022 700:2023",
    }.items()
}
_YEARS_OFF = 5  # of a volume, at most: late reports, and the slope between two known volumes
# A series that does not exist: eyecite does not know it and would miss it.
_NEXT_SERIES = lazy_pattern(
    r"(?<![\w/=.-])(?P<volume>\d{1,4}) "
    r"(?P<reporter>(?P<stem>F\. ?Supp\.|F\.|L\. ?Ed\.|S\. ?Ct\.) ?(?P<series>(?P<number>\d)(?:d|th)))"
    r" (?P<page>\d{1,5})(?!\w)"
)
_STEMS = {"F.": "F.", "F.Supp.": "F. Supp.", "L.Ed.": "L. Ed.", "S.Ct.": "S. Ct."}
_LAST_SERIES = {"F. Supp.": 3, "F.": 4, "L. Ed.": 2, "S. Ct.": 1}
_CIRCUIT = lazy_pattern(r"(\d{1,3})(?:st|nd|rd|d|th) Cir\.?")
_LAST_CIRCUIT = 11  # the D.C. Circuit and the Federal Circuit have no number
_TITLES = {"U.S.C.": 54, "U.S.C.A.": 54, "U.S.C.S.": 54, "C.F.R.": 50}


def _find_unknown_series(text: str) -> Iterator[tuple[re.Match[str], str]]:
    """Yield citations of a series that does not exist, with its name."""
    for found in _NEXT_SERIES.finditer(text):
        stem = _STEMS[found["stem"].replace(" ", "")]
        if int(found["number"]) > _LAST_SERIES[stem]:
            yield found, f"{stem}{'' if stem == 'F.' else ' '}{found['series']}"


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
    known = closed or (year is not None and year <= _TABLE_YEAR)
    if known and volume.isdigit() and not 0 < int(volume) <= series.volumes:
        return f"{reporter} has no volume {volume}"
    return _find_year_fault(reporter, volume, year)


def _find_year_fault(reporter: str, volume: str, year: int | None) -> str | None:
    """Report a year in which the volume cannot have been decided."""
    known = _VOLUME_YEARS.get(reporter, ())
    if year is None or not volume.isdigit():
        return None
    for (low, first), (high, last) in pairwise(known):
        if low <= int(volume) <= high and not first - _YEARS_OFF <= year <= last + _YEARS_OFF:
            about = first + round((last - first) * (int(volume) - low) / (high - low))
            return f"volume {volume} of {reporter} has cases of about {about}, not of {year}"
    return None


def _find_series_fault(reporter: str, year: int | None) -> str | None:
    later = any(
        reporter.startswith(stem) and reporter.removeprefix(stem).strip()[:1].isdigit() for stem in _LAST_SERIES
    )
    if later and year is not None and year <= _TABLE_YEAR:
        return f"no series {reporter}"
    return None


def find_circuit_fault(court: str) -> str | None:
    """Report a numbered circuit that does not exist."""
    found = _CIRCUIT.fullmatch(court)
    if found and not 0 < int(found[1]) <= _LAST_CIRCUIT:
        return f"there is no {court}: the numbered circuits are 1 to {_LAST_CIRCUIT}"
    return None


def find_title_fault(code: str, title: str) -> str | None:
    """Report a title that the code does not have."""
    last = _TITLES.get(code)
    return f"the {code} has titles 1 to {last}" if last is not None and not 0 < int(title) <= last else None


@dataclass(frozen=True, slots=True)
class ReporterCite:
    """One volume, reporter and page, or one title, code and section."""

    start: int
    end: int
    source: CiteSource
    short: bool  # 531 U.S., at 99
    reporter: str  # in eyecite's spelling
    groups: Mapping[str, str]
    supreme: bool  # reports only the Supreme Court

    @property
    def written(self) -> str:
        """Return the reporter as written: for "Abs." eyecite has "Ohio Law. Abs."."""
        return self.groups.get("reporter") or self.reporter

    @property
    def page(self) -> str:
        """Return the first page; "___" for a blank one."""
        page = self.groups.get("page", "")
        return page if any(char.isalnum() for char in page) else "___"

    @property
    def normal(self) -> str:
        """Return volume, reporter and page."""
        return f"{self.groups.get('volume', '')} {self.reporter} {self.page}"


def find_reporter_cites(text: str) -> list[ReporterCite]:
    """Return the citations of reporters and codes in a text, in order and without overlap."""
    if not _MAY_CITE.search(text):
        return []
    return sorted([*_tokenize_cites(text), *_read_unknown_series(text)], key=lambda cite: cite.start)


def _read_unknown_series(text: str) -> Iterator[ReporterCite]:
    for found, name in _find_unknown_series(text):
        groups = {"volume": found["volume"], "reporter": found["reporter"], "page": found["page"]}
        yield ReporterCite(*found.span(), "reporters", short=False, reporter=name, groups=groups, supreme=False)


def _tokenize_cites(text: str) -> Iterator[ReporterCite]:
    from eyecite.models import CitationToken  # half a second, for documents that cite US law only
    from eyecite.tokenizers import default_tokenizer  # as above

    done = 0
    for offset in range(0, len(text), _PIECE):
        piece = text[offset : offset + _PIECE + _OVERLAP]
        tokens = default_tokenizer.tokenize(piece)[1] if _MAY_CITE.search(piece) else []
        for _, token in tokens:
            start = offset + token.start
            if (
                not isinstance(token, CitationToken)
                or token.start >= _PIECE
                or start < done
                or _is_foreign(text, start)
            ):
                continue
            done = offset + token.end
            yield _make_cite(offset, token)


def _make_cite(offset: int, token: Any) -> ReporterCite:  # noqa: ANN401 - eyecite is imported late
    editions = token.exact_editions or token.variation_editions
    sources = {edition.reporter.source for edition in editions}
    names = {edition.short_name for edition in editions}
    groups = {name: value for name, value in token.groups.items() if value}
    return ReporterCite(
        offset + token.start,
        offset + token.end,
        next(source for source in ("reporters", "laws", "journals") if source in sources),
        bool(token.short),
        names.pop() if len(names) == 1 else groups.get("reporter", ""),
        groups,
        all(getattr(edition.reporter, "is_scotus", False) for edition in editions),
    )


def _is_foreign(text: str, start: int) -> bool:
    """Check whether a match is inside a word or path, or part of another country's report or act.

    Such a report follows its bracketed year; a number after § or Art. is that of the provision: § 823 Abs. 1 BGB.
    """
    before = text[max(0, start - 9) : start]
    if before.endswith("] ") or _PROVISION.search(before):
        return True
    return before != "" and (before[-1].isalnum() or before[-1] in "/=-_")
