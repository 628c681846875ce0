"""legislation.gov.uk: three acts by title and number, their sections and contents."""

from tests.emulator.server import Request, Response
from tests.resolve.uk_shapes import make_act, make_contents, make_section

NAME = "legislation_uk"
_TITLES = {
    "ukpga/1998/42": "Human Rights Act 1998",
    "ukpga/2018/12": "Data Protection Act 2018",
    "ukpga/2023/50": "Online Safety Act 2023",
}
_LAST = {"ukpga/1998/42": 22, "ukpga/2018/12": 215, "ukpga/2023/50": 241}
_REPEALED = 'Status="Repealed" RestrictStartDate="2019-01-01"'
_GROUPS = {("ukpga/1998/42", "19"): _REPEALED, ("ukpga/2023/50", "64"): 'Status="Prospective"'}


def answer(request: Request) -> Response:
    """Answer a title, a section or the contents; "Transport Act" is the title of several acts."""
    if request.path == "/id":
        return _find(request.query.get("title", ""))
    kind, year, number, *rest = (*request.path.strip("/").split("/"), "", "")
    path = f"{kind}/{year}/{number}"
    title = _TITLES.get(path)
    if title is None:
        return Response("<html>Page not found</html>", 404, type="text/html")
    numbers = [str(each + 1) for each in range(_LAST[path])]
    if rest[:1] == ["contents"]:
        return _show(make_act(make_contents(*numbers), title=title, path=path))
    if rest[:1] == ["section"]:
        if rest[1] not in numbers:
            return Response("<html>Page not found</html>", 404, type="text/html")
        return _show(make_act(make_section(rest[1], group=_GROUPS.get((path, rest[1]), "")), title=title, path=path))
    return Response(f"<html><title>{title}</title></html>", type="text/html")


def _find(title: str) -> Response:
    if title.startswith("Transport Act"):
        links = "".join(f'<a href="/id/ukpga/{year}/1">Transport Act {year} c. 1</a>' for year in (1968, 1985))
        return Response(f"<html>{links}</html>", 300, type="application/xhtml+xml")
    for path, known in _TITLES.items():
        if known == title:
            return Response(status=301, headers={"Location": f"/{NAME}/{path}"})
    return Response("<html>Page not found</html>", 404, type="text/html")


def _show(act: str) -> Response:
    return Response(act, type="application/xml")
