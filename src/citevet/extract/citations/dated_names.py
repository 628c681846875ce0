"""People and years in brackets: (Smith & Lee, 2019, p. 4; Kim et al., 2020a). Their grammar, and what it reads."""

import re
from collections.abc import Callable, Iterator
from collections.abc import Set as AbstractSet
from itertools import islice

from citevet.extract.author_names import (
    KOREAN_NON_AUTHOR_WORDS,
    KOREAN_SURNAME,
    NON_AUTHOR_WORDS,
    is_organization,
    is_unmistakable_organization,
)
from citevet.extract.entry_parser import INTRODUCTORY_PHRASES
from citevet.extract.locators import parse_locator
from citevet.extract.masked_text import FoundCitation
from citevet.extract.notes.short_forms import has_backref
from citevet.identifiers import find_sign
from citevet.model import Locator, Span
from citevet.model.cited import BETWEEN
from citevet.patterns import lazy_pattern
from citevet.people.parser import sort_word
from citevet.tables import read_words
from citevet.text.names import ELIDED_PARTICLE_PATTERN, PARTICLE_PATTERN
from citevet.text.page_lists import read_page_list

# A space, a line break with its indent, or markup, which is blank here.
SPACE = r"[\s\0]{1,20}"
_ONE_WRITTEN_YEAR = r"(?:1[4-9]\d\d|20\d\d)[a-z]?"
YEAR = rf"{_ONE_WRITTEN_YEAR}(?:/{_ONE_WRITTEN_YEAR})?(?!\w)"  # 1900/1953: first edition and the edition used
_WHEN = rf"(?:{YEAR}|n\.\s?d\.|in press|forthcoming|submitted)"
YEARS = rf"{_WHEN}(?:\s?[,;]\s?(?:{YEAR}|[b-z](?!\w)))*"
_PARTICLES = rf"(?:{PARTICLE_PATTERN}{SPACE})"
# Jr.; "Wang, Y."
_SUFFIX = rf"(?:,?{SPACE}(?:Jr|Sr)\b\.?|{SPACE}(?:II|III|IV)(?!\w))?(?:,{SPACE}(?:[A-Z]\.[\s-]?){{1,3}}(?<=\.))?"
SURNAME = (
    rf"{_PARTICLES}{{0,3}}(?:[A-Z]\.\s?){{0,3}}(?:Ste?\.{SPACE})?{ELIDED_PARTICLE_PATTERN}?"
    rf"[A-ZÀ-ÖØ-ÞĀ-Ž][\w'’‐-]*{_SUFFIX}"
)
OTHERS_KOREAN = r"\s?(?:외|등|等人?)"
_HAN = r"[一-鿿]{2,4}?(?:[、和与,]\s?[一-鿿]{2,4}?){0,5}(?=[等,\s\d])(?:等人?)?"  # 陈丽媛等, whose work must be listed
KOREAN = rf"(?:[가-힣]{{2,4}}|{KOREAN_SURNAME}(?={OTHERS_KOREAN}))"  # 김철수; 김 외
AND = rf"(?:\s?,?{SPACE}(?:&|and|und|et|y){SPACE}|\s?[·ㆍ・]\s?|/)"
ET_AL = rf"(?:,?{SPACE}(?:et{SPACE}al\.?|and{SPACE}colleagues|and{SPACE}others)\0{{0,3}}|{OTHERS_KOREAN}(?:\s?\d+인)?)"
_NAME = rf"(?:{SURNAME}|{KOREAN})"
# One to six surnames, or an organization of up to eight capitalized words: (World Health Organization, 2021).
PEOPLE = rf"{_NAME}(?:,{SPACE}{_NAME}){{0,5}}(?:{AND}{_NAME}(?:/{_NAME}){{0,3}})?(?:{ET_AL})?"
_ORGANIZATION = (
    rf"[A-Z][\w&'’./-]*(?:{SPACE}(?:of|for|the|and|on|in|&|für|der|des|de|du|(?:[dl]['’])?[A-ZÀ-Þ][\w&'’./-]*)){{0,8}}"
)
# Cheap to test before the long patterns below.
YEAR_WORD = lazy_pattern(r"1[4-9]\d\d|20\d\d|n\.\s?d\.|in press|forthcoming|submitted")
_ITEM = lazy_pattern(
    rf"[\s\0]*(?P<lead>{INTRODUCTORY_PHRASES})\0?(?P<authors>{PEOPLE}|{_HAN}|{_ORGANIZATION})(?:{SPACE}\[[A-Z][\w&-]{{1,9}}\])?(?P<comma>,?)(?:{SPACE}|(?<=,))(?P<years>{YEARS})"
    rf"\0*(?P<rest>(?:[,:;]?\s.*|:\d.*)?)$",
    re.DOTALL,
)
_Works = Callable[[], AbstractSet[tuple[str, str | None]]]  # names and years of the list
# (Kim 2019, Lee 2020)
_NEXT_WORK = lazy_pattern(r"(?:(?<=\d{4})|(?<=\d{4}[a-z])),(?=\s[^\W\d_a-z][^\d,;]{1,60},?\s\d{4})")
_AFTER_COMMA = lazy_pattern(r",\s{1,3}(?=[^\W\d_a-z])")
_LEADS = 9  # commas before a name
_HYPHENS = lazy_pattern("[-‐–]")
_ONE_YEAR = lazy_pattern(rf"{_WHEN}|(?<=[,; ])[b-z](?!\w)")
# Schmidt/Weber are two; OECD/EU is one.
_SPLIT = lazy_pattern(
    rf"\s?,?{SPACE}(?:&|and|und|et|y){SPACE}|,{SPACE}|\s?[·ㆍ・]\s?|\s&\s|(?<=[가-힣])[와과]\s|(?<=[一-鿿])[、和与]|(?<=[^\W\d_A-Z])/(?=[^\W\d_a-z])"
)
# The same brackets may contain the identifier of the work: (Lee, 2019; doi:10.1234/abc).
_SAME_AUTHOR = lazy_pattern(rf";(?=\s?{YEAR}\s?(?:[;,]|$))")  # (Smith, 2019; 2020): the same author
# (Shih, 2005, as cited in Yan, 2011): the list has the work that was read, and need not have the other.
SECOND_HAND = lazy_pattern(
    r",?\s(?:as\s)?(?:cited|quoted|reported|referenced)\s(?:in|by)\s|,?\szit(?:iert|\.)\s(?:nach|in|bei)\s",
    re.IGNORECASE,
)
# (Smith 2019, 33), of Chicago; (Schmidt 2020: 33 f.), (Schmidt 2020, S. 33) of German
_BARE_PAGE = lazy_pattern(r"[,:]\s?(?:S\.\s?)?(?=\d{1,4}(?!\d))")
_MORE_PAGES = lazy_pattern(r";(?=\s?(?:(?:pp?|S)\.\s?)?\d{1,3}(?:\s?[-–]\s?\d{1,3})?\s?(?:[;,]|$))")  # pp. 3; 99
_PAGED = lazy_pattern(r"\b(?:pp?|S)\.\s?\d")
TRAILING = lazy_pattern(rf"{ET_AL}$|['’]s?$")
_OTHERS = lazy_pattern(ET_AL)
_INITIALS = lazy_pattern(r"^(?:[A-Z]\.\s?)+(?=\S)|\s(?:[JS]r\.?|I{2,3}|IV)$")
_NOT_A_NAME = lazy_pattern(r"(?:[A-Z]\.[\s-]?)+|[JS]r\.?")
# Words of NO_AUTHOR that start the name of an organization: (World Health Organization, 2021).
_ORGANIZATION_START = read_words("the world office law election census class python java last early")


