"""US statutes, regulations, rules and the Constitution, each at the service that publishes it."""

import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from urllib.parse import quote

from citevet.contracts import Web
from citevet.identifiers.page_keys import split_address
from citevet.model import WORST_FIRST, Citation, Lookup, Notice, NoticeKind, Record, Reply
from citevet.patterns import lazy_pattern
from citevet.read.archive import Element
from citevet.read.service_xml import text_of
from citevet.records import dataclass, replace
from citevet.resolve.answers import (
    dig,
    items_at,
    not_known,
    number_at,
    read_json,
    read_page_title,
    read_xml,
    refuse_shape,
    refuse_status,
    strip_markup,
    text_at,
)
from citevet.resolve.law.provisions import find_time_flags, read_roman

GOVINFO, LII = "govinfo", "lii"
_LABELS = {GOVINFO: "govinfo", LII: "Cornell LII"}
_CODES = frozenset({"U.S.C.", "U.S.C.A.", "U.S.C.S."})
_LAST_TITLE = 54
# What the link service of govinfo calls the other series, and since which congress or volume it has them.
_LINKS: Mapping[str, tuple[str, int]] = {
    "Pub. L.": ("/link/plaw/{}/public/{}", 104),
    "Stat.": ("/link/statute/{}/{}", 65),
    "Fed. Reg.": ("/link/fr/{}/{}", 1),
}
# Folders of the rules at LII, and the last rule of each in 2025.
_RULES: Mapping[str, tuple[str, int]] = {
    "Fed. R. Civ. P.": ("frcp", 87),
    "Fed. R. Crim. P.": ("frcrmp", 62),
    "Fed. R. App. P.": ("frap", 48),
    "Fed. R. Bankr. P.": ("frbp", 9038),
    "Fed. R. Evid.": ("fre", 1103),
}
_FEWEST_RANGES = 2
_MORE_RULES = 10  # that may have been added since
_CONSTITUTION = {"art": ("article", 7), "amend": ("amendment", 27)}
_MOST_SECTIONS = 4  # of one citation that are looked up
_LONGEST_PAGE = 2_000_000  # characters that are searched
_RANGE = lazy_pattern(r"(\d{1,6})-(\d{1,6})|(\d{1,6}\.\d{1,6})-(\d{1,6}\.\d{1,6})")
_HEAD = lazy_pattern(r"<h3[^<>]{0,80}section-head[^<>]{0,80}>(.{1,600}?)</h3>", re.DOTALL)
_HEADED = lazy_pattern(r"\[?§ ?(\d{1,6}[\w-]{0,20})\. ")
_SUBSECTION = lazy_pattern(r"<(?:p|h4) class=\"(?:statutory-body|subsection-head)\">\s{0,9}\(([a-z])\)")
_END_OF_LAW = lazy_pattern(r"field-end:statute|class=\"source-credit\"")
_SPANS = lazy_pattern(r"§§?\s?(\d{1,6})\w{0,4}(?:\s?(?:to|[-–])\s?(\d{1,6}))?")
# The whole heading of an empty section: "[§1. Repealed. Pub. L. 98-473]", "18 U.S. Code § 1 - Repealed"
_GONE = lazy_pattern(r"[-–.\[\]]\s?\[?(Repealed|Omitted|Reserved|Vacant|Renumbered|Transferred)(?=[.,\]]|$)")
ECFR = "ecfr"
_ECFR_LABEL = "eCFR"
_ECFR_SITE = "https://www.ecfr.gov"
_ECFR_API = "/api/versioner/v1"
_DAY = lazy_pattern(r"\d{4}-\d\d-\d\d")
_NUMBERS = lazy_pattern(r"\d+")
_RESERVED = lazy_pattern(r"\[(?:Removed and )?Reserved\]", re.IGNORECASE)
_DEEPEST = 12  # levels of a title: title, subtitle, chapter, subchapter, part, subpart, subject group, section
_LAST_REGULATED = 50
_HISTORY = 2017  # the year in which the versions of the eCFR begin


