"""doi.org: registered and missing handles, agencies, aliases, short DOIs, and descriptions of small agencies."""

from urllib.parse import unquote

from tests.emulator.registered_works import AGENCIES, ALIASES, CROSSREF, SHORT
from tests.emulator.server import Request, Response

NAME = "doi"
_DESCRIBED = {
    "10.11429/jalc.1": {"DOI": "10.11429/jalc.1", "title": "街路樹の根", "issued": {"date-parts": [["2001"]]}}
}
_PAGE = Response("<html><title>A film</title></html>", type="text/html")


def answer(request: Request) -> Response:
    """Answer the handle API, `/doiRA/`, and content negotiation."""
    path = unquote(request.path)
    if path.startswith("/api/handles/"):
        return _answer_handle(path.removeprefix("/api/handles/"))
    if path.startswith(("/doiRA/", "/ra/")):
        doi = path.split("/", 2)[2]
        agency = AGENCIES.get(doi.lower())
        return Response([{"DOI": doi, "RA": agency} if agency else {"DOI": doi, "status": "DOI does not exist"}])
    return _describe(path[1:].lower())


def _answer_handle(handle: str) -> Response:
    name = handle.lower()
    target = SHORT.get(name) or ALIASES.get(name)
    if target:
        alias = {"index": 1, "type": "HS_ALIAS", "data": {"format": "string", "value": target}}
        return Response({"responseCode": 1, "handle": handle, "values": [alias]})
    if name not in AGENCIES:
        return Response({"responseCode": 100, "handle": handle}, 404)
    url = {"index": 1, "type": "URL", "data": {"format": "string", "value": f"https://example.org/{handle}"}}
    return Response({"responseCode": 1, "handle": handle, "values": [url]})


def _describe(doi: str) -> Response:
    if doi in _DESCRIBED:
        return Response(_DESCRIBED[doi], type="application/vnd.citationstyles.csl+json")
    if doi in CROSSREF:
        work = CROSSREF[doi]
        return Response({**work, "title": work["title"][0]}, type="application/vnd.citationstyles.csl+json")
    return _PAGE if doi in AGENCIES else Response("<html>DOI Not Found</html>", 404, type="text/html")
