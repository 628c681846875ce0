"""US cases by their name in CourtListener's search, asked where its citation lookup has none at a place.

New decisions have no page in a reporter yet, and the collection lacks many parallel citations. A case of the same name,
year and court that has no other place in the reporter is the one that is cited; one with less in common, or a search
that failed, only keeps the citation from being called missing.
"""

import re
from collections.abc import Mapping, Sequence

from citevet.contracts import Web
from citevet.model import Citation, Lookup, Record, Reply
from citevet.patterns import lazy_pattern
from citevet.records import dataclass, replace
from citevet.resolve.answers import items_at, plain_text_at, read_json, text_at, texts_at, years_in
from citevet.resolve.law.captions import (
    are_one_case,
    choose_search_words,
    count_parties,
    has_initials_only,
    list_plaintiff_words,
    names_person_last,
)
from citevet.text.us_courts import FEDERAL_REPORTERS, find_court_id, find_state

_LABEL = "CourtListener"
_SITE = "https://www.courtlistener.com"
_SEARCH = "/api/rest/v4/search/"
_YEARS_APART = 1  # a case decided in December is printed, and often cited, with the next year
# CourtListener took over the Caselaw Access Project, which has all reporters up to this year. Of later cases it has
# what courts publish, under their own short names, and few places in reporters.
_COMPLETE_UNTIL = 2018
# From when its dockets of the federal courts are nearly whole: of 250 citations of a public study that were checked by
# hand, three were in none of its collections, and none of the three is unpublished (citation-verifier, 2026).
_DOCKETS_SINCE = 2005
_ORDERS_FROM = {"N.Y.2d": 500, "N.Y.3d": 500}  # the pages from which lists of leave to appeal are printed
_FEDERAL_DOCKET = lazy_pattern(r".{0,20}?\d{1,2}:\d{2}-(?:cv|cr|mc|md|mj|bk|ap)-?\d", re.IGNORECASE)
_MOST_CANDIDATES = 5
_MOST_PLACES = 20  # citations of one case
_PARTIES = 2


@dataclass(frozen=True, slots=True)
class _FoundCase:
    record: Record
    court: str  # its id at CourtListener
    places: tuple[str, ...]  # volume, reporter and page of each reporter that has it


async def seek_by_name(citation: Citation, absent: Lookup, web: Web) -> Lookup:
    """Seek a case by the names of its parties; return what is known then of a citation that the lookup lacks."""
    if not citation.law.case_name:
        return replace(absent, flags=())  # cert. denied, 540 U.S. 999: a place in a list of orders
    words, year = choose_search_words(citation.law.case_name), _read_year(citation)
    is_held = 0 < year <= _COMPLETE_UNTIL and not _may_be_order(citation)
    if not words:
        return absent if is_held and citation.law.reporter in FEDERAL_REPORTERS else _doubt(absent)
    params = _ask_opinions(words, f"{year - _YEARS_APART}-01-01" if year else "", year)
    if court := _read_court(citation):
        params["court"] = court  # a page of results is short, and many people are called Smith
    judged = judge_found(citation, absent, await web.ask("courtlistener", _SEARCH, params=params))
    if "unlisted" not in judged.flags or is_held or judged.reason != absent.reason:
        return judged
    if citation.law.reporter not in FEDERAL_REPORTERS or _may_be_order(citation):
        return _doubt(judged)
    return await _seek_docket(citation, judged, web)


def _ask_opinions(words: Sequence[str], first: str, year: int) -> dict[str, str]:
    params = {"type": "o", "q": f"caseName:({' '.join(words)})"}
    return params | ({"filed_after": first} if first else {}) | _until(year)


def _until(year: int) -> dict[str, str]:
    return {"filed_before": f"{year + _YEARS_APART}-12-31"} if year else {}


def _doubt(lookup: Lookup) -> Lookup:
    """Make a note of an absence that proves little."""
    return replace(lookup, flags=(*lookup.flags, "incomplete-index")) if lookup.flags else lookup


