"""CourtListener: citation lookup with a token, the public finder that redirects to an opinion, and the search."""

from typing import Any
from urllib.parse import unquote

from tests.emulator.server import Request, Response

NAME = "courtlistener"
_CASES: dict[str, list[tuple[int, str, str]]] = {
    "427 U.S. 115": [(101, "Cantor v. Detroit Edison Co.", "1976-07-06")],
    "576 U.S. 644": [(102, "Obergefell v. Hodges", "2015-06-26")],
    "550 U.S. 544": [(103, "Bell Atlantic Corp. v. Twombly", "2007-05-21")],
    "5 U.S. 137": [(104, "Marbury v. Madison", "1803-02-24")],
    "1 U.S. 1": [(105, "Ash v. Oak", "1790-01-01"), (106, "Elm v. Yew", "1790-01-01")],
}
# Cases that the lookup lacks: name, court, date, and the places that the search shows.
_UNPRINTED = [
    (201, "Northgate Mutual Insurance Co. v. Halvorsen", "ca9", "9th Cir.", "2024-05-02", []),
    (202, "Miranda v. Arizona", "scotus", "SCOTUS", "1966-06-13", ["384 U.S. 436"]),
]
_REPORTERS = frozenset({"U.S.", "S. Ct.", "F.2d", "F.3d", "F.4th", "F. Supp. 3d"})
THROTTLED = "429 F.3d 429"  # asking for this one exceeds the limit


def answer(request: Request) -> Response:
    """Answer a lookup, the finder, or the page of an opinion."""
    if request.path == "/api/rest/v4/citation-lookup/":
        return _look_up(request)
    if request.path == "/api/rest/v4/search/":
        return _search(request)
    kind, *rest = [unquote(part) for part in request.path.strip("/").split("/")]
    if kind == "c" and len(rest) == 3:
        return _find(f"{rest[1]} {rest[0]} {rest[2]}")
    if kind == "opinion" and rest:
        return _show_opinion(rest[0])
    return Response("Not found", 404)


def _look_up(request: Request) -> Response:
    if not request.headers.get("authorization", "").startswith("Token "):
        return Response({"detail": "Authentication credentials were not provided."}, 401)
    form = request.form
    citation = f"{form.get('volume')} {form.get('reporter')} {form.get('page')}"
    if citation == THROTTLED:
        return Response({"error_message": "Too many citations.", "wait_until": "2026-11-17T12:00:00Z"}, 429)
    cases = _CASES.get(citation, [])
    status = 200 if len(cases) == 1 else 300 if cases else 404 if form.get("reporter") in _REPORTERS else 400
    item = {"citation": citation, "normalized_citations": [citation], "status": status, "error_message": ""}
    return Response([{**item, "clusters": [_make_cluster(*case) for case in cases]}])


def _search(request: Request) -> Response:
    """Return the cases whose name has all words of `caseName:(…)` and whose date lies in between."""
    asked = request.query
    words = asked.get("q", "").removeprefix("caseName:(").removesuffix(")").split()
    first, last = asked.get("filed_after", ""), asked.get("filed_before", "9")
    rows = [
        {
            "absolute_url": _address(number, name),
            "caseName": name,
            "caseNameFull": "",
            "citation": places,
            "cluster_id": number,
            "court_id": court,
            "court_citation_string": title,
            "dateFiled": filed,
            "docketNumber": "",
        }
        for number, name, court, title, filed, places in _UNPRINTED
        if first <= filed <= last and all(word in name.lower() for word in words)
    ]
    return Response({"count": len(rows), "next": None, "previous": None, "results": rows})


def _make_cluster(number: int, name: str, filed: str) -> dict[str, Any]:
    return {
        "id": number,
        "absolute_url": _address(number, name),
        "case_name": name,
        "case_name_short": "",
        "case_name_full": name.upper(),
        "date_filed": filed,
        "docket": f"https://www.courtlistener.com/api/rest/v4/dockets/{number}/",
    }


def _address(number: int, name: str) -> str:
    slug = "".join(char for char in name.lower().replace(" ", "-") if char.isalnum() or char == "-")
    return f"/opinion/{number}/{slug}/"


def _find(citation: str) -> Response:
    cases = _CASES.get(citation, [])
    if len(cases) == 1:
        return Response(status=302, headers={"Location": f"/{NAME}{_address(*cases[0][:2])}"})
    links = "".join(f'<a href="{_address(number, name)}">{name}</a>' for number, name, _ in cases)
    return Response(f"<html><body>{links}</body></html>", 300 if cases else 404, type="text/html")


def _show_opinion(number: str) -> Response:
    for citation, cases in _CASES.items():
        for each, name, filed in cases:
            if str(each) == number:
                title = f"{name}, {citation} – CourtListener.com"
                page = f"<html><head><title>{title}</title></head><body><p>Decided {filed}.</p></body></html>"
                return Response(page, type="text/html; charset=utf-8")
    return Response("Not found", 404)
