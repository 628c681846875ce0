"""Find author and year: `(Smith & Lee, 2019, p. 4; Kim et al., 2020a)`, `김철수(2019)`."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import replace
from functools import cache
from itertools import islice

from citevet.extract.author_cues import (
    ListedWorks,
    NameWithYear,
    Work,
    is_sentence_opener,
    may_cite,
    select_narrative_citations,
)
from citevet.extract.author_names import (
    GERMAN_PLACES,
    KOREAN_NON_AUTHOR_WORDS,
    KOREAN_ORGANIZATION,
    KOREAN_PERSON,
    KOREAN_SURNAME,
    NON_AUTHOR_WORDS,
    PLACE_NAMES,
    find_name_start,
    get_family_name,
    is_organization,
    is_unmistakable_organization,
    match_name_before_year,
)
from citevet.extract.backref_forms import NOTE_LABEL, has_backref
from citevet.extract.entry_parser import INTRODUCTORY_PHRASES, INTRODUCTORY_SIGNAL
from citevet.extract.locators import parse_locator
from citevet.extract.masked_text import FoundCitation, MaskedText
from citevet.model import Locator, Reference, Span
from citevet.records import collect_values
from citevet.text.names import ELIDED_PARTICLE_PATTERN, NAME_WORD_PATTERN, PARTICLE_PATTERN, displayed_family_name
from citevet.text.page_lists import read_page_list
from citevet.text.patterns import lazy_pattern
from citevet.text.sentences import skip_sentence_end
from citevet.text.tables import read_words

# A space, a line break with its indent, or markup, which is blank here.
_SPACE = r"[\s\0]{1,20}"
_ONE_WRITTEN_YEAR = r"(?:1[4-9]\d\d|20\d\d)[a-z]?"
YEAR = rf"{_ONE_WRITTEN_YEAR}(?:/{_ONE_WRITTEN_YEAR})?(?!\w)"  # 1900/1953: first edition and the edition used
_WHEN = rf"(?:{YEAR}|n\.\s?d\.|in press|forthcoming|submitted)"
_YEARS = rf"{_WHEN}(?:\s?[,;]\s?(?:{YEAR}|[b-z](?!\w)))*"
_PARTICLES = rf"(?:{PARTICLE_PATTERN}{_SPACE})"
# Jr.; "Wang, Y."
_SUFFIX = rf"(?:,?{_SPACE}(?:Jr|Sr)\b\.?|{_SPACE}(?:II|III|IV)(?!\w))?(?:,{_SPACE}(?:[A-Z]\.[\s-]?){{1,3}}(?<=\.))?"
_SURNAME = (
    rf"{_PARTICLES}{{0,3}}(?:[A-Z]\.\s?){{0,3}}(?:Ste?\.{_SPACE})?{ELIDED_PARTICLE_PATTERN}?"
    rf"[A-ZÀ-ÖØ-ÞĀ-Ž][\w'’‐-]*{_SUFFIX}"
)
_OTHERS_KOREAN = r"\s?(?:외|등|等人?)"
_HAN = r"[一-鿿]{2,4}?(?:[、和与,]\s?[一-鿿]{2,4}?){0,5}(?=[等,\s\d])(?:等人?)?"  # 陈丽媛等, whose work must be listed
_KOREAN = rf"(?:[가-힣]{{2,4}}|{KOREAN_SURNAME}(?={_OTHERS_KOREAN}))"  # 김철수; 김 외
_AND = rf"(?:\s?,?{_SPACE}(?:&|and|und|et|y){_SPACE}|\s?[·ㆍ・]\s?|/)"
_ET_AL = (
    rf"(?:,?{_SPACE}(?:et{_SPACE}al\.?|and{_SPACE}colleagues|and{_SPACE}others)\0{{0,3}}|{_OTHERS_KOREAN}(?:\s?\d+인)?)"
)
_NAME = rf"(?:{_SURNAME}|{_KOREAN})"
# One to six surnames, or an organization of up to eight capitalized words: (World Health Organization, 2021).
_PEOPLE = rf"{_NAME}(?:,{_SPACE}{_NAME}){{0,5}}(?:{_AND}{_NAME}(?:/{_NAME}){{0,3}})?(?:{_ET_AL})?"
_ORGANIZATION = (
    rf"[A-Z][\w&'’./-]*(?:{_SPACE}(?:of|for|the|and|on|in|&|für|der|des|de|du|(?:[dl]['’])?[A-ZÀ-Þ][\w&'’./-]*)){{0,8}}"
)
_ROUND = lazy_pattern(r"\([^()]{4,600}\)|\[(?=[^\[\]]{0,200}\d{4})[^\[\]@]{6,600}\](?![(\[:])")
# Cheap to test before the long patterns below.
_YEAR_WORD = lazy_pattern(r"1[4-9]\d\d|20\d\d|n\.\s?d\.|in press|forthcoming|submitted")
_ITEM = lazy_pattern(
    rf"[\s\0]*(?P<lead>{INTRODUCTORY_PHRASES})\0?(?P<authors>{_PEOPLE}|{_HAN}|{_ORGANIZATION})(?:{_SPACE}\[[A-Z][\w&-]{{1,9}}\])?(?P<comma>,?)(?:{_SPACE}|(?<=,))(?P<years>{_YEARS})"
    rf"\0*(?P<rest>(?:[,:;]?\s.*|:\d.*)?)$",
    re.DOTALL,
)
# Start at the bracket and look back for authors: three times as fast as trying every capital letter.
_BRACKETED_YEAR = lazy_pattern(rf"[(\[](?P<years>{_YEARS})(?P<rest>(?:[,:]\s?[^()\[\]\0]{{1,60}})?)[)\]]")
# A work in a note without brackets: "See Smith 2019, p. 4; Lee and Park 2020".
_UNBRACKETED = lazy_pattern(
    rf"[\s\0]*+(?:{INTRODUCTORY_SIGNAL}|also\s)?"
    rf"(?P<authors>{_PEOPLE})(?P<comma>,?){_SPACE}(?P<year>{YEAR})"
    r"(?P<rest>(?:,?\s(?:pp?\.|pages?|at|S\.)[\s~]?\d{1,6}(?:\s?[-–]\s?\d{1,6})?(?!\w)|[:,]\s?\d{1,4}(?!\w))?(?:\sff?\.)?)"
)
_Works = Callable[[], AbstractSet[tuple[str, str | None]]]  # names and years of the list
# (Kim 2019, Lee 2020)
_NEXT_WORK = lazy_pattern(r"(?:(?<=\d{4})|(?<=\d{4}[a-z])),(?=\s[^\W\d_a-z][^\d,;]{1,60},?\s\d{4})")
_AFTER_COMMA = lazy_pattern(r",\s{1,3}(?=[^\W\d_a-z])")
_LEADS = 9  # commas before a name
_SINGLE = lazy_pattern(r"[^\W\d_]{3,30}")
_LONGEST_AUTHORS = 200  # characters of authors before the bracket
_NAME_BEFORE = lazy_pattern(
    rf"(?<![\w.'’-])(?P<authors>{_SURNAME}(?:,{_SPACE}{_SURNAME}){{0,5}}(?:{_AND}{_SURNAME}(?:/{_SURNAME}){{0,3}})?(?P<etal>{_ET_AL})?(?:['’]s?)?"
    rf"|(?:{KOREAN_PERSON}(?:,\s?{KOREAN_PERSON}){{1,5}}|{_KOREAN}(?:(?:\s?[·ㆍ・]\s?|[와과]\s){_KOREAN}){{0,5}})(?P<others>{_OTHERS_KOREAN})?"
    rf"|{KOREAN_ORGANIZATION})\s{{0,20}}$"
)
# The sentence before a year, without other brackets; the last word is no name, which would be the author.
_SAID_BEFORE = lazy_pattern(r"[^.!?;()\[\]\r\n]{1,199}\s[^\W\d_A-Z][\w'’-]*\s$")
_NAME_WORD = lazy_pattern(rf"(?<![\w'’-]){NAME_WORD_PATTERN}")
_LEAD_WORD = lazy_pattern(rf"([^\W\d_]{{1,40}}),{_SPACE}(?=\S)(?!(?:[A-Z]\.[\s\0-]{{0,3}}){{1,3}}(?:[,&(]|and\b|$))")
_HYPHENS = lazy_pattern("[-‐–]")
_INVERTED = lazy_pattern(rf",{_SPACE}[A-Z]\.")
# Authors of an entry whose initials have two letters: "Ivanov, P.Ch., "
_INVERTED_BEFORE = lazy_pattern(
    rf"(?<![\w.'’-])(?:{NAME_WORD_PATTERN},{_SPACE}(?:[A-Z][a-z]?\.[\s-]?){{1,4}},{_SPACE}){{1,6}}$"
)
_BULLET = 8  # characters of a bullet before an entry
_LINE_START = lazy_pattern(r"(?:\A|[\r\n]|[.:][\s\0]|[-*•–·\]][\s\0]|\d[.)][\s\0])[\s\0>]*$")
_ONE_YEAR = lazy_pattern(rf"{_WHEN}|(?<=[,; ])[b-z](?!\w)")
# Schmidt/Weber are two; OECD/EU is one.
_SPLIT = lazy_pattern(
    rf"\s?,?{_SPACE}(?:&|and|und|et|y){_SPACE}|,{_SPACE}|\s?[·ㆍ・]\s?|\s&\s|(?<=[가-힣])[와과]\s|(?<=[一-鿿])[、和与]|(?<=[^\W\d_A-Z])/(?=[^\W\d_a-z])"
)
# The same brackets may contain the identifier of the work: (Lee, 2019; doi:10.1234/abc).
_SAME_AUTHOR = lazy_pattern(rf";(?=\s?{YEAR}\s?(?:[;,]|$))")  # (Smith, 2019; 2020): the same author
# (Shih, 2005, as cited in Yan, 2011): the list has the work that was read, and need not have the other.
_SECOND_HAND = lazy_pattern(
    r",?\s(?:as\s)?(?:cited|quoted|reported|referenced)\s(?:in|by)\s|,?\szit(?:iert|\.)\s(?:nach|in|bei)\s",
    re.IGNORECASE,
)
_IDENTIFIER = lazy_pattern(r"[,;:]?\s?(?:https?://|\bdoi\b|10\.\d{4}|\barXiv\b|\bPMC?ID\b|www\.)")
# (Smith 2019, 33), of Chicago; (Schmidt 2020: 33 f.), (Schmidt 2020, S. 33) of German
_BARE_PAGE = lazy_pattern(r"[,:]\s?(?:S\.\s?)?(?=\d{1,4}(?!\d))")
_MORE_PAGES = lazy_pattern(r";(?=\s?(?:(?:pp?|S)\.\s?)?\d{1,3}(?:\s?[-–]\s?\d{1,3})?\s?(?:[;,]|$))")  # pp. 3; 99
_PAGED = lazy_pattern(r"\b(?:pp?|S)\.\s?\d")
_TRAILING = lazy_pattern(rf"{_ET_AL}$|['’]s?$")
_OTHERS = lazy_pattern(_ET_AL)
_INITIALS = lazy_pattern(r"^(?:[A-Z]\.\s?)+(?=\S)|\s(?:[JS]r\.?|I{2,3}|IV)$")
_NOT_A_NAME = lazy_pattern(r"(?:[A-Z]\.[\s-]?)+|[JS]r\.?")
# Words of NO_AUTHOR that start the name of an organization: (World Health Organization, 2021).
_ORGANIZATION_START = read_words("the world office law election census class python java last early")
_BODY = lazy_pattern(
    r"[^\W\d_a-z][\w'’-]{2,40}(?:\s[\w'’&-]{1,40}){0,6}\s(?:für|der|des|und|zur|de|du|pour|et|del|para|della|van|voor)"
    r"(?:\s[\w'’-]{1,40}){1,6}"
)
_SLASH_NAME = r"[A-ZÀ-ÖØ-ÞĀ-Ž][\w'’‐-]{2,40}"
_SLASHED = lazy_pattern(
    rf"(?<![\w/.'’‐-])(?P<authors>{_SLASH_NAME}(?:/{_SLASH_NAME}){{1,4}})[\s\0]{{1,5}}(?P<year>{YEAR})"
    r"(?P<rest>(?:[:,]\s?(?:S\.\s?)?\d{1,4}(?:\s?[-–]\s?\d{1,4})?(?:\s?ff?\.)?(?![\w%]|[.,]\d))?)"
)
# "S. 33", "33 f." and "33–35" are always pages; ": 33" may be a count, as in "Essen/Bochum 2020: 33".
_CERTAIN_PAGE = lazy_pattern(r"[:,]\s?(?:S\.\s?\d.*|\d{1,4}\s?(?:[-–]\s?\d{1,4}|ff?\.).*)")
_SMALL = lazy_pattern(r"[^\W\d_A-Z]")
_NO_NAMES = NON_AUTHOR_WORDS | read_words("""frühling sommer herbst montag dienstag mittwoch donnerstag freitag samstag
    sonntag band und oder""")
_NOT_PEOPLE = _NO_NAMES | PLACE_NAMES | GERMAN_PLACES
# A publisher or place follows a title: "Soziale Systeme, Suhrkamp/Insel 1984, S. 33".
_TITLE_END = lazy_pattern(r"[,:][\s\0]{1,3}$")
_GAP = 4  # characters: the sign and its spaces
_COUNTED = lazy_pattern(r"[\s\0]{0,3}(?:%|[A-ZÄÖÜ]\w)")  # "33–35 Mio. Euro", "33-35 Tore"
_RANGE = lazy_pattern(r"[:,]\s?\d{1,4}\s?[-–]\s?\d{1,4}")
# Smith (2019) wrote that "trees are the cheapest remedy" (p. 4).
_PAGE_OF_QUOTATION = lazy_pattern(
    r"[^.!?\n\"“”(]{0,120}[\"“][^\"“”\n]{3,600}[\"”][.,]?\s?\((?P<page>(?:pp?|S)\.\s?\d[\d\s,–-]{0,20})\)"
)


def find_author_years(scene: MaskedText) -> Iterator[FoundCitation]:
    """Find parenthetical citations, then those with the author in the sentence, then those in notes."""
    scene = replace(scene, prose=scene.prose.translate(str.maketrans("（），；", "(),;")))
    rounds = (match for match in _ROUND.finditer(scene.prose) if _is_in_text(scene, match))
    works = cache(lambda: {(get_family_name(each.authors[0]), each.year) for each in scene.references if each.authors})
    found = (one for match in rounds for one in _read_parenthesis(match, works))
    bracketed = list(_check_single_names(found, scene))
    yield from bracketed
    bodies = _index_bodies(scene.references)
    years = (when for when in _BRACKETED_YEAR.finditer(scene.prose) if _is_in_text(scene, when))
    own = [when for when in years if not _SECOND_HAND.match(when["rest"])]
    before = [_find_body_before(when, bodies) or _find_name_before(when) for when in own]
    for one in select_narrative_citations(list(filter(None, before)), scene, bracketed):
        yield from _read_narrative(one)
    yield from _find_named_earlier((when for when, name in zip(own, before, strict=True) if not name), scene.references)
    yield from _find_in_notes(scene)


def _find_named_earlier(years: Iterable[re.Match[str]], references: Sequence[Reference]) -> Iterator[FoundCitation]:
    """Find years whose author is named earlier in the sentence, if the list has one such work.

    Lee, in a study of 2,400 homes (2003), found it.
    """
    listed = (each for each in references if each.origin in {"list", "file"} and each.authors and not each.back)
    works = collect_values(
        ((get_family_name(displayed_family_name(each.authors[0])), each.year), each) for each in listed if each.year
    )
    for when in years if works else ():
        said = _SAID_BEFORE.search(when.string, max(when.start() - _LONGEST_AUTHORS, 0), when.start())
        names = (
            {get_family_name(_TRAILING.sub("", name)) for name in _NAME_WORD.findall(said[0])} if said else set[str]()
        )
        meant = [each for name in names for each in works.get((name, when["years"]), ())]
        if len(meant) == 1:
            authors = " & ".join(map(displayed_family_name, meant[0].authors))
            yield _make_author_year(authors, when["years"], Span(*when.span()), rest=when["rest"], narrative=True)


def _check_single_names(bracketed: Iterable[FoundCitation], scene: MaskedText) -> Iterator[FoundCitation]:
    """Leave out places, and read the authors before a journal, unless the list or the corpus has the name as an author.

    "COP26 (Glasgow, 2021)" cites no one, and "Smith & Lee (Science, 2025)" Smith and Lee.
    """
    listed: ListedWorks | None = None
    for one in bracketed:
        name, year = one.parts["authors"], one.parts["year"]
        is_single = _SINGLE.fullmatch(name) and "et_al" not in one.parts and scene.prose[one.span.start] == "("
        start = one.span.start
        who = _NAME_BEFORE.search(scene.prose, max(start - _LONGEST_AUTHORS, 0), start) if is_single else None
        several = who if who and (who["etal"] or "&" in who["authors"]) else None
        if not is_single or not (several or name.casefold() in PLACE_NAMES):
            yield one
            continue
        listed = listed or ListedWorks.of(scene.references, {})
        if listed.has_name(name, year[:4]) or scene.filed((name,), year[:4]):
            yield one
        elif several:
            start = _skip_lead(scene.prose, skip_sentence_end(scene.prose, several.start()), several.end("authors"))
            authors = scene.prose[start : several.end("authors")]
            yield _make_author_year(authors, year, Span(start, one.span.end), rest="", narrative=True)


def _find_in_notes(scene: MaskedText) -> Iterator[FoundCitation]:
    """Find works in notes if the reference list or corpus has them; other names there may be publishers."""
    notes = [each.span for each in scene.references if each.is_note]
    if not notes:
        return
    listed = ListedWorks.of([each for each in scene.references if each.origin != "footnote"], {}).works
    for one in _read_notes(scene.prose, notes):
        names = one.parts["authors"].split("; ")
        year = one.parts["year"][:4]
        if (get_family_name(names[0]), year) in listed or scene.filed(tuple(names), year):
            yield replace(one, parts={**one.parts, "noted": "yes"})


def _read_notes(prose: str, notes: list[Span]) -> Iterator[FoundCitation]:
    """Read each note; of a note inside another only the start is left to read."""
    reach = 0
    for note in sorted(notes, key=lambda span: (span.start, -span.end)):
        opened = NOTE_LABEL.match(prose, note.start, note.end)
        own = Span(opened.end() if opened else note.start, note.end)
        yield from _read_note(prose, own) if note.end > reach else _read_unbracketed(prose, own)
        reach = max(reach, note.end)


def _read_note(prose: str, own: Span) -> Iterator[FoundCitation]:
    """Find the three forms in a note: in brackets, with the year in brackets, and without brackets."""
    for match in _ROUND.finditer(prose, own.start, own.end):
        yield from _read_parenthesis(match)
    for when in _BRACKETED_YEAR.finditer(prose, own.start, own.end):
        if (said := _find_name_before(when)) and said.start >= own.start and may_cite(said):
            yield from _read_narrative(said)
    start = own.start
    for piece in own.of(prose).split(";"):
        yield from _read_unbracketed(prose, Span(start, start + len(piece)))
        start += len(piece) + 1


def _read_unbracketed(prose: str, piece: Span) -> Iterator[FoundCitation]:
    """Find a work without brackets at the start of a piece."""
    if _YEAR_WORD.search(prose, piece.start, piece.end) is None:
        return
    named = _UNBRACKETED.match(prose, piece.start, piece.end)
    if named and _is_plausible(named["authors"], comma=bool(named["comma"])):
        span = Span(named.start("authors"), named.end())
        yield _make_author_year(named["authors"], named["year"], span, rest=named["rest"])


def _is_in_text(scene: MaskedText, match: re.Match[str]) -> bool:
    """Check whether a match is in running text: in a list entry the year belongs to the entry."""
    return scene.side(Span(*match.span())) == "text"


def _index_bodies(references: Sequence[Reference]) -> dict[str, list[str]]:
    """Return the organizations of the list with a small word in their name, by last word: Bundesamt für Statistik."""
    names = dict.fromkeys(name for each in references for name in each.authors[:1] if _BODY.fullmatch(name))
    return collect_values((name.split()[-1], name) for name in names)


def _find_body_before(when: re.Match[str], bodies: Mapping[str, list[str]]) -> NameWithYear | None:
    before = when.string[max(when.start() - _LONGEST_AUTHORS, 0) : when.start()].rstrip() if bodies else ""
    for name in bodies.get(before.rpartition(" ")[2], ()):
        if before.endswith(name) and not before[: -len(name)][-1:].isalnum():
            start = when.string.rindex(name, 0, when.start())
            return NameWithYear(start, name, [name], when, body=True)
    return None


def _find_name_before(when: re.Match[str]) -> NameWithYear | None:
    return _find_organization_before(when) or _find_people_before(when)


def _find_organization_before(when: re.Match[str]) -> NameWithYear | None:
    phrase = match_name_before_year(when.string, when.start())
    if phrase is None:
        return None
    start = find_name_start(phrase)
    written = when.string[start : when.start()]
    names = _split_names(written)
    return NameWithYear(start, written, names, when, body=True) if is_organization(written) else None


def _find_people_before(when: re.Match[str]) -> NameWithYear | None:
    who = _NAME_BEFORE.search(when.string, max(when.start() - _LONGEST_AUTHORS, 0), when.start())
    if who is None:
        return None
    start = _skip_lead(when.string, skip_sentence_end(when.string, who.start()), who.end("authors"))
    authors = when.string[start : who.end("authors")]
    if _starts_entry(authors, start, when):
        return None
    return NameWithYear(start, authors, _split_names(authors), when, bool(who["etal"] or who["others"]))


def _skip_lead(text: str, start: int, end: int) -> int:
    """Return where names start after lead words: "However, Smith", "In March, Smith"."""
    while (lead := _LEAD_WORD.match(text, start, end)) and is_sentence_opener(lead[1]):
        start = lead.end()
    return start


def _starts_entry(authors: str, start: int, when: re.Match[str]) -> bool:
    """Check for a list entry without a heading: "Wang, Y. (2006). A title" at the start of a line."""
    if not (when.string.startswith(".", when.end()) and _INVERTED.search(authors)):
        return False
    before = _INVERTED_BEFORE.search(when.string, max(start - _LONGEST_AUTHORS, 0), start)
    start = before.start() if before else start
    return _LINE_START.search(when.string, max(start - _BULLET, 0), start) is not None


def _read_parenthesis(match: re.Match[str], listed: _Works = frozenset) -> Iterator[FoundCitation]:
    whole = Span(*match.span())
    cut = _IDENTIFIER.search(match[0])
    body = match[0][1 : cut.start() if cut else -1]
    items = _split_items(body, match.start() + 1, listed)
    works = [(item, year, span) for item, offset in items for year, span in _split_years(item, offset)]
    several = len(works) > 1 or has_backref(match[0])
    group = whole if several and not cut else None
    for item, year, span in works:
        own = span if several or cut else whole
        yield _make_author_year(item["authors"], year, own, rest=item["rest"], group=group)


def _split_items(body: str, start: int, works: _Works) -> Iterator[tuple[re.Match[str], int]]:
    """Yield the pieces between semicolons that read as authors and years, with their offsets.

    A piece that reads otherwise cites if the list has the work: (Box, 1976), (the map of the town, Kim 2020).
    """
    body = _MORE_PAGES.sub(",", body) if _PAGED.search(body) else body
    for piece in _NEXT_WORK.sub(";", _SAME_AUTHOR.sub(",", body)).split(";"):
        second = _SECOND_HAND.search(piece)
        skipped = second.end() if second else 0
        later = (found.end() for found in islice(_AFTER_COMMA.finditer(piece, skipped), _LEADS))
        for at in (skipped, *later) if _YEAR_WORD.search(piece, skipped) else ():
            item = _ITEM.match(piece[at:])
            is_first = item and at == skipped and _is_plausible(item["authors"], comma=bool(item["comma"]))
            if item and (is_first or _is_listed(item, works)):
                yield item, start + at
                break
        start += len(piece) + 1


def _is_listed(item: re.Match[str], works: _Works) -> bool:
    return (get_family_name(_split_names(item["authors"])[0]), item["years"][:5].rstrip(" ,;:")) in works()


def _read_years(years: re.Match[str]) -> list[tuple[str, Span]]:
    """Return the years of one author and their spans: "2019, 2020"; in "2010a,b" the letter repeats the year."""
    read: list[tuple[str, Span]] = []
    for found in _ONE_YEAR.finditer(years["years"]):
        whole = found[0] if len(found[0]) > 1 or not read else f"{read[-1][0][:4]}{found[0]}"
        read.append((whole, Span(*found.span()).shift(years.start("years"))))
    return read


def _split_years(item: re.Match[str], start: int) -> Iterator[tuple[str, Span]]:
    """Yield one work per year: `Smith, 2019, 2020` cites two."""
    years = _read_years(item)
    piece = Span(0, len(item.string)).trim(item.string)
    for index, (year, span) in enumerate(years):
        begin = piece.start if index == 0 else span.start
        end = piece.end if index == len(years) - 1 else span.end
        yield year, Span(begin, end).shift(start)


def _is_plausible(authors: str, *, comma: bool) -> bool:
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


def _read_narrative(said: NameWithYear) -> Iterator[FoundCitation]:
    when = said.when
    years = _read_years(when)
    whole = Span(said.start, when.end())
    group = whole if len(years) > 1 else None
    paged = None if group else _PAGE_OF_QUOTATION.match(when.string, when.end())
    rest = when["rest"] or (paged["page"] if paged else "")
    for index, (year, place) in enumerate(years):
        span = Span(said.start if index == 0 else place.start, place.end) if group else whole
        yield _make_author_year(said.authors, year, span, rest=rest, group=group, narrative=True)


def _make_author_year(
    authors: str, year: str, span: Span, *, rest: str, group: Span | None = None, narrative: bool = False
) -> FoundCitation:
    names = _split_names(authors)
    others = bool(_OTHERS.search(authors))
    first, _, edition = year.partition("/")
    parts = {"authors": "; ".join(names), "year": edition or year, **({"et_al": "yes"} if others else {})}
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


def _split_names(authors: str) -> list[str]:
    bare = _TRAILING.sub("", _TRAILING.sub("", authors.strip(" \0")))
    split = (" ".join(name.replace("\0", " ").split()) for name in _SPLIT.split(bare) if name)
    if is_organization(bare):  # U.S. Census Bureau
        return [name for name in split if name]
    return [_INITIALS.sub("", name) for name in split if name and not _NOT_A_NAME.fullmatch(name)] or [authors]


def find_slash_authors(scene: MaskedText) -> Iterator[FoundCitation]:
    """Find those with a page, and those whose work is listed, in the corpus, or cited with a page elsewhere."""
    if "/" not in scene.prose:
        return
    slashed = [found for found in _SLASHED.finditer(scene.prose) if _may_cite(scene, found)]
    if not slashed:
        return
    works = ListedWorks.of(scene.references, {}).works | {_first_work(found) for found in slashed if _is_paged(found)}
    for found in slashed:
        names = tuple(found["authors"].split("/"))
        if _first_work(found) in works or scene.filed(names, found["year"][:4]):
            span = Span(*found.span())
            yield _make_author_year(found["authors"], found["year"], span, rest=found["rest"], narrative=True)


def _may_cite(scene: MaskedText, found: re.Match[str]) -> bool:
    """Check that it is in running text and names people: not AND/OR, Mai/Juni, Berlin/Hamburg."""
    names = found["authors"].split("/")
    people = all(_SMALL.search(name) and name.casefold() not in _NOT_PEOPLE for name in names)
    return people and scene.side(Span(*found.span())) == "text"


def _is_paged(found: re.Match[str]) -> bool:
    """Check whether a page of the work follows, and not a count or a page of the title before."""
    if _TITLE_END.search(found.string, max(found.start() - _GAP, 0), found.start()):
        return False
    counts = _RANGE.fullmatch(found["rest"]) and _COUNTED.match(found.string, found.end())
    return not counts and _CERTAIN_PAGE.fullmatch(found["rest"]) is not None


def _first_work(found: re.Match[str]) -> Work:
    return get_family_name(found["authors"].split("/")[0]), found["year"][:4]
