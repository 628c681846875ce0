"""Cornell LII: sections of the U.S. Code, titles with their ranges, rules and the Constitution."""

from tests.emulator.server import Request, Response

NAME = "lii"
_TITLES = {
    "/uscode/text/18/1001": "18 U.S. Code § 1001 - Statements or entries generally",
    "/uscode/text/18/1002": "18 U.S. Code § 1002 - Possession of false papers",
    "/uscode/text/18": "U.S. Code: Title 18",
    "/uscode/text/42": "U.S. Code: Title 42",
    "/rules/frcp/rule_12": "Rule 12. Defenses and Objections",
    "/constitution/amendmentxiv": "Amendment XIV",
}
_RANGES = {"/uscode/text/18": ("1 – 2725", "6001 – 6005"), "/uscode/text/42": ("1 – 300hh–37", "18001 – 19332")}


def answer(request: Request) -> Response:
    """Show a page, or say that there is none."""
    title = _TITLES.get(request.path)
    if title is None:
        return Response("<html><title>Page not found</title></html>", 404, type="text/html")
    ranges = "".join(f"<li>CHAPTER (§§ {each})</li>" for each in _RANGES.get(request.path, ()))
    page = f"<html><head><title>{title} | LII / Legal Information Institute</title></head><ul>{ranges}</ul></html>"
    return Response(page, type="text/html; charset=utf-8")
