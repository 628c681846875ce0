"""Semantic Scholar: one paper by its arXiv id."""

from urllib.parse import unquote

from tests.emulator.server import Request, Response
from tests.resolve.registry_shapes import S2_PAPER

NAME = "semanticscholar"
_ID = "ARXIV:1706.00001"


def answer(request: Request) -> Response:
    """Answer /paper/{id}."""
    name = unquote(request.path).removeprefix("/paper/")
    return Response(S2_PAPER) if name == _ID else Response({"error": f"Paper with id {name} not found"}, 404)
