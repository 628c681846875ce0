"""Europe PMC: the search by id, with no hit for all but one work."""

from tests.emulator.server import Request, Response
from tests.resolve.registry_shapes import EUROPE_PMC

NAME = "europepmc"
_IDS = ("11000001", "PMC7000001", "10.5555/kettle.1")


def answer(request: Request) -> Response:
    """Answer /search; a query without one of the ids has no hit."""
    if not request.path.startswith("/search"):
        return Response("<html>Not Found</html>", 404, type="text/html")
    is_hit = any(each in request.query.get("query", "") for each in _IDS)
    return Response(EUROPE_PMC if is_hit else {"version": "6.9", "hitCount": 0, "resultList": {"result": []}})
