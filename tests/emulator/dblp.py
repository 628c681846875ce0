"""dblp: one paper of a conference, and its preprint."""

from tests.emulator.server import Request, Response
from tests.resolve.registry_shapes import DBLP

NAME = "dblp"


def answer(request: Request) -> Response:
    """Answer /search/publ/api?q=; a list without works has no hits."""
    hits = DBLP if "kettle" in request.query.get("q", "").casefold() else {"@total": "0", "@sent": "0"}
    return Response({"result": {"query": request.query.get("q", ""), "status": {"@code": "200"}, "hits": hits}})
