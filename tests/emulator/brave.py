"""Brave Search: results under `web`, which is absent where nothing was found."""

from tests.emulator.search_hits import find_hits
from tests.emulator.server import Request, Response

NAME = "brave"


def answer(request: Request) -> Response:
    """Serve `/res/v1/web/search`."""
    if not request.headers.get("x-subscription-token"):
        return Response({"type": "ErrorResponse", "error": {"code": "SUBSCRIPTION_TOKEN_INVALID"}}, 422)
    question = request.query["q"]
    hits = [{"title": hit.title, "url": hit.url, "description": hit.snippet} for hit in find_hits(question)]
    found = {"web": {"type": "search", "results": hits}} if hits else {}
    return Response({"type": "search", "query": {"original": question}, **found})
