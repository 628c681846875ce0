"""Find European identifiers of law, ECLI of cases and CELEX of acts and cases; and acts by their name and number."""

import re
from collections.abc import Iterator

from citevet.extract.law.paragraphs import APART, LawParagraph, find_paragraphs
from citevet.extract.masked_text import FoundCitation, MaskedText
from citevet.records import dataclass
from citevet.text.patterns import lazy_pattern
from citevet.text.tables import read_words

CELEX_LETTERS = {"Regulation": "R", "Directive": "L", "Decision": "D", "Framework Decision": "F", "Recommendation": "H"}

# The first regulation is from 1958; since 2015 all acts of a year share one series, year first, without "No".
_FIRST, _ONE_SERIES, _LAST = 1958, 2015, 2099


@dataclass(frozen=True, slots=True)
class EuAct:
    """An act of the Union: its CELEX number, and the last article and recital if they are certain."""

    celex: str
    articles: int | None = None
    recitals: int | None = None


_NAMES = {
    EuAct("32016R0679", 99, 173): "General Data Protection Regulation|GDPR",
    EuAct("32022R2065", 93, 156): "Digital Services Act|DSA",
    EuAct("32022R1925", 54, 109): "Digital Markets Act|DMA",
    EuAct("32024R1689", 113, 180): "Artificial Intelligence Act|EU AI Act|AI Act",
    # Amended in 2024 with inserted articles, so no last number is certain.
    EuAct("32014R0910"): "eIDAS Regulation|eIDAS",
    EuAct("32023R1114", 149, 119): "MiCAR|MiCA",
    EuAct("32022L2555", 46, 144): "NIS 2 Directive|NIS2 Directive|NIS 2|NIS2",
    EuAct("32019L0790", 32, 86): "DSM Copyright Directive|Copyright Directive|DSM Directive",
    EuAct("32022R0868", 38, 63): "Data Governance Act",
    EuAct("32023R2854", 50, 119): "Data Act",
    EuAct("32022R2554", 64, 106): "Digital Operational Resilience Act|DORA",
    EuAct("32024R2847", 71, 130): "Cyber Resilience Act",
    EuAct("32002L0058"): "ePrivacy Directive",
    EuAct("32016L0680", 65, 107): "Law Enforcement Directive",
}
ACTS_BY_NAME = {name: act for act, names in _NAMES.items() for name in names.split("|")}

LAST_TREATY_ARTICLES = {"TFEU": 358, "TEU": 55}

ACTS_BY_CELEX = {act.celex: act for act in ACTS_BY_NAME.values()}


@dataclass(frozen=True, slots=True)
class ActNumber:
    """Year and number of an act, and the fault in how they are written."""

    year: int | None
    number: str
    fault: str | None = None
    correction: str | None = None  # the correct number, without type and community


def read_act_number(kind: str, halves: tuple[str, str], *, marked: bool) -> ActNumber:
    """Read `first/second`; `marked`: "No" precedes it."""
    first, second = halves
    order = _order(kind, halves, marked=marked)
    if order is None:
        return ActNumber(None, f"{first}/{second}", f"neither {first} nor {second} is the year of an act")
    year, number = (first, second) if order == "year first" else (second, first)
    fault = _fault(order, int(_full(year)), marked=marked)
    return ActNumber(int(_full(year)), number, fault, f"{_full(year)}/{number}" if fault else None)


def make_celex(kind: str, year: int, number: str) -> str:
    """Return the CELEX number of an act in the Official Journal's L series."""
    return f"3{year}{CELEX_LETTERS[kind]}{int(number):04d}"


def _order(kind: str, halves: tuple[str, str], *, marked: bool) -> str | None:
    ahead, behind = (len(half) in {2, 4} and _FIRST <= int(_full(half)) <= _LAST for half in halves)
    if ahead and int(_full(halves[0])) >= _ONE_SERIES and not (marked and behind):
        return "year first"
    by_custom = "number first" if marked or kind == "Regulation" else "year first"
    if ahead and behind:
        return by_custom
    if not ahead and not behind:
        return None
    return "year first" if ahead else "number first"


def _fault(order: str, year: int, *, marked: bool) -> str | None:
    if year >= _ONE_SERIES and order == "number first":
        return "since 2015 the year comes first"
    if year >= _ONE_SERIES and marked:
        return 'since 2015 acts are numbered without "No"'
    return None


def _full(half: str) -> str:
    """Acts had years of two digits until 1998."""
    return "19" + half if len(half) == len("95") else half


# Identifiers

_ECLI_TRIGGER = lazy_pattern(r"ECLI|ecli|EU:[CTF]:")

# A line may break after a colon. Up to seven parts match, so that too many can be reported.
_FULL_ECLI = lazy_pattern(APART + r"ECLI(?:: ?[A-Z0-9.]{1,60}){1,6}", re.IGNORECASE)
_SHORT_ECLI = lazy_pattern(APART + r"(?<!ECLI: )EU: ?[CTF]: ?\d{4}: ?\d{1,6}(?![\w:])")

_PARTS = 5
_COUNTRY = lazy_pattern(r"[A-Z]{2}")
_COURT = lazy_pattern(r"[A-Z][A-Z0-9]{0,6}")
_YEAR = lazy_pattern(r"1[5-9]\d\d|20\d\d")
_LONGEST_ORDINAL = 25

