"""Serper: results under `organic`, a key in a header."""

from tests.emulator.search_hits import find_hits
from tests.emulator.server import Request, Response

NAME = "serper"


def answer(request: Request) -> Response:
    """Serve `/search`."""
    if not request.headers.get("x-api-key"):
        return Response({"message": "Unauthorized.", "statusCode": 403}, 403)
    question = request.json["q"]
    hits = [
        {"title": hit.title, "link": hit.url, "snippet": hit.snippet, "position": place}
        for place, hit in enumerate(find_hits(question), 1)
    ]
    return Response({"searchParameters": {"q": question, "type": "search"}, "organic": hits, "credits": 1})
