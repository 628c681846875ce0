"""The Wayback Machine: the index of captures, as text and JSON, and the captures themselves."""

import re

from tests.emulator.pages import ARTICLE, BLOCKED_SITE, CAPTURES, NOT_FOUND
from tests.emulator.server import Request, Response

NAME = "wayback"
_COLUMNS = ("urlkey", "timestamp", "original", "mimetype", "statuscode", "digest", "length")
_COPY = re.compile(r"/web/(\d{14})(?:id_)?/(.+)")
_HIDDEN = "org.archive.wayback.exception.AdministrativeAccessControlException: Blocked Site Error\n"


def answer(request: Request) -> Response:
    """Serve `/cdx/search/cdx` and `/web/TIME/ADDRESS`."""
    if request.path == "/cdx/search/cdx":
        return _list_captures(request)
    found = _COPY.fullmatch(request.path)
    return _show_capture(found[1], found[2]) if found else Response("not here", 404)


def _list_captures(request: Request) -> Response:
    query = request.query
    if query["url"].startswith(BLOCKED_SITE):
        return Response(_HIDDEN, 403)
    rows = [
        (query["url"], stamp, query["url"], "text/html", status, digest, "1000")
        for stamp, status, digest in CAPTURES.get(query["url"], ())
        if query.get("filter", f"statuscode:{status}") == f"statuscode:{status}"
    ]
    if near := query.get("closest"):
        rows.sort(key=lambda row: abs(int(row[1]) - int(near)))
    limit = int(query.get("limit", "1000"))
    rows = rows[:limit] if limit >= 0 else rows[limit:]
    if query.get("output") != "json":
        return Response("".join(f"{' '.join(row)}\n" for row in rows))
    shown = query.get("fl", ",".join(_COLUMNS)).split(",")
    table = [[row[_COLUMNS.index(name)] for name in shown] for row in rows]
    return Response([shown, *table] if table else [])


def _show_capture(stamp: str, url: str) -> Response:
    status = next((status for time, status, _ in CAPTURES.get(url, ()) if time == stamp), "")
    if not status:
        return Response("<html><title>Wayback Machine</title></html>", 404, type="text/html")
    page = ARTICLE if status == "200" else NOT_FOUND
    return Response(page.body, int(status), {"memento-datetime": "Sat, 01 Jun 2019 12:00:00 GMT"}, page.type)
