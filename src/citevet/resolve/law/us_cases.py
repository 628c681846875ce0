"""US cases by volume, reporter and page at CourtListener, and whether the case there is the one that is named."""

import re
from collections.abc import Iterable
from dataclasses import replace
from datetime import date
from urllib.parse import quote

from citevet.contracts import Web
from citevet.identifiers.page_keys import split_address
from citevet.model import Citation, Difference, Lookup, Record, Reply
from citevet.patterns import lazy_pattern
from citevet.resolve.answers import (
    items_at,
    not_known,
    number_at,
    plain_text_at,
    read_json,
    read_page_title,
    refuse_shape,
    refuse_status,
    text_at,
    years_in,
)
from citevet.resolve.law.captions import are_one_case, compare_captions, compare_case
from citevet.resolve.law.us_case_search import seek_by_name, seek_unpublished
from citevet.resolve.law.us_dockets import look_up_docket
from citevet.text.reporter_volumes import find_unpublished_volume

SERVICE = "courtlistener"
LABEL = "CourtListener"
_SITE = "https://www.courtlistener.com"
_LOOKUP = "/api/rest/v4/citation-lookup/"
_NO_KEY = frozenset({401, 403})
_ONE, _SEVERAL, _UNKNOWN_REPORTER, _NOT_FOUND, _TOO_MANY = 200, 300, 400, 404, 429
_MOST_CANDIDATES = 10
_MOST_PARALLEL = 3  # citations of one case that are looked up
_MAY_EXIST = "the page may be inside an opinion or a list of orders, and its collection has gaps"
_ASK_MORE = "its citation lookup, which may know more, needs a token: set COURTLISTENER_TOKEN"
_PAID = lazy_pattern(r"WL$|LEXIS|Westlaw")  # numbers of databases, of which few are known to others
_DATABASE = "{} numbers are those of a paid database, which cannot be asked"
_UNREADABLE = "a case can be looked up only by its volume, reporter and first page"
_OPINION = lazy_pattern(r"/opinion/(\d{1,12})/([\w-]{1,300})/?")
_PRINTED = lazy_pattern(r", (\d{1,4}) ([^,\d][^,]{0,30}?) (\d{1,6})(?: \([^()]{1,60}\))? [–|-] CourtListener")
_TITLE_TAIL = lazy_pattern(r"(?:, \d[^,]{3,60})?(?: \([^()]{1,60}\))? [–|-] CourtListener.*$")


async def look_up_us_case(citation: Citation, web: Web, when: date) -> Lookup:
    """Look up a case by volume, reporter and page; with a token by the API, else by the public finder."""
    volume, reporter, page = _read_place(citation)
    if not (volume.isdecimal() and reporter and any(char.isdecimal() for char in page)):
        return await look_up_docket(citation, web) or Lookup(reason="abstained", why=_UNREADABLE)
    found, is_open = await _ask_place(citation, web)
    lookup = found if isinstance(found, Lookup) else await _choose_case(citation, found, web, when)
    if lookup.existence != "unchecked":
        return lookup
    if _PAID.search(reporter):
        absent = replace(lookup, why=f"{_DATABASE.format(reporter)}; {lookup.why}", flags=())
        known = await look_up_docket(citation, web)
        return known or (absent if is_open or not lookup.flags else await seek_unpublished(citation, absent, web))
    # The finder alone accuses nobody.
    return replace(lookup, why=f"{lookup.why}; {_ASK_MORE}", flags=()) if is_open else lookup


def _read_place(citation: Citation) -> tuple[str, str, str]:
    return citation.law.volume, citation.law.reporter, citation.law.page


async def _ask_place(citation: Citation, web: Web) -> tuple[list[Record] | Lookup, bool]:
    """Return the cases at the place of a citation, or why they are not known, and whether there is no token."""
    volume, reporter, page = _read_place(citation)
    reply = await web.ask(SERVICE, _LOOKUP, form={"volume": volume, "reporter": reporter, "page": page})
    if reply.status not in _NO_KEY:
        return parse_citation_lookup(reply), False
    if _PAID.search(reporter):
        return [], True
    path = f"/c/{quote(reporter, safe='')}/{quote(volume)}/{quote(page)}/"
    return parse_finder_page(await web.ask(SERVICE, path), citation), True


