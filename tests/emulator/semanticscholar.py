"""Semantic Scholar: one paper by its ids and title; other titles are a 404 that says so."""

from urllib.parse import unquote

from tests.emulator.server import Request, Response
from tests.resolve.registry_shapes import S2_PAPER

NAME = "semanticscholar"
_IDS = ("DOI:10.5555/kettle.1", "PMID:11000001", "PMCID:7000001", "CorpusId:17")


def answer(request: Request) -> Response:
    """Answer /paper/{id} and /paper/search/match."""
    name = unquote(request.path).removeprefix("/paper/")
    if name == "search/match":
        if "lactobacillus" in request.query.get("query", "").lower():
            return Response({"data": [{**S2_PAPER, "matchScore": 174.2}]})
        return Response({"error": "Title match not found"}, 404)
    if name.lower() in {each.lower() for each in _IDS}:
        return Response(S2_PAPER)
    return Response({"error": f"Paper with id {name} not found"}, 404)
