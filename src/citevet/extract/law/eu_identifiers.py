"""Find European identifiers of law, ECLI of cases and CELEX of acts and cases; and acts by their name and number."""

import re
from collections.abc import Callable, Iterable, Iterator

from citevet.extract.law.paragraphs import find_paragraphs
from citevet.extract.masked_text import FoundCitation, MaskedText
from citevet.identifiers import european_law
from citevet.model import Identifier
from citevet.records import dataclass

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


def find_eclis(scene: MaskedText) -> Iterator[FoundCitation]:
    """Find every ECLI; a line may break after a colon."""
    return _find_in_paragraphs(scene, european_law.ECLI_SIGN, european_law.find_eclis)


def find_celex_numbers(scene: MaskedText) -> Iterator[FoundCitation]:
    """Find every CELEX number."""
    return _find_in_paragraphs(scene, european_law.CELEX_SIGN, european_law.find_celex_numbers)


def _find_in_paragraphs(
    scene: MaskedText, sign: re.Pattern[str], find: Callable[[str], Iterable[Identifier]]
) -> Iterator[FoundCitation]:
    for paragraph in find_paragraphs(scene, sign):
        for each in find(paragraph.text):
            yield FoundCitation.of(each, paragraph.span(each.span.start, each.span.end))
