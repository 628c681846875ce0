"""United Kingdom cases: neutral citations and reports, with the party names directly before them."""

from collections.abc import Iterator
from dataclasses import dataclass
from re import Match
from re import compile as pattern

from citevet.extract.forms.law.paragraph import GAP, Paragraph, paragraphs
from citevet.extract.forms.law.parties import name_start
from citevet.extract.forms.law.uk_courts import DIVISIONS, NEUTRAL, REPORT
from citevet.extract.found import Found
from citevet.extract.scene import Scene
from citevet.model import Locator

_TRIGGER = pattern(rf"[\[(]\d{{4}}[\])]{GAP}(?:\d{{1,3}}{GAP})?[A-Z]")

_COURT = rf"(?P<court>EWCA (?:Civ|Crim)|EWHC|{'|'.join(NEUTRAL)})"
_NEUTRAL = pattern(
    rf"(?<![\w/])[\[(](?P<year>\d{{4}})[\])] {_COURT} (?P<number>\d{{1,5}})(?!\w)"
    rf"(?: ?\((?P<division>{'|'.join(DIVISIONS)})\))?"
)
_REPORTED = pattern(
    rf"(?<![\w/])(?:\[(?P<square>\d{{4}}(?:[-–]\d{{2,4}})?)\] (?:(?P<volume>\d{{1,3}}) )?"
    rf"|\((?P<round>\d{{4}}(?:[-–]\d{{2,4}})?)\) (?P<volume2>\d{{1,3}}) )"
    rf"(?P<report>{REPORT}) (?P<page>\d{{1,5}})(?![\w/])"
)
# A pin is a paragraph in square brackets, or named as one; four digits in brackets are the year of the next report.
_PIN = pattern(
    r",? (?:at )?(?:(?P<bracket>\[\d{1,3}\](?:(?: ?[-–] ?|, ?| and )\[\d{1,3}\])*)"
    r"|(?:paras?\.?|paragraphs?) (?P<para>\d{1,3}(?:[-–]\d{1,3})?)(?!\d))"
)
_PAGE_PIN = pattern(
    r"(?:, | at )(?:pp?\.? ?)?(?P<page>\d{1,5}(?:[-–]\d{1,5})?)(?: ?[A-H](?:[-–][A-H])?)?(?![\w/]| [A-Z])"
)
_COMMA = pattern(r"[,;]? ")
_DELAY = 3  # years between a judgment and its last report


@dataclass(frozen=True, slots=True)
class _Hit:
    """One neutral citation or report."""

    start: int
    end: int
    normal: str
    parts: dict[str, str]
    fault: str | None = None


def find(scene: Scene) -> Iterator[Found]:
    """Yield every case once: the reports that follow a neutral citation are further forms of the same."""
    for paragraph in paragraphs(scene, _TRIGGER):
        hits = sorted((*_neutral(paragraph.text), *_reported(paragraph.text)), key=lambda hit: hit.start)
        floor = 0
        for run in _runs(paragraph.text, hits):
            name = name_start(paragraph.text, run[0].start, floor)
            yield _found(scene, paragraph, run, name=name)
            floor = run[-1].end


def _neutral(text: str) -> Iterator[_Hit]:
    for found in _NEUTRAL.finditer(text):
        parts = {"year": found["year"], "court": found["court"], "number": found["number"]}
        parts |= {"division": found["division"]} if found["division"] else {}
        suffix = f" ({found['division']})" if found["division"] else ""
        normal = f"[{found['year']}] {found['court']} {found['number']}{suffix}"
        yield _Hit(found.start(), found.end(), normal, parts, _fault(found))


def _fault(found: Match[str]) -> str | None:
    if found[0][0] == "(":
        return "the year of a neutral citation stands in square brackets"
    if found["court"] == "EWHC" and not found["division"]:
        return "EWHC needs its division in round brackets"
    return None


def _reported(text: str) -> Iterator[_Hit]:
    for found in _REPORTED.finditer(text):
        report = found["report"].replace(".", "")
        year, volume = found["square"] or found["round"], found["volume"] or found["volume2"]
        bracketed = f"[{year}]" if found["square"] else f"({year})"
        normal = " ".join(filter(None, (bracketed, volume, report, found["page"])))
        parts = {"year": year, "report": report, "number": found["page"]} | ({"volume": volume} if volume else {})
        yield _Hit(found.start(), found.end(), normal, parts)


def _runs(text: str, hits: list[_Hit]) -> Iterator[list[_Hit]]:
    """Put together what stands side by side with nothing but a comma between: one judgment in several series."""
    run: list[_Hit] = []
    for hit in hits:
        if run and hit.start < run[-1].end:
            continue
        if run and not _parallel(text, run[-1], hit):
            yield run
            run = []
        run.append(hit)
    if run:
        yield run


def _parallel(text: str, before: _Hit, hit: _Hit) -> bool:
    if "report" not in hit.parts or not _COMMA.fullmatch(text, before.end, hit.start):
        return False
    return abs(int(hit.parts["year"][:4]) - int(before.parts["year"][:4])) <= _DELAY


def _found(scene: Scene, paragraph: Paragraph, run: list[_Hit], *, name: int | None) -> Found:
    first, text = run[0], paragraph.text
    end, locator = _pin(text, run[-1])
    start = first.start if name is None else name
    parts = dict(first.parts)
    if name is not None:
        parts["case_name"] = text[name : first.start].strip(" ,(")
    if run[1:]:
        parts["parallel"] = "; ".join(hit.normal for hit in run[1:])
    span = paragraph.span(start, end)
    mend = _mend(scene.document.slice(span), first) if first.fault else None
    return Found("uk-case", span, first.normal, locator, parts=parts, fault=first.fault, mend=mend)


def _pin(text: str, last: _Hit) -> tuple[int, Locator | None]:
    if found := _PIN.match(text, last.end):
        pin = found["bracket"] or f"[{found['para']}]"
        return found.end(), Locator(article=pin.replace("–", "-"))
    if "report" in last.parts and (found := _PAGE_PIN.match(text, last.end)):
        return found.end(), Locator(page=found["page"].replace("–", "-"))
    return last.end, None


def _mend(surface: str, hit: _Hit) -> str | None:
    """Put round brackets right; a missing division we do not know."""
    wrong = f"({hit.parts['year']})"
    if "court" in hit.parts and wrong in surface:
        return surface.replace(wrong, f"[{hit.parts['year']}]", 1)
    return None
