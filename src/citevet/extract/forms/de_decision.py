"""German decisions by court, date and docket: BGH, Urt. v. 12.3.2019 – VI ZR 123/18, NJW 2019, 1234.

What prints the decision, official report or journal, follows it and is the same citation.
"""

from collections.abc import Iterator, Mapping
from re import Match, escape
from re import compile as pattern

from citevet.extract.forms.law.german_courts import HIGH, JOURNALS, LOCAL, REPORTS, no_volume
from citevet.extract.forms.law.german_dates import DATE, KIND, date, fault
from citevet.extract.forms.law.paragraph import APART, Paragraph, paragraphs
from citevet.extract.found import Found
from citevet.extract.scene import Scene
from citevet.model import Locator

_LOCAL = rf"(?:{'|'.join(LOCAL)})(?= [A-ZÄÖÜ])"
_TRIGGER = pattern(
    rf"(?:{'|'.join(HIGH)})[\s\0,]|(?:{'|'.join(HIGH.values())})|(?:{'|'.join(LOCAL)})[\s\0]+[A-ZÄÖÜ]",
)
_TOWN = r"[A-ZÄÖÜ][\wß]{1,25}(?:[-/][A-ZÄÖÜ][\wß]{1,25}){0,2}\.?"
_PLACE = rf"{_TOWN}(?: (?:am|an der|im|in|a\. ?M\.|a\. ?d\.|{_TOWN}|I{{1,2}}|\([A-Z][a-z]{{2,12}}\))){{0,3}}?"
_COURT = pattern(
    rf"{APART}(?:(?P<kind>{KIND}) de[sr] )?"
    rf"(?:(?P<high>{'|'.join(HIGH)})(?!\w)|(?P<full>{'|'.join(HIGH.values())})(?:e?s)?(?!\w)|(?P<local>{_LOCAL}) )"
)
# The higher courts of North Rhine-Westphalia write I- before the senate: I-9 U 12/20.
_SENATE = r"(?:(?:(?:I-)?\d{1,3}[a-z]?|[IVX]{1,5}[a-c]?|[BLS] \d{1,2}) )?"
_DOCKET = (
    rf"(?P<number>{_SENATE}[A-Z][A-Za-z]{{0,6}}(?: ?\([A-Za-z]{{1,6}}\))? \d{{1,5}}[/.](?P<filed>\d\d)(?!\d)"
    r"(?:\.[A-Z]{1,3}(?!\w)| (?:R|B|BH|ER|KL|PKH)(?!\w))?)"
)
_FILED_AS = rf"(?:,? ?[-–—] ?|, ?| ?(?P<open>\()|: ?| )(?:Az\.?:? ?|Aktenzeichen:? )?{_DOCKET}(?(open)\))"
_DATED = pattern(rf",? (?:(?P<kind>{KIND}),? )?(?:v\. ?|vom )?{DATE}(?:{_FILED_AS})?")
_FILED = pattern(_FILED_AS)
# What a sentence says of the court: "hat am 12.3.2019 – VI ZR 123/18 – entschieden", "entschied mit Urteil vom".
_SPOKEN = pattern(
    rf"(?: [a-zäöü]{{2,15}}){{0,3}}? (?:am|(?:mit|durch|im|in) (?:[a-zäöü]{{3,8}} )?(?P<kind>{KIND}) (?:v\.|vom)) ?"
    rf"{DATE}{_FILED_AS}"
)
_TOWNS = pattern(_PLACE)
_LONGEST_PLACE = 80
_MARK = r"(?:Rn|Rz|Tz|Rdnr|Randnr)\b"
_PARAGRAPH = pattern(rf"(?:,? | ?\(){_MARK}\.? ?(?P<at>\d{{1,4}}(?: ?[-–] ?\d{{1,4}})?)\)?")
_PAGE = pattern(
    r" ?\((?P<inside>\d{1,5}(?: ?[-–] ?\d{1,5})?)(?: ?ff?\.)?\)"
    rf"|, ?(?P<behind>\d{{1,5}}(?: ?[-–] ?\d{{1,5}})?)(?: ?ff?\.)?(?!\w|\.\d| (?!{_MARK})[A-Z])"
)
_PRINTED = pattern(
    rf"(?: ?[-–—])?,? (?:= ?)?(?P<print>(?:{'|'.join(REPORTS)}) \d{{1,4}}, ?(?:S\. ?)?\d{{1,5}}"
    rf"|(?:{'|'.join(escape(name) for name in sorted(JOURNALS, key=len, reverse=True))})"
    r" (?:1[89]|20)\d\d, (?:S\. ?)?\d{1,6}"
    r"|(?:juris|openJur(?: \d{4}, \d{1,6})?)(?!\w))(?!\w|[.,]\d)"
)
_MOST_PRINTS = 8
_FIRMS = frozenset({"AG", "KG", "SG"})
_SHORT = {name: short for short, name in HIGH.items()}


