"""OpenAlex: one retracted work; everything else is a 404 in HTML, and searches need a key."""

from urllib.parse import unquote

from tests.emulator.server import Request, Response
from tests.resolve.registry_shapes import OPENALEX

NAME = "openalex"
_NAMES = ("/works/https://doi.org/10.5555/kettle.1", "/works/doi:10.5555/kettle.1", "/works/pmid:11000001")


def answer(request: Request) -> Response:
    """Answer /works/{id} and /works?filter=."""
    path = unquote(request.path).lower()
    if path in _NAMES:
        return Response(OPENALEX)
    if path == "/works" and not request.query.get("api_key"):
        return Response({"error": "Rate limit exceeded", "message": "Searches need an API key"}, 429)
    if path == "/works":
        hits = [OPENALEX] if "lactobacillus" in request.query.get("filter", "").lower() else []
        return Response({"meta": {"count": len(hits)}, "results": hits})
    return Response("<!doctype html><title>404 Not Found</title>", 404, type="text/html")
