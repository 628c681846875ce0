"""CELEX numbers of EUR-Lex: 32016R0679, 62012CJ0131, 02016R0679-20160504, 12012E101."""

from collections.abc import Iterator
from re import Match
from re import compile as pattern

from citevet.extract.forms.law.paragraph import APART, paragraphs
from citevet.extract.found import Found
from citevet.extract.scene import Scene

_TRIGGER = pattern(r"CELEX|[0-9CE]\d{4}[A-Z]{1,2}[/\d]")

_CELEX = pattern(
    APART + r"(?P<named>CELEX(?: (?:[Nn]o\.?|[Nn]umber))?:? ?)?"
    r"(?P<number>(?P<sector>[0-9CE])(?P<year>\d{4})(?P<type>[A-Z]{1,2})"
    r"(?P<serial>\d{3,4}|/TXT)(?P<corrigendum>R\(\d\d\))?(?P<consolidated>-\d{8})?)(?![\w/-])"
)

# The types in use, by sector. A bare number of another type may be anything: a part, an aircraft, a form.
_TYPES = {
    "0": frozenset("R L D A F H".split()),
    "1": frozenset("A B C D E F G H I J K L M N P R S T U V W X ME".split()),
    "2": frozenset("A D P X".split()),
    "3": frozenset("A B C D E F G H J K L M O Q R S X Y".split()),
    "4": frozenset("A D X Y Z".split()),
    "5": frozenset(
        "AA AB AC AE AG AK AP AR AS AT BP DC DP EC FC GC HB IE IG IP IR JC KG M PC SA SC TA XA "
        "XB XC XE XG XP XR XX".split()
    ),
    "6": frozenset("CA CB CC CD CG CJ CN CO CP CS CT CU CV CX FA FB FC FJ FN FO FT TA TB TC TJ TN TO TT".split()),
    "7": frozenset("D F H L".split()),
    "8": frozenset("AT BE BG CY CZ DE DK EE EL ES FI FR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK UK".split()),
    "9": frozenset("E H O Q".split()),
    "C": frozenset("A B C D E F G H J K L M O Q R S X Y".split()),
    "E": frozenset("A C G J O P X".split()),
}  # fmt: skip
_FIRST_YEAR, _LAST_YEAR = 1949, 2099


def find(scene: Scene) -> Iterator[Found]:
    """Yield every CELEX number; a bare one only with a type and year that EUR-Lex knows."""
    for paragraph in paragraphs(scene, _TRIGGER):
        for found in _CELEX.finditer(paragraph.text):
            fault = _fault(found)
            if fault and not found["named"]:
                continue
            parts = {"sector": found["sector"], "year": found["year"], "type": found["type"]}
            yield Found("celex", paragraph.span(*found.span()), found["number"], parts=parts, fault=fault)


def _fault(found: Match[str]) -> str | None:
    if found["type"] not in _TYPES[found["sector"]]:
        return f"sector {found['sector']} has no type {found['type']}"
    if not _FIRST_YEAR <= int(found["year"]) <= _LAST_YEAR:
        return f"{found['year']} is no year of a Community or Union act"
    if len(found["serial"].strip("/")) < len("0000") and found["sector"] != "1":
        return "the number after the type has four digits"
    if found["consolidated"] and found["sector"] != "0":
        return "only a consolidated text (sector 0) carries a date"
    return None
