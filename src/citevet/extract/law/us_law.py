"""Find US cases and statutes, and the short forms for one cited before: Id., supra, 531 U.S., at 99.

Codes, regulations, session laws, rules and constitutions are read here; eyecite cuts or misses most of these forms.
"""

import re
from bisect import bisect_left
from collections import deque
from collections.abc import Iterator, Sequence

from citevet.extract.law.case_names import SIGNALS
from citevet.extract.law.paragraphs import APART, LawParagraph, find_paragraphs
from citevet.extract.law.signs import US_LAW
from citevet.extract.law.us_cases import UsHit, find_pin_fault, find_us_cases
from citevet.extract.masked_text import FoundCitation, MaskedText
from citevet.model import Locator, Span
from citevet.patterns import lazy_pattern
from citevet.records import dataclass, field, replace
from citevet.tables import read_words
from citevet.text.numerals import ORDINALS
from citevet.text.reporter_volumes import find_annual_fault, find_congress_years

_SUBSECTIONS = r"(?:\(\w{1,6}\))*"
SECTION = rf"\d{{1,6}}[A-Za-z]{{0,3}}(?:\.\d\w{{0,6}})?(?:[-–](?!\d+\.\d)\d?\w{{1,5}}){{0,3}}{_SUBSECTIONS}"
_JOINT = r"(?:[-–](?=\d+\.\d)|(?:, and |, | and |[-–])(?(many)(?:§§? ?)?|§§? ?))"
_CODE = lazy_pattern(
    rf"{APART}(?P<title>\d{{1,3}}) (?P<code>U\. ?S\. ?C\.(?: ?[AS]\.)?|USC[AS]?|C\. ?F\. ?R\.|CFR),? ?"
    r"(?:(?:(?P<many>§§|[Ss]ections|[Ss]ecs\.|[Pp]arts|pts\.)|§|[Ss]ection|[Ss]ec\.|[Pp]art|pt\.) ?)?"
    rf"(?P<places>{SECTION}(?P<more>(?:{_JOINT}{SECTION}(?(many)|(?![\w(]| of ))){{0,8}}))(?!\w)(?P<seq>,? et seq\.?)?"
)
_PUBLIC = lazy_pattern(
    rf"{APART}(?:Pub\. ?L\.|Public Law|P\. ?L\.) ?(?:No\. ?)?(?P<congress>\d{{2,3}})[-–](?P<law>\d{{1,4}})(?!\d)"
    r"(?:,? §§? ?(?P<section>\d{1,5}\w{0,2}(?:\(\w{1,5}\))*))?(?:, (?P<volume>\d{1,3}) Stat\. (?P<page>\d{1,5}))?"
)
_STATUTES = lazy_pattern(
    rf"{APART}(?P<volume>\d{{1,3}}) (?P<series>Stat\.|Fed\. ?Reg\.) (?P<page>\d{{1,3}},\d{{3}}|\d{{1,6}})(?!\w)"
    r"(?:, (?P<pin>\d{1,3},\d{3}|\d{1,6})(?:[-–](?P<to>[\d,]{1,7}\b))?(?![\w]| [A-Z]))?"
)
_PUBLISHED = lazy_pattern(r",? \((?:[A-Z][a-z]{2,8}\.? \d{1,2}, )?(?P<year>\d{4})\)")
_RULE = lazy_pattern(
    rf"{APART}(?P<rules>Fed\. ?R\. ?(?:Civ\. ?P\.|Crim\. ?P\.|App\. ?P\.|Bankr\. ?P\.|Evid\.)|FRCP|FRE|FRCrP)"
    rf" (?P<rule>\d{{1,4}}(?:\.\d)?)(?P<below>{_SUBSECTIONS})"
)
_PART = r"(?P<number>[IVXL]{1,7}|\d{1,2})(?!\w)(?P<below>(?:, (?:§§?|cl\.) ?\d{1,2}){0,3})"
_CONSTITUTION = lazy_pattern(
    rf"{APART}U\. ?S\. ?C(?:onst|ONST)\.,? (?P<part>[Aa]rt|[Aa]mend)(?P<several>s)?\. ?{_PART}"
    r"(?(several)(?:,? (?:(?:and|&) )?[IVX]{1,7}(?!\w)(?:, (?:§§?|cl\.) ?\d{1,2}){0,3}){0,5})"
)
_PARTS = lazy_pattern(_PART)
_TO_TWENTIETH = [word.title() for word in ORDINALS]
_ORDINALS = (*_TO_TWENTIETH, *(f"Twenty-{unit}" for unit in _TO_TWENTIETH[:9]), "Thirtieth")
_NUMERALS = tuple(f"{ten}{unit}" for ten in ("", "X", "XX") for unit in " I II III IV V VI VII VIII IX".split(" "))[1:]
_SPELLED_OUT = lazy_pattern(
    rf"{APART}(?:(?P<amend>\d{{1,2}}(?=st|nd|rd|th)|{'|'.join(reversed(_ORDINALS))})(?:st|nd|rd|th)?"
    r" Amendment (?:to|of)|Article (?P<art>[IVX]{1,5}|\d{1,2}) of) the (?:U\. ?S\.|United States) Constitution(?!\w)",
    re.IGNORECASE,
)
_LAST_PARTS = {"art": 7, "amend": 27}
_PART_NAMES = {"art": "articles", "amend": "amendments"}
_PROPOSED = lazy_pattern(r"\b(?:an?|proposed|new|possible|future|draft|another|be|become|as)(?: the)? $")
_LAST_TITLES = {"U.S.C.": 54, "U.S.C.A.": 54, "U.S.C.S.": 54, "C.F.R.": 50}
_FULL_NAMES = {
    "FRCP": "Fed. R. Civ. P.", "FRE": "Fed. R. Evid.", "FRCrP": "Fed. R. Crim. P.",
    "USC": "U.S.C.", "USCA": "U.S.C.A.", "USCS": "U.S.C.S.", "CFR": "C.F.R.",
}  # fmt: skip


