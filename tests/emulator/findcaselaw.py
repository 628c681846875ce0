"""Find Case Law: a few judgments in Akoma Ntoso; coverage is partial."""

from tests.emulator.server import Request, Response
from tests.resolve.uk_shapes import make_judgment

NAME = "findcaselaw"
_JUDGMENTS = {
    "/uksc/2019/41/data.xml": ("R (on the application of Miller) v The Prime Minister", "[2019] UKSC 41", "2019-09-24"),
    "/ewca/civ/2025/673/data.xml": (
        "Ash Media Ltd, R (on the application of) v Oak Party",
        "[2025] EWCA Civ 673",
        "2025-05-23",
    ),
}


def answer(request: Request) -> Response:
    """Show a judgment, or say that there is none."""
    found = _JUDGMENTS.get(request.path)
    if found is None:
        return Response("<html><title>Page not found</title></html>", 404, type="text/html")
    name, cite, day = found
    return Response(make_judgment(name, cite, day=day), type="application/xml")


def answer_bailii(request: Request) -> Response:
    """Answer for www.bailii.org, which has what Find Case Law lacks."""
    if request.path == "/robots.txt":
        return Response("User-agent: *\nDisallow: /cgi-bin/\n")
    if request.path == "/uk/cases/UKHL/1932/100.html":
        page = "<HTML><HEAD><TITLE>Donoghue v Stevenson [1932] UKHL 100 (26 May 1932)</TITLE></HEAD></HTML>"
        return Response(page, type="text/html")
    return Response("<html><title>Not found</title></html>", 404, type="text/html")
