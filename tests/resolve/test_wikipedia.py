"""Wikipedia: addresses, redirects, revisions, lists of pages with one name, and pages that do not exist."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.resolve.fake_web import Answer, FakeWeb, make_json_reply, make_reply
from tests.resolve.json_values import JSON, damaged
from tests.resolve.registry_shapes import WIKIPEDIA

from citevet.model import Reply
from citevet.resolve.registries.wikipedia import WikipediaPage, look_up_wikipedia, parse_wikipedia, read_wikipedia_url

KETTLE = WikipediaPage("en", "Kettle pot")


@pytest.mark.parametrize(
    ("url", "page"),
    [
        ("https://en.wikipedia.org/wiki/Kettle_pot#Uses", WikipediaPage("en", "Kettle pot")),
        ("http://de.m.wikipedia.org/wiki/Teekanne_(Gef%C3%A4%C3%9F)", WikipediaPage("de", "Teekanne (Gefäß)")),
        ("https://zh-yue.wikipedia.org/wiki/茶", WikipediaPage("zh-yue", "茶")),
        ("https://en.wikipedia.org/wiki/AC/DC", WikipediaPage("en", "AC/DC")),
        ("https://en.wikipedia.org/w/index.php?title=Kettle&oldid=1234", WikipediaPage("en", "Kettle", "1234")),
        ("https://en.wikipedia.org/w/index.php?oldid=1234", WikipediaPage("en", "", "1234")),
        ("https://en.wikipedia.org/wiki/Special:PermanentLink/1234", WikipediaPage("en", "", "1234")),
        ("https://en.wikipedia.org/wiki/", None),
        ("https://www.wikipedia.org/", None),
        ("https://en.wikipedia.org.evil.example/wiki/Kettle", None),
        ("https://example.org/wiki/Kettle", None),
        ("https://[::1/wiki/Kettle", None),
    ],
)
def test_addresses(url: str, page: WikipediaPage | None) -> None:
    """An address gives language, title and revision; other sites give nothing."""
    assert read_wikipedia_url(url) == page


async def test_page() -> None:
    """A redirect is followed, and the record has the time of the revision."""
    web = FakeWeb({("wikipedia:en", "/w/api.php"): WIKIPEDIA})
    lookup = await look_up_wikipedia(KETTLE, web)
    assert lookup.existence == "found"
    assert lookup.record
    assert (lookup.record.id, lookup.record.title) == ("en:Kettle", "Kettle")
    assert lookup.record.titles == ("Kettle pot", "kettle_pot")
    assert lookup.record.years == (2026,)
    assert lookup.record.identifiers == {"revision": "1234", "revised": "2026-03-25T15:46:00Z"}
    assert lookup.record.abstract == "A kettle is a pot."
    assert web.asked[0][2]["titles"] == "Kettle pot"


async def test_revision() -> None:
    """A permanent link asks for its revision; one that is unknown is missing."""
    web = FakeWeb({("wikipedia:en", ""): {"query": {"badrevids": {"9": {"revid": 9, "missing": ""}}}}})
    lookup = await look_up_wikipedia(WikipediaPage("en", "Kettle", "9"), web)
    assert (lookup.existence, web.asked[0][2]["revids"]) == ("missing", "9")


def _page(**fields: Any) -> dict[str, Any]:
    return {"query": {"pages": {"-1": {"title": "Kettle pot", **fields}}}}


@pytest.mark.parametrize(
    ("answer", "existence"),
    [
        (_page(missing=""), "missing"),
        ({"query": {"pages": [{"title": "Kettle pot", "missing": True}]}}, "missing"),
        (_page(missing="", known=""), "found"),
        (_page(missing=False), "found"),
        (_page(invalid="", invalidreason="contains <"), "unchecked"),
        ({"error": {"code": "maxlag"}}, "unchecked"),
        ({"query": {"pages": {}}}, "unchecked"),
        ({"query": {"interwiki": [{"title": "de:Kettle", "iw": "de"}]}}, "unchecked"),
        ({"query": {"pages": {"-1": {"missing": ""}, "2": {"title": "Other"}}}}, "unchecked"),
        *((answer, "unchecked") for answer in (404, 429, 500, "", "{", "[]", "<html>", "null")),
        (Reply("", trouble="timeout", why="sent no byte for 20 s"), "unchecked"),
    ],
)
def test_existence(answer: Answer, existence: str) -> None:
    """Only the word of Wikipedia about this page makes it missing."""
    lookup = parse_wikipedia(make_reply(answer), KETTLE)
    assert lookup.existence == existence
    assert bool(lookup.reason) == (existence == "unchecked")


def test_several_pages_with_one_name() -> None:
    """A disambiguation page is ambiguous, and its links are the candidates."""
    links = [{"ns": 0, "title": "Kettle (birds)"}, {"ns": 0, "title": "Kettle (landform)"}]
    lookup = parse_wikipedia(make_reply(_page(pageprops={"disambiguation": ""}, links=links)), KETTLE)
    assert lookup.existence == "ambiguous"
    assert [record.title for record in lookup.candidates] == ["Kettle (birds)", "Kettle (landform)"]


@given(st.one_of(damaged(WIKIPEDIA), JSON))
def test_any_json(value: Any) -> None:
    """No JSON value in any field raises."""
    parse_wikipedia(make_json_reply(value), KETTLE)


@given(st.text(max_size=60))
def test_any_address(text: str) -> None:
    """No address raises."""
    read_wikipedia_url(text)
    read_wikipedia_url(f"https://en.wikipedia.org/{text}")
