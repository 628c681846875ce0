"""Find author and year: `(Smith & Lee, 2019, p. 4; Kim et al., 2020a)`, `김철수(2019)`."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache

from citevet.extract.author_cues import (
    ListedWorks,
    NameWithYear,
    is_sentence_opener,
    may_cite,
    select_narrative_citations,
)
from citevet.extract.author_names import (
    KOREAN_ORGANIZATION,
    KOREAN_PERSON,
    PLACE_NAMES,
    find_name_start,
    is_organization,
    match_name_before_year,
)
from citevet.extract.citations.dated_names import (
    AND,
    ET_AL,
    KOREAN,
    OTHERS_KOREAN,
    PEOPLE,
    SECOND_HAND,
    SPACE,
    SURNAME,
    TRAILING,
    YEAR,
    YEAR_WORD,
    YEARS,
    is_plausible,
    make_author_year,
    read_parenthesis,
    read_years,
    split_names,
)
from citevet.extract.entry_parser import INTRODUCTORY_SIGNAL
from citevet.extract.masked_text import FoundCitation, MaskedText
from citevet.extract.notes.short_forms import NOTE_LABEL
from citevet.model import Reference, Span
from citevet.model.cited import BETWEEN
from citevet.patterns import lazy_pattern
from citevet.people.parser import read_name, sort_word
from citevet.records import collect_values
from citevet.text.names import NAME_WORD_PATTERN
from citevet.text.sentences import skip_sentence_end

_ROUND = lazy_pattern(r"\([^()]{4,600}\)|\[(?=[^\[\]]{0,200}\d{4})[^\[\]@]{6,600}\](?![(\[:])")
# Start at the bracket and look back for authors: three times as fast as trying every capital letter.
_BRACKETED_YEAR = lazy_pattern(rf"[(\[](?P<years>{YEARS})(?P<rest>(?:[,:]\s?[^()\[\]\0]{{1,60}})?)[)\]]")
# A work in a note without brackets: "See Smith 2019, p. 4; Lee and Park 2020".
_UNBRACKETED = lazy_pattern(
    rf"[\s\0]*+(?:{INTRODUCTORY_SIGNAL}|also\s)?"
    rf"(?P<authors>{PEOPLE})(?P<comma>,?){SPACE}(?P<year>{YEAR})"
    r"(?P<rest>(?:,?\s(?:pp?\.|pages?|at|S\.)[\s~]?\d{1,6}(?:\s?[-–]\s?\d{1,6})?(?!\w)|[:,]\s?\d{1,4}(?!\w))?(?:\sff?\.)?)"
)
_SINGLE = lazy_pattern(r"[^\W\d_]{3,30}")
_LONGEST_AUTHORS = 200  # characters of authors before the bracket
_NAME_BEFORE = lazy_pattern(
    rf"(?<![\w.'’-])(?P<authors>{SURNAME}(?:,{SPACE}{SURNAME}){{0,5}}(?:{AND}{SURNAME}(?:/{SURNAME}){{0,3}})?(?P<etal>{ET_AL})?(?:['’]s?)?"
    rf"|(?:{KOREAN_PERSON}(?:,\s?{KOREAN_PERSON}){{1,5}}|{KOREAN}(?:(?:\s?[·ㆍ・]\s?|[와과]\s){KOREAN}){{0,5}})(?P<others>{OTHERS_KOREAN})?"
    rf"|{KOREAN_ORGANIZATION})\s{{0,20}}$"
)
# The sentence before a year, without other brackets; the last word is no name, which would be the author.
_SAID_BEFORE = lazy_pattern(r"[^.!?;()\[\]\r\n]{1,199}\s[^\W\d_A-Z][\w'’-]*\s$")
_NAME_WORD = lazy_pattern(rf"(?<![\w'’-]){NAME_WORD_PATTERN}")
_LEAD_WORD = lazy_pattern(rf"([^\W\d_]{{1,40}}),{SPACE}(?=\S)(?!(?:[A-Z]\.[\s\0-]{{0,3}}){{1,3}}(?:[,&(]|and\b|$))")
_INVERTED = lazy_pattern(rf",{SPACE}[A-Z]\.")
# Authors of an entry whose initials have two letters: "Ivanov, P.Ch., "
_INVERTED_BEFORE = lazy_pattern(
    rf"(?<![\w.'’-])(?:{NAME_WORD_PATTERN},{SPACE}(?:[A-Z][a-z]?\.[\s-]?){{1,4}},{SPACE}){{1,6}}$"
)
_BULLET = 8  # characters of a bullet before an entry
_LINE_START = lazy_pattern(r"(?:\A|[\r\n]|[.:][\s\0]|[-*•–·\]][\s\0]|\d[.)][\s\0])[\s\0>]*$")
_BODY = lazy_pattern(
    r"[^\W\d_a-z][\w'’-]{2,40}(?:\s[\w'’&-]{1,40}){0,6}\s(?:für|der|des|und|zur|de|du|pour|et|del|para|della|van|voor)"
    r"(?:\s[\w'’-]{1,40}){1,6}"
)
# Smith (2019) wrote that "trees are the cheapest remedy" (p. 4).
_PAGE_OF_QUOTATION = lazy_pattern(
    r"[^.!?\n\"“”(]{0,120}[\"“][^\"“”\n]{3,600}[\"”][.,]?\s?\((?P<page>(?:pp?|S)\.\s?\d[\d\s,–-]{0,20})\)"
)


def find_author_years(scene: MaskedText) -> Iterator[FoundCitation]:
    """Find parenthetical citations, then those with the author in the sentence, then those in notes."""
    scene = replace(scene, prose=scene.prose.translate(str.maketrans("（），；", "(),;")))
    rounds = (match for match in _ROUND.finditer(scene.prose) if _is_in_text(scene, match))
    works = cache(lambda: {(sort_word(each.authors[0]), each.year) for each in scene.references if each.authors})
    found = (one for match in rounds for one in read_parenthesis(match, works))
    bracketed = list(_check_single_names(found, scene))
    yield from bracketed
    bodies = _index_bodies(scene.references)
    years = (when for when in _BRACKETED_YEAR.finditer(scene.prose) if _is_in_text(scene, when))
    own = [when for when in years if not SECOND_HAND.match(when["rest"])]
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
        ((sort_word(read_name(each.authors[0]).shown), each.year), each) for each in listed if each.year
    )
    for when in years if works else ():
        said = _SAID_BEFORE.search(when.string, max(when.start() - _LONGEST_AUTHORS, 0), when.start())
        names = {sort_word(TRAILING.sub("", name)) for name in _NAME_WORD.findall(said[0])} if said else set[str]()
        meant = [each for name in names for each in works.get((name, when["years"]), ())]
        if len(meant) == 1:
            authors = " & ".join(read_name(author).shown for author in meant[0].authors)
            yield make_author_year(authors, when["years"], Span(*when.span()), rest=when["rest"], narrative=True)


def _check_single_names(bracketed: Iterable[FoundCitation], scene: MaskedText) -> Iterator[FoundCitation]:
    """Leave out places, and read the authors before a journal, unless the list or the corpus has the name as an author.

    "COP26 (Glasgow, 2021)" cites no one, and "Smith & Lee (Science, 2025)" Smith and Lee.
    """
    listed: ListedWorks | None = None
    for one in bracketed:
        people = one.people
        name, year = BETWEEN.join(people.names), people.year
        is_single = _SINGLE.fullmatch(name) and not people.et_al and scene.prose[one.span.start] == "("
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
            yield make_author_year(authors, year, Span(start, one.span.end), rest="", narrative=True)


def _find_in_notes(scene: MaskedText) -> Iterator[FoundCitation]:
    """Find works in notes if the reference list or corpus has them; other names there may be publishers."""
    notes = [each.span for each in scene.references if each.is_note]
    if not notes:
        return
    listed = ListedWorks.of([each for each in scene.references if each.origin != "footnote"], {}).works
    for one in _read_notes(scene.prose, notes):
        people, year = one.people, one.people.year[:4]
        if (sort_word(people.first), year) in listed or scene.filed(people.names, year):
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
        yield from read_parenthesis(match)
    for when in _BRACKETED_YEAR.finditer(prose, own.start, own.end):
        if (said := _find_name_before(when)) and said.start >= own.start and may_cite(said):
            yield from _read_narrative(said)
    start = own.start
    for piece in own.of(prose).split(";"):
        yield from _read_unbracketed(prose, Span(start, start + len(piece)))
        start += len(piece) + 1


def _read_unbracketed(prose: str, piece: Span) -> Iterator[FoundCitation]:
    """Find a work without brackets at the start of a piece."""
    if YEAR_WORD.search(prose, piece.start, piece.end) is None:
        return
    named = _UNBRACKETED.match(prose, piece.start, piece.end)
    if named and is_plausible(named["authors"], comma=bool(named["comma"])):
        span = Span(named.start("authors"), named.end())
        yield make_author_year(named["authors"], named["year"], span, rest=named["rest"])


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
    names = split_names(written)
    return NameWithYear(start, written, names, when, body=True) if is_organization(written) else None


def _find_people_before(when: re.Match[str]) -> NameWithYear | None:
    who = _NAME_BEFORE.search(when.string, max(when.start() - _LONGEST_AUTHORS, 0), when.start())
    if who is None:
        return None
    start = _skip_lead(when.string, skip_sentence_end(when.string, who.start()), who.end("authors"))
    authors = when.string[start : who.end("authors")]
    if _starts_entry(authors, start, when):
        return None
    return NameWithYear(start, authors, split_names(authors), when, bool(who["etal"] or who["others"]))


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


def _read_narrative(said: NameWithYear) -> Iterator[FoundCitation]:
    when = said.when
    years = read_years(when)
    whole = Span(said.start, when.end())
    group = whole if len(years) > 1 else None
    paged = None if group else _PAGE_OF_QUOTATION.match(when.string, when.end())
    rest = when["rest"] or (paged["page"] if paged else "")
    for index, (year, place) in enumerate(years):
        span = Span(said.start if index == 0 else place.start, place.end) if group else whole
        yield make_author_year(said.authors, year, span, rest=rest, group=group, narrative=True)
