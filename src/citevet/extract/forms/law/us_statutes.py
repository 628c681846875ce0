"""US codes, regulations, session laws, rules and constitutions; eyecite cuts or misses most of these forms."""

from collections.abc import Iterator
from re import Match
from re import compile as pattern

from citevet.extract.forms.law.paragraph import APART
from citevet.extract.forms.law.us_hit import Hit
from citevet.extract.forms.law.us_series import no_title

_SUBSECTIONS = r"(?:\(\w{1,6}\))*"
SECTION = rf"\d{{1,6}}[A-Za-z]{{0,3}}(?:\.\d\w{{0,6}})?(?:[-–]\d?\w{{1,5}}){{0,3}}{_SUBSECTIONS}"
_SECTIONS = rf"{SECTION}(?:(?:, and |, | and |[-–]){SECTION}){{0,8}}"
_CODE = pattern(
    rf"{APART}(?P<title>\d{{1,3}}) (?P<code>U\. ?S\. ?C\.(?: ?[AS]\.)?|USC[AS]?|C\. ?F\. ?R\.|CFR),? ?"
    rf"(?:(?P<many>§§|[Ss]ections|[Ss]ecs\.|[Pp]arts|pts\.) ?(?P<sections>{_SECTIONS})"
    rf"|(?:(?:§|[Ss]ection|[Ss]ec\.|[Pp]art|pt\.) ?)?(?P<section>{SECTION}))(?!\w)(?P<seq>,? et seq\.?)?"
)
_PUBLIC = pattern(
    rf"{APART}(?:Pub\. ?L\.|Public Law|P\. ?L\.) ?(?:No\. ?)?(?P<congress>\d{{2,3}})[-–](?P<law>\d{{1,4}})(?!\d)"
    r"(?:,? §§? ?(?P<section>\d{1,5}\w{0,2}(?:\(\w{1,5}\))*))?(?:, (?P<volume>\d{1,3}) Stat\. (?P<page>\d{1,5}))?"
)
_STATUTES = pattern(
    rf"{APART}(?P<volume>\d{{1,3}}) (?P<series>Stat\.|Fed\. ?Reg\.) (?P<page>\d{{1,3}},\d{{3}}|\d{{1,6}})(?!\w)"
    r"(?:, (?P<pin>\d{1,3},\d{3}|\d{1,6})(?:[-–](?P<to>[\d,]{1,7}\b))?(?![\w]| [A-Z]))?"
)
_RULE = pattern(
    rf"{APART}(?P<rules>Fed\. ?R\. ?(?:Civ\. ?P\.|Crim\. ?P\.|App\. ?P\.|Bankr\. ?P\.|Evid\.)|FRCP|FRE|FRCrP)"
    rf" (?P<rule>\d{{1,4}}(?:\.\d)?)(?P<below>{_SUBSECTIONS})"
)
_CONSTITUTION = pattern(
    rf"{APART}U\. ?S\. ?Const\.,? (?P<part>art|amend)s?\. ?(?P<number>[IVXL]{{1,6}}|\d{{1,2}})(?!\w)"
    r"(?P<below>(?:, (?:§§?|cl\.) ?\d{1,2}){0,3})"
)
_NAMES = {
    "FRCP": "Fed. R. Civ. P.",
    "FRE": "Fed. R. Evid.",
    "FRCrP": "Fed. R. Crim. P.",
    "USC": "U.S.C.",
    "USCA": "U.S.C.A.",
    "USCS": "U.S.C.S.",
    "CFR": "C.F.R.",
}  # fmt: skip


def statutes(text: str) -> Iterator[Hit]:
    """Yield what our own patterns find; a later one may lie inside an earlier."""
    for finder, read in (
        (_CODE, _code),
        (_PUBLIC, _public),
        (_STATUTES, _page),
        (_RULE, _rule),
        (_CONSTITUTION, _part),
    ):
        yield from (read(found) for found in finder.finditer(text))


def _code(found: Match[str]) -> Hit:
    written = found["code"].replace(" ", "")
    code = _NAMES.get(written, written)
    places = (found["sections"] or found["section"]).replace("–", "-").replace(", and ", ", ").replace(" and ", ", ")
    bare = places.partition("(")[0] if found["section"] else places
    normal = f"{found['title']} {code} {'§§' if found['many'] else '§'} {bare}"
    parts = {"title": found["title"], "code": code, "section": bare}
    parts |= {"range": "et seq."} if found["seq"] else {}
    fault = no_title(code, found["title"])
    return Hit(found.start(), found.end(), "us-statute", normal, article=places, parts=parts, fault=fault)


def _public(found: Match[str]) -> Hit:
    number = f"{found['congress']}-{found['law']}"
    parts = {"title": found["congress"], "code": "Pub. L.", "section": found["law"]}
    parts |= {"parallel": f"{found['volume']} Stat. {found['page']}"} if found["volume"] else {}
    article = f"§ {found['section']}" if found["section"] else None
    return Hit(found.start(), found.end(), "us-statute", f"Pub. L. No. {number}", article=article, parts=parts)


def _page(found: Match[str]) -> Hit:
    series = "Stat." if found["series"] == "Stat." else "Fed. Reg."
    page = found["page"].replace(",", "")
    parts = {"title": found["volume"], "code": series, "section": page}
    pin = found["pin"].replace(",", "") if found["pin"] else None
    pin = f"{pin}-{found['to'].replace(',', '')}" if pin and found["to"] else pin
    return Hit(found.start(), found.end(), "us-statute", f"{found['volume']} {series} {page}", pin, parts=parts)


def _rule(found: Match[str]) -> Hit:
    rules = _NAMES.get(found["rules"], " ".join(found["rules"].replace(".", ". ").split()))
    parts = {"title": "", "code": rules, "section": found["rule"]}
    article = found["rule"] + found["below"]
    return Hit(found.start(), found.end(), "us-statute", f"{rules} {found['rule']}", article=article, parts=parts)


def _part(found: Match[str]) -> Hit:
    part = f"{found['part']}. {found['number']}"
    parts = {"title": "", "code": "U.S. Const.", "section": part}
    article = part + found["below"]
    return Hit(found.start(), found.end(), "us-statute", f"U.S. Const. {part}", article=article, parts=parts)
