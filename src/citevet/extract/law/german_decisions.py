"""Find German decisions by court, date and docket, BGH, Urt. v. 12.3.2019 – VI ZR 123/18, or by report, BGHZ 89, 383.

The official report or journal that follows a decision is part of the same citation. A sentence that has named the
court may omit it: (Urt. v. 12.3.2019 – VI ZR 123/18).
"""

import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple

from citevet.extract.law import signs
from citevet.extract.law.paragraphs import APART, LawParagraph, find_paragraphs
from citevet.extract.locators import plain_range
from citevet.extract.masked_text import FoundCitation, MaskedText
from citevet.identifiers.court_terms import find_term_fault
from citevet.model import Locator, Span
from citevet.model.document import is_inside
from citevet.patterns import lazy_pattern
from citevet.tables import longest_first, read_rows, read_words

DECISION_KIND = (
    r"(?:(?:Versäumnis|Teil|Grund|Zwischen|Schluss|End)?[Uu]rt(?:eils?|\.)?"
    r"|(?:Vorlage|Kammer|Hinweis)?[Bb]eschl(?:uss(?:es)?|uß|\.)?"
    r"|Entsch(?:eidung|\.)|Gerichtsbescheid|[UB]\.)"
)
_MONTHS = tuple("Januar Februar März April Mai Juni Juli August September Oktober November Dezember".split())
GERMAN_DATE = (
    rf"(?P<day>\d{{1,2}})\. ?(?:(?P<month>\d{{1,2}})\. ?|(?P<name>{'|'.join(_MONTHS)}) )"
    r"(?P<year>(?:1[89]|20)\d\d)(?!\d)"
)
_DAYS = (31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
_CENTURY = 100


class _OfficialReport(NamedTuple):
    court: str
    volumes: int  # with some to spare for reports that continue


# The official reports of the high courts. About 2024 there were 243 (BGHZ), 68 (BGHSt), 170 (BVerfGE), 182 (BVerwGE),
# 185 (BAGE), 138 (BSGE) and 287 (BFHE) volumes, growing by one to five a year; BVerfGK and the Reich's have ended.
REPORTS: Mapping[str, _OfficialReport] = {
    "BVerfGE": _OfficialReport("Bundesverfassungsgericht", 250),
    "BVerfGK": _OfficialReport("Bundesverfassungsgericht", 30),
    "BVerwGE": _OfficialReport("Bundesverwaltungsgericht", 280),
    "BGHZ": _OfficialReport("Bundesgerichtshof", 350),
    "BGHSt": _OfficialReport("Bundesgerichtshof", 120),
    "BAGE": _OfficialReport("Bundesarbeitsgericht", 300),
    "BSGE": _OfficialReport("Bundessozialgericht", 200),
    "BFHE": _OfficialReport("Bundesfinanzhof", 400),
    "RGZ": _OfficialReport("Reichsgericht", 172),
    "RGSt": _OfficialReport("Reichsgericht", 77),
}
# Courts that exist once.
_HIGH_COURTS: Mapping[str, str] = {
    "BVerfG": "Bundesverfassungsgericht",
    "BVerwG": "Bundesverwaltungsgericht",
    "BPatG": "Bundespatentgericht",
    "BGH": "Bundesgerichtshof",
    "BAG": "Bundesarbeitsgericht",
    "BSG": "Bundessozialgericht",
    "BFH": "Bundesfinanzhof",
    "RFH": "Reichsfinanzhof",
    "RAG": "Reichsarbeitsgericht",
    "RG": "Reichsgericht",
    "BayObLG": "Bayerisches Oberstes Landesgericht",
    "BayVGH": "Bayerischer Verwaltungsgerichtshof",
    "BayVerfGH": "Bayerischer Verfassungsgerichtshof",
    "HessVGH": "Hessischer Verwaltungsgerichtshof",
    "KG": "Kammergericht",
}
# Courts with a place after them: OLG Köln, LG Frankfurt am Main, LSG Nordrhein-Westfalen.
_LOCAL_NAMES: Mapping[str, str] = {
    "Oberlandesgericht": "OLG",
    "Landgericht": "LG",
    "Amtsgericht": "AG",
    "Oberverwaltungsgericht": "OVG",
    "Verwaltungsgerichtshof": "VGH",
    "Verwaltungsgericht": "VG",
    "Landesarbeitsgericht": "LAG",
    "Arbeitsgericht": "ArbG",
    "Landessozialgericht": "LSG",
    "Sozialgericht": "SG",
    "Finanzgericht": "FG",
}
_LOCAL_COURTS = (*_LOCAL_NAMES, *"HansOLG OLG LG AG OVG VGH VG LAG ArbG LSG SG FG VerfGH LVerfG StGH".split())
# Dockets that only one court has. Ministries write numbers like those of the BFH: IV R 12/19.
_COURTS_BY_DOCKET = lazy_pattern(
    r"(?P<BVerfG>[12] Bv[A-Z] )|(?P<BGH>[IVX]{1,4}[ab]? Z[RB] |[1-6] StR )|(?P<BAG>\d{1,2} A(?:Z[RNB]|BR) )"
    r"|(?P<BSG>B \d{1,2} [A-Z]{1,3} \d{1,5}/\d\d (?:R|B))"
)
_JOURNALS = read_words("""AfP AG AnwBl AP ArbRB AuR BauR BayVBl BB BeckRS BFH/NV BKR CR DAR DB DNotZ DÖV DStR DStRE DStZ
    DVBl EFG EuGRZ EuR EuZW EWiR EzA FamFR FamRB FamRZ FGPrax FuR GmbHR GRUR GRUR-Prax GRUR-RR GRUR-RS GRUR-Int HFR IBR
    InfAuslR IPRax JA JMBl JR Jura JuS JW JZ K&R LKV LM LMK MDR MietRB MittBayNot MMR NdsRpfl NJ NJOZ NJW NJW-RR NJWE
    NordÖR NStZ NStZ-RR NuR NVwZ NVwZ-RR NWVBl NZA NZA-RR NZBau NZFam NZG NZI NZKart NZM NZS NZV NZWiSt PersR RdA RdTW
    RIW RNotZ Rpfleger r+s SAE SchiedsVZ SozR StB StraFo StRR StV SVR ThürVBl TranspR UPR UR VBlBW VersR VIZ VRS VuR WM
    WRP WuM WuW ZBB ZEV ZfBR zfs ZfSch ZInsO ZIP ZLR ZMR ZTR ZUM ZUM-RD ZUR ZVertriebsR ZVI wistra""")


def find_volume_fault(report: str, volume: str) -> str | None:
    """Report a volume that an official report does not have."""
    return None if 0 < int(volume) <= REPORTS[report].volumes else f"{report} has no volume {volume}"


def read_german_date(told: Mapping[str, str | None]) -> str | None:
    """Return the day of a decision, as 2019-03-12, from the groups of a match."""
    if not told.get("year"):
        return None
    month = told["month"] or str(_MONTHS.index(told["name"] or "") + 1)
    return f"{told['year']}-{int(month):02d}-{int(told['day'] or 0):02d}"


def find_date_fault(read_german_date: str, filed: str | None) -> str | None:
    """Report an impossible date, or a docket of a later year than the decision."""
    year, month, day = map(int, read_german_date.split("-"))
    if not (1 <= month <= len(_MONTHS) and 1 <= day <= _DAYS[month - 1]):
        return f"{day}.{month}.{year} is not a date"
    late = (int(filed) - year) % _CENTURY if filed else 0
    return f"filed in {year + late}, but decided in {year}" if 0 < late < _CENTURY // 2 else None


# Decisions

_TRIGGER = lazy_pattern(
    rf"(?:{'|'.join(_HIGH_COURTS)})[\s\0,]|(?:{'|'.join(_HIGH_COURTS.values())})"
    rf"|(?:{'|'.join(_LOCAL_COURTS)})(?:e?s)?[\s\0]+[A-ZÄÖÜ]|v\.(?<![A-Za-z]..)[\s\0]*\d|vom[\s\0]*\d|Az[.:]|Aktenzeichen"
)
_TOWN = r"[A-ZÄÖÜ][\wß]{1,25}(?:[-/][A-ZÄÖÜ][\wß]{1,25}){0,2}\.?"
_PLACE = rf"{_TOWN}(?: (?:am|an der|im|in|a\. ?M\.|a\. ?d\.|{_TOWN}|I{{1,2}}|\([A-Z][a-z]{{2,12}}\))){{0,3}}?"
_COURT = lazy_pattern(
    rf"{APART}(?:(?P<kind>{DECISION_KIND}) de[sr] )?"
    rf"(?:(?P<high>{'|'.join(_HIGH_COURTS)})(?!\w)|(?P<full>{'|'.join(_HIGH_COURTS.values())})(?:e?s)?(?!\w)"
    rf"|(?P<local>{'|'.join(_LOCAL_COURTS)})(?:e?s)? (?=[A-ZÄÖÜ]))"
)
# Higher courts of North Rhine-Westphalia write I- before the senate: I-9 U 12/20.
_SENATE = r"(?:(?:I-)?\d{1,3}[a-z]?|[IVX]{1,5}[a-c]?|[BLS] \d{1,2}) "
_REGISTER = r"[A-Z][A-Za-z]{0,6}(?: ?\([A-Za-z]{1,6}\))? \d{1,5}[/.]"
_DOCKET = (
    rf"(?:Az\.?:? ?|Aktenzeichen:? )?(?P<number>(?P<senate>{_SENATE})?{_REGISTER}(?P<filed>\d\d)(?!\w)"
    r"(?:\.[A-Z]{1,3}(?!\w)| (?:R|B|BH|ER|KL|PKH)(?!\w))?)"
    rf"(?P<joined>(?:(?:,|;| und) {_SENATE}{_REGISTER}\d\d(?!\w)){{1,9}})?(?: u\. ?a\.)?"
)
_BEFORE_DOCKET = r"(?:,? ?[-–—\u2212]{1,3} ?|, ?| ?(?P<open>\()|: ?| )"
_FILED_AS = rf"{_BEFORE_DOCKET}{_DOCKET}(?(open)\))"
_DATED = lazy_pattern(
    rf"(?:,? | ?(?P<outer>\()(?={DECISION_KIND},? v))(?:(?P<kind>{DECISION_KIND}),? )?(?:v\. ?|vom )?{GERMAN_DATE}"
    rf"(?:{_FILED_AS})?"
)
# Without a court: Urt. v. 12.3.2019 – VI ZR 123/18; Az. VI ZR 123/18.
_COURTLESS = lazy_pattern(
    rf"{APART}(?:(?:(?P<kind>{DECISION_KIND}),? )?(?:v\. ?|vom ){GERMAN_DATE}{_BEFORE_DOCKET}|(?=Az[.:]|Aktenz))"
    rf"{_DOCKET}(?(open)\))"
)
_FILED = lazy_pattern(_FILED_AS)
# A decision within a sentence: "hat am 12.3.2019 – VI ZR 123/18 – entschieden", "entschied mit Urteil vom".
_IN_SENTENCE = lazy_pattern(
    r"(?: [a-zäöü]{2,15}){0,3}? "
    rf"(?:am|(?:mit|durch|im|in) (?:[a-zäöü]{{3,8}} )?(?P<kind>{DECISION_KIND}) (?:v\.|vom)) ?"
    rf"{GERMAN_DATE}{_FILED_AS}"
)
_TOWNS = lazy_pattern(_PLACE)
_LONGEST_PLACE = 80
_MARK = r"(?:Rn|Rz|Tz|Rdnr|Randnr)\b"
_PARAGRAPH = lazy_pattern(
    rf"(?:,? | ?(?P<open>\()){_MARK}\.? ?(?P<at>\d{{1,4}}(?: ?[-–] ?\d{{1,4}})?)(?(open)(?: ?ff?\.)?\))"
)
_PAGE = lazy_pattern(
    r" ?\((?P<inside>\d{1,5}(?: ?[-–] ?\d{1,5})?)(?: ?ff?\.)?\)"
    rf"|, ?(?P<behind>\d{{1,5}}(?: ?[-–] ?\d{{1,5}})?)(?: ?ff?\.)?(?!\w|\.\d| (?!{_MARK})[A-Z])"
)
_PRINTED = lazy_pattern(
    rf"(?: ?[-–—])?,? (?:= ?)?(?P<print>(?:{'|'.join(REPORTS)}) \d{{1,4}}, ?(?:S\. ?)?\d{{1,5}}"
    rf"|(?:{'|'.join(re.escape(name) for name in longest_first(_JOURNALS))})"
    r" (?:1[89]|20)\d\d, (?:S\. ?)?\d{1,6}"
    r"|(?:juris|openJur(?: \d{4}, \d{1,6})?)(?!\w))(?!\w|[.,]\d)"
)
_MOST_PRINTS = 8
_SENATE_DOCKET = lazy_pattern(r"(?P<senate>\d{1,3}|[IVX]{1,5})[a-c]? (?P<register>[A-Z][A-Za-z]{1,2}) \d")
_ROMAN = ("", *"I II III IV V VI VII VIII IX X XI XII XIII XIV XV XVI XVII XVIII XIX XX".split())
_FIRST_FILED = 50  # two digits from 50 are a year before 2000
_OLD_COURTS = frozenset({"Reichsgericht", "Reichsfinanzhof", "Reichsarbeitsgericht"})
_FEDERAL = frozenset(
    {"Bundesverfassungsgericht", "Bundesverwaltungsgericht", "Bundespatentgericht", "Bundesgerichtshof"}
    | {"Bundesarbeitsgericht", "Bundessozialgericht", "Bundesfinanzhof"}
)
_BETWEEN_DOCKETS = lazy_pattern(r"(?:,|;| und) ")
_FIRMS = frozenset({"AG", "KG", "SG"})
_SHORT_NAMES = {name: short for short, name in _HIGH_COURTS.items()}

_PAGES = r"\d{1,4}(?: ?[-–] ?\d{1,4})?(?: ?ff?\.)?"
_REPORTED_CASE = lazy_pattern(
    rf"{APART}(?P<report>{'|'.join(REPORTS)}) (?P<volume>\d{{1,6}}), ?(?:S\. ?)?(?P<page>\d{{1,4}})(?!\w|[.,]\d)"
    rf"(?: ?\((?P<pin>{_PAGES})\)|, ?(?P<also>{_PAGES})(?!\w| [A-Z]))?"
)


class _Printed(NamedTuple):
    """The reports and journals after a decision, where they end, and the last page or paragraph."""

    names: list[str]
    end: int
    pin: Locator | None


def find_german_decisions(scene: MaskedText) -> Iterator[FoundCitation]:
    """Find every decision once; a court alone is not a citation."""
    for paragraph in find_paragraphs(scene, _TRIGGER):
        taken = [Span(0, 0)]
        for court in _COURT.finditer(paragraph.text):
            if court.start() >= taken[-1].end and (one := _read_decision(paragraph, court)):
                found, end = one
                taken.append(Span(court.start(), end))
                yield found
        for said in _COURTLESS.finditer(paragraph.text):
            if not is_inside(said.start(), taken) and (courtless := _read_courtless(paragraph, said)):
                yield courtless


def _read_decision(paragraph: LawParagraph, court: re.Match[str]) -> tuple[FoundCitation, int] | None:
    """Read the decision after a court: date and docket, docket alone, or a journal alone."""
    text = paragraph.text
    for name, end in _find_court_names(text, court):
        said = _DATED.match(text, end) or _FILED.match(text, end) or _IN_SENTENCE.match(text, end)
        printed = _read_prints(text, said.end() if said else end)
        parts = {"court": _HIGH_COURTS.get(name, name), **_read_parts(said)}
        parts |= {"decision": court["kind"]} if court["kind"] else {}
        if any(one != "juris" for one in printed.names) or (said and not _is_date_of_other(court, parts)):
            if said and said.groupdict().get("outer") and text.startswith(")", printed.end):
                printed = printed._replace(end=printed.end + 1)
            return _make_decision(paragraph, court.start(), name, parts, printed), printed.end
    return None


def _read_courtless(paragraph: LawParagraph, said: re.Match[str]) -> FoundCitation | None:
    """Read a decision without its court; the number of a council's or an authority's paper is none."""
    court = _COURTS_BY_DOCKET.match(said["number"])
    if court is None and not (said["kind"] and said["senate"]):
        return None
    name = (court.lastgroup or "") if court else ""
    parts = {**({"court": _HIGH_COURTS[name]} if name else {}), **_read_parts(said)}
    return _make_decision(paragraph, said.start(), name, parts, _read_prints(paragraph.text, said.end()))


def _make_decision(
    paragraph: LawParagraph, start: int, name: str, parts: dict[str, str], printed: _Printed
) -> FoundCitation:
    number = parts.get("number") or (printed.names[0] if printed.names else parts["date"])
    fault = _find_fault(parts, printed.names)
    parts |= {"parallel": "; ".join(printed.names)} if printed.names else {}
    span, normal = paragraph.span(start, printed.end), f"{name} {number}".strip()
    return FoundCitation("de-case", span, normal, printed.pin, parts=parts, fault=fault)


def _is_date_of_other(court: re.Match[str], parts: Mapping[str, str]) -> bool:
    """Check for a date alone after a name that firms, clubs and titles of statutes have too.

    Siemens AG München vom 12.3.2019, Gesetz über das Bundesverfassungsgericht vom 12. März 1951.
    """
    unsure = court["full"] or court["high"] in _FIRMS or court["local"] in {*_FIRMS, *_LOCAL_NAMES}
    return bool(unsure) and not parts.keys() & {"number", "decision"}


def _find_court_names(text: str, court: re.Match[str]) -> Iterator[tuple[str, int]]:
    """Yield possible names of the court and their ends; a place may have several words: OLG Frankfurt am Main."""
    if not court["local"]:
        yield court["high"] or _SHORT_NAMES[court["full"]], court.end()
        return
    limit = min(len(text), court.end() + _LONGEST_PLACE)
    for end in range(court.end(), limit):
        if text[end] in " ,:(" and _TOWNS.fullmatch(text, court.end(), end):
            yield f"{_LOCAL_NAMES.get(court['local'], court['local'])} {text[court.end() : end]}", end


def _read_parts(said: re.Match[str] | None) -> Mapping[str, str]:
    told = said.groupdict() if said else {}
    parts = {"number": told.get("number"), "filed": told.get("filed"), "decision": told.get("kind")}
    parts["date"] = read_german_date(told)
    parts["joined"] = "; ".join(_BETWEEN_DOCKETS.split(told.get("joined") or "")[1:])
    return {name: value for name, value in parts.items() if value}


def _read_prints(text: str, at: int) -> _Printed:
    """Read the reports and journals of a decision, and the page or paragraph that may follow each."""
    prints: list[str] = []
    pin, at = _read_pin(text, at, paged=False)
    while len(prints) < _MOST_PRINTS and (found := _PRINTED.match(text, at)):
        prints.append(found["print"])
        place, at = _read_pin(text, found.end(), paged=True)
        pin = place or pin
    return _Printed(prints, at, pin)


def _read_pin(text: str, at: int, *, paged: bool) -> tuple[Locator | None, int]:
    page = _PAGE.match(text, at) if paged else None
    at = page.end() if page else at
    paragraph = _PARAGRAPH.match(text, at)
    if page is None and paragraph is None:
        return None, at
    where = Locator(
        page=plain_range(page["inside"] or page["behind"]) if page else None,
        article=f"Rn. {plain_range(paragraph['at'])}" if paragraph else None,
    )
    return where, paragraph.end() if paragraph else at


def _find_fault(parts: Mapping[str, str], prints: list[str]) -> str | None:
    """Report an impossible date, court or docket, a docket of a later year than the decision, or an unknown volume."""
    wrong = find_date_fault(parts["date"], parts.get("filed")) if "date" in parts else None
    if "date" in parts and not wrong:
        wrong = find_term_fault(parts.get("court", ""), int(parts["date"][:4]))
    wrong = wrong or _find_docket_fault(parts)
    return wrong or next(filter(None, map(_find_print_fault, prints)), None)


class _Register(NamedTuple):
    court: str
    is_roman: bool
    last: int  # senate
    since: int  # year of the first cases of the last senate; 0 where it is not known


@cache
def _list_registers() -> Mapping[str, _Register]:
    rows = read_rows(Path(__file__).with_name("german_dockets.tsv"))
    return {
        name: _Register(court, digits == "R", int(last), int(since or 0))
        for name, court, digits, last, since, _ in rows
    }


def _find_docket_fault(parts: Mapping[str, str]) -> str | None:
    """Report a register that only another court has, and a senate that the court does not have."""
    said = _SENATE_DOCKET.match(parts.get("number", ""))
    register = _list_registers().get(said["register"]) if said else None
    if not said or not register:
        return None
    court = parts.get("court", "")
    if court and court != register.court and (court in _FEDERAL or court.startswith(_LOCAL_COURTS)):
        return f"{said['register']} is a register of the {register.court}, not of {court}"
    roman = _read_roman(said["senate"])
    if court in _OLD_COURTS or bool(roman) is not register.is_roman:
        return None
    senate, filed = roman or int(said["senate"]), int(parts["filed"])
    year = filed + (1900 if filed >= _FIRST_FILED else 2000)
    if senate > register.last:
        return f"the {register.court} has no senate {said['senate']}: the last one is {register.last}"
    if senate == register.last and year < register.since:
        return f"senate {said['senate']} of the {register.court} has no cases of {year}: it began in {register.since}"
    return None


def _read_roman(written: str) -> int:
    """Return the number of a Roman numeral of a senate; 0 for other digits."""
    return _ROMAN.index(written) if written in _ROMAN else 0


def _find_print_fault(printed: str) -> str | None:
    """Report a volume that an official report does not have; journals count by years."""
    report, _, rest = printed.partition(" ")
    return find_volume_fault(report, rest.partition(",")[0]) if report in REPORTS else None


def find_german_reports(scene: MaskedText) -> Iterator[FoundCitation]:
    """Find cases in the official reports: BVerfGE 65, 1 (43)."""
    for paragraph in find_paragraphs(scene, signs.GERMAN_REPORT):
        for found in _REPORTED_CASE.finditer(paragraph.text):
            parts = {name: found[name] for name in ("report", "volume", "page")}
            pin = plain_range((found["pin"] or found["also"] or "").partition("f")[0])
            normal = f"{found['report']} {found['volume']}, {found['page']}"
            locator = Locator(page=pin) if pin else None
            parts |= {"court": REPORTS[found["report"]].court}
            fault = find_volume_fault(found["report"], found["volume"])
            yield FoundCitation("de-case", paragraph.span(*found.span()), normal, locator, parts=parts, fault=fault)
