"""Crossref: works by DOI, aliases, works that update others, and searches whose first hits are namesakes."""

from typing import Any
from urllib.parse import unquote

from tests.emulator.registered_works import ALIASES, CROSSREF
from tests.emulator.server import Request, Response

NAME = "crossref"
_HEADERS = {"x-rate-limit-limit": "50", "x-rate-limit-interval": "1s", "x-api-pool": "public"}


def answer(request: Request) -> Response:
    """Answer `/works/{doi}` and `/works`."""
    path = unquote(request.path).lower()
    if path == "/works":
        return _answer_list(request)
    doi = path.removeprefix("/works/")
    if doi in ALIASES:
        return Response("", 301, {"Location": f"/crossref/works/{ALIASES[doi]}"})
    if doi not in CROSSREF:
        return Response("Resource not found.", 404)
    return Response({"status": "ok", "message-type": "work", "message": CROSSREF[doi]}, headers=_HEADERS)


def _answer_list(request: Request) -> Response:
    kept = request.query.get("filter", "")
    if kept.startswith(("updates:", "doi:")):
        named = [each.partition(":") for each in kept.split(",")]
        if any(name not in {"updates", "doi"} for name, _, _ in named):  # a comma in a DOI
            return _list([{"type": "filter-not-available", "value": kept}], 400)
        found = [CROSSREF[doi] for name, _, doi in named if name == "doi" and doi in CROSSREF]
        dois = {doi for name, _, doi in named if name == "updates"}
        return _list(found + [work for work in CROSSREF.values() if any(_updates(work, doi) for doi in dois)])
    works = [work for work in CROSSREF.values() if kept != "is-update:true" or "update-to" in work]
    words = set(request.query.get("query.bibliographic", "").lower().split())
    near = [work for work in works if len(words & set(work["title"][0].lower().split())) > 1]
    return _list(near[: int(request.query.get("rows", "20"))])


def _updates(work: dict[str, Any], doi: str) -> bool:
    return any(update["DOI"] == doi for update in work.get("update-to", ()))


def _list(items: list[dict[str, Any]], status: int = 200) -> Response:
    if status != 200:
        return Response({"status": "failed", "message-type": "validation-failure", "message": items}, status)
    message = {"total-results": len(items), "items": items}
    return Response({"status": "ok", "message-type": "work-list", "message": message}, headers=_HEADERS)
