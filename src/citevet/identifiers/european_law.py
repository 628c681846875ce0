"""Identifiers of European law: ECLI of cases, and CELEX of acts and cases.

The forms are defined in https://eur-lex.europa.eu/content/help/eurlex-content/ecli.html and
https://eur-lex.europa.eu/content/tools/eur-lex-celex-infographic-A3.pdf.
"""

import re
from collections.abc import Iterator

from citevet.identifiers.court_terms import find_serial_fault, find_term_fault
from citevet.model.document import Span
from citevet.model.extraction import Identifier
from citevet.patterns import lazy_pattern
from citevet.tables import read_words

# No identifier starts inside a word, a path, a query or another identifier.
_APART = r"(?<![\w/=:%&?#@.\\-])"

ECLI_SIGN = lazy_pattern(r":(?:(?<=ECLI:)|(?<=ecli:)|(?<=EU:)[CTF]:)")  # the colon first: "declined" has no sign

# A line may break after a colon. Up to seven parts match, so that too many can be reported.
_FULL_ECLI = lazy_pattern(_APART + r"ECLI(?:: ?[A-Z0-9.]{1,60}){1,6}", re.IGNORECASE)
_SHORT_ECLI = lazy_pattern(_APART + r"(?<!ECLI: )EU: ?[CTF]: ?\d{4}: ?\d{1,6}(?![\w:])")

_PARTS = 5
_COUNTRY = lazy_pattern(r"[A-Z]{2}")
_COURT = lazy_pattern(r"[A-Z][A-Z0-9]{0,6}")
_YEAR = lazy_pattern(r"1[5-9]\d\d|20\d\d")
_LONGEST_ORDINAL = 25
EU_COURTS = {"C": "Court of Justice", "T": "General Court", "F": "Civil Service Tribunal"}

# How the federal courts of Germany write the day of a decision into the last part, by their notes on the ECLI (2014).
_BY_DAY = lazy_pattern(r"(?:[A-Z]\.)?(?:0[1-9]|[12]\d|3[01])(?:0[1-9]|1[0-2])(?P<year>\d\d)(?=[A-Z.])")
_DATED = {
    ("DE", "BVERFG"): lazy_pattern(r"[A-Z]{2}(?P<year>\d{4})(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])(?=[A-Z.])"),
    **{("DE", court): _BY_DAY for court in ("BGH", "BVERWG", "BFH", "BSG", "BAG")},
}

CELEX_SIGN = lazy_pattern(r"CELEX|[0-9CE]\d{4}[A-Z]{1,2}[/\d]")

_CELEX = lazy_pattern(
    _APART + r"(?P<named>CELEX(?: (?:[Nn]o\.?|[Nn]umber))?:? ?)?"
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
_CASE_LAW = "6"  # the sector of the courts
_FIRST_YEAR, _LAST_YEAR = 1949, 2099


def find_eclis(text: str) -> Iterator[Identifier]:
    """Find every ECLI, with the fault in its five parts."""
    for found in _FULL_ECLI.finditer(text):
        yield _make_ecli(found.start(), _trim(found[0]))
    for found in _SHORT_ECLI.finditer(text):
        yield _make_ecli(found.start(), found[0], prefix="ECLI:")


def _make_ecli(start: int, written: str, *, prefix: str = "") -> Identifier:
    pieces = f"{prefix}{written}".replace(" ", "").upper().split(":")
    parts = dict(zip(("country", "court", "year", "number"), pieces[1:], strict=False))
    span = Span(start, start + len(written))
    return Identifier("ecli", span, written, ":".join(pieces), _find_ecli_fault(pieces), parts=parts)


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
    if country == "EU":
        return find_eu_term_fault(court, int(year), ordinal)
    dated = _DATED[country, court].match(ordinal) if (country, court) in _DATED else None
    if dated and not year.endswith(dated["year"]):
        return f"the year is {year}, and the last part has the date {dated[0]}"
    return None


def find_eu_term_fault(letter: str, year: int, number: str) -> str | None:
    """Report a court that the EU does not have, a year in which it did not sit, or a number that it does not reach."""
    if letter not in EU_COURTS:
        return f"{letter} is no court of the EU: they are C, T and F"
    name = f"the {EU_COURTS[letter]}"
    return find_term_fault(f"EU:{letter}", year, name) or find_serial_fault(f"EU:{letter}", number, name)


def find_celex_numbers(text: str) -> Iterator[Identifier]:
    """Find every CELEX number; a bare one only with a type and year that EUR-Lex uses."""
    for found in _CELEX.finditer(text):
        fault = _find_celex_fault(found)
        if not fault or found["named"]:
            parts = {"sector": found["sector"], "year": found["year"], "type": found["type"]}
            yield Identifier("celex", Span(*found.span()), found[0], found["number"], fault, parts=parts)


def _find_celex_fault(found: re.Match[str]) -> str | None:
    if found["type"] not in _CELEX_TYPES[found["sector"]]:
        return f"sector {found['sector']} has no type {found['type']}"
    if not _FIRST_YEAR <= int(found["year"]) <= _LAST_YEAR:
        return f"{found['year']} is not a year of a Community or Union act"
    if len(found["serial"].strip("/")) < len("0000") and found["sector"] != "1":
        return "the number after the type has four digits"
    letter = found["type"][0]
    if found["sector"] == _CASE_LAW and letter in EU_COURTS and len(found["type"]) > 1:
        return find_eu_term_fault(letter, int(found["year"]), found["serial"].lstrip("0"))
    if found["consolidated"] and found["sector"] != "0":
        return "only a consolidated text (sector 0) carries a date"
    return None