def _may_be_order(citation: Citation) -> bool:
    """Check for a page of New York's reports that may have a list of orders: lv denied 10 NY3d 706."""
    page = citation.law.page
    return (
        citation.law.reporter in _ORDERS_FROM and page.isdecimal() and int(page) >= _ORDERS_FROM[citation.law.reporter]
    )


async def _seek_docket(citation: Citation, judged: Lookup, web: Web) -> Lookup:
    """Seek a decision of a federal court that no opinion has the name of among the dockets of all federal courts."""
    cited = citation.law.case_name
    rows = await _ask_rows(web, {"type": "r"} | _name_query(choose_search_words(cited)) | _until(_read_year(citation)))
    if rows is None:
        return _doubt(judged)
    named = [record for record in map(read_case_record, rows) if _is_named(cited, record)]
    if not named:
        return replace(judged, why=f"{judged.why}, and no docket of a federal court has it")
    why = f'{judged.why}; a docket has the name "{named[0].title}"'
    return _doubt(replace(judged, why=why, candidates=tuple(named[:_MOST_CANDIDATES])))


async def _ask_rows(web: Web, params: Mapping[str, str]) -> tuple[object, ...] | None:
    """Return the rows of a search; None where it failed."""
    data, _ = read_json(await web.ask("courtlistener", _SEARCH, params=params), _LABEL)
    found = isinstance(data, dict) and isinstance(data.get("results"), list)
    return tuple(items_at(data, "results")) if found else None


def _name_query(words: Sequence[str]) -> dict[str, str]:
    return {"q": f"caseName:({' '.join(words)})"}


async def seek_unpublished(citation: Citation, absent: Lookup, web: Web) -> Lookup:
    """Seek an unpublished decision by its name, among opinions and then among the dockets of federal courts.

    A case of this name does not prove that there is this decision. That no docket of a federal court has the name is
    said as a note, too, where the docket may have another one: initials stand for a person, and officials change.
    """
    cited, year = citation.law.case_name, citation.law.volume  # the year of the database
    words, court = choose_search_words(cited), _read_court(citation)
    if not words or not year.isdecimal():
        return absent
    params = _until(int(year)) | ({"court": court} if court else {})
    for kind in ("o", "r"):
        rows = await _ask_rows(web, {"type": kind} | _name_query(words) | params)
        if rows is None:
            return absent
        named = [each for each in map(read_case_record, rows) if _is_named(cited, each)]
        if named:
            why = f'{absent.why}; it has "{named[0].title}", which may be this case, and not this decision'
            return replace(absent, why=why, candidates=tuple(named[:_MOST_CANDIDATES]))
    where = " in this court" if court else ""
    missing = replace(
        absent, why=f"{absent.why}; it has no opinion and no docket of this name{where}", flags=("unlisted",)
    )
    is_federal = (
        bool(court)
        or citation.law.reporter.startswith("U.S. ")
        or _FEDERAL_DOCKET.match(citation.law.docket) is not None
    )
    if not is_federal or int(year) < _DOCKETS_SINCE or has_initials_only(cited):
        return _doubt(missing)
    plaintiff = list_plaintiff_words(cited)
    if not names_person_last(cited) or not plaintiff:
        return missing
    rows = await _ask_rows(web, {"type": "r"} | _name_query(plaintiff) | params)
    return missing if rows == () else _doubt(missing)


