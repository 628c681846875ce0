"""Find EU regulations, directives, decisions and treaties, by number, or by name together with an article.

A bare "GDPR" is a name, as in "GDPR fines"; with an article or recital it is a citation.
"""

import re
from collections.abc import Iterator

from citevet.extract.law import eu_identifiers as eu
from citevet.extract.law import signs
from citevet.extract.law.paragraphs import APART, LawHit, LawParagraph, find_paragraphs
from citevet.extract.masked_text import FoundCitation, MaskedText
from citevet.model import Locator, Span
from citevet.model.document import is_inside
from citevet.patterns import lazy_pattern
from citevet.records import dataclass, replace

_POINT = r"\d{1,3}[a-z]{0,2}(?: ?\(\w{1,5}\))*(?:,? (?:points?|subparagraph) \(?\w{1,4}\)?)?"
_MORE_POINTS = r"\((?:[a-z]{1,5}|\d{1,3})\)(?:\((?:[a-z]{1,5}|\d{1,3})\))*"  # of the same article: 6(1)(a) to (c)
_POINTS = rf"{_POINT}(?:(?:, and |, or |, | and | or | to |[-–])(?:{_POINT}|{_MORE_POINTS})){{0,8}}"
_UNIT = r"(?<![\w/])(?P<unit>[Aa]rt(?:icle)?s?\.?|[Rr]ecitals?|[Aa]nnex|[Cc]hapter)"
_PLACE = rf"{_UNIT} (?P<open>\()?(?P<points>{_POINTS}|[IVXL]{{1,6}})(?(open)\))(?!\w)"

_BEFORE = lazy_pattern(rf"{_PLACE},? (?:(?:of|to|in) )?(?:the |that )?(?:EU )?$")
_AFTER = lazy_pattern(rf"(?:,|['’]s)? (?P<outer>\()?(?:(?:in|under) )?{_PLACE}(?(outer)\)?)")
_KOREAN = lazy_pattern(
    r"(?:의)? ?제(?P<article>\d{1,3})조(?: ?제(?P<clause>\d{1,2})항)?(?: ?제?(?P<item>[a-z]|\d{1,2})호)?"
)
_RECITAL = lazy_pattern(rf"(?<![\w/])(?P<unit>[Rr]ecitals?) (?P<open>\()?(?P<points>{_POINTS})(?(open)\))(?!\w)")

# An article that a pronoun ties to the act named last: "its Article 5", "Article 5 thereof", "Article 5 of that Act".
_TIED_ARTICLE = lazy_pattern(
    rf"(?:(?<=\b[Ii]ts )|(?<=\b[Tt]hat Regulation['’]s )|(?<=\b[Tt]hat Directive['’]s ))"
    rf"(?<![\w/])(?P<unit>[Aa]rt(?:icle)?\.?) (?P<open>\()?(?P<points>{_POINTS})(?(open)\))(?!\w)"
    rf"|(?<![\w/])(?P<unit2>[Aa]rt(?:icle)?\.?) (?P<points2>{_POINTS})"
    r"(?= thereof\b| of (?:that|the (?:said|same)) (?:Act|Regulation|Directive|Decision)\b)"
)

_DIGITS = lazy_pattern(r"\d+")
_JOINT = lazy_pattern(r",? (?:and|or) ")
_SPACED = lazy_pattern(r"(?<=[\w)]) \(")  # 6 (1) (a)
_REACH = 120  # characters before an act that may hold its articles; the longest seen has 64


_BODY = r"(?:(?:European Parliament and Council|Council|Commission|EU) )?(?:(?:Implementing|Delegated) )?"
_ACT_NUMBER = (
    r"(?P<community>\((?:EU, Euratom|EU|EC|EEC|Euratom|ECSC|CFSP)\) ?)?(?P<no>[Nn][or]\.? ?)?"
    r"(?P<first>\d{1,4})/ ?(?P<second>\d{1,4})(?!\d)(?:/ ?(?P<tail>EU|EC|EEC|JHA|CFSP|Euratom|ECSC)\b)?(?!\w|/\d)"
)
_ACT = lazy_pattern(
    rf"{APART}(?:{_BODY}(?P<kind>Framework Decision|Regulation|Directive|Decision|Recommendation)s? )?{_ACT_NUMBER}"
)
_MORE = lazy_pattern(rf"(?:, and|,| and| or) {_ACT_NUMBER}")
_NAME = lazy_pattern(rf"{APART}(?<!UK )(?P<name>{'|'.join([*eu.ACTS_BY_NAME, *eu.LAST_TREATY_ARTICLES])})(?!\w|-\w)")
_OJ = lazy_pattern(
    rf"{APART}OJ (?:(?P<series>[LC])(?: (?P<issue>\d{{1,4}}))?, (?:(?P<act>\d{{4}}/\d{{1,5}}), )?"
    r"(?P<date>\d{1,2}\.\d{1,2}\.\d{4})(?:, pp?\. ?(?P<page>\d+(?:[-–]\d+)?))?"
    r"|\[?(?P<year>\d{4})\]? (?P<series2>[LC]) ?(?P<issue2>\d{1,4})(?:/|, p\. ?)(?P<page2>\d+))"
)


