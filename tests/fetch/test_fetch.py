"""Texts of sources: what an answer holds, how much of the work that is, and where it came from."""

from collections.abc import Callable
from io import BytesIO
from typing import Any

import pytest
from reportlab.pdfgen import canvas as reportlab_canvas
from tests.resolve.fake_web import FakeWeb, classify

from citevet.fetch import fetch_address, fetch_text, read_reply
from citevet.model import Record, Reply

URL = "https://news.example/2021/storm"
PARAGRAPH = "The storm reached the coast on Friday and left 300 homes without power for two days. "
STORY = "".join(f"<p>{PARAGRAPH}Part {number} of the report follows here.</p>" for number in range(12))
MENU = "<nav><a href='/'>Home</a> <a href='/sports'>Sports</a></nav>"
MAIN = f"<main><h1>Storm hits coast</h1>{STORY}</main>"
PAGE = f"<html><head><title>Storm hits coast</title></head><body>{MENU}{MAIN}</body></html>"
JATS = """<!DOCTYPE article PUBLIC "-//NLM//DTD JATS//EN" "JATS.dtd"><article><front>
<journal-meta><journal-id>x</journal-id>
</journal-meta><article-meta><title-group><article-title>Gulls of <italic>Larus</italic></article-title></title-group>
<contrib-group><contrib><name><surname>Lund</surname></name></contrib></contrib-group>
<abstract><p>Gulls were counted.</p></abstract></article-meta></front>{body}
<back><ref-list><ref><mixed-citation>Cited elsewhere.</mixed-citation></ref></ref-list></back></article>"""
BODY = "<body><sec><title>Results</title><p>There were <bold>412</bold> gulls.</p></sec></body>"
ACT = """<Legislation xmlns="http://www.legislation.gov.uk/namespaces/legislation"><Metadata>made</Metadata><Primary><Body>
<P1><Pnumber>1</Pnumber><P1para><Text>A person must not feed gulls.</Text></P1para></P1>
</Body></Primary></Legislation>"""


def answer(body: str | bytes, kind: str = "text/html", status: int = 200, **headers: str) -> Reply:
    """Make an answer."""
    named = {"content-type": kind, **{key.replace("_", "-"): value for key, value in headers.items()}}
    return classify(Reply(URL, status, named, body.encode() if isinstance(body, str) else body))


@pytest.fixture
def pdf() -> bytes:
    """A PDF of two pages."""
    out = BytesIO()
    make: Any = reportlab_canvas.Canvas
    canvas = make(out)
    for words in ("There were 412 gulls.", "They left in May."):
        canvas.drawString(72, 720, words)
        canvas.showPage()
    canvas.save()
    return out.getvalue()