def _find_us_statutes(text: str) -> Iterator[UsHit]:
    """Yield statutes by kind; a later one may be inside an earlier one."""
    for finder, read in (
        (_CODE, _read_code),
        (_PUBLIC, _read_public_law),
        (_STATUTES, _read_page),
        (_RULE, _read_rule),
    ):
        yield from (read(found) for found in finder.finditer(text))
    for found in _CONSTITUTION.finditer(text):
        yield from _read_constitution(found)
    yield from filter(None, map(_read_spelled_out, _SPELLED_OUT.finditer(text)))


def _read_code(found: re.Match[str]) -> UsHit:
    written = found["code"].replace(" ", "")
    code = _FULL_NAMES.get(written, written)
    places = re.sub("§§? ?", "", found["places"]).replace("–", "-").replace(", and ", ", ").replace(" and ", ", ")
    several = found["many"] or found["more"]
    bare = places if several else places.partition("(")[0]
    normal = f"{found['title']} {code} {'§§' if several else '§'} {bare}"
    parts = {"title": found["title"], "code": code, "section": bare}
    parts |= {"range": "et seq."} if found["seq"] else {}
    last = _LAST_TITLES.get(code)
    fault = f"the {code} has titles 1 to {last}" if last and not 0 < int(found["title"]) <= last else None
    return UsHit(found.start(), found.end(), "us-statute", normal, article=places, parts=parts, fault=fault)


def _read_public_law(found: re.Match[str]) -> UsHit:
    number = f"{found['congress']}-{found['law']}"
    parts = {"title": found["congress"], "code": "Pub. L.", "section": found["law"]}
    parts |= {"parallel": f"{found['volume']} Stat. {found['page']}"} if found["volume"] else {}
    article = f"§ {found['section']}" if found["section"] else None
    passed = find_congress_years(int(found["congress"]))
    fault = find_annual_fault("Stat.", int(found["volume"]), passed) if found["volume"] else None
    normal = f"Pub. L. No. {number}"
    return UsHit(found.start(), found.end(), "us-statute", normal, article=article, parts=parts, fault=fault)


def _read_page(found: re.Match[str]) -> UsHit:
    series = "Stat." if found["series"] == "Stat." else "Fed. Reg."
    page = found["page"].replace(",", "")
    parts = {"title": found["volume"], "code": series, "section": page}
    pin = found["pin"].replace(",", "") if found["pin"] else None
    pin = f"{pin}-{found['to'].replace(',', '')}" if pin and found["to"] else pin
    dated = _PUBLISHED.match(found.string, found.end()) if series == "Fed. Reg." else None
    year = int(dated["year"]) if dated else 0
    fault = find_annual_fault(series, int(found["volume"]), range(year, year + 1)) if dated else None
    normal = f"{found['volume']} {series} {page}"
    return UsHit(found.start(), found.end(), "us-statute", normal, pin, parts=parts, fault=fault)


