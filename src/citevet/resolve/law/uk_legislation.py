"""UK acts and instruments at legislation.gov.uk, down to the subsection, and whether they were in force on a day."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from html import unescape

from citevet.contracts import Web
from citevet.model import WORST_FIRST, Citation, Difference, Lookup, Record, Reply
from citevet.patterns import lazy_pattern
from citevet.resolve.answers import not_known, refuse_shape, refuse_status, refuse_trouble, strip_markup
from citevet.resolve.cited_fields import fold_words
from citevet.resolve.law.clml import LABEL, SERVICE, SITE, ActText, find_act_path, parse_clml
from citevet.resolve.law.provisions import CitedPlace, Level, Provision, Step, find_place, judge_places, same_words

_SERIES = {"SI": "uksi", "SSI": "ssi", "WSI": "wsi", "SR": "nisr"}
# Of these the site has every number since this year; older acts and some instruments were never published there.
_COMPLETE_SINCE = {"ukpga": 1988, "asp": 1999, "asc": 2020, "anaw": 2012}
_KNOWN_ACT = "ukpga/1998/42"  # the Human Rights Act
_CHAPTER_YEARS = 1963  # before, a chapter was counted within a session of Parliament
_UNITS = {
    **dict.fromkeys(("s", "ss"), "section"),
    **dict.fromkeys(("reg", "regs"), "regulation"),
    **dict.fromkeys(("art", "arts"), "article"),
    **dict.fromkeys(("r", "rr"), "rule"),
    "sch": "schedule",
}
_MULTIPLE = 300
_MOST_PLACES = 4  # of one citation that are looked up
_MOST_CANDIDATES = 10
_CHAPTER = lazy_pattern(r"(?P<series>c|asp) ?(?P<number>\d{1,4})")
_POINT = lazy_pattern(r"(?P<number>\d{1,4}[A-Z]{0,3})(?P<below>(?:\(\w{1,5}\))*)")
_BELOW = lazy_pattern(r"\((\w{1,5})\)")
_PLACE = lazy_pattern(r"(?P<unit>[a-z]{1,5})\.? (?P<points>.{1,80}?)(?: paras? (?P<within>.{1,80}))?")
_LINK = lazy_pattern(r"<a\s[^<>]{0,200}?href=\"([^\"<>]{1,300})\"[^<>]{0,200}>([^<]{1,300})<")
_SUBDIVISION = Level("({})", "({}) to ({})")


async def look_up_uk_act(citation: Citation, web: Web, when: date) -> Lookup:
    """Look up an act by its number or title, then each cited provision in it."""
    numbered = _number_path(citation)
    path = numbered or await _find_by_title(citation, web)
    if isinstance(path, Lookup):
        return path
    places = list(_read_places(citation.place.article))[:_MOST_PLACES]
    outcomes = [await _look_up_place(citation, path, place, web, when) for place in places or [()]]
    outcome = min(outcomes, key=lambda outcome: WORST_FIRST.index(outcome.existence))
    return _compare_title(citation, outcome) if numbered else outcome


def parse_title_search(reply: Reply, title: str) -> str | Lookup:
    """Return type, year and number of the act to which a title leads; a list of several is ambiguous."""
    if refused := refuse_trouble(reply, LABEL):
        return refused
    if path := next(filter(None, (find_act_path(hop.to) for hop in reply.hops)), ""):
        return path
    if reply.status == _MULTIPLE:
        return _choose_titled(reply, title)
    return refuse_status(reply, LABEL, title) or refuse_shape(LABEL)


def _choose_titled(reply: Reply, title: str) -> str | Lookup:
    links = _LINK.findall(reply.data.decode("utf-8", "replace"))
    named = {find_act_path(unescape(address)): strip_markup(text) for address, text in links}
    named.pop("", None)
    exact = [path for path, text in named.items() if _same_title(text, title)]
    if len(exact) == 1:
        return exact[0]
    if not named:
        return refuse_shape(LABEL)
    found = [Record(SERVICE, path, "act", text, url=f"{SITE}/{path}") for path, text in named.items()]
    why = f"{LABEL} has {len(found)} acts with the title {title}"
    return Lookup("ambiguous", why=why, candidates=tuple(found[:_MOST_CANDIDATES]))


def _number_path(citation: Citation) -> str:
    """Return the address of an instrument's number, or of a chapter of a calendar year."""
    law = citation.law
    if number := law.si:
        return f"{_SERIES.get(citation.normal.partition(' ')[0], 'uksi')}/{number}"
    found, year = _CHAPTER.fullmatch(law.chapter), law.year
    if found is None or not year.isdecimal():
        return ""
    if found["series"] == "asp":
        return f"asp/{year}/{found['number']}"
    return f"ukpga/{year}/{found['number']}" if int(year) >= _CHAPTER_YEARS else ""


async def _find_by_title(citation: Citation, web: Web) -> str | Lookup:
    title, year = citation.law.title, citation.law.year
    if not title or not year:
        return Lookup(reason="abstained", why=f"{LABEL} finds an act by title and year, or by number and year")
    return parse_title_search(await web.ask(SERVICE, "/id", params={"title": f"{title} {year}"}), f"{title} {year}")


