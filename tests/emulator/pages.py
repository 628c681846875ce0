"""Web sites of every kind: `Emulator(sites=SITES)` answers for them, and the archive has copies of some pages."""

from collections.abc import Mapping
from urllib.parse import unquote

from tests.emulator.server import Answer, Request, Response

STORY = "".join(
    f"<p>The storm of March 2021 left 300 homes in the harbour without power for two days. Report {part}.</p>"
    for part in range(12)
)


def make_page(title: str, body: str, head: str = "") -> Response:
    """Return an HTML page."""
    text = f'<!doctype html><html lang="en"><head><title>{title}</title>{head}</head><body>{body}</body></html>'
    return Response(text, type="text/html; charset=utf-8")


def go_to(address: str, status: int = 301) -> Response:
    """Return a redirect."""
    return Response(status=status, headers={"Location": address})


ARTICLE = make_page(
    "Storm hits the harbour | The Harbour Post",
    f"<nav><a href='/'>Home</a></nav><main><h1>Storm hits the harbour</h1>{STORY}</main>",
    '<meta property="og:title" content="Storm hits the harbour"><meta name="author" content="Ada Lund">'
    '<meta property="og:site_name" content="The Harbour Post">'
    '<meta property="article:published_time" content="2021-03-04">',
)
TIDES = make_page("Tide tables", f"<main><h1>Tide tables</h1>{STORY}</main>")
NOT_FOUND = make_page("Page not found", "<h1>404</h1><p>There is no such page.</p>")
LOCKED = '<script type="application/ld+json">{"@type": "NewsArticle", "isAccessibleForFree": false}</script>'

_PATHS: Mapping[str, Response] = {
    "/": make_page("The Harbour Post", "<h1>The Harbour Post</h1><p>News of the harbour.</p>"),
    "/2021/storm": ARTICLE,
    "/tides": TIDES,
    "/old/storm": go_to("/2021/storm"),
    "/today": go_to("/2021/storm", 302),
    "/2018/fair": go_to("/", 302),
    "/members": go_to("/login?next=/members", 302),
    "/login": make_page("Log in", "<h1>Log in</h1><form><input type='password'></form>"),
    "/premium": make_page("Behind the harbour", f"<h1>Behind the harbour</h1>{STORY}", LOCKED),
    "/app": make_page("App", "<noscript>You need to enable JavaScript.</noscript>"),
    "/notes.txt": Response("The gate opens at nine.", type="text/plain"),
    "/withdrawn": Response("Gone", 410),
    "/robots.txt": Response("User-agent: *\nDisallow: /hidden/\n"),
}


def _harbour_post(request: Request) -> Response:
    return _PATHS.get(request.path, Response(NOT_FOUND.body, 404, type=NOT_FOUND.type))


# The site of examples/online.
_STREET: Mapping[str, Response] = {
    "/fact-sheets/7": make_page(
        "How trees cool | Institute for Urban Climate",
        "<main><h1>How trees cool</h1><p>Trees shade walls and pavement, and they cool the air by the water that their "
        "leaves give off. On a hot day a mature lime gives off 400 litres of water.</p>"
        "<p>Crowns that cover a third of the pavement keep its surface 11.5 °C cooler at noon.</p></main>",
    ),
    "/robots.txt": Response("User-agent: *\nDisallow:\n"),
}


def _street(request: Request) -> Response:
    return _STREET.get(request.path, Response(NOT_FOUND.body, 404, type=NOT_FOUND.type))


def _always(response: Response) -> Answer:
    return lambda request: Response("", 404) if request.path == "/robots.txt" else response


SITES: Mapping[str, Answer] = {
    "harbour-post.example": _harbour_post,
    "street.test": _street,
    "soft.example": _always(NOT_FOUND),
    "for-sale.example": _always(make_page("for-sale.example", "<p>for-sale.example is for sale. Make an offer.</p>")),
    "walled.example": _always(
        Response("<title>Just a moment...</title>", 403, {"cf-mitigated": "challenge"}, "text/html")
    ),
    "asks.example": _always(go_to("https://consent.asks.example/?continue=1", 302)),
    "consent.asks.example": _always(make_page("Before you continue", "<p>We use cookies.</p>")),
}

# The archive: address → time, status and digest of each capture, the oldest first.
_POST = "https://harbour-post.example"
CAPTURES: Mapping[str, tuple[tuple[str, str, str], ...]] = {
    f"{_POST}/2019/regatta": (
        ("20190601120000", "200", "REGATTA"),
        ("20190701120000", "200", "REGATTA"),
        ("20240101120000", "404", "NOTFOUND"),
    ),
    f"{_POST}/withdrawn": (("20200101120000", "200", "WITHDRAWN"),),
    f"{_POST}/tides": (
        ("20210301120000", "200", "TIDES-OLD"),
        ("20210310120000", "200", "TIDES-OLD"),
        ("20260101120000", "200", "TIDES-NEW"),
    ),
    "https://street.test/roots-and-pipes": (("20171105090000", "200", "ROOTS"),),
    "https://soft.example/report": (("20180101120000", "200", "REPORT"),),
    "https://hidden.example/page": (),
}
BLOCKED_SITE = "https://hidden.example/"


def find_captures(url: str) -> tuple[tuple[str, str, str], ...]:
    """Return the captures of an address."""
    return CAPTURES.get(unquote(url), ())