def _read_rule(found: re.Match[str]) -> UsHit:
    rules = _FULL_NAMES.get(found["rules"], " ".join(found["rules"].replace(".", ". ").split()))
    parts = {"title": "", "code": rules, "section": found["rule"]}
    article = found["rule"] + found["below"]
    return UsHit(found.start(), found.end(), "us-statute", f"{rules} {found['rule']}", article=article, parts=parts)


def _read_constitution(found: re.Match[str]) -> Iterator[UsHit]:
    """Yield each amendment of "amends. V, XIV" by itself."""
    for part in _PARTS.finditer(found.string, found.start("number"), found.end()):
        start = found.start() if part.start() == found.start("number") else part.start()
        yield _make_constitution((start, part.end()), found["part"].lower(), part["number"], part["below"])


def _read_spelled_out(found: re.Match[str]) -> UsHit | None:
    """Read the 14th Amendment to the U.S. Constitution; an amendment that is only proposed is not cited."""
    part = "amend" if found["amend"] else "art"
    word = found[part].title()
    number = str(_ORDINALS.index(word) + 1) if word in _ORDINALS else found[part].upper()
    hit = _make_constitution(found.span(), part, number)
    return None if hit.fault and _PROPOSED.search(found.string, max(found.start() - 20, 0), found.start()) else hit


def _make_constitution(where: tuple[int, int], part: str, number: str, below: str = "") -> UsHit:
    if number.isdecimal() and 0 < int(number) <= len(_NUMERALS):
        number = _NUMERALS[int(number) - 1]
    last, section = _LAST_PARTS[part], f"{part}. {number}"
    fault = None if number in _NUMERALS[:last] else f"the U.S. Constitution has {last} {_PART_NAMES[part]}"
    parts = {"title": "", "code": "U.S. Const.", "section": section}
    normal = f"U.S. Const. {section}"
    return UsHit(*where, "us-statute", normal, article=section + below, parts=parts, fault=fault)


# Cases and short forms

# Every branch starts with a plain character and none with \\b: the search is then five times as fast.
_TRIGGER = lazy_pattern(
    r"§|U\.\s?S\.|USC|States\sConst|C\.\s?F\.\s?R|CFR|v\.(?<=[\s\0]v.)|Id\.|id\.|supra|Stat\.|Fed\.|Pub\.\s?L|Public\sLaw|FRCP|FRE\s|slip\sop|"
    r"WL\s\d|LEXIS|Slip\sOp|US\s\d|at\s\d|\d\s[A-Z][A-Za-z]{0,8}\.\s?\S{1,12}\s?\d|[23]d\s\d|[4-7]th\s\d|S\s?Ct\s\d"
)
_PIN = r"(?:pp?\. ?)?(?P<pin>\*?\d{1,6}(?:[-–]\d{1,6})?)"
_ID = lazy_pattern(rf"(?<![\w.])[Ii]d\.(?:,? at {_PIN}(?!\w)|,? §§? ?(?P<section>{SECTION}))?")
_SUPRA = lazy_pattern(rf",? supra(?P<note>,? (?:note|n\.) ?\d{{1,4}})?(?:,? at {_PIN})?(?!\w)")
_SUPRA_NAME = lazy_pattern(r"(?<!\w)(?P<name>[A-Z][\w'’.&-]{0,40}(?: (?:v\. )?[A-Z&][\w'’.&-]{0,40}){0,4})$")
_AT = lazy_pattern(rf"(?<![\w.])(?P<name>[A-Z][\w'’-]{{1,40}}),? at {_PIN}(?!\w)")
_NAME = r"[A-Z][\w'’-]{2,40}"
_BARE_NAME = lazy_pattern(
    rf"(?:[*_]|<(?:i|em)>|\\(?:emph|textit)\{{)(?P<italic>{_NAME})(?:[*_}}]|</)"
    rf"|(?:In|Under|See|Unlike) (?P<plain>{_NAME})(?=[,;.)])"
)
_PARENTHESIS = lazy_pattern(r"\((?:quoting|citing) (?:\S{0,3})$")  # "Id." does not mean the case in it
# A filing cited in between: a following "Id." refers to it, and not to a case.
_RECORD = lazy_pattern(r"(?<!\w)(?:Compl|Dkt|Ex|ECF|App|Tr|Aff|Decl|Dep|Mot|Br|Hr)(?:'g Tr)?\.? (?:No\. )?[\w¶]")
_SECTIONED = frozenset({"U.S.C.", "C.F.R.", "U.S.C.A.", "U.S.C.S."})
_NOT_DISTINCTIVE = read_words("United States People State Commonwealth The In Ex Matter County City")
_MOST_OF_VOLUME = 50  # cases of one volume to keep; a brief cites two or three
_NO_ANTECEDENT = "no full citation before it"