async def _look_up_parallel(citation: Citation, web: Web) -> Lookup | None:
    """Look a case up by its parallel citations; None where none of them leads to a case."""
    for place in citation.law.parallel.split("; ")[:_MOST_PARALLEL]:
        volume, _, rest = place.partition(" ")
        reporter, _, page = rest.rpartition(" ")
        if not (volume.isdecimal() and reporter and page.isdecimal()) or _PAID.search(reporter):
            continue
        other = replace(
            citation,
            normal=place,
            parts={**citation.parts, "volume": volume, "reporter": reporter, "page": page},
        )
        cases, _ = await _ask_place(other, web)
        if isinstance(cases, list) and len(cases) == 1 and not cases[0].pages:
            compared = compare_case(other, cases[0])
            said = f"{LABEL} has this case at {place}, and not {citation.normal}"
            if compared.existence == "mismatched":
                said = f"{citation.normal} is not known, and {place} is another case; {compared.why}"
            return replace(compared, why=said)
    return None


def parse_citation_lookup(reply: Reply) -> list[Record] | Lookup:
    """Return the cases at one citation, or why they are not known."""
    if reply.status == _TOO_MANY:
        return _refuse_for_now(reply)
    data, refusal = read_json(reply, LABEL)
    if not isinstance(data, list):
        return refusal
    if not data:
        return not_known(LABEL, "this form of citation")
    status, citation = number_at(data, 0, "status"), text_at(data, 0, "citation")
    clusters = [_read_cluster(each, citation) for each in items_at(data, 0, "clusters") if isinstance(each, dict)]
    if status in {_ONE, _SEVERAL}:
        return clusters or refusal
    if status == _NOT_FOUND:
        return []
    if status == _UNKNOWN_REPORTER:
        return not_known(LABEL, f"the reporter of {citation}")
    return _refuse_for_now(reply) if status == _TOO_MANY else refusal


def parse_finder_page(reply: Reply, citation: Citation) -> list[Record] | Lookup:
    """Return the cases to which the public finder leads: it redirects to the only one, or lists several."""
    if reply.is_not_found:
        return []
    text = reply.data.decode("utf-8", "replace")
    if reply.status == _SEVERAL and not reply.trouble:
        links = dict.fromkeys(found[0] for found in _OPINION.finditer(text))
        return [_read_opinion_link(link) for link in links][:_MOST_CANDIDATES] or refuse_shape(LABEL)
    if refused := refuse_status(reply, LABEL, "the case"):
        return refused
    path = split_address(reply.final_url).path
    if not _OPINION.search(path):
        return refuse_shape(LABEL)
    printed = _PRINTED.search(read_page_title(text))
    pages = _find_first_page([printed.groups()] if printed else [], citation.normal)
    return [replace(_read_opinion_link(path, text), pages=pages)]


def _refuse_for_now(reply: Reply) -> Lookup:
    """Return why CourtListener gives no answer yet. Its documentation spells the field in two ways."""
    data, _ = read_json(Reply(reply.url, reply.status, data=reply.data), LABEL)
    again = text_at(data, "wait_until") or text_at(data, "wait_util")
    why = f"{LABEL} allows no more lookups now"
    return Lookup(reason="blocked", why=f"{why}; ask again after {again}" if again else why)


def _read_cluster(cluster: dict[object, object], citation: str) -> Record:
    names = [plain_text_at(cluster, key) for key in ("case_name", "case_name_full", "case_name_short")]
    known = list(dict.fromkeys(filter(None, names)))
    path = text_at(cluster, "absolute_url")
    url = f"{_SITE}{path}" if path.startswith("/") else ""
    court = text_at(cluster, "court") or text_at(cluster, "docket", "court_id")
    return Record(
        SERVICE,
        citation or text_at(cluster, "id"),
        "case",
        known[0] if known else "",
        tuple(known[1:]),
        years=years_in(text_at(cluster, "date_filed")[:4]),
        venue=court,
        pages=_find_first_page(map(_read_citation, items_at(cluster, "citations")), citation),
        url=url,
        copies=(url,) if url else (),
    )


