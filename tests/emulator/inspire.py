"""INSPIRE: one paper of physics; another path is its web page."""

from tests.emulator.server import Request, Response
from tests.resolve.registry_shapes import INSPIRE

NAME = "inspire"


def answer(request: Request) -> Response:
    """Answer /api/literature?q=; a list without works has no hits."""
    if not request.path.startswith("/api/"):
        return Response("<!doctype html><title>INSPIRE</title>", type="text/html")
    hits = [INSPIRE] if "muon" in request.query.get("q", "").casefold() else []
    return Response({"hits": {"hits": hits, "total": len(hits)}, "links": {}})
