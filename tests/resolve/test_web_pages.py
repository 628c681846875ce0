"""The state of a cited page, and what follows from it."""

import pytest
from tests.resolve.fake_web import FakeWeb, classify

from citevet.model import Hop, Reply
from citevet.resolve.web.page_lookup import PageState, classify_reply, look_up_page, make_sibling, visit_page

URL = "https://news.example/2021/storm.html"
LONG = "The storm reached the coast on Friday and left 300 homes without power. " * 60
HTML = {"content-type": "text/html; charset=utf-8"}
ARTICLE = f"""<html lang="en"><head><title>Storm hits coast | The Harbour Post</title>
<meta property="og:title" content="Storm hits coast"><meta property="og:site_name" content="The Harbour Post">
<meta name="author" content="Ada Lund"><meta property="article:published_time" content="2021-03-04T10:00:00Z">
<meta name="citation_pdf_url" content="/pdf/storm.pdf"></head><body><h1>Storm hits coast</h1>
<p>{LONG}</p></body></html>"""
NOT_FOUND = "<html><head><title>Page not found | The Harbour Post</title></head><body><h1>404</h1>Sorry.</body></html>"
COPY = {
    "url": URL,
    "archived_snapshots": {
        "closest": {
            "available": True,
            "url": f"http://web.archive.org/web/20210305000000/{URL}",
            "timestamp": "20210305000000",
            "status": "200",
        }
    },
}
NO_COPY = {"url": URL, "archived_snapshots": {}}


def page(
    body: str | bytes = ARTICLE, status: int = 200, *, url: str = URL, hops: tuple[Hop, ...] = (), **headers: str
) -> Reply:
    """Make the answer of a host."""
    data = body.encode() if isinstance(body, str) else body
    named = {key.replace("_", "-"): value for key, value in headers.items()}
    return classify(Reply(url, status, {**HTML, **named}, data, hops))


def titled(title: str, body: str = "") -> str:
    """Make a page with a title."""
    return f"<html><head><title>{title}</title></head><body>{body}</body></html>"


PAYWALL = '<script type="application/ld+json">{"@type": "NewsArticle", "isAccessibleForFree": "False"}</script>'
LOGIN_FORM = "<h1>Sign in</h1><form><input type='password'></form>"
STATES: list[tuple[str, Reply, PageState]] = [
    ("an article", page(), "live"),
    ("a PDF", page(b"%PDF-1.7 ...", content_type="application/pdf"), "live"),
    ("moved for good", page(hops=(Hop(301, "https://news.example/a/storm"),)), "moved"),
    ("https and www. only", page(hops=(Hop(301, "https://www.news.example/2021/storm.html"),)), "live"),
    ("elsewhere for now", page(hops=(Hop(302, "https://cdn.example/storm"),)), "live"),
    ("404", page(NOT_FOUND, 404), "gone"),
    ("410", page("", 410), "gone"),
    ("a robot test with 404", page(titled("Just a moment..."), 404), "challenge"),
    ("a robot test with 200", page(titled("Just a moment...", "<script>window._cf_chl_opt={}</script>")), "challenge"),
    ("a robot test by its header", page(cf_mitigated="challenge"), "challenge"),
    ("an article that loads such a script", page(ARTICLE.replace("</body>", "<script>px-captcha</script>")), "live"),
    ("402", page("", 402), "paywalled"),
    ("a paywall", page(ARTICLE.replace("</head>", f"{PAYWALL}</head>")), "paywalled"),
    ("400", page("", 400), "blocked"),
    ("403", page("", 403), "blocked"),
    ("999", page("", 999), "failed"),
    ("503", page("", 503), "failed"),
    ("304", page("", 304), "failed"),
    ("a login", page(titled("Sign in", LOGIN_FORM), hops=(Hop(302, "https://news.example/login?next=/"),)), "login"),
    ("an article with a login box", page(ARTICLE.replace("<p>", f"{LOGIN_FORM}<p>")), "live"),
    (
        "a question about cookies",
        page(titled("Before you continue"), hops=(Hop(302, "https://consent.x/y"),)),
        "consent",
    ),
    ("a domain for sale", page(titled("news.example", "news.example is for sale. Make an offer.")), "parked"),
    ("a page that scripts fill", page('<html data-adblockkey="MF=="><div id="target"></div></html>'), "parked"),
    ("a way to a parking page", page('<script>window.location.href="/lander"</script>'), "parked"),
    ("a short check", page(titled("One moment, please...", "Your request is being verified.")), "challenge"),
    (
        "a check with hidden text",
        page(titled("Just a moment...", "<input id='jschl-answer'>" + "word " * 2_000)),
        "challenge",
    ),
    ("a parking service", page(titled("x", "<script src='https://img.sedoparking.com/a.js'></script>")), "parked"),
    ("a shop", page(titled("House for sale", "<h1>House for sale</h1> Two rooms.")), "live"),
    ("the start page", page(hops=(Hop(301, "https://news.example/"),)), "home"),
    ("the start page of a language", page(hops=(Hop(302, "https://www.news.example/en/index.html"),)), "home"),
    ("no words without scripts", page(titled("App", "<noscript>Please enable JavaScript.</noscript>")), "empty"),
    ("nothing at all", page(""), "empty"),
]


