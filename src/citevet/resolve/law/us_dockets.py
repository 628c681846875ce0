"""Unpublished US decisions by the number of their docket, in the dockets that CourtListener keeps.

Numbers of Westlaw and Lexis can be asked of nobody. A docket number belongs to one case of a division of its court, so
the name of the case there tells whether the citation is right; a docket that is not kept proves nothing.
"""

from citevet.contracts import Web
from citevet.model import Citation, Difference, Lookup, Reply
from citevet.patterns import lazy_pattern
from citevet.resolve.answers import items_at, read_json, text_at
from citevet.resolve.law.captions import compare_captions
from citevet.resolve.law.us_case_search import read_case_record
from citevet.text.us_courts import find_court_id

_LABEL = "CourtListener"
# 1:20-CV-186-GHD-DAS, 07 C 2798, 2:24-cv-01776, 19-CR-373: the year, the kind and the number of the case.
_DOCKET = lazy_pattern(
    r"(?i)(?<![\d.])(?:(?P<division>\d{1,2}):)?(?P<year>\d{2}|\d{4})[ -]?(?P<kind>cv|cr|mc|md|mj|bk|ap|c|civ)[ -]?"
    r"(?P<number>\d{1,6})\b"
)
_KINDS = {"c": "cv", "civ": "cv"}
_DIGITS = 5


async def look_up_docket(citation: Citation, web: Web) -> Lookup | None:
    """Look up a decision by docket number and court; None where that says nothing."""
    docket, court = _read_docket(citation.law.docket), find_court_id(citation.law.court)
    if not docket or not court:
        return None
    params = {"type": "r", "q": f'docketNumber:"{docket}"', "court": court}
    return parse_dockets(await web.ask("courtlistener", "/api/rest/v4/search/", params=params), citation, docket)


def parse_dockets(reply: Reply, citation: Citation, docket: str) -> Lookup | None:
    """Return the case with a docket number, if the search has it: another one, or the one that is named."""
    found, _ = read_json(reply, _LABEL)
    rows = [row for row in items_at(found, "results") if docket == _read_docket(text_at(row, "docketNumber"))]
    cited, division = citation.law.case_name, _read_division(citation.law.docket)
    cases = [(read_case_record(row), _read_division(text_at(row, "docketNumber"))) for row in rows]
    for case, _ in cases:
        if compare_captions(cited, case.all_titles) == "same":
            return Lookup("found", record=case)
    others = [case for case, at in cases if at and at == division]  # each division counts its own cases
    if not others or any(compare_captions(cited, case.all_titles) == "unknown" for case in others):
        return None
    case = others[0]
    why = f'No. {citation.law.docket} of this court is "{case.title}", not "{cited}"'
    return Lookup("mismatched", why=why, record=case, differences=(Difference("caption", cited, case.title),))


def _read_division(written: str) -> str:
    found = _DOCKET.search(written)
    return (found["division"] or "").lstrip("0") if found else ""


def _read_docket(written: str) -> str:
    """Return the year, kind and number of a docket in one form: 20-cv-00186."""
    found = _DOCKET.search(written)
    if not found:
        return ""
    kind = _KINDS.get(found["kind"].lower(), found["kind"].lower())
    return f"{found['year'][-2:]}-{kind}-{found['number'].zfill(_DIGITS)}"
