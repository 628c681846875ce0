"""Wikipedia: a page behind a redirect, a list of pages with one name; every other page is missing."""

from tests.emulator.server import Request, Response
from tests.resolve.registry_shapes import WIKIPEDIA

NAME = "wikipedia"
_NAMES = ("Kettle", "Kettle pot")
_LIST = {
    "title": "Kettle (disambiguation)",
    "pageprops": {"disambiguation": ""},
    "links": [{"title": "Kettle (birds)"}],
}


def answer(request: Request) -> Response:
    """Answer the query API at /w/api.php."""
    title, revision = request.query.get("titles", ""), request.query.get("revids", "")
    if title in _NAMES or revision == "1234":
        return Response(WIKIPEDIA)
    if revision:
        return Response({"query": {"badrevids": {revision: {"revid": int(revision), "missing": ""}}}})
    page = _LIST if title == _LIST["title"] else {"ns": 0, "title": title, "missing": ""}
    return Response({"batchcomplete": "", "query": {"pages": {"-1": page}}})
