"""The Code of Federal Regulations at the eCFR: sections on a day, removed and reserved ones, and what a part has."""

import re
from collections.abc import Sequence
from datetime import date

from citevet.contracts import Web
from citevet.model import Lookup, Notice, Record, Reply
from citevet.read.archive import Element
from citevet.read.service_xml import text_of
from citevet.records import dataclass, replace
from citevet.resolve.answers import dig, items_at, number_at, read_json, read_xml, refuse_shape, text_at
from citevet.resolve.law.provisions import find_time_flags
from citevet.text.patterns import lazy_pattern

SERVICE = "ecfr"
LABEL = "eCFR"
_SITE = "https://www.ecfr.gov"
_API = "/api/versioner/v1"
_DAY = lazy_pattern(r"\d{4}-\d\d-\d\d")
_NUMBERS = lazy_pattern(r"\d+")
_RESERVED = lazy_pattern(r"\[(?:Removed and )?Reserved\]", re.IGNORECASE)
_DEEPEST = 12  # levels of a title: title, subtitle, chapter, subchapter, part, subpart, subject group, section
_LAST_TITLE = 50
_HISTORY = 2017  # the year in which the versions of the eCFR begin


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
    day = parse_titles(await web.ask(SERVICE, f"{_API}/titles.json"), title, when)
    if isinstance(day, Lookup):
        return day
    part, dot, _ = place.partition(".")
    asked = {"part": part, "section": place} if dot else {"part": part}
    path = f"{_API}/full/{day}/title-{title}.xml"
    reply = await web.ask(SERVICE, path, params=asked)
    if reply.is_not_found:
        return await _look_up_history(title, place, day, web, when)
    found = parse_full(reply)
    if isinstance(found, Lookup):
        return found
    rule = _find_rule(found, place)
    if rule is None:
        return refuse_shape(LABEL)
    copy = f"{_SITE}{path}?{'&'.join(f'{name}={value}' for name, value in asked.items())}"
    return _report(replace(_make_record(title, rule, place), copies=(copy,)), when)


def parse_titles(reply: Reply, title: str, when: date) -> str | Lookup:
    """Return the day for which to ask: the given one, or the last one on which a title is up to date."""
    data, refusal = read_json(reply, LABEL)
    titles = {number: each for each in items_at(data, "titles") if (number := number_at(each, "number"))}
    if not titles:
        return refusal
    found = titles.get(int(title)) if title.isdecimal() else None
    if found is None:
        is_beyond = title.isdecimal() and int(title) > max(titles) >= _LAST_TITLE
        why = f"there is no title {title}: the C.F.R. has titles 1 to {max(titles)}"
        return Lookup("missing", why=why) if is_beyond else refusal  # such as a list with gaps
    if dig(found, "reserved") is True:
        why = f"title {title} of the C.F.R. is reserved today; its former sections are not in the {LABEL}"
        return Lookup(reason="abstained", why=why)
    day = text_at(found, "up_to_date_as_of")
    return min(day, when.isoformat()) if _DAY.fullmatch(day) else refusal


def parse_full(reply: Reply) -> list[Regulation] | Lookup:
    """Return the parts and sections in the text of a title, a part or a section."""
    root, refusal = read_xml(reply, LABEL, "the section")
    found = [_read_division(each) for each in root.iter() if each.get("TYPE") in {"PART", "SECTION"} and each.get("N")]
    return found or refusal


def parse_structure(reply: Reply) -> list[Regulation] | Lookup:
    """Return the parts and sections of the table of contents of a title."""
    data, refusal = read_json(reply, LABEL, "the title")
    found: list[Regulation] = []
    level: Sequence[object] = [data]
    for _ in range(_DEEPEST):
        found += [
            Regulation(text_at(each, "identifier"), text_at(each, "label"))
            for each in level
            if text_at(each, "type") in {"part", "section"} and text_at(each, "identifier")
        ]
        level = [child for each in level for child in items_at(each, "children")]
    return found or refusal