@dataclass(slots=True)
class _CitedBefore:
    """The citations in full so far in the document."""

    last: UsHit | None = None
    by_volume: dict[str, deque[tuple[str, UsHit]]] = field(default_factory=dict)  # first page and case, the latest last
    by_name: dict[str, UsHit] = field(default_factory=dict)

    def keep(self, hit: UsHit) -> None:
        """Store a full citation by volume and by the words of its name."""
        self.last = hit
        if hit.kind != "us-case":
            return
        for normal in (hit.normal, *hit.law.reports):
            volume, _, page = normal.rpartition(" ")
            self.by_volume.setdefault(volume, deque(maxlen=_MOST_OF_VOLUME)).append((page, hit))
        for party in hit.law.case_name.replace(" vs. ", " v. ").split(" v. "):
            words = [word.strip(",.") for word in party.split()]
            if words and words[0] not in _NOT_DISTINCTIVE:
                self.by_name[words[0]] = hit

    def in_volume(self, volume: str, pin: str, name: str) -> UsHit | None:
        """Return the case of the volume with the name, else the latest whose pages may contain the pinpoint, if any."""
        cited = self.by_volume.get(volume)
        if not cited:
            return None
        named = (hit for _, hit in cited if hit is self.by_name.get(name))
        fitting = (hit for page, hit in reversed(cited) if not find_pin_fault(pin, page))
        return next(iter((*named, *fitting)), cited[-1][1])


def find_us_law(scene: MaskedText) -> Iterator[FoundCitation]:
    """Find every US case and statute, in document order."""
    if US_LAW.search(scene.prose) is None:
        return
    memory = _CitedBefore()
    for paragraph in find_paragraphs(scene, _TRIGGER):
        done = 0
        records = [found.span() for found in _RECORD.finditer(paragraph.text)]
        for hit in _find_hits(paragraph.text):
            if hit.start < done:
                continue
            filed = _has_record(records, done, hit.start)
            whole = _resolve_short(hit, memory, after_record=filed) if hit.short else hit
            if whole is None:
                continue
            last, done = memory.last, hit.end
            if not hit.short:
                memory.keep(hit)
            if _PARENTHESIS.search(paragraph.text[max(hit.start - 14, 0) : hit.start]):
                memory.last = last or memory.last
            yield _make_citation(paragraph, whole)
    yield from _find_bare_names(scene, memory)


def _find_bare_names(scene: MaskedText, memory: _CitedBefore) -> Iterator[FoundCitation]:
    """Find the name of a case cited in full that stands alone: "In *Iqbal*, the Court held"."""
    for found in _BARE_NAME.finditer(scene.document.text) if memory.by_name else ():
        name, span = found["italic"] or found["plain"], Span(*found.span("italic" if found["italic"] else "plain"))
        case = memory.by_name.get(name)
        if case and span.of(scene.prose) == name:
            parts = {**case.parts, "short": "name", "antecedent": case.normal}
            yield FoundCitation(case.kind, span, case.normal, parts=parts)


def _find_hits(text: str) -> list[UsHit]:
    """Return all candidates by start, full ones first; own federal statutes replace those that eyecite cuts."""
    own = list(_find_us_statutes(text))
    starts = {hit.start for hit in own}
    others = (hit for hit in find_us_cases(text) if hit.kind == "us-case" or hit.start not in starts)
    hits = [*own, *others, *_find_ids(text), *_find_supras(text), *_find_names(text)]
    return sorted(hits, key=lambda hit: (hit.start, hit.short is not None, -hit.end))