# How the federal courts of Germany write the day of a decision into the last part, by their notes on the ECLI (2014).
_BY_DAY = lazy_pattern(r"(?:[A-Z]\.)?(?:0[1-9]|[12]\d|3[01])(?:0[1-9]|1[0-2])(?P<year>\d\d)(?=[A-Z.])")
_DATED = {
    ("DE", "BVERFG"): lazy_pattern(r"[A-Z]{2}(?P<year>\d{4})(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])(?=[A-Z.])"),
    **{("DE", court): _BY_DAY for court in ("BGH", "BVERWG", "BFH", "BSG", "BAG")},
}

_CELEX_TRIGGER = lazy_pattern(r"CELEX|[0-9CE]\d{4}[A-Z]{1,2}[/\d]")

_CELEX = lazy_pattern(
    APART + r"(?P<named>CELEX(?: (?:[Nn]o\.?|[Nn]umber))?:? ?)?"
    r"(?P<number>(?P<sector>[0-9CE])(?P<year>\d{4})(?P<type>[A-Z]{1,2})"
    r"(?P<serial>\d{3,4}|/TXT)(?P<corrigendum>R\(\d\d\))?(?P<consolidated>-\d{8})?)(?![\w/-])"
)

# The types in use, by sector. A bare number of another type may be a spare part or an aircraft.
_CELEX_TYPES = {
    "0": read_words("R L D A F H"),
    "1": read_words("A B C D E F G H I J K L M N P R S T U V W X ME"),
    "2": read_words("A D P X"),
    "3": read_words("A B C D E F G H J K L M O Q R S X Y"),
    "4": read_words("A D X Y Z"),
    "5": read_words("""AA AB AC AE AG AK AP AR AS AT BP DC DP EC FC GC HB IE IG IP IR JC KG M PC SA SC TA XA XB XC XE XG
        XP XR XX"""),
    "6": read_words("CA CB CC CD CG CJ CN CO CP CS CT CU CV CX FA FB FC FJ FN FO FT TA TB TC TJ TN TO TT"),
    "7": read_words("D F H L"),
    "8": read_words("AT BE BG CY CZ DE DK EE EL ES FI FR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK UK"),
    "9": read_words("E H O Q"),
    "C": read_words("A B C D E F G H J K L M O Q R S X Y"),
    "E": read_words("A C G J O P X"),
}  # fmt: skip
_FIRST_YEAR, _LAST_YEAR = 1949, 2099


def find_eclis(scene: MaskedText) -> Iterator[FoundCitation]:
    """Find every ECLI, with the fault in its five parts."""
    for paragraph in find_paragraphs(scene, _ECLI_TRIGGER):
        for found in _FULL_ECLI.finditer(paragraph.text):
            yield _make_ecli(paragraph, found.start(), _trim(found[0]))
        for found in _SHORT_ECLI.finditer(paragraph.text):
            yield _make_ecli(paragraph, found.start(), found[0], prefix="ECLI:")


def _make_ecli(paragraph: LawParagraph, start: int, written: str, *, prefix: str = "") -> FoundCitation:
    pieces = f"{prefix}{written}".replace(" ", "").upper().split(":")
    span = paragraph.span(start, start + len(written))
    parts = dict(zip(("country", "court", "year", "number"), pieces[1:], strict=False))
    return FoundCitation("ecli", span, ":".join(pieces), parts=parts, fault=_find_ecli_fault(pieces))


def _trim(text: str) -> str:
    """Remove the full stop of the sentence, and a word after a colon that cannot be an ordinal."""
    head, space, tail = text.rpartition(": ")
    if space and not any(char.isdigit() for char in tail):
        text = head
    return text.rstrip(".")


def _find_ecli_fault(pieces: list[str]) -> str | None:
    if len(pieces) != _PARTS:
        return f"an ECLI has {_PARTS} parts, this one has {len(pieces)}"
    _, country, court, year, ordinal = pieces
    if not _COUNTRY.fullmatch(country):
        return f"{country} is not a country code of two letters"
    if not _COURT.fullmatch(court):
        return f"{court} is not a court code"
    if not _YEAR.fullmatch(year):
        return f"{year} is not a year"
    if len(ordinal) > _LONGEST_ORDINAL:
        return f"the last part has {len(ordinal)} characters, more than {_LONGEST_ORDINAL}"
    dated = _DATED[country, court].match(ordinal) if (country, court) in _DATED else None
    if dated and not year.endswith(dated["year"]):
        return f"the year is {year}, and the last part has the date {dated[0]}"
    return None


def find_celex_numbers(scene: MaskedText) -> Iterator[FoundCitation]:
    """Find every CELEX number; a bare one only with a type and year that EUR-Lex uses."""
    for paragraph in find_paragraphs(scene, _CELEX_TRIGGER):
        for found in _CELEX.finditer(paragraph.text):
            fault = _find_celex_fault(found)
            if fault and not found["named"]:
                continue
            parts = {"sector": found["sector"], "year": found["year"], "type": found["type"]}
            yield FoundCitation("celex", paragraph.span(*found.span()), found["number"], parts=parts, fault=fault)


def _find_celex_fault(found: re.Match[str]) -> str | None:
    if found["type"] not in _CELEX_TYPES[found["sector"]]:
        return f"sector {found['sector']} has no type {found['type']}"
    if not _FIRST_YEAR <= int(found["year"]) <= _LAST_YEAR:
        return f"{found['year']} is not a year of a Community or Union act"
    if len(found["serial"].strip("/")) < len("0000") and found["sector"] != "1":
        return "the number after the type has four digits"
    if found["consolidated"] and found["sector"] != "0":
        return "only a consolidated text (sector 0) carries a date"
    return None
