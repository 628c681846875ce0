"""Acts and instruments in the markup of legislation.gov.uk: title, provisions, and whether they are in force."""

from collections.abc import Iterator

from citevet.identifiers.page_keys import split_address
from citevet.model import Lookup, Notice, Record, Reply
from citevet.patterns import lazy_pattern
from citevet.read.archive import Element
from citevet.read.service_xml import local_name, text_of
from citevet.records import dataclass, replace
from citevet.resolve.answers import read_xml, years_in
from citevet.resolve.law.provisions import Provision

SERVICE = "legislation_uk"
LABEL = "legislation.gov.uk"
SITE = "https://www.legislation.gov.uk"
_NUMBER = lazy_pattern(r"[^\W_]+")
_DOTS = lazy_pattern(r"[\s.…·]{3,}")  # the place of a repealed text
_LONGEST_LABEL = 5  # xviii, 104ZA; a longer word is "SCHEDULE"
_LEVELS = frozenset({"P2", "P3", "P4", "P5"})
# A draft has no number of its own, but that of the printed book.
_ACT_PATH = lazy_pattern(r"(?<![\w-])([a-z]{2,5}/(?:\d{4}|[A-Z]\w{1,12}/[\d-]{1,12})/(?:\d{13}|\d{1,5}))(?!\d)")
_TYPES = {
    "UnitedKingdomPublicGeneralAct": "ukpga",
    "UnitedKingdomLocalAct": "ukla",
    "UnitedKingdomStatutoryInstrument": "uksi",
    "UnitedKingdomDraftStatutoryInstrument": "ukdsi",
    "UnitedKingdomChurchMeasure": "ukcm",
    "UnitedKingdomChurchInstrument": "ukci",
    "UnitedKingdomMinisterialOrder": "ukmo",
    "ScottishAct": "asp",
    "ScottishStatutoryInstrument": "ssi",
    "ScottishDraftStatutoryInstrument": "sdsi",
    "WelshParliamentAct": "asc",
    "WelshNationalAssemblyAct": "anaw",
    "WelshAssemblyMeasure": "mwa",
    "WelshStatutoryInstrument": "wsi",
    "WelshDraftStatutoryInstrument": "wdsi",
    "NorthernIrelandAct": "nia",
    "NorthernIrelandStatutoryRule": "nisr",
    "NorthernIrelandDraftStatutoryRule": "nidsr",
    "NorthernIrelandOrderInCouncil": "nisi",
    "NorthernIrelandParliamentAct": "apni",
    "NorthernIrelandAssemblyMeasure": "mnia",
    "EuropeanUnionRegulation": "eur",
    "EuropeanUnionDirective": "eudr",
    "EuropeanUnionDecision": "eudn",
}
_MAKERS = (("Order", "article"), ("Rules", "rule"), ("Regulations", "regulation"), ("Act", "section"))
_UNITS = frozenset(unit for _, unit in _MAKERS)
_SCHEDULE = lazy_pattern(r"schedule-(\d{1,3}[A-Z]{0,3})")
_TEXTS = frozenset({"Body", "EUBody", "Schedules"})
_PRELIMS = frozenset({"PrimaryPrelims", "SecondaryPrelims", "EUPrelims", "Contents"})


@dataclass(frozen=True, slots=True)
class ActText:
    """What one file of legislation.gov.uk says: an act, one of its provisions, or its contents."""

    record: Record
    unit: str  # of the body: section, regulation, article, rule
    body: Provision
    schedules: Provision


def find_act_path(address: str) -> str:
    """Return type, year and number of an address: ukpga/1998/42; empty if it names no act."""
    found = _ACT_PATH.search(split_address(address).path)
    return found[1] if found else ""


