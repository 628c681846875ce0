"""US statutes, regulations, rules and the Constitution, each at the service that publishes it."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import date
from urllib.parse import quote

from citevet.contracts import Web
from citevet.model import WORST_FIRST, Citation, Lookup, Notice, NoticeKind, Record, Reply
from citevet.resolve.answers import not_known, path_of, read_page_title, refuse_shape, refuse_status, strip_markup
from citevet.resolve.law.cfr import look_up_cfr
from citevet.resolve.law.provisions import find_time_flags, read_roman
from citevet.text.patterns import lazy_pattern

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


async def look_up_us_statute(citation: Citation, web: Web, when: date) -> Lookup:
    """Look up the sections of a code, or the place in another series; the worst outcome counts."""
    parts = citation.parts
    title, code, section = (parts.get(name, "") for name in ("title", "code", "section"))
    if code in _CODES or code == "C.F.R.":
        look_up = look_up_cfr if code == "C.F.R." else _look_up_section
        article = citation.locator.article if citation.locator and citation.locator.article else section
        places = list(_split_sections(article))[:_MOST_SECTIONS]
        outcomes = [await look_up(title, place, web, when) for place in places]
        return min(
            outcomes, key=lambda outcome: WORST_FIRST.index(outcome.existence), default=not_known("govinfo", section)
        )
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
    if "/content/pkg/" not in path_of(reply.final_url):
        return not_known(_LABELS[GOVINFO], sought)
    head = _HEAD.search(_decode(reply))
    title = strip_markup(head[1]) if head else ""
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
    ranges = [found.groups() for found in _SPANS.finditer(strip_tags(page))]
    is_contents = re.search(rf"\b{re.escape(title)}\b", heading) and "U.S. Code" in heading
    if not is_contents or sum(last is not None for _, last in ranges) < _FEWEST_RANGES:
        return refuse_shape(_LABELS[LII])
    spans = [int(number) for each in ranges for number in each if number]
    return min(spans), max(spans)


def _decode(reply: Reply) -> str:
    return reply.data.decode("utf-8", "replace")[:_LONGEST_PAGE]


def strip_tags(page: str) -> str:
    """Return a page without its tags."""
    return re.sub(r"<[^<>]{0,2000}>", " ", page).replace("&sect;", "§").replace("&nbsp;", " ")


def _split_sections(article: str) -> Iterator[str]:
    """Yield each section of "1331, 1332(a)", and both ends of "1331-1332" and "2.1-2.9"; 78j-1 is one section."""
    for each in filter(None, (part.strip() for part in article.split(","))):
        found = _RANGE.fullmatch(each)
        ends = [end for end in found.groups() if end] if found else []
        numbers = [[int(number) for number in end.split(".")] for end in ends]
        if numbers and numbers[0] < numbers[1]:
            yield from ends
        else:
            yield each


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
    pattern, since = _LINKS[citation.parts["code"]]
    if not title.isdecimal() or int(title) < since:
        return Lookup(reason="abstained", why=f"govinfo has {citation.parts['code']} since {since} only")
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
