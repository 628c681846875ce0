"""Tavily: results with long contents, a bearer token."""

from tests.emulator.search_hits import find_hits
from tests.emulator.server import Request, Response

NAME = "tavily"


def answer(request: Request) -> Response:
    """Serve `/search`."""
    if not request.headers.get("authorization", "").startswith("Bearer "):
        return Response({"detail": {"error": "Unauthorized: missing or invalid API key."}}, 401)
    question = request.json["query"]
    hits = [
        {"title": hit.title, "url": hit.url, "content": hit.snippet, "score": 0.8, "raw_content": None}
        for hit in find_hits(question)
    ]
    return Response({"query": question, "answer": None, "images": [], "results": hits, "response_time": 1.2})
