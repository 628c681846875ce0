"""Find US codes, regulations, session laws, rules and constitutions; eyecite cuts or misses most of these forms."""

import re
from collections.abc import Iterator

from citevet.extract.law.paragraphs import APART
from citevet.extract.law.us_reporters import UsHit, find_title_fault
from citevet.text.patterns import lazy_pattern

_SUBSECTIONS = r"(?:\(\w{1,6}\))*"
SECTION = rf"\d{{1,6}}[A-Za-z]{{0,3}}(?:\.\d\w{{0,6}})?(?:[-–]\d?\w{{1,5}}){{0,3}}{_SUBSECTIONS}"
_SECTIONS = rf"{SECTION}(?:(?:, and |, | and |[-–]){SECTION}){{0,8}}"
_CODE = lazy_pattern(
    rf"{APART}(?P<title>\d{{1,3}}) (?P<code>U\. ?S\. ?C\.(?: ?[AS]\.)?|USC[AS]?|C\. ?F\. ?R\.|CFR),? ?"
    rf"(?:(?P<many>§§|[Ss]ections|[Ss]ecs\.|[Pp]arts|pts\.) ?(?P<sections>{_SECTIONS})"
    rf"|(?:(?:§|[Ss]ection|[Ss]ec\.|[Pp]art|pt\.) ?)?(?P<section>{SECTION}))(?!\w)(?P<seq>,? et seq\.?)?"
)
_PUBLIC = lazy_pattern(
    rf"{APART}(?:Pub\. ?L\.|Public Law|P\. ?L\.) ?(?:No\. ?)?(?P<congress>\d{{2,3}})[-–](?P<law>\d{{1,4}})(?!\d)"
    r"(?:,? §§? ?(?P<section>\d{1,5}\w{0,2}(?:\(\w{1,5}\))*))?(?:, (?P<volume>\d{1,3}) Stat\. (?P<page>\d{1,5}))?"
)
_STATUTES = lazy_pattern(
    rf"{APART}(?P<volume>\d{{1,3}}) (?P<series>Stat\.|Fed\. ?Reg\.) (?P<page>\d{{1,3}},\d{{3}}|\d{{1,6}})(?!\w)"
    r"(?:, (?P<pin>\d{1,3},\d{3}|\d{1,6})(?:[-–](?P<to>[\d,]{1,7}\b))?(?![\w]| [A-Z]))?"
)
_RULE = lazy_pattern(
    rf"{APART}(?P<rules>Fed\. ?R\. ?(?:Civ\. ?P\.|Crim\. ?P\.|App\. ?P\.|Bankr\. ?P\.|Evid\.)|FRCP|FRE|FRCrP)"
    rf" (?P<rule>\d{{1,4}}(?:\.\d)?)(?P<below>{_SUBSECTIONS})"
)
_CONSTITUTION = lazy_pattern(
    rf"{APART}U\. ?S\. ?Const\.,? (?P<part>art|amend)s?\. ?(?P<number>[IVXL]{{1,6}}|\d{{1,2}})(?!\w)"
    r"(?P<below>(?:, (?:§§?|cl\.) ?\d{1,2}){0,3})"
)
_FULL_NAMES = {
    "FRCP": "Fed. R. Civ. P.",
    "FRE": "Fed. R. Evid.",
    "FRCrP": "Fed. R. Crim. P.",
    "USC": "U.S.C.",
    "USCA": "U.S.C.A.",
    "USCS": "U.S.C.S.",
    "CFR": "C.F.R.",
}  # fmt: skip


def find_us_statutes(text: str) -> Iterator[UsHit]:
    """Yield statutes by kind; a later one may be inside an earlier one."""
    for finder, read in (
        (_CODE, _read_code),
        (_PUBLIC, _read_public_law),
        (_STATUTES, _read_page),
        (_RULE, _read_rule),
        (_CONSTITUTION, _read_constitution),
    ):
        yield from (read(found) for found in finder.finditer(text))


def _read_code(found: re.Match[str]) -> UsHit:
    written = found["code"].replace(" ", "")
    code = _FULL_NAMES.get(written, written)
    places = (found["sections"] or found["section"]).replace("–", "-").replace(", and ", ", ").replace(" and ", ", ")
    bare = places.partition("(")[0] if found["section"] else places
    normal = f"{found['title']} {code} {'§§' if found['many'] else '§'} {bare}"
    parts = {"title": found["title"], "code": code, "section": bare}
    parts |= {"range": "et seq."} if found["seq"] else {}
    fault = find_title_fault(code, found["title"])
    return UsHit(found.start(), found.end(), "us-statute", normal, article=places, parts=parts, fault=fault)


def _read_public_law(found: re.Match[str]) -> UsHit:
    number = f"{found['congress']}-{found['law']}"
    parts = {"title": found["congress"], "code": "Pub. L.", "section": found["law"]}
    parts |= {"parallel": f"{found['volume']} Stat. {found['page']}"} if found["volume"] else {}
    article = f"§ {found['section']}" if found["section"] else None
    return UsHit(found.start(), found.end(), "us-statute", f"Pub. L. No. {number}", article=article, parts=parts)


def _read_page(found: re.Match[str]) -> UsHit:
    series = "Stat." if found["series"] == "Stat." else "Fed. Reg."
    page = found["page"].replace(",", "")
    parts = {"title": found["volume"], "code": series, "section": page}
    pin = found["pin"].replace(",", "") if found["pin"] else None
    pin = f"{pin}-{found['to'].replace(',', '')}" if pin and found["to"] else pin
    return UsHit(found.start(), found.end(), "us-statute", f"{found['volume']} {series} {page}", pin, parts=parts)


def _read_rule(found: re.Match[str]) -> UsHit:
    rules = _FULL_NAMES.get(found["rules"], " ".join(found["rules"].replace(".", ". ").split()))
    parts = {"title": "", "code": rules, "section": found["rule"]}
    article = found["rule"] + found["below"]
    return UsHit(found.start(), found.end(), "us-statute", f"{rules} {found['rule']}", article=article, parts=parts)


def _read_constitution(found: re.Match[str]) -> UsHit:
    part = f"{found['part']}. {found['number']}"
    parts = {"title": "", "code": "U.S. Const.", "section": part}
    article = part + found["below"]
    return UsHit(found.start(), found.end(), "us-statute", f"U.S. Const. {part}", article=article, parts=parts)
