"""Find United Kingdom cases: neutral citations and reports, with the party names directly before them."""

import re
from collections.abc import Iterator
from functools import partial

from citevet.extract.law.case_names import find_case_name
from citevet.extract.law.paragraphs import GAP, LawHit, LawParagraph, find_paragraphs
from citevet.extract.masked_text import FoundCitation, MaskedText, group_runs
from citevet.model import Locator
from citevet.text.patterns import lazy_pattern

# Courts with neutral citations. EWCA and EWHC are handled in the pattern, with their divisions.
_COURTS = (
    "UKSC UKHL UKPC UKUT UKFTT UKEAT EAT UKSIAC UKIPTrib UKCAT CAT UKAIT UKIAT UKVAT UKSPC EWFC EWCOP EWCC EWCR EWMC "
    "EWLands EWLVT CSIH CSOH HCJAC HCJ HCJT SAC ScotCS ScotHC FAI NICA NIQB NIKB NICh NIFam NICC NICty NIMaster NIMag "
    "NIIT IECH HCA"
).split()

# A division of a court, or a chamber of a tribunal, by its forms in small letters. It belongs after the number, but
# that of the Court of Appeal before it: [2019] EWHC 12 (Ch), [2019] EWCA Civ 12.
_DIVISIONS = {
    name.lower(): name
    for name in (
        "Admin Admlty Ch Comm Fam IPEC TCC Pat KB QB SCCO Costs Mercantile IAC AAC LC TC GRC HESC SEC PC WPAFC Civ "
        "Crim B T1 T2 T3"
    ).split()
} | {"qbd": "QB", "kbd": "KB", "chd": "Ch", "ch d": "Ch", "commercial": "Comm"}

_REPORTS = (
    "AC|QB|KB|Ch|Fam|P|WLR|WLR (D)|All ER|All ER (Comm)|All ER (EC)|All ER (D)|All ER Rep|Cr App R|Cr App R (S)|"
    "Crim LR|Lloyd's Rep|Lloyd’s Rep|BCLC|BCC|FSR|RPC|ICR|IRLR|FLR|FCR|EHRR|CMLR|STC|TC|P & CR|HLR|EGLR|BLR|Con LR|SC|"
    "SC (HL)|SC (PC)|SLT|SCCR|SCLR|NI|NIJB|TLR|LGR|LQR|MLR|CLJ|Env LR|EMLR|Imm AR|INLR|PIQR|RTR|JPL|Costs LR|WTLR|ELR|"
    "Exch|Ex|ER|App Cas|QBD|Ch D|PD|Ex D|CPD|LR QB|LR HL|LR Ex|LR CP|LR Ch App|LR Eq|HL Cas|HLC|B & S|B & Ad|B & Ald|"
    "B & C|E & B|El & Bl|E & E|Ad & E|M & W|LT|Mac & G|Mac & Cr|Burr|Term Rep|TR|East|Cowp|Beav|De G M & G|De GM & G|"
    "De G & J|H & N|H & C|CB|CBNS|CB (NS)|Bing|Bing NC|Camp|Cl & F|Cl & Fin|Hare|Phil|Sim|Swans|Ves|Ves Jun|Co Rep|"
    "Doug|Esp|Stark|Str|Ld Raym|Lord Raym|St Tr|Cox CC|JP|Moo PC|Moo PCC|My & Cr|Keen|Drew"
).split("|")  # fmt: skip


def _match_word(word: str) -> str:
    """Return a pattern for a word of a series with or without stops: AC, A.C.; App, App."""
    if word.isupper() and word.isalpha():
        return "".join(f"{letter}\\.?" for letter in word)
    return re.escape(word) + (r"\.?" if word[-1].isalpha() else "")


_REPORT = "|".join(" ?".join(map(_match_word, name.split(" "))) for name in sorted(_REPORTS, key=len, reverse=True))
_TRIGGER = lazy_pattern(rf"[\[(]\d{{4}}[\])](?:{GAP})?(?:\d{{1,3}}{GAP})?[A-Z]|EW[A-Z]{{2}}|UK[A-Z]{{2}}")

