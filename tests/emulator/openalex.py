"""OpenAlex: one retracted work; everything else is a 404 in HTML."""

from urllib.parse import unquote

from tests.emulator.server import Request, Response
from tests.resolve.registry_shapes import OPENALEX

NAME = "openalex"
_NAMES = ("/works/https://doi.org/10.5555/kettle.1", "/works/doi:10.5555/kettle.1", "/works/pmid:11000001")


def answer(request: Request) -> Response:
    """Answer /works/{id}."""
    path = unquote(request.path).lower()
    if path in _NAMES:
        return Response(OPENALEX)
    return Response("<!doctype html><title>404 Not Found</title>", 404, type="text/html")
