"""ROR: one organization with its names in several languages."""

from tests.emulator.server import Request, Response
from tests.resolve.registry_shapes import ROR_LIST

NAME = "ror"


def answer(request: Request) -> Response:
    """Answer /v2/organizations?query="…"."""
    known = "cern" in request.query.get("query", "").casefold()
    return Response(ROR_LIST if known else {"number_of_results": 0, "items": [], "time_taken": 3})