_DIVISION = f"(?i:{'|'.join(sorted(_DIVISIONS, key=len, reverse=True))})"
# Other countries write neutral citations without brackets; the courts whose names start with EW or UK do not.
_NEUTRAL = lazy_pattern(
    rf"(?<![\w/])(?:(?P<opened>[\[(])(?P<year>\d{{4}})[\])] ?(?=[A-Z])|(?P<bare_year>\d{{4}}) (?=EW|UK))"
    rf"(?P<court>{_match_word('EWCA')}|{_match_word('EWHC')}|{'|'.join(_COURTS)})"
    rf"(?: ?\((?P<inside>{_DIVISION})\.?\)| ?(?P<before>(?!B ){_DIVISION})(?!\w)\.?)? (?:[Nn]o\.? ?)?"
    rf"(?P<number>\d{{1,5}})(?!\w)"
    rf"(?: ?\((?P<after>{_DIVISION})\.?\)| (?P<bare>Admin|Ch|Comm|Fam|QB|KB|Pat|TCC|Civ|Crim)(?!\w|\.? ?\d))?"
)
_REPORTED = lazy_pattern(
    rf"(?<![\w/])(?:\[(?P<square>\d{{4}}(?:[-–]\d{{2,4}})?)\] (?:(?P<volume>\d{{1,3}}) )?"
    rf"|\((?P<round>\d{{4}}(?:[-–]\d{{2,4}})?)\) (?P<volume2>\d{{1,3}}) )"
    rf"(?P<report>{_REPORT}) (?P<page>\d{{1,5}})(?![\w/])"
)
# The Law Reports of 1865 to 1875 have the volume inside their name: (1868) LR 3 HL 330.
_LAW_REPORTS = lazy_pattern(
    r"(?<![\w/])\((?P<year>18[67]\d(?:[-–]\d{2,4})?)\) L\.? ?R\.? (?P<volume>\d{1,2}) "
    r"(?P<report>HL|Ex|QB|CP|Eq|PC|Ch(?: App)?|CCR|A & E|P & D|Sc & Div) (?P<page>\d{1,4})(?![\w/])"
)
# A pinpoint is a paragraph in brackets or named as one; four digits in brackets are the year of the next report.
_PIN = lazy_pattern(
    r",? (?:at )?(?:(?P<bracket>\[\d{1,3}\](?:(?: ?[-–] ?|, ?| and )\[\d{1,3}\])*)"
    r"|(?:paras?\.?|paragraphs?) (?P<para>\d{1,3}(?:[-–]\d{1,3})?)(?!\d))"
)
_PAGE_PIN = lazy_pattern(
    r"(?:, | at )(?:pp?\.? ?)?(?P<page>\d{1,5}(?:[-–]\d{1,5})?)(?: ?[A-H](?:[-–][A-H])?)?(?![\w/]| [A-Z])"
)
_COMMA = lazy_pattern(r"[,;]? ")
_DELAY = 3  # years between a judgment and its last report
_HANDOVER = 2009  # from the House of Lords to the Supreme Court; other courts have numbers for earlier years as well


def find_uk_cases(scene: MaskedText) -> Iterator[FoundCitation]:
    """Find every case once: reports that follow a neutral citation belong to it."""
    for paragraph in find_paragraphs(scene, _TRIGGER):
        hits = sorted((*_find_neutral(paragraph.text), *_find_reported(paragraph.text)), key=lambda hit: hit.start)
        floor = 0
        for run in group_runs(_drop_overlaps(hits), partial(_are_parallel, paragraph.text)):
            name = find_case_name(paragraph.text, run[0].start, floor)
            yield _make_case(scene, paragraph, run, name=name)
            floor = run[-1].end


