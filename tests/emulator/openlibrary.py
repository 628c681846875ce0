"""Open Library: one book by ISBN; an unknown ISBN is an empty object."""

from tests.emulator.server import Request, Response
from tests.resolve.registry_shapes import OPEN_LIBRARY

NAME = "openlibrary"


def answer(request: Request) -> Response:
    """Answer /api/books."""
    if request.path.startswith("/api/books"):
        keys = request.query.get("bibkeys", "").split(",")
        return Response({key: OPEN_LIBRARY[key] for key in keys if key in OPEN_LIBRARY})
    return Response("Not Found", 404)
