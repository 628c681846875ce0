"""Find cases of the European courts: Court of Justice, General Court, Court of Human Rights."""

import re
from collections.abc import Iterator

from citevet.extract.law import signs
from citevet.extract.law.case_names import read_case_name
from citevet.extract.law.german_decisions import DECISION_KIND, GERMAN_DATE, find_date_fault, read_german_date
from citevet.extract.law.paragraphs import APART, LawParagraph, find_paragraphs
from citevet.extract.locators import plain_range
from citevet.extract.masked_text import FoundCitation, MaskedText
from citevet.identifiers.court_terms import find_serial_fault
from citevet.identifiers.european_law import EU_COURTS
from citevet.model import Locator
from citevet.patterns import lazy_pattern

_CASE_NUMBER = r"[CTF][-\u2010-\u2013]\d{1,4}/\d{2}(?!\d)(?: (?:PPU|RENV|REV|DEP|TO|AJ|SA|P(?:-R)?|R)(?![\w-]))?"
_CASE = lazy_pattern(APART + rf"(?P<named>(?:Joined )?Cases? )?(?P<numbers>{_CASE_NUMBER})(?!\w|/\d)")
_OLD_CASE = lazy_pattern(APART + r"Case (?P<numbers>\d{1,3}/(?:5[3-9]|[67]\d|8[0-8]))(?![\d/])")
_NEXT_NUMBER = lazy_pattern(rf"(?:,(?: and)?|,? and| to|[-\u2013]) ?(?P<number>{_CASE_NUMBER})(?!\w|/\d)")
_PIN = lazy_pattern(
    r",? (?:at )?(?:(?:paragraphs?|paras?\.?|points?|(?:Rn|Rz|Rdnr|Randnr)\.|§§?) ?|(?=\[))"
    r"(?P<pin>\[?\d{1,4}\]?(?:(?: ?[-\u2013] ?| to | and )\[?\d{1,4}\]?)?)(?![\w/])"
)

_PLAIN_DASHES = str.maketrans(dict.fromkeys("\u2010\u2011\u2012\u2013", "-"))
_PLAIN_PIN = str.maketrans("\u2013", "-", "[]")

_PREFIXED = 89
# The prefix came in 1989, with the second court; the tribunal sat from 2005 to 2016. T-34/85 is a tank.
_ACTIVE_YEARS = {"C": (1989, 2050), "T": (1989, 2050), "F": (2005, 2016)}

_GERMAN_NUMBER = (
    r"(?:(?P<court>[CT])[-\u2010-\u2013])?(?P<number>\d{1,4}/(?P<filed>\d\d))(?![\d/])"
    r"(?P<suffix> (?:PPU|RENV|REV|P(?:-R)?|R)(?![\w-]))?"
)
_GERMAN_CASE = lazy_pattern(
    rf"{APART}(?P<named>EuGH?)(?:,? (?:{DECISION_KIND},? )?(?:v\. ?|vom ){GERMAN_DATE})?"
    rf"(?:,? ?[-\u2013\u2014] ?|, ?| ?(?P<open>\()| )(?P<case>(?:verb\. )?(?:Rs\.?|Rechtssachen?) )?"
    rf"{_GERMAN_NUMBER}(?(open)\))"
)
# A name may separate number and report: Rs. 26/62, van Gend & Loos, Slg. 1963, 1.
_PRINTED = lazy_pattern(
    r"(?:,? ?(?:[-\u2013\u2014] ?|\()?[^\d,;.()]{2,60}\)?)?"
    r",? Slg\. (?P<print>\d{4}, ?(?:S\. ?)?(?:I{1,2}-)?\d{1,5})(?!\w)"
)
_PAGE = lazy_pattern(r", ?(?P<page>\d{1,5}(?: ?[-\u2013] ?\d{1,5})?)(?: ?ff?\.)?(?!\w|\.\d|/)")
_PARAGRAPH = lazy_pattern(r"(?:,? | ?\()(?:Rn|Rz|Rdnr|Randnr|Tz)\.? ?(?P<at>\d{1,4}(?: ?[-\u2013] ?\d{1,4})?)\)?(?!\w)")
_GERMAN_COURTS = {"EuGH": ("C", "Court of Justice"), "EuG": ("T", "General Court")}
_FIRST_YEAR = 53  # of the court's cases

_APPLIED = r"\d{1,5}/\d{2}(?![\w/]|,\d)"
_APPLICATION = (
    r"(?:[Aa]pp(?:l(?:ication|\.)?|\.)?s? [Nn]os?\.?|[Rr]equêtes? n(?:[o°]|os)\.?|[Bb]eschwerden? Nr\.|"
    r"[Ii]ndividualbeschwerden? Nr\.)"
)
_ECHR_CASE = lazy_pattern(
    rf"{APART}\(?{_APPLICATION} ?"
    rf"(?P<numbers>{_APPLIED}(?:(?:, and |, | and | et | und |; ){_APPLIED}){{0,20}})"
    r"(?: \([^()\0]{0,80}\d{4}[^()\0]{0,20}\))?(?:,? (?:paras?\.?|§§?|\[)(?: ?)(?P<pin>\d{1,4}(?:[-–]\d{1,4})?)\]?)?"
)
_BETWEEN_NUMBERS = lazy_pattern(r", and |, | and | et | und |; ")