def read_parenthesis(match: re.Match[str], listed: _Works = frozenset) -> Iterator[FoundCitation]:
    """Yield the works of one pair of brackets; `listed` returns the names and years of the list."""
    whole = Span(*match.span())
    sign = find_sign(match[0])
    cut = sign < len(match[0])
    body = match[0][1:sign].rstrip().rstrip(",;:") if cut else match[0][1:-1]
    items = _split_items(body, match.start() + 1, listed)
    works = [(item, year, span) for item, offset in items for year, span in _split_years(item, offset)]
    several = len(works) > 1 or has_backref(match[0])
    group = whole if several and not cut else None
    for item, year, span in works:
        own = span if several or cut else whole
        yield make_author_year(item["authors"], year, own, rest=item["rest"], group=group)


def _split_items(body: str, start: int, works: _Works) -> Iterator[tuple[re.Match[str], int]]:
    """Yield the pieces between semicolons that read as authors and years, with their offsets.

    A piece that reads otherwise cites if the list has the work: (Box, 1976), (the map of the town, Kim 2020).
    """
    body = _MORE_PAGES.sub(",", body) if _PAGED.search(body) else body
    for piece in _NEXT_WORK.sub(";", _SAME_AUTHOR.sub(",", body)).split(";"):
        second = SECOND_HAND.search(piece)
        skipped = second.end() if second else 0
        later = (found.end() for found in islice(_AFTER_COMMA.finditer(piece, skipped), _LEADS))
        for at in (skipped, *later) if YEAR_WORD.search(piece, skipped) else ():
            item = _ITEM.match(piece[at:])
            is_first = item and at == skipped and is_plausible(item["authors"], comma=bool(item["comma"]))
            if item and (is_first or _is_listed(item, works)):
                yield item, start + at
                break
        start += len(piece) + 1


