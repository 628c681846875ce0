"""The quick service of the Internet Archive for the nearest copy of a page."""

from tests.emulator.pages import find_captures
from tests.emulator.server import Request, Response

NAME = "archive"


def answer(request: Request) -> Response:
    """Serve `/wayback/available`: the good copy nearest to a time, or an empty object."""
    if request.path != "/wayback/available" or "url" not in request.query:
        return Response("<html>nothing here</html>", 404, type="text/html")
    url = request.query["url"]
    near = int(request.query.get("timestamp", "99999999999999").ljust(14, "0"))
    good = [stamp for stamp, status, _ in find_captures(url) if status == "200"]
    if not good:
        return Response({"url": url, "archived_snapshots": {}})
    stamp = min(good, key=lambda each: abs(int(each) - near))
    closest = {
        "available": True,
        "url": f"http://web.archive.org/web/{stamp}/{url}",
        "timestamp": stamp,
        "status": "200",
    }
    return Response({"url": url, "archived_snapshots": {"closest": closest}})
