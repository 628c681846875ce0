"""Open Library: one book by ISBN, and one by title; an unknown ISBN is an empty object."""

from tests.emulator.server import Request, Response
from tests.resolve.registry_shapes import OPEN_LIBRARY, OPEN_LIBRARY_LIST

NAME = "openlibrary"


def answer(request: Request) -> Response:
    """Answer /api/books and /search.json."""
    if request.path.startswith("/api/books"):
        keys = request.query.get("bibkeys", "").split(",")
        return Response({key: OPEN_LIBRARY[key] for key in keys if key in OPEN_LIBRARY})
    if request.path.startswith("/search.json"):
        is_known = "kettles" in request.query.get("title", "").casefold()
        return Response(OPEN_LIBRARY_LIST if is_known else {"numFound": 0, "num_found": 0, "docs": []})
    return Response("Not Found", 404)