def find_eu_cases(scene: MaskedText) -> Iterator[FoundCitation]:
    """Find every case number; joined cases are one citation."""
    for paragraph in find_paragraphs(scene, signs.EU_CASE):
        yield from _find_prefixed(paragraph)
        for found in _OLD_CASE.finditer(paragraph.text):
            parts = {"court": EU_COURTS["C"], "number": found["numbers"], "year": "19" + found["numbers"][-2:]}
            yield _make_case(paragraph, found.span(), parts)


def _find_prefixed(paragraph: LawParagraph) -> Iterator[FoundCitation]:
    done = 0
    for found in _CASE.finditer(paragraph.text):
        if found.start() < done:
            continue
        parts, fault = _read_case(found)
        done = found.end()
        if (found["named"] or "").startswith("Joined"):
            joined, done = _read_joined(paragraph.text, done)
            parts |= {"joined": "; ".join(joined)} if joined else {}
        if not fault or found["named"]:
            yield _make_case(paragraph, (found.start(), done), parts, fault=fault)


def _read_case(found: re.Match[str]) -> tuple[dict[str, str], str | None]:
    number = found["numbers"].translate(_PLAIN_DASHES)
    short = int(number.split("/")[1][:2])
    year = 1900 + short if short >= _PREFIXED else 2000 + short
    first, last = _ACTIVE_YEARS[number[0]]
    fault = None if first <= year <= last else f"the {EU_COURTS[number[0]]} has no cases of the year {short:02d}"
    serial = number[2:].partition("/")[0]
    fault = fault or find_serial_fault(f"EU:{number[0]}", serial, f"the {EU_COURTS[number[0]]}")
    return {"court": EU_COURTS[number[0]], "number": number, "year": str(year)}, fault


def _read_joined(text: str, at: int) -> tuple[list[str], int]:
    numbers = []
    while found := _NEXT_NUMBER.match(text, at):
        numbers.append(found["number"].translate(_PLAIN_DASHES))
        at = found.end()
    return numbers, at


def _make_case(
    paragraph: LawParagraph, where: tuple[int, int], parts: dict[str, str], *, fault: str | None = None
) -> FoundCitation:
    start, end = where
    pin = _PIN.match(paragraph.text, end)
    place = pin["pin"].translate(_PLAIN_PIN).replace(" to ", "-").replace(" and ", ", ") if pin else ""
    locator = Locator(article=f"[{place}]") if pin else None
    span = paragraph.span(start, pin.end("pin") if pin else end)
    return FoundCitation("eu-case", span, parts["number"], locator, parts=parts, fault=fault)


def find_german_eu_cases(scene: MaskedText) -> Iterator[FoundCitation]:
    """Find cases in German citations: EuGH, Urt. v. 5.2.1963 – C-26/62, Slg. 1963, 1.

    Numbers of before 1989 had no letter; today the court itself writes both C-26/62 and 26/62.
    """
    for paragraph in find_paragraphs(scene, signs.GERMAN_EU_CASE):
        for found in _GERMAN_CASE.finditer(paragraph.text):
            parts = _german_parts(found)
            if parts is None:
                continue
            printed, place, end = _read_place(paragraph.text, found.end())
            parts |= {"parallel": f"Slg. {printed}"} if printed else {}
            fault = find_date_fault(parts["date"], found["filed"]) if "date" in parts else None
            span = paragraph.span(found.start(), end)
            yield FoundCitation("eu-case", span, parts["number"], place, parts=parts, fault=fault)


def _german_parts(found: re.Match[str]) -> dict[str, str] | None:
    """Return court, number and year; None for a number without a letter that the court cannot have."""
    letter, court = _GERMAN_COURTS[found["named"]]
    filed = int(found["filed"])
    old = _FIRST_YEAR <= filed < _PREFIXED
    day = read_german_date(found.groupdict())
    if (found["court"] or letter) != letter or (not found["court"] and not (old and (day or found["case"]))):
        return None
    number = found["number"] if old else f"{letter}-{found['number']}{found['suffix'] or ''}"
    parts = {"court": court, "number": number, "year": str(1900 + filed if filed >= _FIRST_YEAR else 2000 + filed)}
    return {**parts, "date": day} if day else parts


def _read_place(text: str, at: int) -> tuple[str | None, Locator | None, int]:
    """Read the report, page and paragraph after a number, and where they end."""
    printed = _PRINTED.match(text, at)
    at = printed.end() if printed else at
    page = _PAGE.match(text, at) if printed else None
    at = page.end() if page else at
    paragraph = _PARAGRAPH.match(text, at)
    at = paragraph.end() if paragraph else at
    if not (page or paragraph):
        return printed["print"] if printed else None, None, at
    where = Locator(
        page=plain_range(page["page"]) if page else None,
        article=f"[{plain_range(paragraph['at'])}]" if paragraph else None,
    )
    return printed["print"] if printed else None, where, at


def find_echr_cases(scene: MaskedText) -> Iterator[FoundCitation]:
    """Find applications by number, Demir v. Turkey, App. No. 34503/97; joined ones are one citation."""
    for paragraph in find_paragraphs(scene, signs.ECHR_CASE):
        floor = 0
        for found in _ECHR_CASE.finditer(paragraph.text):
            first, *joined = _BETWEEN_NUMBERS.split(found["numbers"])
            start, named = read_case_name(paragraph.text, found.start(), floor)
            floor = found.end()
            parts = {"court": "European Court of Human Rights", "number": first}
            parts |= ({"joined": "; ".join(joined)} if joined else {}) | named
            locator = Locator(article=f"[{found['pin'].replace('–', '-')}]") if found["pin"] else None
            yield FoundCitation("echr-case", paragraph.span(start, floor), first, locator, parts=parts)
