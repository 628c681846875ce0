"""Author and year: `(Smith & Lee, 2019, p. 4; Kim et al., 2020a)`, `Smith (2019)`, `김철수(2019)`."""

from collections.abc import Iterator
from dataclasses import replace
from re import DOTALL, Match
from re import compile as pattern
from typing import NamedTuple

from citevet.extract import bodies
from citevet.extract.found import Found
from citevet.extract.initials import behind
from citevet.extract.leads import LEAD, SIGNAL
from citevet.extract.locators import locator
from citevet.extract.narrative import Known, narrative
from citevet.extract.no_authors import KOREAN_NO_AUTHOR, NO_AUTHOR
from citevet.extract.people import ELIDED, PARTICLE, family
from citevet.extract.scene import Scene
from citevet.extract.short_forms import has_part
from citevet.extract.signs import KOREAN_BODY, KOREAN_FAMILY, KOREAN_PERSON, Said, may_cite, opens_sentence
from citevet.model import Span

# A space, a line break with its indent, or the marks of emphasis and quotation, which are blank here.
_S = r"[\s\0]{1,20}"
_ONE = r"(?:1[4-9]\d\d|20\d\d)[a-z]?"
YEAR = rf"{_ONE}(?:/{_ONE})?(?!\w)"  # 1900/1953: when it first came out, and the edition that was read
_WHEN = rf"(?:{YEAR}|n\.\s?d\.|in press|forthcoming|submitted)"
_YEARS = rf"{_WHEN}(?:\s?[,;]\s?(?:{YEAR}|[b-z](?!\w)))*"
_SMALL = rf"(?:{PARTICLE}{_S})"
_BEHIND = (
    rf"(?:,?{_S}(?:Jr|Sr)\b\.?|{_S}(?:II|III|IV)(?!\w))?(?:,{_S}(?:[A-Z]\.[\s-]?){{1,3}}(?<=\.))?"  # Jr.; "Wang, Y."
)
_SURNAME = rf"{_SMALL}{{0,3}}(?:[A-Z]\.\s?){{0,3}}(?:Ste?\.{_S})?{ELIDED}?[A-ZÀ-ÖØ-ÞĀ-Ž][\w'’‐-]*{_BEHIND}"
_OTHERS_KOREAN = r"\s?(?:외|등)"
_KOREAN = rf"(?:[가-힣]{{2,4}}|{KOREAN_FAMILY}(?={_OTHERS_KOREAN}))"  # 김철수; 김 외
_AND = rf"(?:\s?,?{_S}(?:&|and|und|et|y){_S}|\s?[·ㆍ・]\s?|/)"
_ET_AL = rf"(?:,?{_S}(?:et{_S}al\.?|and{_S}colleagues|and{_S}others)\0{{0,3}}|{_OTHERS_KOREAN}(?:\s?\d+인)?)"
_NAME = rf"(?:{_SURNAME}|{_KOREAN})"
# One to six surnames, or a body of up to eight capitalised words: (World Health Organization, 2021).
_PEOPLE = rf"{_NAME}(?:,{_S}{_NAME}){{0,5}}(?:{_AND}{_NAME}(?:/{_NAME}){{0,3}})?(?:{_ET_AL})?"
_BODY = rf"[A-Z][\w&'’./-]*(?:{_S}(?:of|for|the|and|on|in|&|[A-Z][\w&'’./-]*)){{0,8}}"
_ROUND = pattern(r"\([^()]{4,600}\)|\[(?=[^\[\]]{0,200}\d{4})[^\[\]@]{6,600}\](?![(\[:])")
_ITEM = pattern(
    rf"\s*(?P<lead>{LEAD})(?P<authors>{_PEOPLE}|{_BODY})(?:{_S}\[[A-Z][\w&-]{{1,9}}\])?(?P<comma>,?){_S}(?P<years>{_YEARS})"
    rf"(?P<rest>(?:[,:;]?\s.*|:\d.*)?)$",
    DOTALL,
)
# The search starts at the bracket and looks back for authors: three times as fast as trying every capital letter.
_WHEN_SAID = pattern(rf"[(\[](?P<years>{_YEARS})(?P<rest>(?:[,:]\s?[^()\[\]\0]{{1,60}})?)[)\]]")
# A work of a note that has no brackets: "See Smith 2019, p. 4; Lee and Park 2020".
_UNBRACKETED = pattern(
    rf"[\s\0]*+(?:{SIGNAL}|also\s)?"
    rf"(?P<authors>{_PEOPLE})(?P<comma>,?){_S}(?P<year>{YEAR})"
    r"(?P<rest>(?:,?\s(?:pp?\.|pages?|at|S\.)[\s~]?\d{1,6}(?:\s?[-–]\s?\d{1,6})?(?!\w)|[:,]\s?\d{1,4}(?!\w))?(?:\sff?\.)?)"
)
_NOTE_OPENS = pattern(r"[\s\0]*+(?:\[\^[^\]\[\s]{1,80}\]:|\^\[)?")
_FURTHEST = 200  # characters of authors before the bracket
_WHO_SAID = pattern(
    rf"(?<![\w.'’-])(?P<authors>{_SURNAME}(?:,{_S}{_SURNAME}){{0,5}}(?:{_AND}{_SURNAME}(?:/{_SURNAME}){{0,3}})?(?P<etal>{_ET_AL})?(?:['’]s?)?"
    rf"|(?:{KOREAN_PERSON}(?:,\s?{KOREAN_PERSON}){{1,5}}|{_KOREAN}(?:(?:\s?[·ㆍ・]\s?|[와과]\s){_KOREAN}){{0,5}})(?P<others>{_OTHERS_KOREAN})?"
    rf"|{KOREAN_BODY})\s{{0,20}}$"
)
_LED = pattern(rf"([^\W\d_]{{1,40}}),{_S}(?=\S)(?!(?:[A-Z]\.[\s\0-]{{0,3}}){{1,3}}(?:[,&(]|and\b|$))")
_INVERTED = pattern(rf",{_S}[A-Z]\.")
_BULLET = 8  # characters of a list's mark before an entry
_LINE_START = pattern(r"(?:\A|[\r\n]|[.:][\s\0]|[-*•–·\]][\s\0]|\d[.)][\s\0])[\s\0>]*$")
_ONE_YEAR = pattern(rf"{_WHEN}|(?<=[,; ])[b-z](?!\w)")
# Schmidt/Weber are two; OECD/EU is one.
_SPLIT = pattern(
    rf"\s?,?{_S}(?:&|and|und|et|y){_S}|,{_S}|\s?[·ㆍ・]\s?|\s&\s|(?<=[가-힣])[와과]\s|(?<=[^\W\d_A-Z])/(?=[^\W\d_a-z])"
)
# The identifier of the work may stand in the same brackets: (Lee, 2019; doi:10.1234/abc).
_AGAIN = pattern(rf";(?=\s?{YEAR}\s?(?:[;,]|$))")  # (Smith, 2019; 2020): the same author
_IDENTIFIER = pattern(r"[,;:]?\s?(?:https?://|\bdoi\b|10\.\d{4}|\barXiv\b|\bPMC?ID\b|www\.)")
_BARE_PAGE = pattern(  # (Smith 2019, 33), of Chicago; (Schmidt 2020: 33 f.), (Schmidt 2020, S. 33) of German
    r"[,:]\s?(?:S\.\s?)?(\d{1,4}(?:\s?[-–]\s?\d{1,4})?)(?:\s?ff?\.?)?"
)
_TRAILING = pattern(rf"{_ET_AL}$|['’]s?$")
_OTHERS = pattern(_ET_AL)
_INITIALS = pattern(r"^(?:[A-Z]\.\s?)+(?=\S)|\s(?:[JS]r\.?|I{2,3}|IV)$")
_NO_NAME = pattern(r"(?:[A-Z]\.[\s-]?)+|[JS]r\.?")