def _is_listed(item: re.Match[str], works: _Works) -> bool:
    return (sort_word(split_names(item["authors"])[0]), item["years"][:5].rstrip(" ,;:")) in works()


def read_years(years: re.Match[str]) -> list[tuple[str, Span]]:
    """Return the years of one author and their spans: "2019, 2020"; in "2010a,b" the letter repeats the year."""
    read: list[tuple[str, Span]] = []
    for found in _ONE_YEAR.finditer(years["years"]):
        whole = found[0] if len(found[0]) > 1 or not read else f"{read[-1][0][:4]}{found[0]}"
        read.append((whole, Span(*found.span()).shift(years.start("years"))))
    return read


def _split_years(item: re.Match[str], start: int) -> Iterator[tuple[str, Span]]:
    """Yield one work per year: `Smith, 2019, 2020` cites two."""
    years = read_years(item)
    piece = Span(0, len(item.string)).trim(item.string)
    for index, (year, span) in enumerate(years):
        begin = piece.start if index == 0 else span.start
        end = piece.end if index == len(years) - 1 else span.end
        yield year, Span(begin, end).shift(start)


def is_plausible(authors: str, *, comma: bool) -> bool:
    """Return whether words before a year are names: not (March 2020), nor (the Summer of 2020)."""
    words = authors.replace(",", " ").split()
    first, last = (word.strip(".\0").casefold() for word in (words[0], words[-1]))
    joined = any(sign in " ".join(authors.split()) for sign in ("&", " and ", "et al", "외", "·"))
    body = is_unmistakable_organization(authors)
    # March, and March–April, are no authors.
    if NON_AUTHOR_WORDS.issuperset(_HYPHENS.split(first)) or words[0] in KOREAN_NON_AUTHOR_WORDS:
        named = "&" in authors or "et al" in authors  # (Born & Wilhelm, 2012) are people
        return named or ((comma or body) and first in _ORGANIZATION_START and last not in NON_AUTHOR_WORDS)
    by_list = "一" <= first[:1] <= "鿿" or ("." in last and last[-1].isdigit())  # 王, S.3398: only if listed
    is_particle = first in {"van", "von", "de", "der", "la", "le", "di"}
    return not by_list and (comma or joined or len(words) == 1 or is_particle or body)


def make_author_year(
    authors: str, year: str, span: Span, *, rest: str, group: Span | None = None, narrative: bool = False
) -> FoundCitation:
    """Return the citation of one work of one year."""
    names = split_names(authors)
    others = bool(_OTHERS.search(authors))
    first, _, edition = year.partition("/")
    parts = {"authors": BETWEEN.join(names), "year": edition or year, **({"et_al": "yes"} if others else {})}
    if edition:
        parts["first"] = first
    if narrative:
        parts["narrative"] = "yes"
    normal = " ".join([*(name.casefold() for name in names[:2]), *(["et al."] if others else []), year])
    return FoundCitation("author-year", span, normal, _read_place(rest.rstrip()), group=group, parts=parts)


def _read_place(rest: str) -> Locator | None:
    bare = _BARE_PAGE.match(rest)
    pages = read_page_list(rest, bare.end()) if bare else None
    return Locator(page=pages.text) if pages and pages.end == len(rest) else parse_locator(rest)


def split_names(authors: str) -> list[str]:
    """Return the names of several authors, without initials and what follows them."""
    bare = TRAILING.sub("", TRAILING.sub("", authors.strip(" \0")))
    split = (" ".join(name.replace("\0", " ").split()) for name in _SPLIT.split(bare) if name)
    if is_organization(bare):  # U.S. Census Bureau
        return [name for name in split if name]
    return [_INITIALS.sub("", name) for name in split if name and not _NOT_A_NAME.fullmatch(name)] or [authors]