def _read_citation(item: object) -> tuple[str, str, str]:
    return text_at(item, "volume"), text_at(item, "reporter"), text_at(item, "page")


def _find_first_page(citations: Iterable[tuple[str, ...]], asked: str) -> str:
    """Return where a case begins, if that is another page of the volume than the one that was asked for.

    Where no case begins at a page, CourtListener answers with the one before, if its text has that page.
    """
    volume, _, rest = asked.partition(" ")
    reporter, _, page = rest.rpartition(" ")
    firsts = [each[2] for each in citations if each[:2] == (volume, reporter)]
    return firsts[0] if firsts and page not in firsts else ""


def _read_opinion_link(path: str, page: str = "") -> Record:
    """Return the case of an opinion's address; its title is that of the page, or else the words of the address."""
    found = _OPINION.search(path)
    number, slug = (found[1], found[2]) if found else ("", "")
    title = _TITLE_TAIL.sub("", read_page_title(page))
    url = f"{_SITE}/opinion/{number}/{slug}/"
    words = slug.replace("-", " ")
    return Record(SERVICE, number, "case", title or words, (words,), url=url, copies=(url,))


async def _choose_case(citation: Citation, cases: list[Record], web: Web, when: date) -> Lookup:
    """Compare the cases at one place with the citation; none is evidence only if the volume cannot exist."""
    if not cases:
        return await _judge_absence(citation, web, when)
    cited = citation.law.case_name
    cases = _drop_copies(cases)
    if len(cases) > 1:
        named = [case for case in cases if compare_captions(cited, case.all_titles) == "same"]
        if len(named) != 1:
            why = f"{LABEL} has {len(cases)} cases at {citation.normal}"
            return Lookup("ambiguous", why=why, candidates=tuple(cases[:_MOST_CANDIDATES]))
        cases = named
    compared = compare_case(citation, cases[0])
    return await _judge_inner_page(citation, compared, web, when) if cases[0].pages else compared


# The pages of an opinion are marked in its text: *116.
async def _judge_inner_page(citation: Citation, compared: Lookup, web: Web, when: date) -> Lookup:
    """Judge a citation of a page inside a case; another one may begin there, unless the next page is inside too."""
    case = compared.record
    if case is None:
        return compared
    begin = f"{citation.law.volume} {citation.law.reporter} {case.pages}"
    inside = Difference("page", citation.normal, f"inside {case.title}, which begins at {begin}")
    if not any(each.type == "caption" for each in compared.differences):
        return replace(compared, differences=(*compared.differences, inside))
    page = citation.law.page
    reply = await web.ask(SERVICE, split_address(case.url).path) if page.isdecimal() else None
    text = reply.data.decode("utf-8", "replace") if reply and not reply.trouble else ""
    if page.isdecimal() and re.search(rf"\*{int(page) + 1}\b", text):
        why = f"{compared.why}; {citation.normal} is a page inside that case, which begins at {begin}"
        return replace(compared, why=why, differences=(*compared.differences, inside))
    return await _judge_absence(citation, web, when)


def _drop_copies(cases: list[Record]) -> list[Record]:
    """Return each decision once: many came into the database from several sources."""
    unique: list[Record] = []
    for case in cases:
        if not any(case.years == each.years and are_one_case(case.title, each.title) for each in unique):
            unique.append(case)
    return unique


async def _judge_absence(citation: Citation, web: Web, when: date) -> Lookup:
    """Say that no case begins at this place: none can, or it is sought by its name before it is called missing."""
    fault = find_unpublished_volume(citation.law.reporter, citation.law.volume, when.year)
    absent = not_known(LABEL, citation.normal)
    if fault:
        return Lookup("missing", why=f"{fault}, and {absent.why}")
    year = citation.law.year
    is_new = year.isdecimal() and int(year) >= when.year  # and may not be in the database yet
    why = f"{absent.why} as the first page of a case; {_MAY_EXIST}"
    if parallel := await _look_up_parallel(citation, web):
        return parallel
    absent = replace(absent, why=why, flags=() if is_new else ("unlisted",))
    return absent if _PAID.search(citation.law.reporter) else await seek_by_name(citation, absent, web)
