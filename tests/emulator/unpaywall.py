"""Unpaywall: one open work; a request without a real mail address is refused."""

from urllib.parse import unquote

from tests.emulator.server import Request, Response
from tests.resolve.registry_shapes import UNPAYWALL

NAME = "unpaywall"


def answer(request: Request) -> Response:
    """Answer /{doi}?email=."""
    mail = request.query.get("email", "")
    if "@" not in mail or mail.endswith("@example.com"):
        return Response({"HTTP_status_code": 422, "error": True, "message": "Please use your own email address"}, 422)
    doi = unquote(request.path).strip("/").lower()
    if doi == UNPAYWALL["doi"]:
        return Response(UNPAYWALL)
    return Response({"HTTP_status_code": 404, "error": True, "message": f"'{doi}' isn't in Unpaywall"}, 404)
