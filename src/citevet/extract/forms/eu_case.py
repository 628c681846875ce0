"""Case numbers of the Court of Justice, the General Court and the former Civil Service Tribunal."""

from collections.abc import Iterator
from re import Match
from re import compile as pattern

from citevet.extract.forms.law.paragraph import APART, Paragraph, paragraphs
from citevet.extract.found import Found
from citevet.extract.scene import Scene
from citevet.model import Locator

_TRIGGER = pattern(r"[CTF](?<![A-Za-z].)[-\u2010-\u2013]\d|Cases?[\s\0]+\d")

_NUMBER = r"[CTF][-\u2010-\u2013]\d{1,4}/\d{2}(?!\d)(?: (?:PPU|RENV|REV|DEP|TO|AJ|SA|P(?:-R)?|R)(?![\w-]))?"
_CASE = pattern(APART + rf"(?P<named>(?:Joined )?Cases? )?(?P<numbers>{_NUMBER})(?!\w|/\d)")
_OLD = pattern(APART + r"Case (?P<numbers>\d{1,3}/(?:5[3-9]|[67]\d|8[0-8]))(?![\d/])")
_NEXT = pattern(rf"(?:,(?: and)?|,? and| to|[-\u2013]) ?(?P<number>{_NUMBER})(?!\w|/\d)")
_PIN = pattern(
    r",? (?:at )?(?:(?:paragraphs?|paras?\.?|points?|(?:Rn|Rz|Rdnr|Randnr)\.|§§?) ?|(?=\[))"
    r"(?P<pin>\[?\d{1,4}\]?(?:(?: ?[-\u2013] ?| to | and )\[?\d{1,4}\]?)?)(?![\w/])"
)

_COURTS = {"C": "Court of Justice", "T": "General Court", "F": "Civil Service Tribunal"}
_PREFIXED = 89
# The prefix came in 1989, with the second court; the tribunal sat from 2005 to 2016. A tank is a T-34/85.
_SITTING = {"C": (1989, 2050), "T": (1989, 2050), "F": (2005, 2016)}


def find(scene: Scene) -> Iterator[Found]:
    """Yield every case number; joined cases are one judgment and so one citation."""
    for paragraph in paragraphs(scene, _TRIGGER):
        yield from _prefixed(paragraph)
        for found in _OLD.finditer(paragraph.text):
            parts = {"court": _COURTS["C"], "number": found["numbers"], "year": "19" + found["numbers"][-2:]}
            yield _cited(paragraph, found.span(), parts)


def _prefixed(paragraph: Paragraph) -> Iterator[Found]:
    done = 0
    for found in _CASE.finditer(paragraph.text):
        if found.start() < done:
            continue
        parts, fault = _read(found)
        done = found.end()
        if (found["named"] or "").startswith("Joined"):
            joined, done = _joined(paragraph.text, done)
            parts |= {"joined": "; ".join(joined)} if joined else {}
        if not fault or found["named"]:
            yield _cited(paragraph, (found.start(), done), parts, fault=fault)


def _read(found: Match[str]) -> tuple[dict[str, str], str | None]:
    number = _folded(found["numbers"])
    short = int(number.split("/")[1][:2])
    year = 1900 + short if short >= _PREFIXED else 2000 + short
    first, last = _SITTING[number[0]]
    fault = None if first <= year <= last else f"the {_COURTS[number[0]]} has no cases of the year {short:02d}"
    return {"court": _COURTS[number[0]], "number": number, "year": str(year)}, fault


def _joined(text: str, at: int) -> tuple[list[str], int]:
    numbers = []
    while found := _NEXT.match(text, at):
        numbers.append(_folded(found["number"]))
        at = found.end()
    return numbers, at


def _cited(paragraph: Paragraph, where: tuple[int, int], parts: dict[str, str], *, fault: str | None = None) -> Found:
    start, end = where
    pin = _PIN.match(paragraph.text, end)
    locator = Locator(article=f"[{_bare(pin['pin'])}]") if pin else None
    span = paragraph.span(start, pin.end("pin") if pin else end)
    return Found("eu-case", span, parts["number"], locator, parts=parts, fault=fault)


def _bare(pin: str) -> str:
    return pin.replace("[", "").replace("]", "").replace("\u2013", "-").replace(" to ", "-").replace(" and ", ", ")


def _folded(number: str) -> str:
    for dash in "\u2010\u2011\u2012\u2013":
        number = number.replace(dash, "-")
    return number
