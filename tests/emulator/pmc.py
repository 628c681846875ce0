"""The id converter of PMC: one kind of ids per call, and errors for single ids."""

from tests.emulator.server import Request, Response

NAME = "pmc"
_ARTICLES = (
    {"pmcid": "PMC7000001", "pmid": 11000001, "doi": "10.5555/kettle.1"},
    {"pmcid": "PMC8000001", "doi": "10.5555/spout"},
)


def answer(request: Request) -> Response:
    """Answer /articles/; ids of another kind than `idtype` are refused as a whole."""
    kind, ids = request.query.get("idtype", "pmcid"), request.query.get("ids", "").split(",")
    if not all(each.startswith("PMC") == (kind == "pmcid") for each in ids):
        return Response({"status": "error", "message": f"ID type '{kind}' mismatch"}, 400)
    known = {str(each.get(kind)).lower(): each for each in _ARTICLES}
    miss = {"status": "error", "errmsg": "Identifier not found in PMC"}
    records = [{**known.get(each.lower(), {kind: each, **miss}), "requested-id": each} for each in ids]
    return Response({"status": "ok", "records": records})