@pytest.mark.parametrize(("name", "reply", "state"), STATES, ids=[name for name, _, _ in STATES])
def test_states_are_told_apart(name: str, reply: Reply, state: PageState) -> None:
    """Each answer of a host has one state."""
    assert classify_reply(reply).state == state, name


@pytest.mark.parametrize(("name", "reply", "state"), STATES, ids=[name for name, _, _ in STATES])
async def test_only_a_host_that_says_404_can_mean_missing(name: str, reply: Reply, state: PageState) -> None:
    """Without a copy in the archive, 404 and 410 are missing; all others are found or stay open with a reason."""
    web = FakeWeb({("web", URL): reply, ("archive", "/"): NO_COPY, ("wayback", "/"): "[]"})
    lookup = await look_up_page(URL, web)
    assert (lookup.existence == "missing") == (state == "gone"), name
    assert lookup.existence != "unchecked" or (lookup.reason and lookup.why)


def test_a_project_with_a_site_of_its_own_moved() -> None:
    """A redirect from a folder to the start page of a host of that name is a move."""
    reply = page(url="https://people.example/citevet", hops=(Hop(301, "https://citevet.example/"),))
    assert classify_reply(reply).state == "moved"


async def test_a_soft_404_needs_a_second_page_like_it() -> None:
    """A page that says "not found" with 200 counts as such if an impossible address gets the same page."""
    web = FakeWeb({("web", "https://news.example/"): page(NOT_FOUND), ("archive", "/"): COPY})
    lookup = await look_up_page(URL, web)
    assert ("unchecked", "no-text") == (lookup.existence, lookup.reason)
    assert ("soft-404", "archived") == lookup.flags
    assert lookup.record is not None
    assert (f"https://web.archive.org/web/20210305000000/{URL}",) == lookup.record.copies


@pytest.mark.parametrize(
    "title",
    [
        "The page you were looking for doesn’t exist (404 Not found)",
        "Not Found (#404)",
        "Object not found!",
        "Error 404 (Not Found)!!1",
        "The resource cannot be found.",
        "Sorry, the page you requested was not found",
        "Page no longer available | The Harbour Post",
    ],
)
async def test_frameworks_have_words_of_their_own_for_404(title: str) -> None:
    """They are sent with status 200, too."""
    lookup = await look_up_page(
        URL, FakeWeb({("web", "https://news.example/"): page(titled(title, "Go home.")), ("archive", "/"): COPY})
    )
    assert "soft-404" in lookup.flags


async def test_a_host_that_can_say_404_means_what_it_says() -> None:
    """An article with the title "404 Not Found" is live where impossible addresses get 404."""
    web = FakeWeb({("web", URL): page(titled("404 Not Found", LONG)), ("web", "https://news.example/"): page("", 404)})
    assert (await visit_page(URL, web)).state == "live"
    assert make_sibling(URL).endswith(".html")


async def test_an_unclear_second_answer_leaves_it_open() -> None:
    """Where the second visit fails, "not found" with 200 is not decided."""
    web = FakeWeb({("web", URL): page(NOT_FOUND), ("web", "https://news.example/"): 503})
    assert ("unchecked", "unreadable") == (
        (await look_up_page(URL, web)).existence,
        (await look_up_page(URL, web)).reason,
    )