def _find_ids(text: str) -> Iterator[UsHit]:
    for found in _ID.finditer(text):
        pin = found["pin"].replace("–", "-") if found["pin"] else None
        yield UsHit(found.start(), found.end(), "us-case", "Id.", pin, found["section"], short="id")


def _find_supras(text: str) -> Iterator[UsHit]:
    for found in _SUPRA.finditer(text):
        low = max(0, found.start() - 90)
        name = _SUPRA_NAME.search(text[low : found.start()])
        if name is None:
            continue
        pin = found["pin"].replace("–", "-") if found["pin"] else None
        start = low + name.start() + _signal_length(name["name"])
        parts = {"case_name": text[start : found.start()]} | ({"note": "yes"} if found["note"] else {})
        yield UsHit(start, found.end(), "us-case", text[start : found.start()], pin, parts=parts, short="supra")


def _signal_length(name: str) -> int:
    """Return the length of a signal such as "See " at the start of a name."""
    first, space, _ = name.partition(" ")
    return len(first) + 1 if space and first in SIGNALS else 0


def _find_names(text: str) -> Iterator[UsHit]:
    for found in _AT.finditer(text):
        pin = found["pin"].replace("–", "-")
        parts = {"case_name": found["name"]}
        yield UsHit(found.start(), found.end(), "us-case", found["name"], pin, parts=parts, short="name")


def _has_record(records: Sequence[tuple[int, int]], start: int, end: int) -> bool:
    """Return whether one of the filings, in order, lies between two offsets."""
    at = bisect_left(records, (start, 0))
    return at < len(records) and records[at][1] <= end


def _resolve_short(hit: UsHit, memory: _CitedBefore, *, after_record: bool) -> UsHit | None:
    """Resolve a short form to its full citation; None if it is not a legal citation."""
    if hit.short == "id" and after_record:
        memory.last = None
        return None
    antecedent = _find_antecedent(hit, memory)
    if antecedent is None:
        return _make_orphan(hit, memory)
    memory.last = antecedent
    parts = {**antecedent.parts, "short": hit.short or "", "antecedent": antecedent.normal}
    fault = _find_place_fault(hit, antecedent)
    if fault and hit.short == "name":
        return None
    normal = antecedent.normal
    if hit.article and antecedent.law.code in _SECTIONED:
        parts["section"] = hit.article.partition("(")[0]
        normal = f"{parts['title']} {parts['code']} § {parts['section']}"
    return replace(hit, kind=antecedent.kind, normal=normal, parts=parts, fault=fault)


def _find_place_fault(hit: UsHit, antecedent: UsHit) -> str | None:
    """Check the pinpoint against the first page; parallel reports and what `Id.` means are not certain enough."""
    if hit.pin is None or antecedent.law.reports or hit.short == "id":
        return None
    return find_pin_fault(hit.pin, antecedent.law.page)


def _find_antecedent(hit: UsHit, memory: _CitedBefore) -> UsHit | None:
    if hit.short == "id":
        return memory.last
    if hit.short == "short":
        return memory.in_volume(hit.normal, hit.pin or "", hit.law.case_name)
    words = hit.law.case_name.replace(" v. ", " ").split()
    return next((memory.by_name[word.strip(",.")] for word in words if word.strip(",.") in memory.by_name), None)


def _make_orphan(hit: UsHit, memory: _CitedBefore) -> UsHit | None:
    """Report a certain short form without a full citation; a name, a note and a bare "Id." may be ordinary words."""
    sure = hit.short == "short" or (hit.short in {"id", "supra"} and hit.pin is not None and not hit.law.note)
    if not sure and not (hit.short == "id" and memory.by_volume and hit.article):
        return None
    return replace(hit, parts={**hit.parts, "short": hit.short or ""}, fault=_NO_ANTECEDENT)


def _make_citation(paragraph: LawParagraph, hit: UsHit) -> FoundCitation:
    locator = Locator(page=hit.pin, article=hit.article) if hit.pin or hit.article else None
    span = paragraph.span(hit.start, hit.end)
    found = FoundCitation(hit.kind, span, hit.normal, locator, parts=hit.parts, fault=hit.fault)
    return replace(found, fault_kind="dangling") if hit.fault == _NO_ANTECEDENT else found
