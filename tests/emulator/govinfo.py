"""The link service of govinfo: it redirects to the document, or shows a page that says that there is none."""

from tests.emulator.server import Request, Response

NAME = "govinfo"
_SECTIONS = {
    "18/1001": ("§1001. Statements or entries generally", ("a", "b", "c")),
    "42/1983": ("§1983. Civil action for deprivation of rights", ()),
    "18/6": ("[§6. Repealed. Pub. L. 107–273]", ()),
}
_LAWS = {"/link/plaw/104/public/292": "PLAW-104publ292", "/link/fr/88/12345": "FR-2023-02-27"}


def answer(request: Request) -> Response:
    """Answer a link, or show a document."""
    if request.path.startswith("/content/pkg/"):
        return _show(request.path.rpartition("/")[2].removesuffix(".htm").replace("-sec", "/").rpartition("title")[2])
    section = request.path.removeprefix("/link/uscode/")
    if section in _SECTIONS:
        title, _, number = section.partition("/")
        path = f"USCODE-2023-title{title}/html/USCODE-2023-title{title}-sec{number}.htm"
        return Response(status=302, headers={"Location": f"/{NAME}/content/pkg/{path}"})
    if package := _LAWS.get(request.path):
        return Response(status=302, headers={"Location": f"/{NAME}/content/pkg/{package}/html/{package}.htm"})
    return Response("<html><title>Error</title><body>No document was found.</body></html>", 404, type="text/html")


def _show(section: str) -> Response:
    head, letters = _SECTIONS.get(section, ("An Act", ()))
    body = "".join(f'<p class="statutory-body">({letter}) Text of the law.</p>' for letter in letters)
    page = f'<html><body><h3 class="section-head">{head}</h3>{body}<!-- field-end:statute --></body></html>'
    return Response(page, type="text/html; charset=utf-8")
