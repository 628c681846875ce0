"""ORCID: one person, and the works that she lists."""

from tests.emulator.server import Request, Response
from tests.resolve.registry_shapes import ORCID_WORKS

NAME = "orcid"
PERSON = "0000-0002-1825-0097"


def answer(request: Request) -> Response:
    """Answer the search for a name, and the works of the person; a search without people has null."""
    if request.path == f"/v3.0/{PERSON}/works":
        return Response(ORCID_WORKS)
    found = [{"orcid-id": PERSON, "given-names": "Josiah", "family-names": "Teakettle"}]
    known = "teakettle" in request.query.get("q", "").casefold()
    return Response({"expanded-result": found if known else None, "num-found": int(known)})