# Of these, the ones that open the name of a body: (World Health Organization, 2021), (The Guardian, 2019).
_OPENS_BODY = frozenset("the world office law election census class python java last early".split())


def find(scene: Scene) -> Iterator[Found]:
    """Find parenthetical citations, several works each, then those where the author stands in the sentence."""
    rounds = (match for match in _ROUND.finditer(scene.prose) if _is_text(scene, match))
    bracketed = [found for match in rounds for found in _parenthetical(match)]
    yield from bracketed
    said = [one for when in _WHEN_SAID.finditer(scene.prose) if _is_text(scene, when) and (one := _said(when))]
    for one in narrative(said, scene, bracketed):
        yield from _narrative(one)
    yield from _noted(scene)


def _noted(scene: Scene) -> Iterator[Found]:
    """Find the works that notes name and list or corpus have; any other name there may be a publisher's."""
    notes = [each.span for each in scene.references if each.is_note]
    if not notes:
        return
    listed = Known.of([each for each in scene.references if each.origin != "footnote"], {}).works
    for one in _in_notes(scene.prose, notes):
        names = one.parts["authors"].split("; ")
        year = one.parts["year"][:4]
        if (family(names[0]), year) in listed or scene.filed(tuple(names), year):
            yield replace(one, parts={**one.parts, "noted": "yes"})