async def look_up_us_statute(citation: Citation, web: Web, when: date) -> Lookup:
    """Look up the sections of a code, or the place in another series; the worst outcome counts."""
    law = citation.law
    title, code, section = law.title, law.code, law.section
    if code in _CODES or code == "C.F.R.":
        look_up = look_up_cfr if code == "C.F.R." else _look_up_section
        article = citation.place.article or section
        places = list(_split_sections(article))[:_MOST_SECTIONS]
        outcomes = [await look_up(title, place, web, when) for place in places]
        return min(outcomes, key=lambda each: WORST_FIRST.index(each.existence), default=not_known("govinfo", section))
    if code in _LINKS:
        return await _look_up_link(citation, title, section, web)
    if code in _RULES:
        return await _look_up_rule(citation, code, section, web)
    if code == "U.S. Const.":
        return await _look_up_constitution(citation, section, web)
    return Lookup(reason="abstained", why=f"no service is known that has the {code or 'statute'}")


def parse_govinfo_link(reply: Reply, sought: str) -> Lookup:
    """Return the document to which the link service leads; an answer of any other page means that it has none."""
    if refused := refuse_status(reply, _LABELS[GOVINFO], sought):
        return refused
    if "/content/pkg/" not in split_address(reply.final_url).path:
        return not_known(_LABELS[GOVINFO], sought)
    title = strip_markup(head[1]) if (head := _HEAD.search(_decode(reply))) else ""
    return Lookup("found", record=_make_record(GOVINFO, sought, title or sought, reply.final_url))


def parse_lii_page(reply: Reply, sought: str, number: str) -> Lookup:
    """Return the law of a page of LII, whose title must name it."""
    if refused := refuse_status(reply, _LABELS[LII], sought):
        return refused
    title = read_page_title(_decode(reply)).partition(" | ")[0]
    if number.casefold() not in title.casefold().replace("–", "-"):  # § 300gg–4
        return refuse_shape(_LABELS[LII])
    return Lookup("found", record=_make_record(LII, sought, title, reply.final_url))


def parse_title_page(reply: Reply, title: str) -> tuple[int, int] | Lookup:
    """Return the first and last section of a title of the U.S. Code, from its table of contents at LII.

    The page must be named after the title, and list at least two ranges: other pages name single sections, too.
    """
    if refused := refuse_status(reply, _LABELS[LII], "the title"):
        return refused
    page = _decode(reply)
    heading = read_page_title(page)
    text = re.sub(r"<[^<>]{0,2000}>", " ", page).replace("&sect;", "§").replace("&nbsp;", " ")
    ranges = [found.groups() for found in _SPANS.finditer(text)]
    is_contents = re.search(rf"\b{re.escape(title)}\b", heading) and "U.S. Code" in heading
    if not is_contents or sum(last is not None for _, last in ranges) < _FEWEST_RANGES:
        return refuse_shape(_LABELS[LII])
    spans = [int(number) for each in ranges for number in each if number]
    return min(spans), max(spans)


def _decode(reply: Reply) -> str:
    return reply.data.decode("utf-8", "replace")[:_LONGEST_PAGE]


def _split_sections(article: str) -> Iterator[str]:
    """Yield each section of "1331, 1332(a)", and both ends of "1331-1332" and "2.1-2.9"; 78j-1 is one section."""
    for each in filter(None, (part.strip() for part in article.split(","))):
        found = _RANGE.fullmatch(each)
        ends = [end for end in found.groups() if end] if found else []
        numbers = [[int(number) for number in end.split(".")] for end in ends]
        yield from ends if numbers and numbers[0] < numbers[1] else [each]


async def _look_up_section(title: str, place: str, web: Web, when: date) -> Lookup:
    """Look up a section of the U.S. Code: the official edition at govinfo, then the current text at LII."""
    if not title.isdecimal() or not 0 < int(title) <= _LAST_TITLE:
        return Lookup("missing", why=f"there is no title {title}: the U.S. Code has titles 1 to {_LAST_TITLE}")
    section, _, below = place.partition("(")
    sought = f"{title} U.S.C. § {section}"
    address = quote(f"{title}/{section}")
    official = await web.ask(GOVINFO, f"/link/uscode/{address}", params={"link-type": "html"})
    found = parse_govinfo_link(official, sought)
    if found.record and not _is_section(found.record.title, section):
        return refuse_shape(_LABELS[GOVINFO])
    if found.record:
        return _judge_subsection(found.record, official, below) or _report(found.record, when)
    current = parse_lii_page(await web.ask(LII, f"/uscode/text/{address}"), sought, section)
    if current.record:
        return _report(current.record, when)
    both = replace(found if found.reason != "abstained" else current, why=f"{found.why}, and {current.why}")
    if both.reason != "abstained":
        return both
    ends = parse_title_page(await web.ask(LII, f"/uscode/text/{title}"), title)
    number = re.match(r"\d{1,6}", section)
    if isinstance(ends, Lookup) or number is None or int(number[0]) <= ends[1]:
        return both
    has = f"title {title} of the U.S. Code has sections {ends[0]} to {ends[1]}"
    record = _make_record(LII, f"{title} U.S.C.", f"title {title} of the U.S. Code", "")
    return Lookup("missing", why=f"there is no § {section}: {has}", record=record)


