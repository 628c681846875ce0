"""United Kingdom legislation: acts by title and year, statutory instruments, chapters and regnal years."""

from collections.abc import Iterator
from dataclasses import dataclass
from re import Match
from re import compile as pattern

from citevet.extract.forms.law.act_title import title_start
from citevet.extract.forms.law.paragraph import APART, GAP, Paragraph, paragraphs
from citevet.extract.found import Found
from citevet.extract.scene import Scene
from citevet.model import Locator

_TRIGGER = pattern(rf"Act{GAP}[12]\d{{3}}|S\.?S?\.?I\.?{GAP}[\dN]|asp{GAP}\d|c\.?\s\d")

# Acts of Australia, New Zealand and Canada are written alike, and say whose they are.
_FOREIGN = r"(?! \((?:Cth|NSW|Vic|Qld|WA|SA|Tas|ACT|NT|NZ|Can|Ont|BC|Singapore|Ireland|Ir)\))"
_ACT = pattern(rf"(?<=[\w)] )Act (?P<year>1[2-9]\d\d|20\d\d)(?![\w/]|[-–]\d){_FOREIGN}")
_INSTRUMENT = pattern(
    rf"{APART}(?P<series>S\.?S\.?I\.?|S\.?I\.?|WSI|SR) (?:No\.? ?)?(?P<year>1[89]\d\d|20\d\d)"
    rf"(?:/ ?| No\.? ?)(?P<number>\d{{1,5}})(?![\w/])"
)
_MADE = pattern(r"(?:Regulations|Order|Rules|Scheme) (?:1[89]\d\d|20\d\d),? \(?$")
_CHAPTER = pattern(r",? (?P<open>\()?(?P<chapter>c\.? ?\d{1,3}|asp ?\d{1,3})(?(open)\))(?!\w)")
_ASP = pattern(rf"{APART}(?P<year>20\d\d) asp (?P<number>\d{{1,3}})(?!\w)")
_REGNAL = pattern(
    rf"{APART}\d{{1,2}}(?: ?& ?\d{{1,2}})? "
    r"(?:Eliz|Geo|Vict|Will|Edw|Anne|Hen|Ric|Jac|Ja|Car|Cha|Mar|Ph & M|W & M)\.?"
    r"(?: ?(?:\d|[IV]{1,4}))?,? c\.? ?\d{1,3}(?!\w)"
)

_POINT = r"\d{1,4}[A-Z]{0,3}(?:\(\w{1,5}\))*"
_POINTS = rf"{_POINT}(?:(?:, | and | or | to |[-–]){_POINT}){{0,8}}"
_UNIT = (
    r"(?<![\w/])(?P<unit>[Ss]ections?|[Ss]s?\.?|[Ss]chedules?|[Ss]ch\.?|[Pp]aragraphs?|[Pp]aras?\.?|"
    r"[Rr]egulations?|[Rr]egs?\.?|[Aa]rticles?|[Aa]rts?\.?|[Pp]arts?|[Pp]t\.?|[Rr]ules?)"
)
_SUB = rf"(?:,? (?P<sub>para(?:graph)?s?\.?) (?P<within>{_POINTS}))?"
_AFTER = pattern(rf",? {_UNIT} ?(?P<points>{_POINTS})(?![\w/]){_SUB}")
_BEFORE = pattern(rf"{_UNIT} ?(?P<points>{_POINTS}){_SUB}(?:,? (?:of|to|in|under))(?: the)? $")
_SHORT = {
    "section": "s",
    "sections": "ss",
    "schedule": "sch",
    "schedules": "sch",
    "paragraph": "para",
    "paragraphs": "paras",
    "regulation": "reg",
    "regulations": "regs",
    "article": "art",
    "articles": "arts",
    "part": "pt",
    "parts": "pts",
    "rule": "r",
    "rules": "rr",
}
_REACH = 90


@dataclass(frozen=True, slots=True)
class _Law:
    """An act or instrument named in a paragraph."""

    start: int
    end: int
    normal: str
    parts: dict[str, str]


def find(scene: Scene) -> Iterator[Found]:
    """Yield every act and instrument with the place that stands before or after it."""
    for paragraph in paragraphs(scene, _TRIGGER):
        done = 0
        for law in sorted(_laws(paragraph.text), key=lambda law: (law.start, -law.end)):
            if law.start >= done:
                found, done = _found(paragraph, law)
                yield found


def _laws(text: str) -> Iterator[_Law]:
    yield from _acts(text)
    yield from _instruments(text)
    for found in _ASP.finditer(text):
        parts = {"year": found["year"], "chapter": f"asp {found['number']}"}
        yield _Law(found.start(), found.end(), found[0], parts)
    for found in _REGNAL.finditer(text):
        normal = found[0].replace(".", "").replace(",", "")
        yield _Law(found.start(), found.end(), normal, {"chapter": normal})


def _acts(text: str) -> Iterator[_Law]:
    floor = 0
    for found in _ACT.finditer(text):
        start = title_start(text, found.start(), floor)
        floor = found.end()
        if start is None:
            continue
        title = f"{text[start : found.start()]}Act".replace("’", "'")
        parts = {"title": title, "year": found["year"]}
        end = found.end()
        if chapter := _CHAPTER.match(text, end):
            parts["chapter"] = chapter["chapter"].replace(".", "")
            end = chapter.end()
        yield _Law(start, end, f"{title} {found['year']}", parts)


def _instruments(text: str) -> Iterator[_Law]:
    floor = 0
    for found in _INSTRUMENT.finditer(text):
        series, number = found["series"].replace(".", ""), f"{found['year']}/{found['number']}"
        title = _titled(text, found.start(), floor)
        floor = found.end()
        opened, closed = text[found.start() - 1 : found.start()] == "(", text.startswith(")", found.end())
        if title is None or (opened and not closed):
            yield _Law(found.start(), found.end(), f"{series} {number}", {"si": number})
            continue
        parts = {"si": number, "title": text[title : found.start()].rstrip(" ,(")}
        yield _Law(title, found.end() + opened, f"{series} {number}", parts)


def _titled(text: str, end: int, floor: int) -> int | None:
    """Return the start of "The … Regulations 2018, " directly before an instrument's number."""
    low = max(floor, end - _REACH)
    made = _MADE.search(text[low:end])
    return title_start(text, low + made.start(), floor) if made else None


def _found(paragraph: Paragraph, law: _Law) -> tuple[Found, int]:
    text, start, end = paragraph.text, law.start, law.end
    low = max(0, start - _REACH)
    if place := _BEFORE.search(text[low:start]):
        start = low + place.start("unit")
    elif place := _AFTER.match(text, end):
        end = place.end()
    locator = Locator(article=_article(place)) if place else None
    return Found("uk-act", paragraph.span(start, end), law.normal, locator, parts=law.parts), end


def _article(place: Match[str]) -> str:
    unit = place["unit"].lower().rstrip(".")
    article = f"{_SHORT.get(unit, unit)} {_flat(place['points'])}"
    return f"{article} para {_flat(place['within'])}" if place["sub"] else article


def _flat(points: str) -> str:
    return points.replace(" to ", "-").replace("–", "-").replace(" and ", ", ").replace(" or ", ", ")
