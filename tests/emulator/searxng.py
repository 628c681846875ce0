"""SearXNG: JSON only where its owner allows it."""

from tests.emulator.search_hits import find_hits
from tests.emulator.server import Request, Response

NAME = "searxng"


def answer(request: Request) -> Response:
    """Serve `/search`."""
    if request.query.get("format") != "json":
        return Response("<html><title>SearXNG</title></html>", type="text/html")
    question = request.query["q"]
    hits = [{"title": hit.title, "url": hit.url, "content": hit.snippet, "engine": "x"} for hit in find_hits(question)]
    return Response({"query": question, "number_of_results": 0, "results": hits, "unresponsive_engines": []})