def judge_found(citation: Citation, absent: Lookup, reply: Reply) -> Lookup:
    """Judge a citation by the cases that the search has under its name; a failed search is only noted."""
    data, refusal = read_json(reply, _LABEL)
    if not isinstance(data, dict) or not isinstance(data.get("results"), list):
        why = f"{absent.why}; the search by name failed: {refusal.why}"
        return _doubt(replace(refusal, why=why, flags=absent.flags))
    cited = citation.law.case_name
    cases = [case for case in map(_read_case, items_at(data, "results")) if _is_named(cited, case.record)]
    if not cases:
        return replace(absent, why=f"{absent.why}; its search has no case of this name{_say_year(citation)}")
    free = [case for case in cases if not _stands_elsewhere(citation, case)]
    if not free:
        record = cases[0].record
        places = " and ".join(_list_places(citation, cases[0]))
        why = f'{absent.why}; it has "{record.title}" at {places}'
        return replace(absent, why=why, candidates=_list_records(cases))
    free = [case for case in free if _is_same_court(citation, case) is not False]
    sure = [case for case in free if _is_certain(citation, case)]
    if len(sure) == 1:
        why = f"{_LABEL} has no volume and page of this case; it was found by its name, year and court"
        return Lookup("found", why=why, record=sure[0].record)
    if not free:
        return replace(
            absent, why=f"{absent.why}; it has the name only in other courts", candidates=_list_records(cases)
        )
    why = f'{absent.why}; it may be "{free[0].record.title}"{_say_year(citation)}, whose page is not known there'
    return replace(absent, why=why, candidates=_list_records(free), flags=())


def _is_named(cited: str, record: Record) -> bool:
    return any(are_one_case(cited, title) for title in record.all_titles)


def _is_certain(citation: Citation, case: _FoundCase) -> bool:
    """Check that both parties, the year and the court are those of the citation."""
    year = _read_year(citation)
    is_dated = bool(year and case.record.years) and abs(year - case.record.years[0]) <= _YEARS_APART
    has_both = count_parties(citation.law.case_name) == count_parties(case.record.title) == _PARTIES
    return is_dated and has_both and _is_same_court(citation, case) is True


def _is_same_court(citation: Citation, case: _FoundCase) -> bool | None:
    """Compare the courts, those of states by the state; None where one is not known."""
    if cited := _read_court(citation):
        return cited == case.court if case.court else None
    states = find_state(citation.law.court), find_state(case.record.venue)
    return states[0] == states[1] if all(states) else None


def _read_court(citation: Citation) -> str:
    """Return the id of a federal court."""
    court = citation.law.court
    return "scotus" if court in {"scotus", "U.S."} else find_court_id(court)


def _stands_elsewhere(citation: Citation, case: _FoundCase) -> bool:
    """Check whether the case has a place in the cited reporter, and it is another one."""
    return bool(_list_places(citation, case)) and citation.normal not in case.places


def _list_places(citation: Citation, case: _FoundCase) -> list[str]:
    reporter = citation.law.reporter
    return [place for place in case.places if place.partition(" ")[2].rpartition(" ")[0] == reporter]


def _read_case(row: object) -> _FoundCase:
    return _FoundCase(read_case_record(row), text_at(row, "court_id"), texts_at(row, "citation")[:_MOST_PLACES])


def read_case_record(row: object) -> Record:
    """Return the opinion or docket of one row; only an opinion has its text at its address."""
    names = [plain_text_at(row, key) for key in ("caseName", "caseNameFull", "case_name_full")]
    known = list(dict.fromkeys(filter(None, names)))
    opinion, docket = text_at(row, "absolute_url"), text_at(row, "docket_absolute_url")
    path = opinion or docket
    url = f"{_SITE}{path}" if path.startswith("/") else ""
    return Record(
        "courtlistener",
        text_at(row, "cluster_id") or text_at(row, "docket_id"),
        "case",
        known[0] if known else "",
        tuple(known[1:]),
        years=years_in(text_at(row, "dateFiled")[:4]),
        venue=text_at(row, "court_citation_string") or text_at(row, "court"),
        url=url,
        copies=(url,) if opinion and url else (),
    )


def _list_records(cases: Sequence[_FoundCase]) -> tuple[Record, ...]:
    return tuple(case.record for case in cases[:_MOST_CANDIDATES])


def _read_year(citation: Citation) -> int:
    year = citation.law.year
    return int(year) if year.isdecimal() else 0


def _say_year(citation: Citation) -> str:
    return f" of {year}, give or take one" if (year := _read_year(citation)) else ""
