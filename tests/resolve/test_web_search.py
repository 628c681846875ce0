"""Search services: their shapes, their failures, and the order in which they are queried."""

from typing import Any

import pytest
from tests.resolve.fake_web import Answer, FakeWeb, make_reply

from citevet.model import Reply
from citevet.resolve.web.web_search import SEARCH_SERVICES, WebHit, parse_search, search_web

HIT = WebHit("Gulls", "https://gulls.example/a", "412 gulls")
ANSWERS: dict[str, dict[str, Any]] = {
    "serper": {"organic": [{"title": "Gulls", "link": HIT.url, "snippet": "412 gulls", "position": 1}]},
    "tavily": {"answer": None, "results": [{"title": "Gulls", "url": HIT.url, "content": "412 gulls"}]},
    "brave": {"type": "search", "web": {"results": [{"title": "Gulls", "url": HIT.url, "description": "412 gulls"}]}},
    "searxng": {"query": "gulls", "results": [{"title": "Gulls", "url": HIT.url, "content": "412 gulls"}]},
}
EMPTY: dict[str, dict[str, Any]] = {
    "serper": {"searchParameters": {"q": "gulls"}, "organic": []},
    "tavily": {"query": "gulls", "results": []},
    "brave": {"type": "search", "query": {"original": "gulls"}},
    "searxng": {"query": "gulls", "results": []},
}


@pytest.mark.parametrize("service", SEARCH_SERVICES)
def test_hits_of_each_service(service: str) -> None:
    """Title, address and snippet have other names everywhere."""
    assert (HIT,) == parse_search(service, make_reply(ANSWERS[service])).hits


@pytest.mark.parametrize("service", SEARCH_SERVICES)
def test_no_hits_are_an_answer(service: str) -> None:
    """Nothing found is known."""
    answer = parse_search(service, make_reply(EMPTY[service]))
    assert ((), None) == (answer.hits, answer.refusal)


@pytest.mark.parametrize("service", SEARCH_SERVICES)
@pytest.mark.parametrize(
    "answer",
    [401, 429, 500, 404, "", "<html>", "[]", "null", '{"error": "no credits"}', '{"detail": {"error": "x"}}', "{}"],
)
def test_a_failing_service_never_reads_as_no_hits(service: str, answer: Answer) -> None:
    """Each failure has a reason."""
    refusal = parse_search(service, make_reply(answer)).refusal
    assert refusal is not None
    assert refusal.reason in {"blocked", "unreadable"}


def test_silent_search_engines_are_a_failure() -> None:
    """A SearXNG whose engines all failed found nothing because nothing was searched."""
    answer = {**EMPTY["searxng"], "unresponsive_engines": [["google", "CAPTCHA"]]}
    assert parse_search("searxng", make_reply(answer)).refusal


def test_hits_have_no_markup() -> None:
    """Brave marks the words of the query."""
    hit = {"title": "<strong>Gulls</strong>", "url": HIT.url, "description": "412 <strong>gulls</strong>"}
    assert parse_search("brave", make_reply({"web": {"results": [hit]}})).hits == (HIT,)


def test_odd_hits_are_left_out() -> None:
    """Wrong types, other schemes and the same page under another form are no further hits."""
    results = [
        {"title": "Gulls", "url": HIT.url, "content": "412 gulls"},
        {"title": "Again", "url": "http://www.gulls.example/a/?utm_source=x"},
        {"title": 3, "url": "https://b.example/", "content": None},
        {"url": "javascript:alert(1)"},
        {"url": ["https://c.example"]},
        {"url": "http://[bad"},
        "text",
        None,
    ]
    hits = parse_search("tavily", make_reply({"results": results})).hits
    assert (HIT, WebHit("", "https://b.example/")) == hits


async def test_services_are_asked_in_their_order() -> None:
    """A service without a key is passed over; the first that answers is used."""
    no_key = Reply("", trouble="not-asked", why="needs a key")
    web = FakeWeb({("serper", "/"): no_key, ("tavily", "/"): 429, ("brave", "/"): ANSWERS["brave"]})
    answer = await search_web("  how many\ngulls ", web)
    assert ("brave", (HIT,)) == (answer.service, answer.hits)
    assert ["serper", "tavily", "brave"] == [service for service, _, _ in web.asked]
    assert "how many gulls" == web.asked[-1][2]["q"]


async def test_without_any_answer_the_failure_is_told() -> None:
    """A service that refused says more than one without a key."""
    no_key = Reply("", trouble="not-asked", why="needs a key")
    web = FakeWeb({("serper", "/"): no_key, ("tavily", "/"): 429, ("brave", "/"): no_key, ("searxng", "/"): no_key})
    refusal = (await search_web("gulls", web)).refusal
    assert refusal is not None
    assert ("blocked", "Tavily answered 429") == (refusal.reason, refusal.why)
    assert (await search_web("gulls", web, services=())).refusal is not None
