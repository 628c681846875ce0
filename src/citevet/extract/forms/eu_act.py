"""EU regulations, directives, decisions and treaties, by number, or by name where an article stands with it.

A bare "GDPR" names a thing, as in "GDPR fines"; it cites nothing until an article or recital stands with it.
"""

from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, replace
from re import Match
from re import compile as pattern

from citevet.extract.forms.law.eu_acts import BY_CELEX, NAMED, TREATIES, Act
from citevet.extract.forms.law.eu_numbering import LETTERS, celex, read_number
from citevet.extract.forms.law.eu_places import RECITAL, Place, place_around, recital
from citevet.extract.forms.law.paragraph import APART, Paragraph, paragraphs
from citevet.extract.found import Found
from citevet.extract.scene import Scene
from citevet.model import Locator

_TRIGGER = pattern(
    r"Regulation|Directive|Decision|Recommendation|\(EU|\(EC|\(Euratom|Recital|recital|OJ\s|TFEU|TEU|GDPR|DSA|DMA|"
    r"Services|Markets|AI\s|Intelligence|eIDAS|MiCA|NIS|Data\s|Governance|DORA|Resilience"
)

_BODY = r"(?:(?:European Parliament and Council|Council|Commission|EU) )?(?:(?:Implementing|Delegated) )?"
_NUMBER = (
    r"(?P<community>\((?:EU, Euratom|EU|EC|EEC|Euratom|ECSC|CFSP)\) ?)?(?P<no>[Nn][or]\.? ?)?"
    r"(?P<first>\d{1,4})/ ?(?P<second>\d{1,4})(?!\d)(?:/ ?(?P<tail>EU|EC|EEC|JHA|CFSP|Euratom|ECSC)\b)?(?!\w|/\d)"
)
_ACT = pattern(
    rf"{APART}(?:{_BODY}(?P<kind>Framework Decision|Regulation|Directive|Decision|Recommendation)s? )?{_NUMBER}"
)
_MORE = pattern(rf"(?:, and|,| and| or) {_NUMBER}")
_NAME = pattern(rf"{APART}(?<!UK )(?P<name>{'|'.join([*NAMED, *TREATIES])})(?!\w|-\w)")
_OJ = pattern(
    rf"{APART}OJ (?:(?P<series>[LC])(?: (?P<issue>\d{{1,4}}))?, (?:(?P<act>\d{{4}}/\d{{1,5}}), )?"
    r"(?P<date>\d{1,2}\.\d{1,2}\.\d{4})(?:, pp?\. ?(?P<page>\d+(?:[-–]\d+)?))?"
    r"|\[?(?P<year>\d{4})\]? (?P<series2>[LC]) ?(?P<issue2>\d{1,4})(?:/|, p\. ?)(?P<page2>\d+))"
)


@dataclass(frozen=True, slots=True)
class _Named:
    """An act named in a paragraph, before its article is looked for."""

    start: int
    end: int
    normal: str
    parts: dict[str, str]
    fault: str | None = None
    mend: tuple[str, str] | None = None  # the wrong number and the right one
    bare: bool = False  # a name, which needs a place to be a citation
    place: Place | None = None


def find(scene: Scene) -> Iterator[Found]:
    """Yield every act with its place; a recital alone belongs to the act named last."""
    last: _Named | None = None
    for paragraph in paragraphs(scene, _TRIGGER):
        for act in _acts(paragraph.text, last):
            if not act.bare or act.place:
                yield _found(scene, paragraph, act)
            last = act if act.normal and "oj" not in act.parts else last


def _acts(text: str, last: _Named | None) -> Iterator[_Named]:
    """Yield the acts of a paragraph in order, with their places; recitals alone stand among them."""
    named = sorted((*_numbered(text), *_by_name(text), *_journal(text)), key=lambda act: act.start)
    placed = _placed(text, named)
    lone = [
        _Named(found.start(), found.end(), "", {}, place=recital(found))
        for found in RECITAL.finditer(text)
        if not _inside(placed, found.start())
    ]
    for act in sorted((*placed, *lone), key=lambda act: act.start):
        if act.normal:
            last = act if "oj" not in act.parts else last
            yield act
        else:
            yield _of_last(act, last)