def _read_places(article: str | None) -> Iterator[CitedPlace]:
    """Yield the places of "s 6(1)", "ss 1-3, 5" and "sch 2 para 3"; of a range both ends."""
    found = _PLACE.fullmatch(article or "")
    unit = _UNITS.get(found["unit"]) if found else None
    if found is None or unit is None:
        return
    for point in _POINT.finditer(found["points"]):
        first = Step(_level(unit), point["number"])
        below = tuple(Step(_SUBDIVISION, label) for label in _BELOW.findall(point["below"]))
        within = list(_POINT.finditer(found["within"] or ""))
        if not within:
            yield (first, *below)
        for paragraph in within:
            steps = (Step(_SUBDIVISION, label) for label in _BELOW.findall(paragraph["below"]))
            yield (first, Step(_level("paragraph"), paragraph["number"]), *steps)


def _level(unit: str) -> Level:
    return Level(f"{unit} {{}}", f"{unit}s {{}} to {{}}")


async def _look_up_place(citation: Citation, path: str, place: CitedPlace, web: Web, when: date) -> Lookup:
    """Read the file of one provision, or of the contents; a provision without a file is sought in the contents."""
    unit = place[0].level.one.partition(" ")[0] if place else ""
    where = f"{path}/{unit}/{place[0].label}" if place else path
    if place:
        reply = await web.ask(SERVICE, f"/{where}/data.xml")
        if not reply.is_not_found:
            return _judge_provision(parse_clml(reply), where, place, when)
    reply = await web.ask(SERVICE, f"/{path}/contents/data.xml")
    if reply.is_not_found:
        return await _judge_absence(citation, path, web)
    act = parse_clml(reply)
    return act if isinstance(act, Lookup) else _judge_act(act, where, place, when)


def _judge_provision(act: ActText | Lookup, where: str, place: CitedPlace, when: date) -> Lookup:
    """Judge by the file of one provision, which must have that provision and says nothing about others."""
    if isinstance(act, Lookup):
        return act
    outcome = _judge_act(act, where, place, when)
    is_there = find_place(_part_of(act, place), place).path
    return outcome if is_there else replace(refuse_shape(LABEL), record=act.record)


async def _judge_absence(citation: Citation, path: str, web: Web) -> Lookup:
    """Return that an act is missing where the site is complete, and has an act that exists: a proxy has none."""
    kind, year, _ = (*path.split("/"), "", "")[:3]
    named = f"{citation.normal} ({path})"
    since = _COMPLETE_SINCE.get(kind)
    if not since or not year.isdecimal() or int(year) < since:
        return not_known(LABEL, named)
    known = parse_clml(await web.ask(SERVICE, f"/{_KNOWN_ACT}/contents/data.xml"))
    if isinstance(known, Lookup) or known.record.id != _KNOWN_ACT:
        return refuse_shape(LABEL)
    titled = await _find_by_title(citation, web)
    hint = f"; the act of that title is {titled}" if isinstance(titled, str) else ""
    return Lookup("missing", why=f"{LABEL} has every act of this kind since {since}, and no {named}{hint}")


def _judge_act(act: ActText, where: str, place: CitedPlace, when: date) -> Lookup:
    """Follow the place into the act, and say what is not in force."""
    record = replace(act.record, url=f"{SITE}/{where}", copies=(f"{SITE}/{where}/data.xml",) if place else ())
    outcome = judge_places(_part_of(act, place), [place], record, when)
    if not outcome.flags or outcome.record is None:
        return outcome
    steps = " ".join(step.level.one.format(step.label) for step in place).replace(" (", "(")
    asked = " of ".join(filter(None, (steps, record.title)))
    since = next((f" since {each.date}" for each in outcome.record.notices if each.date), "")
    repealed = f"has been repealed{since}" if since else "is repealed"
    state = repealed if "repealed" in outcome.flags else f"is not in force on {when.isoformat()}"
    return replace(outcome, why=f"{asked} {state}, says {LABEL}")


def _part_of(act: ActText, place: CitedPlace) -> Provision:
    """Return where a place is sought: the schedules, or the body if it is divided into such units."""
    unit = place[0].level.one.partition(" ")[0] if place else act.unit
    if unit == "schedule":
        return act.schedules
    return act.body if unit == act.unit else Provision("")


def _compare_title(citation: Citation, outcome: Lookup) -> Lookup:
    """Return a mismatch if the act of a number has another title than the cited one."""
    cited = " ".join(filter(None, (citation.law.title, citation.law.year)))
    record = outcome.record
    if record is None or not citation.law.title or _may_be_title(cited, record.title):
        return outcome
    difference = Difference("title", cited, record.title)
    why = f'title: the citation has "{cited}", the act "{record.title}"'
    return Lookup("mismatched", why=why, record=record, differences=(difference,))


def _may_be_title(cited: str, official: str) -> bool:
    """Check for the official title, one with words before it, or a shortened one whose words are all in it."""
    ours, theirs = _bare_title(cited), _bare_title(official)
    is_longer = ours.casefold().endswith(f" {theirs.casefold()}")  # "UK Data Protection Act 2018"
    return _same_title(cited, official) or is_longer or fold_words(ours) <= fold_words(official)


def _same_title(one: str, other: str) -> bool:
    """Compare titles without "The"; the year of an instrument's title may be left out on one side."""
    ours, theirs = _bare_title(one), _bare_title(other)
    if ours[-1:].isdecimal() != theirs[-1:].isdecimal():
        ours, theirs = ours.rstrip(" 0123456789"), theirs.rstrip(" 0123456789")
    return same_words(ours, theirs)


def _bare_title(title: str) -> str:
    return title.strip().removeprefix("The ").removeprefix("the ").replace("&", "and")