def find(scene: Scene) -> Iterator[Found]:
    """Yield every decision once; a court alone cites nothing."""
    for paragraph in paragraphs(scene, _TRIGGER):
        done = 0
        for court in _COURT.finditer(paragraph.text):
            if court.start() >= done and (one := _decision(paragraph, court)):
                found, done = one
                yield found


def _decision(paragraph: Paragraph, court: Match[str]) -> tuple[Found, int] | None:
    """Return what is cited behind a court: date and docket, docket alone, or a journal alone."""
    text = paragraph.text
    for name, end in _names(text, court):
        said = _DATED.match(text, end) or _FILED.match(text, end) or _SPOKEN.match(text, end)
        prints, last, pin = _prints(text, said.end() if said else end)
        parts = {"court": HIGH.get(name, name), **_parts(court, said)}
        if any(one != "juris" for one in prints) or (said and not _may_be_a_firm(name, parts)):
            number = parts.get("number") or (prints[0] if prints else parts["date"])
            parts |= {"parallel": "; ".join(prints)} if prints else {}
            span = paragraph.span(court.start(), last)
            return Found("de-case", span, f"{name} {number}", pin, parts=parts, fault=_fault(parts, prints)), last
    return None


def _may_be_a_firm(name: str, parts: Mapping[str, str]) -> bool:
    """Tell whether a date alone stands behind what firms and clubs are called as well: Siemens AG München vom 12.3."""
    return name.partition(" ")[0] in _FIRMS and not parts.keys() & {"number", "decision"}


def _names(text: str, court: Match[str]) -> Iterator[tuple[str, int]]:
    """Yield the name of the court and where it ends; that of a place may have several words: OLG Frankfurt am Main."""
    if not court["local"]:
        yield court["high"] or _SHORT[court["full"]], court.end()
        return
    limit = min(len(text), court.end() + _LONGEST_PLACE)
    for end in range(court.end(), limit):
        if text[end] in " ,:(" and _TOWNS.fullmatch(text, court.end(), end):
            yield f"{court['local']} {text[court.end() : end]}", end


def _parts(court: Match[str], said: Match[str] | None) -> Mapping[str, str]:
    told = said.groupdict() if said else {}
    parts = {"number": told.get("number"), "filed": told.get("filed"), "decision": court["kind"] or told.get("kind")}
    parts["date"] = date(told)
    return {name: value for name, value in parts.items() if value}


def _prints(text: str, at: int) -> tuple[list[str], int, Locator | None]:
    """Read where the decision is printed, and the page or paragraph that is meant, which may follow each."""
    prints: list[str] = []
    pin, at = _pin(text, at, paged=False)
    while len(prints) < _MOST_PRINTS and (found := _PRINTED.match(text, at)):
        prints.append(found["print"])
        place, at = _pin(text, found.end(), paged=True)
        pin = place or pin
    return prints, at, pin


def _pin(text: str, at: int, *, paged: bool) -> tuple[Locator | None, int]:
    page = _PAGE.match(text, at) if paged else None
    at = page.end() if page else at
    paragraph = _PARAGRAPH.match(text, at)
    if page is None and paragraph is None:
        return None, at
    where = Locator(
        page=_folded(page["inside"] or page["behind"]) if page else None,
        article=f"Rn. {_folded(paragraph['at'])}" if paragraph else None,
    )
    return where, paragraph.end() if paragraph else at


def _folded(place: str) -> str:
    return place.replace("–", "-").replace(" ", "")


def _fault(parts: Mapping[str, str], prints: list[str]) -> str | None:
    """Say what cannot be: such a day, a docket of a later year than the decision, a volume that no report has."""
    wrong = fault(parts["date"], parts.get("filed")) if "date" in parts else None
    return wrong or next(filter(None, map(_unprinted, prints)), None)


def _unprinted(printed: str) -> str | None:
    """Say that an official report has no such volume; journals count by years."""
    report, _, rest = printed.partition(" ")
    return no_volume(report, rest.partition(",")[0]) if report in REPORTS else None