def parse_clml(reply: Reply) -> ActText | Lookup:
    """Return the act and the provisions in a file, or why it cannot be read."""
    root, refusal = read_xml(reply, LABEL)
    title = _metadata(root, "title") or next(map(_heading, _nearest(root, _PRELIMS)), "")
    if local_name(root) != "Legislation" or not title:
        return refusal
    path = find_act_path(root.get("IdURI") or root.get("DocumentURI") or _metadata(root, "identifier"))
    main = _value(root, "DocumentMainType")
    kind, number = _TYPES.get(main, ""), _value(root, "ISBN" if "Draft" in main else "Number")
    year = _value(root, "Year") or "".join(map(str, years_in(title)[-1:]))  # a draft may have none
    path = path or (f"{kind}/{year}/{number}" if kind and year and number else "")
    unit = next((unit for word, unit in _MAKERS if word in title), "section")
    whole = _read_notice(root, next(_nearest(root, {"Body"}), root))
    record = Record(
        SERVICE,
        path or title,
        "act",
        title,
        years=years_in(year, title[-4:]) or years_in(path),
        url=f"{SITE}/{path}" if path else "",
        notices=(whole,) if whole else (),
        language=_metadata(root, "language"),
    )
    body, schedules = _read_texts(root) if [*_nearest(root, _TEXTS)] else _read_contents(root)
    return ActText(record, _find_unit(root) or unit, body, schedules)


def _nearest(element: Element, names: set[str] | frozenset[str]) -> Iterator[Element]:
    """Yield the nearest elements of these names below; the text that an act inserts into another one is left out."""
    for child in element:
        name = local_name(child)
        if name in names:
            yield child
        elif name != "BlockAmendment":
            yield from _nearest(child, names)


def _metadata(root: Element, name: str) -> str:
    for metadata in _nearest(root, {"Metadata"}):
        for child in metadata:
            if local_name(child) == name:
                return text_of(child)
    return ""


def _value(root: Element, name: str) -> str:
    for metadata in _nearest(root, {"Metadata"}):
        for child in _nearest(metadata, {name}):
            return child.get("Value") or ""
    return ""


def _find_unit(root: Element) -> str:
    """Return the unit by which the first provision of the body, or else of the contents, is addressed."""
    for names, entry in (({"Body", "EUBody"}, "P1"), ({"Contents"}, "ContentsItem")):
        entries = (each for body in _nearest(root, names) for each in _nearest(body, {entry}))
        units = ((each.get("id") or each.get("ContentRef") or "").partition("-")[0] for each in entries)
        if unit := next((unit for unit in units if unit in _UNITS), ""):
            return unit
    return ""


def _read_texts(root: Element) -> tuple[Provision, Provision]:
    versions = _list_versions(root)
    body = [each for part in _nearest(root, {"Body", "EUBody"}) for each in _read_provisions(part, versions)]
    schedules = [
        Provision(_label_schedule(each), _heading(each), _read_provisions(each, versions), _read_notice(each))
        for part in _nearest(root, {"Schedules"})
        for each in _nearest(part, {"Schedule"})
    ]
    return Provision("", parts=tuple(body)), Provision("", parts=_number_only(schedules))


def _read_contents(root: Element) -> tuple[Provision, Provision]:
    """Return the provisions that a table of contents lists; it is complete."""
    body: list[Provision] = []
    schedules: list[Provision] = []
    for contents in _nearest(root, {"Contents"}):
        for item in _nearest(contents, {"ContentsItem", "ContentsSchedule"}):
            schedule = local_name(item) == "ContentsSchedule"
            found = Provision(_read_label(item, "ContentsNumber"), _heading(item), notice=_read_notice(item))
            (schedules if schedule else body).append(found)
    return (
        Provision("", parts=tuple(body), complete=bool(body)),
        Provision("", parts=_number_only(schedules), complete=bool(schedules)),
    )


def _number_only(schedules: list[Provision]) -> tuple[Provision, ...]:
    """Return the schedules; the only one has no number, but is cited as the first, too."""
    is_only = len(schedules) == 1 and not schedules[0].label
    return (replace(schedules[0], label="1"),) if is_only else tuple(schedules)