def _is_section(heading: str, section: str) -> bool:
    """Check that a heading, such as "§2000e–2. Discharge", is that of a section; one of several may have it."""
    found = _HEADED.match(heading.replace("–", "-"))
    return found is None or found[1].casefold() == section.casefold()


def _judge_subsection(record: Record, reply: Reply, below: str) -> Lookup | None:
    """Return that a subsection beyond the last one is missing, if the subsections are read without a gap."""
    asked = below.partition(")")[0]
    text = _decode(reply)
    end = _END_OF_LAW.search(text)
    letters = list(dict.fromkeys(_SUBSECTION.findall(text[: end.start()] if end else "")))
    gapless = letters == [chr(ord("a") + index) for index in range(len(letters))]
    if not letters[1:] or not gapless or not re.fullmatch("[a-z]", asked) or asked in letters:
        return None
    why = f"there is no ({asked}): {record.id} has ({letters[0]}) to ({letters[-1]})"
    return Lookup("missing", why=why, record=record)


async def _look_up_link(citation: Citation, title: str, number: str, web: Web) -> Lookup:
    pattern, since = _LINKS[citation.law.code]
    if not title.isdecimal() or int(title) < since:
        return Lookup(reason="abstained", why=f"govinfo has {citation.law.code} since {since} only")
    path = pattern.format(quote(title), quote(number))
    return parse_govinfo_link(await web.ask(GOVINFO, path, params={"link-type": "html"}), citation.normal)


async def _look_up_rule(citation: Citation, code: str, number: str, web: Web) -> Lookup:
    folder, last = _RULES[code]
    reply = await web.ask(LII, f"/rules/{folder}/rule_{quote(number)}")
    found = parse_lii_page(reply, citation.normal, f"Rule {number}")
    first = number.partition(".")[0]
    if found.reason == "abstained" and first.isdecimal() and int(first) > last + _MORE_RULES:
        record = _make_record(LII, code, f"the {code}", "")
        return Lookup("missing", why=f"there is no rule {number}: the {code} have rules 1 to {last}", record=record)
    return found


async def _look_up_constitution(citation: Citation, section: str, web: Web) -> Lookup:
    """Look up an article or amendment; how many there are is known without a service."""
    unit, _, numeral = section.partition(". ")
    name, last = _CONSTITUTION.get(unit, ("", 0))
    number = int(numeral) if numeral.isdecimal() else read_roman(numeral.lower())
    if not name or not number:
        return Lookup(reason="abstained", why=f"{citation.normal} names no article or amendment")
    if number > last:
        record = _make_record(LII, "U.S. Const.", "the Constitution", "https://www.law.cornell.edu/constitution")
        why = f"there is no {name} {numeral}: the Constitution has {last} {name}s"
        return Lookup("missing", why=why, record=record)
    reply = await web.ask(LII, f"/constitution/{name}{numeral.lower()}")
    return parse_lii_page(reply, citation.normal, f"{name} {numeral}")


def _make_record(service: str, place: str, title: str, url: str) -> Record:
    gone = _GONE.search(title)
    kind: NoticeKind = "renumbered" if gone and gone[1] in {"Renumbered", "Transferred"} else "repealed"
    notices = (Notice(kind, _LABELS[service], why=gone[1].lower()),) if gone else ()
    return Record(service, place, "act", title, url=url, copies=(url,) if url else (), notices=notices)


def _report(record: Record, when: date) -> Lookup:
    state = next((f"{record.id} is {each.why}, says {each.by}" for each in record.notices), "")
    return Lookup("found", why=state, record=record, flags=find_time_flags(record.notices, when))


