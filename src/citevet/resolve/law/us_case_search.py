"""US cases by their name in CourtListener's search, asked where its citation lookup has none at a place.

New decisions have no page in a reporter yet, and the collection lacks many parallel citations. A case of the same name,
year and court that has no other place in the reporter is the one that is cited; one with less in common, or a search
that failed, only keeps the citation from being called missing.
"""

from collections.abc import Sequence

from citevet.contracts import Web
from citevet.model import Citation, Lookup, Record, Reply
from citevet.records import dataclass, replace
from citevet.resolve.answers import items_at, plain_text_at, read_json, text_at, texts_at, years_in
from citevet.resolve.law.captions import are_one_case, choose_search_words, count_parties
from citevet.text.us_courts import find_court_id, find_state

_LABEL = "CourtListener"
_SITE = "https://www.courtlistener.com"
_SEARCH = "/api/rest/v4/search/"
_YEARS_APART = 1  # a case decided in December is printed, and often cited, with the next year
# CourtListener took over the Caselaw Access Project, which has all reporters up to this year. Of later cases it has
# what courts publish, under their own short names, and few places in reporters.
_COMPLETE_UNTIL = 2018
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
    words = choose_search_words(citation.law.case_name)
    year = _read_year(citation)
    if absent.flags and (not words or not year or year > _COMPLETE_UNTIL):
        absent = replace(absent, flags=(*absent.flags, "incomplete-index"))
    if not words:
        return absent
    params = {"type": "o", "q": f"caseName:({' '.join(words)})"}
    if year:
        params |= {"filed_after": f"{year - _YEARS_APART}-01-01", "filed_before": f"{year + _YEARS_APART}-12-31"}
    if court := _read_court(citation):
        params["court"] = court  # a page of results is short, and many people are called Smith
    return judge_found(citation, absent, await web.ask("courtlistener", _SEARCH, params=params))


async def seek_unpublished(citation: Citation, absent: Lookup, web: Web) -> Lookup:
    """Seek an unpublished decision by its name, among opinions and then among the dockets of federal courts.

    A case of this name does not prove that there is this decision, and none is only noted: few are collected.
    """
    words = choose_search_words(citation.law.case_name)
    year = citation.law.volume  # of the database
    if not words or not year.isdecimal():
        return absent
    court = _read_court(citation)
    params = {"q": f"caseName:({' '.join(words)})", "filed_before": f"{int(year) + _YEARS_APART}-12-31"}
    params |= {"court": court} if court else {}
    for kind in ("o", "r"):
        data, _ = read_json(await web.ask("courtlistener", _SEARCH, params={"type": kind} | params), _LABEL)
        if not isinstance(data, dict) or not isinstance(data.get("results"), list):
            return absent
        records = [_read_case(row).record for row in items_at(data, "results")]
        named = [each for each in records if _is_named(citation.law.case_name, each)]
        if named:
            why = f'{absent.why}; it has "{named[0].title}", which may be this case, and not this decision'
            return replace(absent, why=why, candidates=tuple(named[:_MOST_CANDIDATES]))
    where = " in this court" if court else ""
    why = f"{absent.why}; it has no opinion and no docket of this name{where}"
    return replace(absent, why=why, flags=("unlisted", "incomplete-index"))


def judge_found(citation: Citation, absent: Lookup, reply: Reply) -> Lookup:
    """Judge a citation by the cases that the search has under its name; a failed search accuses nobody."""
    data, refusal = read_json(reply, _LABEL)
    if not isinstance(data, dict) or not isinstance(data.get("results"), list):
        why = f"{absent.why}; the search by name failed: {refusal.why}"
        return replace(refusal, why=why, flags=())
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
    names = [plain_text_at(row, key) for key in ("caseName", "caseNameFull", "case_name_full")]
    known = list(dict.fromkeys(filter(None, names)))
    path, filed = text_at(row, "absolute_url") or text_at(row, "docket_absolute_url"), text_at(row, "dateFiled")
    url = f"{_SITE}{path}" if path.startswith("/") else ""
    record = Record(
        "courtlistener",
        text_at(row, "cluster_id") or text_at(row, "docket_id"),
        "case",
        known[0] if known else "",
        tuple(known[1:]),
        years=years_in(filed[:4]),
        venue=text_at(row, "court_citation_string") or text_at(row, "court"),
        url=url,
        copies=(url,) if url else (),
    )
    return _FoundCase(record, text_at(row, "court_id"), texts_at(row, "citation")[:_MOST_PLACES])


def _list_records(cases: Sequence[_FoundCase]) -> tuple[Record, ...]:
    return tuple(case.record for case in cases[:_MOST_CANDIDATES])


def _read_year(citation: Citation) -> int:
    year = citation.law.year
    return int(year) if year.isdecimal() else 0


def _say_year(citation: Citation) -> str:
    return f" of {year}, give or take one" if (year := _read_year(citation)) else ""