def _placed(text: str, named: list[_Named]) -> list[_Named]:
    """Give each act its place, from the back: in "GDPR, Annex III of the AI Act" the annex is the latter's."""
    placed: list[_Named] = []
    ceiling = len(text)
    for act in reversed(named):
        if act.end > ceiling:
            continue
        place = place_around(text, act.start, act.end)
        placed.append(replace(act, place=place if place and place.end <= ceiling else None))
        ceiling = _whole(placed[-1])[0]
    return placed[::-1]


def _inside(placed: list[_Named], offset: int) -> bool:
    index = bisect_right(placed, offset, key=lambda act: _whole(act)[0]) - 1
    return index >= 0 and offset < _whole(placed[index])[1]


def _of_last(act: _Named, last: _Named | None) -> _Named:
    if last is None:
        return replace(act, normal="", fault="no act is named before it")
    return replace(act, normal=last.normal, parts={**last.parts, "short": "recital"})


def _numbered(text: str) -> Iterator[_Named]:
    done = 0
    for found in _ACT.finditer(text):
        kind = found["kind"] or ("Regulation" if found["community"] and found["no"] else None)
        if kind is None or found.start() < done:
            continue
        yield _read(kind, found)
        done = found.end()
        while more := _MORE.match(text, done):
            yield _read(kind, more)
            done = more.end()


def _read(kind: str, found: Match[str]) -> _Named:
    number = read_number(kind, (found["first"], found["second"]), marked=bool(found["no"]))
    start = found.start() if "kind" in found.re.groupindex else _first_group(found)
    surface = found.string[found.start("no") if found["no"] else found.start("first") : found.end("second")]
    mend = (surface, number.mend) if number.mend else None
    if number.year is None:
        normal = f"{kind} {number.number}"
        return _Named(start, found.end(), normal, {"type": kind.lower(), "number": number.number}, number.fault)
    key = celex(kind, number.year, number.number)
    parts = {"type": kind.lower(), "year": str(number.year), "number": number.number, "celex": key}
    return _Named(start, found.end(), key, parts, number.fault, mend)


def _first_group(found: Match[str]) -> int:
    return min(found.start(name) for name in ("community", "no", "first") if found[name])


def _by_name(text: str) -> Iterator[_Named]:
    for found in _NAME.finditer(text):
        name = found["name"]
        if name in TREATIES:
            yield _Named(found.start(), found.end(), name, {"type": "treaty"}, bare=True)
        else:
            key = NAMED[name].celex
            kind = next(kind for kind, letter in LETTERS.items() if letter == key[5])
            parts = {"type": kind.lower(), "year": key[1:5], "number": str(int(key[6:])), "celex": key}
            yield _Named(found.start(), found.end(), key, parts, bare=True)


def _journal(text: str) -> Iterator[_Named]:
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
        yield _Named(found.start(), found.end(), normal, {"oj": normal})


def _whole(act: _Named) -> tuple[int, int]:
    return (min(act.start, act.place.start), max(act.end, act.place.end)) if act.place else (act.start, act.end)


def _found(scene: Scene, paragraph: Paragraph, act: _Named) -> Found:
    span = paragraph.span(*_whole(act))
    surface = scene.document.slice(span)
    mend = surface.replace(*act.mend, 1) if act.mend and act.mend[0] in surface else None
    return Found(
        "eu-act",
        span,
        act.normal or surface,
        Locator(article=act.place.article) if act.place else None,
        parts=act.parts,
        fault=act.fault or _beyond(act),
        mend=mend,
    )


def _beyond(act: _Named) -> str | None:
    """Say where the act ends, when the place lies beyond."""
    known = Act("", TREATIES[act.normal]) if act.normal in TREATIES else BY_CELEX.get(act.normal)
    if known is None or act.place is None:
        return None
    limit = {"article": known.articles, "recital": known.recitals}.get(act.place.unit)
    if limit is None or act.place.last <= limit:
        return None
    return f"the act has {limit} {act.place.unit}s"
