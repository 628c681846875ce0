"""Google Books: one volume by ISBN; nothing else is known."""

from tests.emulator.server import Request, Response
from tests.resolve.registry_shapes import GOOGLE_BOOKS

NAME = "googlebooks"


def answer(request: Request) -> Response:
    """Answer /volumes?q=isbn:… and /volumes?q=intitle:"…"."""
    if "intitle:" in request.query.get("q", ""):
        known = "about pots" in request.query["q"].casefold()
        return Response(GOOGLE_BOOKS if known else {"kind": "books#volumes", "totalItems": 0})
    isbn = request.query.get("q", "").removeprefix("isbn:")
    known = isbn in {"9780306406157", "0306406152"}
    return Response(GOOGLE_BOOKS if known else {"kind": "books#volumes", "totalItems": 0})
