"""Read where a reference says that a work appeared: container, volume, issue, pages and year, after its title.

The numbers are read one after the other with the word or sign before each, since every style orders them differently.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from citevet.model import Record
from citevet.patterns import lazy_pattern
from citevet.resolve.alignment.entry_words import EntryWord, split_words
from citevet.text.letters import abbreviates
from citevet.text.names import acronym, fold_name, is_same_script
from citevet.text.stems import STOP_WORDS

_NUMBER = lazy_pattern(
    r"(?<![\w/])(?P<first>[A-Za-z]{0,3}\d{1,9}[A-Za-z]?)(?:\s?[-‐–—−]{1,3}\s?(?P<last>[A-Za-z]{0,3}\d{1,9}))?(?![\w/])"
)
_YEAR = lazy_pattern(r"(?:1[5-9]|20)\d\d[a-z]?")
_MONTH = r"(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}\.?"
# Numbers that are of no place: days, months before a year, item identifiers of publishers, the page of a back link.
_NO_PLACE = lazy_pattern(
    rf"(?i)\b(?:19|20)\d\d\s{_MONTH}\s\d{{1,2}}(?!\d)|\b{_MONTH}\s\d{{1,2}}(?!\w|[:(]|\s?[-–])(?:,?\s(?:19|20)\d\d)?|\b\d{{1,2}}(?:st|nd|rd|th)?\s{_MONTH}(?!\w)"
    r"|\b(?:0?[1-9]|1[0-2])\s(?=(?:19|20)\d\d\b)|\bS?\d{4}-?\d{3}[\dX]\(\d\d\)\d{5}-?[\dX]"
    r"|\bs\d{5}-\d{3}-\d{4,5}-[\dx]\b|(?<=\b(?:19|20)\d\d )(?:0[1-9]|1[0-2])(?=\.|\W*$)"
    r"|\bj\.[a-z]{2,12}\.\d{4}\.\d\d\.\d{3}"
    r"|(?<=\b(?:19|20)\d\d)[)\]]?\.\s\d{1,3}\W*$"
)
_AFTER_YEAR = lazy_pattern(r"\b(?:19|20)\d\d\)?[,:\s]{1,3}$")
_ARTICLE = 5  # digits of an article number, which no volume has
_SERIES = lazy_pattern(r"proceedings|proc|\d{1,4}(?:st|nd|rd|th)?|annual|the")
_GLUED = lazy_pattern(r"\b([A-Z][a-z]{3,20}|[a-z]{6,20})(\d{1,4})\b")  # Science309
_SPLIT = lazy_pattern(r"(\d{1,3})[\s\u200b]{1,3}(\d{1,3})")  # of a PDF: 5 79
_YEAR_IN_DATE = lazy_pattern(r"\b(?:19|20)\d\d\b")
_LABELS = {
    **dict.fromkeys("vol volume bd band tome tomo jg".split(), "volume"),
    **dict.fromkeys("no nr number issue iss num heft h n".split(), "issue"),
    **dict.fromkeys("p pp pages page s seiten pg pgs ss".split(), "pages"),
    **dict.fromkeys("art article id e paper".split(), "article"),
}
_ARTICLE_NUMBER = lazy_pattern(r"(?i)\b(?:art|article|paper)[.,]?\s[a-z]{1,6}[.°]?\s?$")
_LAST_WORD = lazy_pattern(r"([^\W\d_]+)[.:°]?\s?$")
_GAP = 3  # words in which the next one of a name is sought
_HALF = 0.5  # share of the words of a container's name that must be there
_WHOLE = 4  # letters of a word that is no abbreviation
_LONGEST = 20  # words of a container
_GENERIC = frozenset(
    """journal journals review reviews annals international proceedings transactions advances annual archives bulletin
    letters research science sciences studies european american british national new""".split()
)
_SHORT = 3  # letters of an abbreviation that needs no stop
_NOISE = frozenset(
    """in the of and vol volume no number issue pp p pages doi http https www org com available online from retrieved
    accessed epub ahead print preprint published advance article art ed eds edition press publisher university
    january february march april may june july august september october november december jan feb mar apr jun jul aug
    sep sept oct nov dec spring summer fall autumn winter url arxiv pmid pmcid issn isbn suppl supplement pt part et al
    issued special proceedings internet cited html pdf full text""".split()
)


class CitedPlace(NamedTuple):
    """What a reference says of the place of a work; empty where it does not."""

    venue: str = ""
    volume: str = ""
    issue: str = ""
    pages: str = ""
    years: tuple[int, ...] = ()
    has_venue: bool = False  # the container of the record is there
    numbers: frozenset[str] = frozenset()  # all that stand there, whatever they are


class _Number(NamedTuple):
    first: str
    last: str
    label: str  # volume, issue, pages, article or ""
    in_brackets: bool
    start: int
    is_after_year: bool = False  # 2020, 1: a page, or a volume


def read_place(rest: str, record: Record, year: int | None) -> CitedPlace:
    """Read the place after the title of a reference."""
    rest = _NO_PLACE.sub(_keep_year, _GLUED.sub(r"\1 \2", rest))
    words = split_words(rest)
    span = find_container(words, record)
    numbers = list(_read_numbers(rest, span))
    is_volume = bool(year) and record.volume.isdecimal() and year not in record.years  # Database, 2017, of 2012
    years_here = {str(year or ""), *map(str, record.years)} - ({record.volume} if is_volume else set())
    found = _assign(numbers, years_here, record.volume)
    years = tuple(
        int(each.first[:4])
        for each in numbers
        if _YEAR.fullmatch(each.first) and not each.last and each.start not in found[3] and not each.label
    )
    venue = "" if span else _read_phrase(rest, numbers, found[3])
    joined = (each[1] + each[2] for each in _SPLIT.finditer(rest))
    seen = frozenset((*(each.first.lstrip("0") for each in numbers), *joined))
    return CitedPlace(venue, found[0], found[1], found[2], years, span is not None, seen)


def _keep_year(found: re.Match[str]) -> str:
    year = _YEAR_IN_DATE.search(found[0])
    return f" {year[0]}" if year else " "


def find_container(words: Sequence[EntryWord], record: Record) -> tuple[int, int] | None:
    """Return where the name of the record's container starts and ends, in full, abbreviated, or as initials."""
    for name in filter(None, record.all_venues):
        wanted = [word for word in fold_name(name[:300]).split() if word not in STOP_WORDS]
        for part in (wanted, _drop_series(wanted)):
            places = list(_match_words(part, words))
            if part and len(places) > _HALF * len(part):
                return words[places[0]].start, words[places[-1]].end
        initials = acronym(name)
        short = fold_name(initials)
        for word in words:
            if len(short) > 1 and word.folded == short and word.text[:1].isupper():
                return word.start, word.end
    return None