@dataclass(frozen=True, slots=True)
class Regulation:
    """A part or section of a title."""

    number: str  # 240, 240.10b-5, 102.104-102.109
    heading: str = ""
    notice: Notice | None = None


async def look_up_cfr(title: str, place: str, web: Web, when: date) -> Lookup:
    """Look up a section (240.10b-5) or a part (240) of a title as of a day, or of the last day that the eCFR has.

    Paragraphs, such as (c) of 240.10b-5(c), are not followed.
    """
    place = place.partition("(")[0]
    day = parse_titles(await web.ask(ECFR, f"{_ECFR_API}/titles.json"), title, when)
    if isinstance(day, Lookup):
        return day
    asked = {"part": place.partition(".")[0], **({"section": place} if "." in place else {})}
    path = f"{_ECFR_API}/full/{day}/title-{title}.xml"
    reply = await web.ask(ECFR, path, params=asked)
    if reply.is_not_found:
        return await _look_up_history(title, place, day, web, when)
    found = parse_full(reply)
    if isinstance(found, Lookup):
        return found
    rule = _find_rule(found, place)
    if rule is None:
        return refuse_shape(_ECFR_LABEL)
    copy = f"{_ECFR_SITE}{path}?{'&'.join(f'{name}={value}' for name, value in asked.items())}"
    return _report_regulation(replace(_make_regulation(title, rule, place), copies=(copy,)), when)


def parse_titles(reply: Reply, title: str, when: date) -> str | Lookup:
    """Return the day for which to ask: the given one, or the last one on which a title is up to date."""
    data, refusal = read_json(reply, _ECFR_LABEL)
    titles = {number: each for each in items_at(data, "titles") if (number := number_at(each, "number"))}
    if not titles:
        return refusal
    found = titles.get(int(title)) if title.isdecimal() else None
    if found is None:
        is_beyond = title.isdecimal() and int(title) > max(titles) >= _LAST_REGULATED
        why = f"there is no title {title}: the C.F.R. has titles 1 to {max(titles)}"
        return Lookup("missing", why=why) if is_beyond else refusal  # such as a list with gaps
    if dig(found, "reserved") is True:
        why = f"title {title} of the C.F.R. is reserved today; its former sections are not in the {_ECFR_LABEL}"
        return Lookup(reason="abstained", why=why)
    day = text_at(found, "up_to_date_as_of")
    return min(day, when.isoformat()) if _DAY.fullmatch(day) else refusal


def parse_full(reply: Reply) -> list[Regulation] | Lookup:
    """Return the parts and sections in the text of a title, a part or a section."""
    root, refusal = read_xml(reply, _ECFR_LABEL, "the section")
    found = [_read_division(each) for each in root.iter() if each.get("TYPE") in {"PART", "SECTION"} and each.get("N")]
    return found or refusal


def parse_structure(reply: Reply) -> list[Regulation] | Lookup:
    """Return the parts and sections of the table of contents of a title."""
    data, refusal = read_json(reply, _ECFR_LABEL, "the title")
    found: list[Regulation] = []
    level: Sequence[object] = [data]
    for _ in range(_DEEPEST):
        units = [each for each in level if text_at(each, "type") in {"part", "section"} and text_at(each, "identifier")]
        found += [Regulation(text_at(each, "identifier"), text_at(each, "label")) for each in units]
        level = [child for each in level for child in items_at(each, "children")]
    return found or refusal


def parse_versions(reply: Reply, when: date) -> list[Regulation] | Lookup:
    """Return the sections of a part that have ever been in the eCFR, with the state of each on a day."""
    data, refusal = read_json(reply, _ECFR_LABEL, "the part")
    if not isinstance(dig(data, "content_versions"), list):
        return refusal
    latest: dict[str, tuple[str, Regulation]] = {}
    for each in items_at(data, "content_versions"):
        number, day = text_at(each, "identifier"), text_at(each, "date")
        if number and day <= when.isoformat() and latest.get(number, ("",))[0] <= day:
            notice = Notice("repealed", _ECFR_LABEL, date=day) if dig(each, "removed") is True else None
            heading = text_at(each, "name")
            latest[number] = day, Regulation(number, heading, notice or _find_reserved(heading))
    return [rule for _, rule in latest.values()]


