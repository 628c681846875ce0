"""US cases by volume, reporter and page at CourtListener, and whether the case there is the one that is named."""

from dataclasses import replace
from datetime import date
from urllib.parse import quote

from citevet.contracts import Web
from citevet.model import Citation, Lookup, Record, Reply
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
from citevet.text.addresses import split_address
from citevet.text.patterns import lazy_pattern
from citevet.text.reporter_volumes import find_unpublished_volume

SERVICE = "courtlistener"
LABEL = "CourtListener"
_SITE = "https://www.courtlistener.com"
_LOOKUP = "/api/rest/v4/citation-lookup/"
_NO_KEY = frozenset({401, 403})
_ONE, _SEVERAL, _UNKNOWN_REPORTER, _NOT_FOUND, _TOO_MANY = 200, 300, 400, 404, 429
_MOST_CANDIDATES = 10
_MAY_EXIST = "the page may be inside an opinion or a list of orders, and its collection has gaps"
_ASK_MORE = "its citation lookup, which may know more, needs a token: set COURTLISTENER_TOKEN"
_PAID = lazy_pattern(r"WL$|LEXIS|Westlaw")  # numbers of databases that cannot be asked
_OPINION = lazy_pattern(r"/opinion/(\d{1,12})/([\w-]{1,300})/?")
_TITLE_TAIL = lazy_pattern(r"(?:, \d[^,]{3,60})?(?: \([^()]{1,60}\))? [–|-] CourtListener.*$")


async def look_up_us_case(citation: Citation, web: Web, when: date) -> Lookup:
    """Look up a case by volume, reporter and page; with a token by the API, else by the public finder."""
    parts = citation.parts
    volume, reporter, page = (parts.get(name, "") for name in ("volume", "reporter", "page"))
    if why := _find_obstacle(volume, reporter, page):
        return Lookup(reason="abstained", why=why)
    reply = await web.ask(SERVICE, _LOOKUP, form={"volume": volume, "reporter": reporter, "page": page})
    if reply.status in _NO_KEY:
        path = f"/c/{quote(reporter, safe='')}/{quote(volume)}/{quote(page)}/"
        found = parse_finder_page(await web.ask(SERVICE, path))
        lookup = found if isinstance(found, Lookup) else _choose_case(citation, found, when)
        is_open = lookup.existence == "unchecked"
        return replace(lookup, why=f"{lookup.why}; {_ASK_MORE}") if is_open else lookup
    found = parse_citation_lookup(reply)
    return found if isinstance(found, Lookup) else _choose_case(citation, found, when)


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


def parse_finder_page(reply: Reply) -> list[Record] | Lookup:
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
    return [_read_opinion_link(path, text)] if _OPINION.search(path) else refuse_shape(LABEL)


def _find_obstacle(volume: str, reporter: str, page: str) -> str:
    if _PAID.search(reporter):
        return f"{reporter} numbers are those of a paid database, which cannot be asked"
    if not (volume.isdecimal() and reporter and any(char.isdecimal() for char in page)):
        return "a case can be looked up only by its volume, reporter and first page"
    return ""


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
        url=url,
        copies=(url,) if url else (),
    )


def _read_opinion_link(path: str, page: str = "") -> Record:
    """Return the case of an opinion's address; its title is that of the page, or else the words of the address."""
    found = _OPINION.search(path)
    number, slug = (found[1], found[2]) if found else ("", "")
    title = _TITLE_TAIL.sub("", read_page_title(page))
    url = f"{_SITE}/opinion/{number}/{slug}/"
    words = slug.replace("-", " ")
    return Record(SERVICE, number, "case", title or words, (words,), url=url, copies=(url,))


def _choose_case(citation: Citation, cases: list[Record], when: date) -> Lookup:
    """Compare the cases at one place with the citation; none is evidence only if the volume cannot exist."""
    if not cases:
        return _judge_absence(citation, when)
    cited = citation.parts.get("case_name", "")
    cases = _drop_copies(cases)
    if len(cases) > 1:
        named = [case for case in cases if compare_captions(cited, case.all_titles) == "same"]
        if len(named) != 1:
            why = f"{LABEL} has {len(cases)} cases at {citation.normal}"
            return Lookup("ambiguous", why=why, candidates=tuple(cases[:_MOST_CANDIDATES]))
        cases = named
    return compare_case(citation, cases[0])


def _drop_copies(cases: list[Record]) -> list[Record]:
    """Return each decision once: many came into the database from several sources."""
    unique: list[Record] = []
    for case in cases:
        if not any(case.years == each.years and are_one_case(case.title, each.title) for each in unique):
            unique.append(case)
    return unique


def _judge_absence(citation: Citation, when: date) -> Lookup:
    fault = find_unpublished_volume(citation.parts["reporter"], citation.parts["volume"], when.year)
    absent = not_known(LABEL, citation.normal)
    if fault:
        return Lookup("missing", why=f"{fault}, and {absent.why}")
    return replace(absent, why=f"{absent.why} as the first page of a case; {_MAY_EXIST}")
