"""The eCFR: two titles with a few sections, one removed and one reserved; a day after the last one gives 404."""

from tests.emulator.server import Request, Response

NAME = "ecfr"
_LAST_DAY = "2026-11-13"
_HEADINGS = {
    "240.10b-1": "§ 240.10b-1 Prohibition of use of manipulative devices.",
    "240.10b-5": "§ 240.10b-5 Employment of manipulative and deceptive devices.",
    "240.11": "§§ 240.11 [Reserved]",
}
_REMOVED = {"240.9": "2019-05-01"}


def answer(request: Request) -> Response:
    """Answer for titles, full texts, versions and structure."""
    kind, *rest = request.path.removeprefix("/api/versioner/v1/").split("/")
    if kind == "titles.json":
        titles = [
            {"number": number, "up_to_date_as_of": _LAST_DAY, "reserved": number == 35} for number in range(1, 51)
        ]
        return Response({"titles": titles})
    if kind == "full" and rest[0] <= _LAST_DAY and rest[1] == "title-17.xml":
        return _show_text(request.query.get("part", ""), request.query.get("section", ""))
    if kind == "versions":
        known = rest[0] == "title-17.json" and request.query.get("part") == "240"
        return Response({"content_versions": _list_versions() if known else []})
    if kind == "structure" and rest[0] <= _LAST_DAY:
        parts = [{"type": "part", "identifier": each, "label": f"Part {each}"} for each in ("1", "240")]
        return Response({"type": "title", "identifier": "17", "children": [{"type": "chapter", "children": parts}]})
    return Response({"error": "Not found"}, 404)


def _show_text(part: str, section: str) -> Response:
    wanted = {number: head for number, head in _HEADINGS.items() if section in {"", number}}
    if part != "240" or not wanted:
        return Response("Not found", 404)
    sections = "".join(
        f'<DIV8 N="{number}" TYPE="SECTION"><HEAD>{head}</HEAD><P>It shall be unlawful to deceive.</P></DIV8>'
        for number, head in wanted.items()
    )
    whole = f'<?xml version="1.0"?><DIV5 N="240" TYPE="PART"><HEAD>PART 240—RULES</HEAD>{sections}</DIV5>'
    return Response(whole, type="application/xml")


def _list_versions() -> list[dict[str, object]]:
    present = [
        {"identifier": number, "name": name, "date": "2017-01-01", "removed": False}
        for number, name in _HEADINGS.items()
    ]
    gone = [{"identifier": number, "name": "", "date": day, "removed": True} for number, day in _REMOVED.items()]
    return [*present, *gone]