def _drop_series(words: list[str]) -> list[str]:
    """Return the words of a name behind "Proceedings of the 2018" or "57th", which many references leave out."""
    at = next((at for at, word in enumerate(words) if not _SERIES.fullmatch(word)), 0)
    return words[at:] if len(words) - at > 1 else []


def _match_words(wanted: Sequence[str], words: Sequence[EntryWord]) -> list[int]:
    """Return the words of a reference that are those of a name, in order, in full or shortened on either side."""
    starts = [at for at, word in enumerate(words) if any(_may_be(word.folded, name) for name in wanted[:2])]
    found = (_follow(wanted, words, start) for start in starts)
    names = frozenset(wanted)
    return max(found, key=lambda places: (len(places), sum(words[at].folded in names for at in places)), default=[])


def _follow(wanted: Sequence[str], words: Sequence[EntryWord], start: int) -> list[int]:
    """Return the words from a place on that are those of a name, with a few others between them."""
    found: list[int] = []
    at = start
    for name in wanted:
        near = range(at, min(at + _GAP, len(words)))
        if (step := next((each for each in near if _may_be(words[each].folded, name)), None)) is not None:
            found.append(step)
            at = step + 1
    return found


def _may_be(short: str, long: str) -> bool:
    """Check whether a word shortens another one, on either side: J, Journal; Natl, National."""
    if short == long:
        return True
    if short in STOP_WORDS or not short.isalpha():
        return False
    less, more = sorted((short, long), key=len)
    return more.startswith(less) or (len(less) >= _SHORT and abbreviates(less, more) and less[:2] == more[:2])


def _read_numbers(rest: str, container: tuple[int, int] | None) -> Iterator[_Number]:
    depth = at = 0
    for found in _NUMBER.finditer(rest):
        between = rest[at : found.start()]
        depth = max(depth + between.count("(") + between.count("[") - between.count(")") - between.count("]"), 0)
        at = found.start()
        if container and container[0] <= at < container[1]:
            continue
        word = _LAST_WORD.search(rest[max(at - 20, 0) : at].rstrip("( *_["))
        label = _LABELS.get(word[1].casefold(), "") if word else ""
        if label == "issue" and _ARTICLE_NUMBER.search(rest[max(at - 20, 0) : at]):
            label = "article"
        if found["first"] == "0" or (
            container and at < container[0] and not label and not _YEAR.fullmatch(found["first"])
        ):
            continue  # "vol. 0" is for what has none yet; before the container stands the rest of a longer title
        is_after_year = _AFTER_YEAR.search(rest[max(at - 8, 0) : at]) is not None
        yield _Number(found["first"], found["last"] or "", label, depth > 0, at, is_after_year)