async def _look_up_history(title: str, place: str, day: str, web: Web, when: date) -> Lookup:
    """Find out what became of a section that is not there: removed, or never there."""
    part = place.partition(".")[0]
    reply = await web.ask(ECFR, f"{_ECFR_API}/versions/title-{title}.json", params={"part": part})
    rules = parse_versions(reply, when)
    if isinstance(rules, Lookup):
        return rules
    if rule := _find_rule(rules, place):
        return _report_regulation(_make_regulation(title, rule, place), when)
    if rules:
        present = [each for each in rules if each.notice is None] or rules
        return _judge_absence(title, place, present, f"part {part}", "§")
    rules = parse_structure(await web.ask(ECFR, f"{_ECFR_API}/structure/{day}/title-{title}.json"))
    if isinstance(rules, Lookup):
        return rules
    parts = [rule for rule in rules if "." not in rule.number]
    return _judge_absence(title, part, parts, f"title {title}", "part")


def _judge_absence(title: str, place: str, rules: Sequence[Regulation], inside: str, unit: str) -> Lookup:
    """Return that a number beyond the last one is missing; one in between may have been removed long ago."""
    numbers = sorted((rule.number for rule in rules), key=_sort_number)
    if not numbers:
        return Lookup(reason="abstained", why=f"{_ECFR_LABEL} does not know {title} C.F.R. {unit} {place}")
    several = {"§": "§§", "part": "parts"}[unit]
    has = f"{inside} has {several} {numbers[0]} to {numbers[-1].rpartition('-')[2] if unit == 'part' else numbers[-1]}"
    if _sort_number(place)[:2] > max(_sort_number(number)[:2] for number in _both_ends(numbers)):
        record = Record(ECFR, f"{title} CFR {inside}", "regulation", f"{title} C.F.R., {inside}")
        return Lookup("missing", why=f"there is no {unit} {place}: {has}", record=record)
    why = f"{unit} {place} is not in the {_ECFR_LABEL}, whose versions begin in {_HISTORY}: {has}"
    return Lookup(reason="abstained", why=why)


def _both_ends(numbers: Sequence[str]) -> list[str]:
    return [*numbers, *(number.rpartition("-")[2] for number in numbers if number.rpartition("-")[2][:1].isdecimal())]


def _sort_number(number: str) -> tuple[int, ...]:
    return tuple(int(each[:9]) for each in _NUMBERS.findall(number)) or (0,)


def _read_division(element: Element) -> Regulation:
    head = next((each for each in element if each.tag == "HEAD"), None)
    heading = "" if head is None else text_of(head)
    number = (element.get("N") or "").lstrip("§ \xa0")  # the files of whole titles write the sign
    return Regulation(number, heading, _find_reserved(heading))


def _find_reserved(heading: str) -> Notice | None:
    return Notice("repealed", _ECFR_LABEL, why="reserved") if _RESERVED.search(heading) else None


def _find_rule(rules: Sequence[Regulation], place: str) -> Regulation | None:
    """Return the section or part of a number, or the range of sections that it is in; most of these are reserved."""
    for rule in rules:
        first, dash, last = rule.number.partition("-")
        inside = dash and _sort_number(first) <= _sort_number(place) <= _sort_number(last)
        if rule.number == place or (inside and (rule.notice or "." in last)):
            return rule
    return None


def _make_regulation(title: str, rule: Regulation, place: str) -> Record:
    unit = "section" if "." in place else "part"
    return Record(
        ECFR,
        f"{title} CFR {place}",
        "regulation",
        rule.heading or f"{title} C.F.R. {place}",
        url=f"{_ECFR_SITE}/current/title-{title}/{unit}-{place}",
        notices=(rule.notice,) if rule.notice else (),
    )


def _report_regulation(record: Record, when: date) -> Lookup:
    flags = find_time_flags(record.notices, when)
    day = next((f" on {each.date}" for each in record.notices if each.date), "")
    state = "is reserved" if any(each.why == "reserved" for each in record.notices) else f"was removed{day}"
    why = f"{record.id} {state}, says {_ECFR_LABEL}" if flags else ""
    return Lookup("found", why=why, record=record, flags=flags)