def _list_versions(root: Element) -> frozenset[str]:
    """Return the days on which versions of the text in a file begin, and words such as "enacted"."""
    links = (link for metadata in _nearest(root, {"Metadata"}) for link in _nearest(metadata, {"link"}))
    return frozenset(link.get("title") or "" for link in links if (link.get("rel") or "").endswith("/hasVersion"))


def _read_provisions(element: Element, versions: frozenset[str]) -> tuple[Provision, ...]:
    return tuple(_read_provision(each, versions) for each in _nearest(element, {"P1"}))


def _read_provision(element: Element, versions: frozenset[str]) -> Provision:
    parent = element.getparent()
    group = parent if parent is not None and local_name(parent) == "P1group" else element
    parts = tuple(_read_parts(element, group))
    notice = _read_notice(element, group) or _find_repeal(element, group) or _find_start(versions, element, group)
    return Provision(_read_label(element, "Pnumber"), _heading(group), parts, notice, complete=bool(parts))


def _read_parts(element: Element, group: Element) -> Iterator[Provision]:
    for each in _nearest(element, _LEVELS):
        parts = tuple(_read_parts(each, group))
        notice = _read_notice(each) or _find_repeal(each, group)
        yield Provision(_read_label(each, "Pnumber"), "", parts, notice, complete=bool(parts))


def _read_label(element: Element, name: str) -> str:
    """Return the number of a provision: "6A", "a", and "1" for "FIRST SCHEDULE"; a schedule without one has none."""
    for child in element:
        if local_name(child) == name:
            words = _NUMBER.findall(text_of(child))
            is_alone = len(words) == 1 and len(words[0]) <= _LONGEST_LABEL
            return next((word for word in words if word[0].isdecimal() or is_alone), "") or _ordinal(words)
    return ""


def _label_schedule(schedule: Element) -> str:
    """Return the number of a schedule, or the one of its address: a treaty in a schedule has its own headings."""
    addressed = _SCHEDULE.fullmatch(schedule.get("id") or "")
    return _read_label(schedule, "Number") or (addressed[1] if addressed else "")


def _ordinal(words: list[str]) -> str:
    ordinals = "FIRST SECOND THIRD FOURTH FIFTH SIXTH SEVENTH EIGHTH NINTH TENTH ELEVENTH TWELFTH".split()
    return next((str(ordinals.index(word.upper()) + 1) for word in words if word.upper() in ordinals), "")


def _heading(element: Element) -> str:
    return next((text_of(each) for each in _nearest(element, {"Title", "ContentsTitle"})), "")


def _read_notice(*elements: Element) -> Notice | None:
    """Return the status that the editors gave an element or one around it."""
    for element in elements:
        if element.get("Status") == "Repealed":
            return Notice("repealed", LABEL, date=element.get("RestrictStartDate") or "")
        if element.get("Status") == "Prospective":
            return Notice("prospective", LABEL)
        if element.get("Match") == "false" and (end := element.get("RestrictEndDate")):
            return Notice("repealed", LABEL, date=end)
        if element.get("Match") == "false":
            return Notice("prospective", LABEL, date=element.get("RestrictStartDate") or "")
    return None


def _find_repeal(element: Element, group: Element) -> Notice | None:
    """Return the notice of a provision whose whole text is dots: it was repealed when this version began, or before."""
    text = "".join(text_of(each) for each in _nearest(element, {"Text"}))
    start = group.get("RestrictStartDate") or element.get("RestrictStartDate") or ""
    return Notice("repealed", LABEL, date=start) if _DOTS.fullmatch(text) else None


def _find_start(versions: frozenset[str], element: Element, group: Element) -> Notice | None:
    """Return from when a provision applies, if the file says that no version is older than the one that it has."""
    start = group.get("RestrictStartDate") or element.get("RestrictStartDate") or ""
    # An enacted version says nothing about commencement, and a file of the whole act lists the versions of the act.
    first = bool(versions) and all(version[:1].isdecimal() and version >= start for version in versions)
    return Notice("prospective", LABEL, date=start) if start and first else None
