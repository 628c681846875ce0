"""DataCite: DOIs of a dataset and of an arXiv paper."""

from urllib.parse import unquote

from tests.emulator.registered_works import DATACITE
from tests.emulator.server import Request, Response

NAME = "datacite"


def answer(request: Request) -> Response:
    """Answer `/dois/{doi}`, and `/dois?query=titles.title:"…"`."""
    if request.path == "/dois":
        return _search(request.query.get("query", ""))
    doi = unquote(request.path).removeprefix("/dois/").lower()
    if doi not in DATACITE:
        error = {"status": "404", "title": "The resource you are looking for doesn't exist."}
        return Response({"errors": [error]}, 404)
    return Response({"data": {"id": doi, "type": "dois", "attributes": {"doi": doi, **DATACITE[doi]}}})


def _search(query: str) -> Response:
    words = query.removeprefix("titles.title:").strip('"').casefold()
    found = [
        {"id": doi, "type": "dois", "attributes": {"doi": doi, **work}}
        for doi, work in DATACITE.items()
        if any(words in each["title"].casefold() for each in work["titles"])
    ]
    return Response({"data": found, "meta": {"total": len(found)}})