async def test_a_live_page_has_a_record() -> None:
    """Title, author, year, site and the file with the full text come from the markup."""
    lookup = await look_up_page(URL, FakeWeb({("web", URL): page()}))
    record = lookup.record
    assert record is not None
    assert ("found", "Storm hits coast", ("Ada Lund",), (2021,), "The Harbour Post") == (
        lookup.existence,
        record.title,
        record.authors,
        record.years,
        record.venue,
    )
    assert ("https://news.example/pdf/storm.pdf",) == record.copies


async def test_a_moved_page_names_its_new_address() -> None:
    """The permanent redirects at the start count; the temporary one behind them does not."""
    hops = (Hop(301, "https://news.example/a/storm"), Hop(302, "https://cdn.example/x"))
    lookup = await look_up_page(URL, FakeWeb({("web", URL): page(hops=hops)}))
    assert lookup.record is not None
    assert (("moved",), "https://news.example/a/storm") == (lookup.flags, lookup.record.url)


async def test_an_http_address_with_https_behind_it_did_not_move() -> None:
    """The same page over https is live, and the address can be fixed."""
    url = URL.replace("https:", "http:")
    lookup = await look_up_page(url, FakeWeb({("web", url): page(url=url, hops=(Hop(301, URL),))}))
    assert lookup.record is not None
    assert ("found", (), URL) == (lookup.existence, lookup.flags, lookup.record.url)


async def test_a_dead_page_with_a_copy_exists_archived() -> None:
    """A copy proves that the page was there; nothing is missing."""
    web = FakeWeb({("web", URL): page("", 404), ("archive", "/"): COPY})
    lookup = await look_up_page(URL, web, cited="2021-03-04")
    assert ("found", ("gone", "archived")) == (lookup.existence, lookup.flags)
    assert "2021-03-05" in lookup.why
    assert "20210304000000" == web.asked[-1][2]["timestamp"]


async def test_without_the_archive_a_dead_page_stays_open() -> None:
    """A page that may have a copy is not missing because the archive is out of reach."""
    lookup = await look_up_page(URL, FakeWeb({("web", URL): page("", 404), ("archive", "/"): 503}))
    assert ("unchecked", "blocked", ("gone",)) == (lookup.existence, lookup.reason, lookup.flags)


async def test_a_page_that_changed_since_is_flagged() -> None:
    """A page whose copies around the date agree, and differ from the latest, has drifted."""
    head = '["timestamp","original","statuscode","mimetype","digest","length"]'

    def row(stamp: str, digest: str) -> str:
        return f'["{stamp}","{URL}","200","text/html","{digest}","10"]'

    around = f"[{head},{row('20210305000000', 'OLD')},{row('20210301000000', 'OLD')}]"
    latest = f"[{head},{row('20260101000000', 'NEW')}]"
    web = ClosestWeb({("web", URL): page(), ("wayback", "near"): around, ("wayback", "latest"): latest})
    lookup = await look_up_page(URL, web, cited="2021-03-04", drift=True)
    assert ("found", ("drifted",)) == (lookup.existence, lookup.flags)
    assert lookup.record is not None
    assert lookup.record.copies[-1].endswith(f"/web/20210305000000/{URL}")


class ClosestWeb(FakeWeb):
    """Answers the index of the archive by the kind of question."""

    async def ask(self, service: str, path: str, **request: object) -> Reply:
        """Tell the question for the latest capture from the one for a date."""
        params = request.get("params")
        near = isinstance(params, dict) and "closest" in params
        return await super().ask(service, ("near" if near else "latest") if service == "wayback" else path)


@pytest.mark.parametrize("charset", ["utf-8", "iso-8859-1", "windows-1252", "no-such-charset"])
async def test_titles_are_decoded_as_declared(charset: str) -> None:
    """The encoding of the header is used, and where it is wrong or unknown, one that fits."""
    body = titled("Über Möwen", "<p>Möwen über dem Hafen</p>").encode("utf-8" if "-8" == charset[-2:] else "cp1252")
    lookup = await look_up_page(URL, FakeWeb({("web", URL): page(body, content_type=f"text/html; charset={charset}")}))
    assert lookup.record is not None
    assert "Über Möwen" == lookup.record.title


@pytest.mark.parametrize(
    "body", [b"\x00" * 5000, b"<" * 5000, b"<h1>" * 5000, b"<title>" + b"x" * 10_000, b"\xff\xfe<"]
)
def test_any_bytes_have_a_state(body: bytes) -> None:
    """Hostile bodies are classified without an error."""
    assert classify_reply(page(body)).state in {"live", "empty"}