@dataclass(frozen=True, slots=True)
class ActPlace:
    """A place inside an act, and its offsets in the text."""

    start: int
    end: int
    unit: str  # article, recital, annex or chapter
    points: str  # "17(1)(a)", "13, 14", "III"

    @property
    def article(self) -> str:
        """Return the place as a locator writes it."""
        return self.points if self.unit == "article" else f"{self.unit} {self.points}"

    @property
    def last(self) -> int:
        """Return the highest article or recital named: in "13 and 14(1)" that is 14."""
        heads = (piece.strip() for piece in self.points.replace("-", ",").split(","))
        return max((int(found[0]) for head in heads if (found := _DIGITS.match(head))), default=0)


def find_place(text: str, start: int, end: int) -> ActPlace | None:
    """Return the place directly before or after the act at `start`:`end`."""
    floor = max(0, start - _REACH)
    if before := _BEFORE.search(text[floor:start]):
        return _place(before, floor + before.start("unit"), start)
    if after := _AFTER.match(text, end):
        return _place(after, end, after.end())
    if korean := _KOREAN.match(text, end):
        points = korean["article"] + "".join(f"({piece})" for piece in (korean["clause"], korean["item"]) if piece)
        return ActPlace(end, korean.end(), "article", points)
    return None


def _place(found: re.Match[str], start: int, end: int) -> ActPlace:
    unit = found["unit"].lower()
    name = next(name for name in ("article", "recital", "annex", "chapter") if name.startswith(unit[:3]))
    points = _JOINT.sub(", ", found["points"]).replace(" to ", "-").replace("–", "-")
    return ActPlace(start, end, name, _SPACED.sub("(", points))


@dataclass(frozen=True, slots=True)
class _NamedAct(LawHit):
    """An act named in a paragraph, with or without its place."""

    correction: tuple[str, str] | None = None  # the wrong number and the right one
    bare: bool = False  # a name, which needs a place to be a citation
    place: ActPlace | None = None

    @property
    def whole(self) -> Span:
        """The act with its place."""
        if self.place is None:
            return Span(self.start, self.end)
        return Span(min(self.start, self.place.start), max(self.end, self.place.end))


def find_eu_acts(scene: MaskedText) -> Iterator[FoundCitation]:
    """Find every act with its place; a recital alone, or "its Article 5", belongs to the act named last."""
    last: _NamedAct | None = None
    for paragraph in find_paragraphs(scene, signs.EU_ACT):
        for act in _find_acts(paragraph.text, last):
            if not act.bare or act.place:
                yield _make_act(scene, paragraph, act)
            last = act if act.normal and not act.law.oj else last


def _find_acts(text: str, last: _NamedAct | None) -> Iterator[_NamedAct]:
    """Yield the acts of a paragraph with their places, and recitals alone, in order."""
    named = (*_find_numbered(text), *_find_named(text), *_find_journal_references(text))
    placed = _add_places(text, sorted(named, key=lambda act: act.start))
    taken = [act.whole for act in placed]
    recitals = (each for each in _RECITAL.finditer(text) if not is_inside(each.start(), taken))
    tied = (each for each in _TIED_ARTICLE.finditer(text) if not is_inside(each.start(), taken))
    lone = [_NamedAct(*each.span(), "", {}, place=_place(each, *each.span())) for each in recitals]
    lone += [_NamedAct(*each.span(), "", {}, place=_read_tied(each)) for each in tied]
    for act in sorted((*placed, *lone), key=lambda act: act.start):
        if act.normal:
            last = act if not act.law.oj else last
            yield act
        elif last:
            kind = act.place.unit if act.place else "recital"
            yield replace(act, normal=last.normal, parts={**last.parts, "short": kind})
        elif act.place and act.place.unit == "recital":
            yield replace(act, fault="no act is named before it")