def parse_versions(reply: Reply, when: date) -> list[Regulation] | Lookup:
    """Return the sections of a part that have ever been in the eCFR, with the state of each on a day."""
    data, refusal = read_json(reply, LABEL, "the part")
    if not isinstance(dig(data, "content_versions"), list):
        return refusal
    latest: dict[str, tuple[str, Regulation]] = {}
    for each in items_at(data, "content_versions"):
        number, day = text_at(each, "identifier"), text_at(each, "date")
        if number and day <= when.isoformat() and latest.get(number, ("",))[0] <= day:
            notice = Notice("repealed", LABEL, date=day) if dig(each, "removed") is True else None
            heading = text_at(each, "name")
            latest[number] = day, Regulation(number, heading, notice or _find_reserved(heading))
    return [rule for _, rule in latest.values()]


async def _look_up_history(title: str, place: str, day: str, web: Web, when: date) -> Lookup:
    """Find out what became of a section that is not there: removed, or never there."""
    part = place.partition(".")[0]
    reply = await web.ask(SERVICE, f"{_API}/versions/title-{title}.json", params={"part": part})
    rules = parse_versions(reply, when)
    if isinstance(rules, Lookup):
        return rules
    if rule := _find_rule(rules, place):
        return _report(_make_record(title, rule, place), when)
    if rules:
        present = [rule for rule in rules if rule.notice is None]
        return _judge_absence(title, place, present or rules, f"part {part}", "§")
    rules = parse_structure(await web.ask(SERVICE, f"{_API}/structure/{day}/title-{title}.json"))
    if isinstance(rules, Lookup):
        return rules
    parts = [rule for rule in rules if "." not in rule.number]
    return _judge_absence(title, part, parts, f"title {title}", "part")


def _judge_absence(title: str, place: str, rules: Sequence[Regulation], inside: str, unit: str) -> Lookup:
    """Return that a number beyond the last one is missing; one in between may have been removed long ago."""
    numbers = sorted((rule.number for rule in rules), key=_sort_number)
    if not numbers:
        return Lookup(reason="abstained", why=f"{LABEL} does not know {title} C.F.R. {unit} {place}")
    several = {"§": "§§", "part": "parts"}[unit]
    has = f"{inside} has {several} {numbers[0]} to {numbers[-1].rpartition('-')[2] if unit == 'part' else numbers[-1]}"
    if _sort_number(place)[:2] > max(_sort_number(number)[:2] for number in _both_ends(numbers)):
        record = Record(SERVICE, f"{title} CFR {inside}", "regulation", f"{title} C.F.R., {inside}")
        return Lookup("missing", why=f"there is no {unit} {place}: {has}", record=record)
    why = f"{unit} {place} is not in the {LABEL}, whose versions begin in {_HISTORY}: {has}"
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
    return Notice("repealed", LABEL, why="reserved") if _RESERVED.search(heading) else None


def _find_rule(rules: Sequence[Regulation], place: str) -> Regulation | None:
    """Return the section or part of a number, or the range of sections that it is in; most of these are reserved."""
    for rule in rules:
        first, dash, last = rule.number.partition("-")
        inside = dash and _sort_number(first) <= _sort_number(place) <= _sort_number(last)
        if rule.number == place or (inside and (rule.notice or "." in last)):
            return rule
    return None


def _make_record(title: str, rule: Regulation, place: str) -> Record:
    unit = "section" if "." in place else "part"
    return Record(
        SERVICE,
        f"{title} CFR {place}",
        "regulation",
        rule.heading or f"{title} C.F.R. {place}",
        url=f"{_SITE}/current/title-{title}/{unit}-{place}",
        notices=(rule.notice,) if rule.notice else (),
    )


def _report(record: Record, when: date) -> Lookup:
    flags = find_time_flags(record.notices, when)
    since = next((f" since {each.date}" for each in record.notices if each.date), "")
    state = "reserved" if any(each.why == "reserved" for each in record.notices) else f"removed{since}"
    return Lookup("found", why=f"{record.id} is {state}, says {LABEL}" if flags else "", record=record, flags=flags)