def _in_notes(prose: str, notes: list[Span]) -> Iterator[Found]:
    """Find what notes name; of a note inside another only its opening is left to read."""
    reach = 0
    for note in sorted(notes, key=lambda span: (span.start, -span.end)):
        opened = _NOTE_OPENS.match(prose, note.start, note.end)
        own = Span(opened.end() if opened else note.start, note.end)
        yield from _in_note(prose, own) if note.end > reach else _unbracketed(prose, own)
        reach = max(reach, note.end)


def _in_note(prose: str, own: Span) -> Iterator[Found]:
    """Find the three forms that a note has: in brackets, with the year in brackets, and with no brackets at all."""
    for match in _ROUND.finditer(prose, own.start, own.end):
        yield from _parenthetical(match)
    for when in _WHEN_SAID.finditer(prose, own.start, own.end):
        if (said := _said(when)) and said.start >= own.start and may_cite(said):
            yield from _narrative(said)
    start = own.start
    for piece in own.of(prose).split(";"):
        yield from _unbracketed(prose, Span(start, start + len(piece)))
        start += len(piece) + 1


def _unbracketed(prose: str, piece: Span) -> Iterator[Found]:
    """Find the work that stands first, without brackets."""
    named = _UNBRACKETED.match(prose, piece.start, piece.end)
    if named and _plausible(named["authors"], comma=bool(named["comma"])):
        span = Span(named.start("authors"), named.end())
        yield work(named["authors"], named["year"], span, rest=named["rest"])


def _is_text(scene: Scene, match: Match[str]) -> bool:
    """Say whether it stands in running text: in an entry the year is the entry's own."""
    return scene.side(Span(*match.span())) == "text"


def _said(when: Match[str]) -> Said | None:
    """Return the name before a year in brackets: that of a body, which has many words, or people."""
    return _body_said(when) or _people_said(when)


def _body_said(when: Match[str]) -> Said | None:
    phrase = bodies.before(when.string, when.start())
    if phrase is None:
        return None
    start = bodies.start(phrase)
    written = when.string[start : when.start()]
    names = _names(written)
    return Said(start, written, names, when, body=True) if bodies.is_body(written) else None


def _people_said(when: Match[str]) -> Said | None:
    who = _WHO_SAID.search(when.string, max(when.start() - _FURTHEST, 0), when.start())
    if who is None:
        return None
    start = _led(when.string, behind(when.string, who.start()), who.end("authors"))
    authors = when.string[start : who.end("authors")]
    if _opens_entry(authors, start, when):
        return None
    return Said(start, authors, _names(authors), when, bool(who["etal"] or who["others"]))


def _led(text: str, start: int, end: int) -> int:
    """Return where names start behind the words that lead to them: "However, Smith", "In March, Smith"."""
    while (lead := _LED.match(text, start, end)) and opens_sentence(lead[1]):
        start = lead.end()
    return start


def _opens_entry(authors: str, start: int, when: Match[str]) -> bool:
    """Say whether it reads like an entry under no heading: at the start of a line, "Wang, Y. (2006). A title"."""
    first = _LINE_START.search(when.string, max(start - _BULLET, 0), start)
    return first is not None and when.string.startswith(".", when.end()) and _INVERTED.search(authors) is not None