def _find_neutral(text: str) -> Iterator[LawHit]:
    for found in _NEUTRAL.finditer(text):
        year, court = found["year"] or found["bare_year"], found["court"].replace(".", "")
        written = found["inside"] or found["before"] or found["after"] or found["bare"]
        division = _DIVISIONS[written.lower()] if written else ""
        if court == "EWCA" and division in {"Civ", "Crim"}:
            court, division = f"EWCA {division}", ""
        parts = {"year": year, "court": court, "number": found["number"]}
        parts |= {"division": division} if division else {}
        normal = f"[{year}] {court} {found['number']}" + (f" ({division})" if division else "")
        fault = _find_fault(court, int(year), squared=found["opened"] == "[")
        yield LawHit(found.start(), found.end(), normal, parts, fault)


def _find_fault(court: str, year: int, *, squared: bool) -> str | None:
    if not squared:
        return "the year of a neutral citation must be in square brackets"
    if court == "EWCA":
        return "the Court of Appeal numbers its divisions apart: EWCA Civ, EWCA Crim"
    if court == "UKSC" and year < _HANDOVER:
        return f"the Supreme Court opened in {_HANDOVER}"
    if court == "UKHL" and year > _HANDOVER:
        return f"the House of Lords gave its last judgments in {_HANDOVER}"
    return None


def _find_reported(text: str) -> Iterator[LawHit]:
    for found in _REPORTED.finditer(text):
        report = found["report"].replace(".", "")
        year, volume = found["square"] or found["round"], found["volume"] or found["volume2"]
        bracketed = f"[{year}]" if found["square"] else f"({year})"
        normal = " ".join(filter(None, (bracketed, volume, report, found["page"])))
        parts = {"year": year, "report": report, "number": found["page"]} | ({"volume": volume} if volume else {})
        yield LawHit(found.start(), found.end(), normal, parts)
    for found in _LAW_REPORTS.finditer(text):
        year, volume, report, page = found.group("year", "volume", "report", "page")
        parts = {"year": year, "report": f"LR {report}", "number": page, "volume": volume}
        yield LawHit(found.start(), found.end(), f"({year}) LR {volume} {report} {page}", parts)


def _drop_overlaps(hits: list[LawHit]) -> Iterator[LawHit]:
    done = 0
    for hit in hits:
        if hit.start >= done:
            yield hit
            done = hit.end


def _are_parallel(text: str, before: LawHit, hit: LawHit) -> bool:
    """Return whether only a comma separates two citations: one judgment in several series."""
    if "report" not in hit.parts or not _COMMA.fullmatch(text, before.end, hit.start):
        return False
    return abs(int(hit.parts["year"][:4]) - int(before.parts["year"][:4])) <= _DELAY


def _make_case(scene: MaskedText, paragraph: LawParagraph, run: list[LawHit], *, name: int | None) -> FoundCitation:
    first, text = run[0], paragraph.text
    end, locator = _read_pin(text, run[-1])
    start = first.start if name is None else name
    parts = dict(first.parts)
    if name is not None:
        parts["case_name"] = text[name : first.start].strip(" ,(")
    if run[1:]:
        parts["parallel"] = "; ".join(hit.normal for hit in run[1:])
    span = paragraph.span(start, end)
    correction = _fix_brackets(scene.document.slice(span), first) if first.fault else None
    return FoundCitation("uk-case", span, first.normal, locator, parts=parts, fault=first.fault, correction=correction)


def _read_pin(text: str, last: LawHit) -> tuple[int, Locator | None]:
    if found := _PIN.match(text, last.end):
        pin = found["bracket"] or f"[{found['para']}]"
        return found.end(), Locator(article=pin.replace("–", "-"))
    if "report" in last.parts and (found := _PAGE_PIN.match(text, last.end)):
        return found.end(), Locator(page=found["page"].replace("–", "-"))
    return last.end, None


def _fix_brackets(surface: str, hit: LawHit) -> str | None:
    """Put the year in square brackets; a missing division cannot be fixed."""
    year, right = hit.parts["year"], f"[{hit.parts['year']}]"
    if "court" not in hit.parts or right in surface:
        return None
    if f"({year})" in surface:
        return surface.replace(f"({year})", right, 1)
    before, _, after = surface.rpartition(f"{year} {hit.parts['court'][:2]}")
    return f"{before}{right} {hit.parts['court'][:2]}{after}"