@pytest.mark.parametrize(
    ("page", "scope", "reason"),
    [
        (PAGE[: len(PAGE) // 2], "snippet", "partial-scope"),
        (PAGE.removesuffix("</html>"), "full", None),
        (f"<!doctype html><title>Storm</title>{MAIN}", "full", None),  # both tags may be left out
    ],
)
def test_a_page_without_its_end_is_a_part(page: str, scope: str, reason: str | None) -> None:
    """What was read may support a claim; what was not read does not deny one."""
    body = read_reply(answer(page)).body
    assert (scope, reason) == (body.scope, body.reason)
    assert PARAGRAPH.strip() in body.pages[0].text


def test_the_main_content_of_a_page_and_the_page_itself() -> None:
    """The menu is in the whole page only; both are full text with provenance."""
    fetched = read_reply(answer(PAGE, date="Tue, 17 Nov 2026 09:00:00 GMT"))
    assert fetched.whole is not None
    (main,), (whole,) = fetched.body.pages, fetched.whole.pages
    assert PARAGRAPH.strip() in main.text
    assert "Sports" not in main.text
    assert PARAGRAPH.strip() in whole.text
    assert ("full", "Storm hits coast", "2026-11-17T09:00:00+00:00", 64) == (
        fetched.body.scope,
        fetched.title,
        fetched.fetched,
        len(fetched.sha256),
    )


def test_a_short_page_is_read_whole() -> None:
    """Where no main content stands out, the whole page is the text."""
    fetched = read_reply(answer("<html><title>Note</title><p>The gate opens at nine.</p></html>"))
    assert ("full", None) == (fetched.body.scope, fetched.whole)
    assert "The gate opens at nine." in fetched.body.pages[0].text


def test_pages_of_a_pdf_keep_their_numbers(pdf: bytes) -> None:
    """The media type may be wrong: the first bytes decide."""
    fetched = read_reply(answer(pdf, "text/html"))
    assert [1, 2] == [page.number for page in fetched.body.pages]
    assert "They left in May." in fetched.body.pages[1].text


@pytest.mark.parametrize(
    ("body", "kind", "scope", "words", "left_out"),
    [
        (JATS.replace("{body}", BODY), "application/xml", "full", "There were 412 gulls.", "elsewhere"),
        (JATS.replace("{body}", ""), "text/xml", "abstract", "Gulls were counted.", "Lund"),
        (ACT, "application/xml", "full", "A person must not feed gulls.", "made"),
        ("Gulls were counted in May.", "text/plain; charset=utf-8", "full", "counted in May", "x"),
    ],
)
def test_other_formats(body: str, kind: str, scope: str, words: str, left_out: str) -> None:
    """Articles, statutes and plain texts lose their metadata and reference lists."""
    fetched = read_reply(answer(body, kind))
    assert scope == fetched.body.scope
    assert words in fetched.body.pages[0].text
    assert left_out not in fetched.body.pages[0].text


@pytest.mark.parametrize(
    ("encoding", "kind"),
    [
        ("utf-8", "text/html; charset=iso-8859-1"),
        ("cp1252", "text/html; charset=ISO-8859-1"),
        ("cp1252", "text/html; charset=windows-1252"),
        ("utf-8", "application/pdf"),  # a page in place of the file
    ],
)
def test_the_bytes_outweigh_a_wrong_label(encoding: str, kind: str) -> None:
    """A page that declares Latin-1 is often in UTF-8, or has the quotation marks of Windows."""
    fetched = read_reply(answer(PAGE.replace("The storm", "“Möwe” the storm").encode(encoding), kind))
    assert fetched.body.pages[0].text.startswith("Storm hits coast")
    assert "“Möwe” the storm" in fetched.body.pages[0].text


PAYWALL = '<script type="application/ld+json">{"isAccessibleForFree": false}</script></head>'
LANDING = '<meta name="citation_title" content="Gulls"></head>'


@pytest.mark.parametrize(
    ("head", "scope", "reason"), [(PAYWALL, "snippet", "paywalled"), (LANDING, "abstract", "no-text")]
)
def test_a_page_with_a_part_of_the_work_says_so(head: str, scope: str, reason: str) -> None:
    """The teaser of a paywalled article and the abstract on a publisher's page are not the full text."""
    fetched = read_reply(answer(PAGE.replace("</head>", head)))
    assert (scope, reason) == (fetched.body.scope, fetched.body.reason)
    assert fetched.body.pages


REFUSED: list[tuple[Reply, str]] = [
    (answer("<title>Just a moment...</title>"), "blocked"),
    (answer("<title>Log in</title><h1>Log in</h1><input type=password>"), "blocked"),
    (answer("<html><title>Log in</title><h1>Log in</h1><input type=password>", "application/pdf"), "blocked"),
    (answer("<title>Page not found</title>"), "no-text"),
    (answer("", status=404), "no-text"),
    (answer("", status=402), "paywalled"),
    (answer("", status=403), "blocked"),
    (answer("", status=503), "unreadable"),
    (answer("", status=304), "unreadable"),
    (answer(" "), "no-text"),
    (answer(b"%PDF-1.7 broken", "application/pdf"), "unreadable"),
    (answer(b"\x89PNG\r\n", "image/png"), "unreadable"),
    (answer(b"PK\x03\x04", "application/zip"), "unreadable"),
    (answer(b"\x00\x01\x02" * 99, "text/plain"), "unreadable"),
    (answer("<a><b></a>", "application/xml"), "unreadable"),
    (answer("<a>" * 900, "application/xml"), "unreadable"),
    (answer("<a/>", "application/xml"), "no-text"),
    (Reply(URL, trouble="timeout", why="sent no byte for 20 s"), "timeout"),
]


@pytest.mark.parametrize(("reply", "reason"), REFUSED)
def test_an_answer_without_the_text_has_a_reason(reply: Reply, reason: str) -> None:
    """What is in front of a page, or is broken, is never its text."""
    body = read_reply(reply).body
    assert (reason, ()) == (body.reason, body.pages)
    assert body.why


async def test_the_ways_are_tried_until_one_has_the_full_text() -> None:
    """Europe PMC has no body, arXiv is out of reach, the first copy is blocked, the second has the text."""
    record = Record(
        "crossref",
        "10.1/x",
        title="Gulls",
        identifiers={"doi": "10.1/x", "pmcid": "PMC12", "arxiv": "2101.00001v2"},
        url="https://doi.example/10.1/x",
        copies=("https://a.example/1.pdf", "https://b.example/2.html"),
    )
    web = FakeWeb(
        {
            ("europepmc", "/PMC12/fullTextXML"): answer(JATS.replace("{body}", ""), "text/xml"),
            ("web", "https://a.example"): answer("", status=403),
            ("web", "https://b.example"): answer(PAGE),
        }
    )
    fetched = await fetch_text(record, web)
    assert "full" == fetched.body.scope
    assert ["/PMC12/fullTextXML", "/html/2101.00001v2", "/pdf/2101.00001v2", *record.copies] == [
        path for _, path, _ in web.asked
    ]


async def test_the_version_of_a_preprint_is_kept() -> None:
    """The full text of v2 is evidence for v2."""
    record = Record("arxiv", "2101.00001", identifiers={"arxiv": "2101.00001v2"})
    fetched = await fetch_text(record, FakeWeb({("arxiv", "/html/2101.00001v2"): answer(PAGE)}))
    assert ("full", "v2") == (fetched.body.scope, fetched.version)


@pytest.mark.parametrize(("sentences", "scope"), [(1, "snippet"), (60, "full")])
async def test_a_page_without_the_decision_is_no_full_text(sentences: int, scope: str) -> None:
    """The page of a case that shows its date and number only says nothing about what the court held."""
    page = f"<html><body>{'<p>Decided on 21 May by the full court.</p>' * sentences}</body></html>"
    fetched = await fetch_text(Record("courtlistener", "103", "case", url=URL), FakeWeb({("web", URL): answer(page)}))
    assert scope == fetched.body.scope


async def test_an_abstract_is_an_abstract() -> None:
    """Without a copy the record's abstract is used, and the page of a registered work is not visited."""
    record = Record("crossref", "10.1/x", abstract="Gulls were counted.", url=URL, identifiers={"doi": "10.1/x"})
    web = FakeWeb({})
    fetched = await fetch_text(record, web)
    assert ("abstract", "Gulls were counted.", []) == (fetched.body.scope, fetched.body.pages[0].text, web.asked)


async def test_nothing_is_a_reason() -> None:
    """The way that failed says why there is no text."""
    fetched = await fetch_text(Record("web", URL, "page", url=URL), FakeWeb({("web", URL): 403}))
    assert ((), "blocked", "answered 403") == (fetched.body.pages, fetched.body.reason, fetched.body.why)
    none = await fetch_text(Record("openlibrary", "1", identifiers={"isbn": "1"}), FakeWeb({}))
    assert ((), "title", "no-text") == (none.body.pages, none.body.scope, none.body.reason)


@pytest.mark.parametrize(
    ("headers", "reason"), [({"memento_datetime": "Thu, 04 Mar 2021 00:00:00 GMT"}, None), ({}, "unreadable")]
)
async def test_an_archived_copy_is_fetched_without_the_frame_of_the_archive(
    headers: dict[str, Any], reason: str | None
) -> None:
    """Only an answer with the date of its copy is one; the archive's own pages come with 200 as well."""
    copy = f"https://web.archive.org/web/20210304000000/{URL}"
    record = Record("web", URL, "page", url=URL, copies=(copy,))
    path = f"/web/20210304000000id_/{URL}"
    web = FakeWeb({("wayback", path): answer(PAGE, **headers), ("web", URL): answer("", status=404)})
    fetched = await fetch_text(record, web)
    assert path == web.asked[0][1]
    if reason is None:
        assert ("full", "2021-03-04T00:00:00+00:00") == (fetched.body.scope, fetched.version)
    else:
        assert () == fetched.body.pages


async def test_a_hit_of_a_search_is_fetched_by_its_address() -> None:
    """One address, one visit."""
    assert "full" == (await fetch_address(URL, FakeWeb({("web", URL): answer(PAGE)}))).body.scope


def test_a_page_of_countless_tags_is_read_whole() -> None:
    """The extractor would take a minute and a half for such a page of 2 MB."""
    fetched = read_reply(answer(f"<title>Spans</title>{'<span>a</span> ' * 13_000}{STORY}"))
    assert ("full", None) == (fetched.body.scope, fetched.whole)
    assert PARAGRAPH.strip() in fetched.body.pages[0].text


def test_a_page_too_broken_for_the_extractor_is_read_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever the library does, the text is there."""

    def fail(name: str) -> Callable[..., str]:
        raise ImportError(name)

    monkeypatch.setattr("citevet.read.web_page.import_module", fail)
    fetched = read_reply(answer(PAGE))
    assert ("full", None) == (fetched.body.scope, fetched.whole)
    assert PARAGRAPH.strip() in fetched.body.pages[0].text