def _read_tied(found: re.Match[str]) -> ActPlace:
    return ActPlace(*found.span(), "article", _SPACED.sub("(", found["points"] or found["points2"]))


def _add_places(text: str, named: list[_NamedAct]) -> list[_NamedAct]:
    """Give each act its place, from the last: in "GDPR, Annex III of the AI Act" the annex belongs to the second."""
    placed: list[_NamedAct] = []
    ceiling = len(text)
    for act in reversed(named):
        if act.end > ceiling:
            continue
        place = find_place(text, act.start, act.end)
        placed.append(replace(act, place=place if place and place.end <= ceiling else None))
        ceiling = placed[-1].whole.start
    return placed[::-1]


def _find_numbered(text: str) -> Iterator[_NamedAct]:
    done = 0
    for found in _ACT.finditer(text):
        kind = found["kind"] or ("Regulation" if found["community"] and found["no"] else None)
        if kind is None or found.start() < done:
            continue
        yield _read_numbered(kind, found)
        done = found.end()
        while more := _MORE.match(text, done):
            yield _read_numbered(kind, more)
            done = more.end()


def _read_numbered(kind: str, found: re.Match[str]) -> _NamedAct:
    number = eu.read_act_number(kind, (found["first"], found["second"]), marked=bool(found["no"]))
    first = min(found.start(name) for name in ("community", "no", "first") if found[name])
    start = found.start() if "kind" in found.re.groupindex else first
    surface = found.string[found.start("no") if found["no"] else found.start("first") : found.end("second")]
    correction = (surface, number.correction) if number.correction else None
    if number.year is None:
        normal = f"{kind} {number.number}"
        return _NamedAct(start, found.end(), normal, {"type": kind.lower(), "number": number.number}, number.fault)
    key = eu.make_celex(kind, number.year, number.number)
    parts = {"type": kind.lower(), "year": str(number.year), "number": number.number, "celex": key}
    return _NamedAct(start, found.end(), key, parts, number.fault, correction)


def _find_named(text: str) -> Iterator[_NamedAct]:
    for found in _NAME.finditer(text):
        name = found["name"]
        if name in eu.LAST_TREATY_ARTICLES:
            yield _NamedAct(found.start(), found.end(), name, {"type": "treaty"}, bare=True)
        else:
            key = eu.ACTS_BY_NAME[name].celex
            kind = next(kind for kind, letter in eu.CELEX_LETTERS.items() if letter == key[5])
            parts = {"type": kind.lower(), "year": key[1:5], "number": str(int(key[6:])), "celex": key}
            yield _NamedAct(found.start(), found.end(), key, parts, bare=True)


def _find_journal_references(text: str) -> Iterator[_NamedAct]:
    for found in _OJ.finditer(text):
        series = found["series"] or found["series2"]
        issue = found["issue"] or found["issue2"]
        pieces = (
            f"OJ {series} {issue}" if issue else f"OJ {series}",
            found["act"],
            found["date"] or found["year"],
            f"p. {page.replace('–', '-')}" if (page := found["page"] or found["page2"]) else None,
        )
        normal = ", ".join(piece for piece in pieces if piece)
        yield _NamedAct(found.start(), found.end(), normal, {"oj": normal})


def _make_act(scene: MaskedText, paragraph: LawParagraph, act: _NamedAct) -> FoundCitation:
    span = paragraph.span(act.whole.start, act.whole.end)
    surface = scene.document.slice(span)
    correction = surface.replace(*act.correction, 1) if act.correction and act.correction[0] in surface else None
    locator, fault = Locator(article=act.place.article) if act.place else None, act.fault or _find_place_fault(act)
    normal = act.normal or surface
    return FoundCitation("eu-act", span, normal, locator, parts=act.parts, fault=fault, correction=correction)


def _find_place_fault(act: _NamedAct) -> str | None:
    if act.place is None:
        return None
    known = eu.ACTS_BY_CELEX.get(act.normal) or eu.EuAct("", eu.LAST_TREATY_ARTICLES.get(act.normal))
    limit = {"article": known.articles, "recital": known.recitals}.get(act.place.unit)
    if limit is None or act.place.last <= limit:
        return None
    return f"the act has {limit} {act.place.unit}s"
