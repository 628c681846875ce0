"""Find United Kingdom law: acts and instruments with their places, neutral citations and reports of cases."""

import re
from collections.abc import Iterator, Mapping
from functools import partial

from citevet.extract.law import signs
from citevet.extract.law.case_names import read_case_name
from citevet.extract.law.paragraphs import APART, LawHit, LawParagraph, find_paragraphs
from citevet.extract.masked_text import FoundCitation, MaskedText
from citevet.identifiers.court_terms import find_serial_fault, find_term_fault
from citevet.model import Locator
from citevet.patterns import lazy_pattern
from citevet.records import group_runs
from citevet.tables import longest_first, read_pairs, read_words

# Acts of Australia, New Zealand and Canada look alike, but name their country.
_FOREIGN = r"(?! \((?:Cth|NSW|Vic|Qld|WA|SA|Tas|ACT|NT|NZ|Can|Ont|BC|Singapore|Ireland|Ir)\))"
_ACT = lazy_pattern(rf"(?<=[\w)] )Act (?P<year>1[2-9]\d\d|20\d\d)(?![\w/]|[-–]\d){_FOREIGN}")
_INSTRUMENT = lazy_pattern(
    rf"{APART}(?P<series>S\.?S\.?I\.?|S\.?I\.?|WSI|SR) (?:No\.? ?)?(?P<year>1[89]\d\d|20\d\d)"
    rf"(?:/ ?| No\.? ?)(?P<number>\d{{1,5}})(?![\w/])"
)
_MADE = lazy_pattern(r"(?:Regulations|Order|Rules|Scheme) (?:1[89]\d\d|20\d\d),? \(?$")
_CHAPTER = lazy_pattern(r",? (?P<open>\()?(?P<chapter>c\.? ?\d{1,3}|asp ?\d{1,3})(?(open)\))(?!\w)")
_ASP = lazy_pattern(rf"{APART}(?P<year>20\d\d) asp (?P<number>\d{{1,3}})(?!\w)")
_REGNAL = lazy_pattern(
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
_SUB = rf"(?:(?:,? (?:[Pp]art|[Pp]t\.?) \d{{1,2}}[A-Z]?)?,? para(?:graph)?s?\.? (?P<within>{_POINTS}))?"
_AFTER = lazy_pattern(rf",? {_UNIT} ?(?P<points>{_POINTS})(?![\w/]){_SUB}")
_INNER = rf"(?:(?<![\w/])[Pp]ara(?:graph)?s?\.? (?P<inner>{_POINTS}),? (?:of|in|to) (?=[Ss]ch))?"
_BEFORE = lazy_pattern(rf"{_INNER}{_UNIT} ?(?P<points>{_POINTS}){_SUB}(?:,? (?:of|to|in|under))(?: the)? $")
_SHORT = read_pairs("""section=s sections=ss schedule=sch schedules=sch paragraph=para paragraphs=paras regulation=reg
    regulations=regs article=art articles=arts part=pt parts=pts rule=r rules=rr""")
_PLACE_REACH = 90

_TITLE_REACH = 160
_MOST_TITLE_WORDS = 16
_WORD = lazy_pattern(r"\S+")
_OPENING_MARKS = "([“\"'‘"
_TITLE_SMALL_WORDS = read_words("of and the to for in on with etc. etc by from or at as")
# Words that start a sentence, or name a place inside the act, and are not part of a title.
_NOT_IN_TITLE = read_words("""The Under See In By And Of Section Sections Schedule However Moreover Thus Since While
    Although When Where This That These Those If As For From With Also Both Cf. But An A Our Their Its To Per Unlike
    Like After Before""")


def find_uk_acts(scene: MaskedText) -> Iterator[FoundCitation]:
    """Find every act and instrument with the place before or after it."""
    for paragraph in find_paragraphs(scene, signs.UK_ACT):
        done = 0
        for law in sorted(_find_laws(paragraph.text), key=lambda law: (law.start, -law.end)):
            if law.start >= done:
                found, done = _make_citation(paragraph, law)
                yield found


def _find_laws(text: str) -> Iterator[LawHit]:
    yield from _find_acts(text)
    yield from _find_instruments(text)
    for found in _ASP.finditer(text):
        parts = {"year": found["year"], "chapter": f"asp {found['number']}"}
        yield LawHit(found.start(), found.end(), found[0], parts)
    for found in _REGNAL.finditer(text):
        normal = found[0].replace(".", "").replace(",", "")
        yield LawHit(found.start(), found.end(), normal, {"chapter": normal})


def _find_acts(text: str) -> Iterator[LawHit]:
    floor = 0
    for found in _ACT.finditer(text):
        start = _find_title(text, found.start(), floor)
        floor = found.end()
        if start is None:
            continue
        title = f"{text[start : found.start()]}Act".replace("’", "'")
        parts = {"title": title, "year": found["year"]}
        end = found.end()
        if chapter := _CHAPTER.match(text, end):
            parts["chapter"] = chapter["chapter"].replace(".", "")
            end = chapter.end()
        yield LawHit(start, end, f"{title} {found['year']}", parts)


def _find_instruments(text: str) -> Iterator[LawHit]:
    floor = 0
    for found in _INSTRUMENT.finditer(text):
        series, number = found["series"].replace(".", ""), f"{found['year']}/{found['number']}"
        low = max(floor, found.start() - _PLACE_REACH)
        made = _MADE.search(text[low : found.start()])  # "The … Regulations 2018, " directly before the number
        title = _find_title(text, low + made.start(), floor) if made else None
        floor = found.end()
        opened, closed = text[found.start() - 1 : found.start()] == "(", text.startswith(")", found.end())
        if title is None or (opened and not closed):
            yield LawHit(found.start(), found.end(), f"{series} {number}", {"si": number})
            continue
        parts = {"si": number, "title": text[title : found.start()].rstrip(" ,(")}
        yield LawHit(title, found.end() + opened, f"{series} {number}", parts)


def _make_citation(paragraph: LawParagraph, law: LawHit) -> tuple[FoundCitation, int]:
    text, start, end = paragraph.text, law.start, law.end
    low = max(0, start - _PLACE_REACH)
    if place := _BEFORE.search(text[low:start]):
        start = low + place.start()
    elif place := _AFTER.match(text, end):
        end = place.end()
    locator = Locator(article=_format_article(place.groupdict())) if place else None
    return FoundCitation("uk-act", paragraph.span(start, end), law.normal, locator, parts=law.parts), end


def _format_article(place: dict[str, str]) -> str:
    unit = place["unit"].lower().rstrip(".")
    article = f"{_SHORT.get(unit, unit)} {_plain_list(place['points'])}"
    within = place["within"] or place.get("inner")
    return f"{article} para {_plain_list(within)}" if within else article


def _plain_list(points: str) -> str:
    return points.replace(" to ", "-").replace("–", "-").replace(" and ", ", ").replace(" or ", ", ")


def _find_title(text: str, end: int, floor: int = 0) -> int | None:
    """Return the start of the title that ends directly before `end`; a title has a capitalized word."""
    floor = max(floor, end - _TITLE_REACH)
    words = [(floor + word.start(), word[0]) for word in _WORD.finditer(text[floor:end])][-_MOST_TITLE_WORDS:]
    if floor and words and words[0][0] == floor and not text[floor - 1].isspace():
        words = words[1:]
    first = _first_title_word(words)
    if first is None:
        return None
    return words[first][0] + len(words[first][1]) - len(words[first][1].lstrip(_OPENING_MARKS))


def _first_title_word(words: list[tuple[int, str]]) -> int | None:
    first: int | None = None
    depth = 0
    joined = False  # after "and" a comma may belong to the title
    for index in range(len(words) - 1, -1, -1):
        word = words[index][1]
        depth += word.count(")") - word.count("(")
        if ")" in word and not word.endswith(")"):
            break
        if depth > 0 or (depth == 0 and word.startswith("(")):
            continue
        if depth < 0:
            return index if _is_capitalized(word) and word.lstrip(_OPENING_MARKS) not in _NOT_IN_TITLE else first
        if not _fits_title(word, joined=joined):
            break
        joined = joined or word == "and"
        if _is_capitalized(word):
            first = index
    return first


def _fits_title(word: str, *, joined: bool) -> bool:
    is_end = word[-1] in ".;:?!\0" and word not in _TITLE_SMALL_WORDS
    if is_end or word in _NOT_IN_TITLE or word.rstrip(",") in _NOT_IN_TITLE:
        return False
    if word.endswith(","):
        return joined and word[0].isupper()
    return word in _TITLE_SMALL_WORDS or _is_capitalized(word)


def _is_capitalized(word: str) -> bool:
    return word.lstrip(_OPENING_MARKS)[:1].isupper()


# Cases

# Courts with neutral citations. EWCA and EWHC are handled in the pattern, with their divisions.
_COURTS = """UKSC UKHL UKPC UKUT UKFTT UKEAT EAT UKSIAC UKIPTrib UKCAT CAT UKAIT UKIAT UKVAT UKSPC EWFC EWCOP EWCC EWCR
    EWMC EWLands EWLVT CSIH CSOH HCJAC HCJ HCJT SAC ScotCS ScotHC FAI NICA NIQB NIKB NICh NIFam NICC NICty NIMaster
    NIMag NIIT IECH HCA""".split()

# A division of a court, or a chamber of a tribunal, by its forms in small letters. It belongs after the number, but
# that of the Court of Appeal before it: [2019] EWHC 12 (Ch), [2019] EWCA Civ 12.
_DIVISIONS = {
    name.lower(): name
    for name in """Admin Admlty Ch Comm Fam IPEC TCC Pat KB QB SCCO Costs Mercantile IAC AAC LC TC GRC HESC SEC PC WPAFC
        Civ Crim B T1 T2 T3""".split()
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


_REPORT = "|".join(" ?".join(map(_match_word, name.split(" "))) for name in longest_first(_REPORTS))

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
_LAST_KING, _NEW_KING = 1952, 2022  # years between which it was the Queen's Bench Division
_NAMES = {"UKSC": "the Supreme Court", "UKHL": "the House of Lords"}


def find_uk_cases(scene: MaskedText) -> Iterator[FoundCitation]:
    """Find every case once: reports that follow a neutral citation belong to it."""
    for paragraph in find_paragraphs(scene, signs.UK_CASE):
        hits = sorted((*_find_neutral(paragraph.text), *_find_reported(paragraph.text)), key=lambda hit: hit.start)
        floor = 0
        for run in group_runs(_drop_overlaps(hits), partial(_are_parallel, paragraph.text)):
            yield _make_case(scene, paragraph, run, floor)
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
        fault = _find_fault(parts, squared=found["opened"] == "[")
        yield LawHit(found.start(), found.end(), normal, parts, fault)


def _find_fault(parts: Mapping[str, str], *, squared: bool) -> str | None:
    court, division, year = parts["court"], parts.get("division", ""), int(parts["year"])
    if not squared:
        return "the year of a neutral citation must be in square brackets"
    if court == "EWCA":
        return "the Court of Appeal numbers its divisions apart: EWCA Civ, EWCA Crim"
    if division == "KB" and _LAST_KING < year < _NEW_KING:
        return f"the High Court had no King's Bench Division in {year}: (QB)"
    return (
        find_term_fault(court, year, _NAMES.get(court, ""))
        or find_term_fault(f"{court} {division}", year, f"{court} ({division})")
        or find_serial_fault(court, parts["number"], _NAMES.get(court, ""))
    )


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
    if not hit.law.report or not _COMMA.fullmatch(text, before.end, hit.start):
        return False
    return abs(int(hit.law.year[:4]) - int(before.law.year[:4])) <= _DELAY


def _make_case(scene: MaskedText, paragraph: LawParagraph, run: list[LawHit], floor: int) -> FoundCitation:
    first = run[0]
    end, locator = _read_pin(paragraph.text, run[-1])
    start, named = read_case_name(paragraph.text, first.start, floor)
    parts = first.parts | named
    if run[1:]:
        parts["parallel"] = "; ".join(hit.normal for hit in run[1:])
    span = paragraph.span(start, end)
    correction = _fix_brackets(scene.document.slice(span), first) if first.fault else None
    return FoundCitation("uk-case", span, first.normal, locator, parts=parts, fault=first.fault, correction=correction)


def _read_pin(text: str, last: LawHit) -> tuple[int, Locator | None]:
    if found := _PIN.match(text, last.end):
        pin = found["bracket"] or f"[{found['para']}]"
        return found.end(), Locator(article=pin.replace("–", "-"))
    if last.law.report and (found := _PAGE_PIN.match(text, last.end)):
        return found.end(), Locator(page=found["page"].replace("–", "-"))
    return last.end, None


def _fix_brackets(surface: str, hit: LawHit) -> str | None:
    """Put the year in square brackets; a missing division cannot be fixed."""
    year, court, right = hit.law.year, hit.law.court, f"[{hit.law.year}]"
    if not court or right in surface:
        return None
    if f"({year})" in surface:
        return surface.replace(f"({year})", right, 1)
    before, _, after = surface.rpartition(f"{year} {court[:2]}")
    return f"{before}{right} {court[:2]}{after}"