def _parenthetical(match: Match[str]) -> Iterator[Found]:
    whole = Span(*match.span())
    cut = _IDENTIFIER.search(match[0])
    body = match[0][1 : cut.start() if cut else -1]
    works = [
        (span, name, year, item)
        for item, offset in _items(body, match.start() + 1)
        for span, name, year in _works(item, offset)
    ]
    several = len(works) > 1 or has_part(match[0])
    for span, name, year, item in works:
        own = span if several or cut else whole
        yield work(name, year, own, rest=item["rest"], group=whole if several and not cut else None)


def _items(body: str, start: int) -> Iterator[tuple[Match[str], int]]:
    """Yield what stands between semicolons and reads as authors and years, with its offset."""
    for piece in _AGAIN.sub(",", body).split(";"):
        item = _ITEM.match(piece)
        if item and _plausible(item["authors"], comma=bool(item["comma"])):
            yield item, start
        start += len(piece) + 1


class _Year(NamedTuple):
    text: str
    span: Span


def _years(text: str) -> list[_Year]:
    """Read the years of one author: 2019, 2020; and 2010a,b, where the letter stands for its year."""
    years: list[_Year] = []
    for found in _ONE_YEAR.finditer(text):
        whole = found[0] if len(found[0]) > 1 else f"{years[-1].text[:4]}{found[0]}" if years else found[0]
        years.append(_Year(whole, Span(*found.span())))
    return years


def _works(item: Match[str], start: int) -> Iterator[tuple[Span, str, str]]:
    """Yield one work per year: `Smith, 2019, 2020` cites two."""
    years = _years(item["years"])
    text = item.string
    first = start + len(text) - len(text.lstrip())
    for index, year in enumerate(years):
        begin = first if index == 0 else start + item.start("years") + year.span.start
        last = index == len(years) - 1
        end = start + len(text.rstrip()) if last else start + item.start("years") + year.span.end
        yield Span(begin, end), item["authors"], year.text


def _plausible(authors: str, *, comma: bool) -> bool:
    words = authors.replace(",", " ").split()
    first, last = (word.strip(".\0").casefold() for word in (words[0], words[-1]))
    joined = any(sign in authors for sign in ("&", " and ", "et al", "외", "·"))
    body = bodies.is_plain_body(authors)
    if first in NO_AUTHOR or words[0] in KOREAN_NO_AUTHOR:
        named = "&" in authors or "et al" in authors  # (Born & Wilhelm, 2012) are people
        return named or ((comma or body) and first in _OPENS_BODY and last not in NO_AUTHOR)
    return comma or joined or len(words) == 1 or first in {"van", "von", "de", "der", "la", "le", "di"} or body


def _narrative(said: Said) -> Iterator[Found]:
    when = said.when
    years = _years(when["years"])
    whole = Span(said.start, when.end())
    for index, year in enumerate(years):
        start = said.start if index == 0 else when.start("years") + year.span.start
        end = when.start("years") + year.span.end
        span = whole if len(years) == 1 else Span(start, end)
        group = whole if len(years) > 1 else None
        yield work(said.authors, year.text, span, rest=when["rest"], group=group, narrative=True)


def work(
    authors: str, year: str, span: Span, *, rest: str, group: Span | None = None, narrative: bool = False
) -> Found:
    """Return the citation of one work by its authors and year, with the page that follows."""
    names = _names(authors)
    others = bool(_OTHERS.search(authors))
    first, _, edition = year.partition("/")
    parts = {"authors": "; ".join(names), "year": edition or year, **({"et_al": "yes"} if others else {})}
    if edition:
        parts["first"] = first
    if narrative:
        parts["narrative"] = "yes"
    normal = " ".join([*(name.casefold() for name in names[:2]), *(["et al."] if others else []), year])
    page = _BARE_PAGE.fullmatch(rest.rstrip())
    place = locator(f"p. {page[1]}" if page else rest)
    return Found("author-year", span, normal, place, group=group, parts=parts)


def _names(authors: str) -> list[str]:
    bare = _TRAILING.sub("", _TRAILING.sub("", authors.strip(" \0")))
    split = (" ".join(name.replace("\0", " ").split()) for name in _SPLIT.split(bare) if name)
    if bodies.is_body(bare):  # U.S. Census Bureau
        return [name for name in split if name]
    return [_INITIALS.sub("", name) for name in split if name and not _NO_NAME.fullmatch(name)] or [authors]