def _assign(numbers: Sequence[_Number], years: set[str], volume: str) -> tuple[str, str, str, set[int]]:
    """Return volume, issue and pages of the numbers, with the places that were used."""
    found = {"volume": "", "issue": "", "pages": ""}
    used: set[int] = set()
    plain: list[_Number] = []
    for each in numbers:
        label = {"article": "pages"}.get(each.label, each.label)
        if label and not found[label]:
            found[label] = _show(each)
            used.add(each.start)
        elif not label and not _is_year(each, years, volume):
            plain.append(each)
    for at, each in enumerate(plain):
        is_next = at > 0 and found["volume"] == plain[at - 1].first
        role = _find_role(each, found, plain[at + 1 :], is_next=is_next)
        if role is None:
            break
        if role:
            found[role] = _show(each)
            used.add(each.start)
    return found["volume"], found["issue"], found["pages"], used


def _is_year(number: _Number, years: set[str], volume: str) -> bool:
    """Check for a year; some journals have it as their volume."""
    if number.last or not _YEAR.fullmatch(number.first):
        return False
    return number.first != volume or number.first in years


def _find_role(number: _Number, found: Mapping[str, str], later: Sequence[_Number], *, is_next: bool) -> str | None:
    """Return what a number without a label is by its place; empty for one to pass over, none where the place ends."""
    if number.in_brackets:
        return "issue" if is_next and not found["issue"] else ""
    is_number = not number.last and number.first.isdecimal() and len(number.first) < _ARTICLE
    if not found["volume"] and is_number and not (number.is_after_year and not (later or found["pages"])):
        return "volume"
    if not found["pages"] and (number.last or not any(each.last for each in later[:1])):
        return "pages"
    return "issue" if not found["issue"] and not found["pages"] else None


def _show(number: _Number) -> str:
    return f"{number.first}-{number.last}" if number.last else number.first


def _read_phrase(rest: str, numbers: Sequence[_Number], used: set[int]) -> str:
    """Return the words between the title and the first number of the place: the container, as it is named there."""
    ends = [each.start for each in numbers if not used or each.start <= min(used)] or [len(rest)]
    for end in ends:
        named = [word for word in split_words(rest[:end]) if word.folded not in _NOISE and not word.text.isdigit()]
        if named and len(named) <= _LONGEST and any(word.text[0].isupper() for word in named):
            return " ".join(rest[named[0].start : named[-1].end].split())
    return ""


def is_other_container(cited: str, record: Record) -> bool:
    """Check that a container is none of the record's: neither side is a mere abbreviation, and they share no word."""
    names = [name for name in record.all_venues if name and is_same_script(cited, name)]
    whole = [name for name in names if _is_whole(name, cited)]
    return bool(whole) and any(_is_whole(cited, name) for name in whole) and not any(_is_like(cited, n) for n in names)


def _is_like(cited: str, name: str) -> bool:
    """Check for a telling word that both names have, in full or shortened, or for the initials of one in the other."""
    words = [word.folded for word in split_words(cited) if word.folded not in STOP_WORDS]
    theirs = [word for word in fold_name(name[:300]).split() if word not in STOP_WORDS]
    here = [word for word in words if word not in _GENERIC and len(word) >= _SHORT] or words
    there = [word for word in theirs if word not in _GENERIC and len(word) >= _SHORT] or theirs
    if any(
        one == other or (_may_be(one, other) and len(min(one, other, key=len)) >= _WHOLE)
        for one in here
        for other in there
    ):
        return True
    return _has_initials(words, name) or _has_initials(theirs, cited)


def _has_initials(words: Sequence[str], name: str) -> bool:
    initials = fold_name(acronym(name))
    return len(initials) > 1 and (initials in words or initials == "".join(words))


def _is_whole(name: str, other: str) -> bool:
    """Check for a word that is written in full, or for capitals that cannot stand for the other name: PLOS."""
    letters, words = fold_name(other).replace(" ", ""), split_words(name)
    telling = [word for word in words if word.folded not in _GENERIC | STOP_WORDS] or words
    return any(
        (len(word.text) >= _WHOLE or (word.text.isupper() and len(word.text) == _SHORT))
        and name[word.end : word.end + 1] != "."
        and not word.text.isdigit()
        and not (word.text.isupper() and abbreviates(word.folded, letters))
        for word in telling
    )
