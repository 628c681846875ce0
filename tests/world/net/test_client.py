"""The client against a real server on this machine: politeness, limits, redirects, and every way to fail."""

import asyncio
import json
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any

import pytest
from tests.emulator.faults import FAULTS
from tests.emulator.server import Emulator, Request, Response

from citevet.model import Hop, Reply
from citevet.world.net.client import WebClient
from citevet.world.net.errands import NetSettings
from citevet.world.net.ledger import Allowance
from citevet.world.net.services import SERVICES

_WORK = {"status": "ok", "message": {"title": ["On the weight of proof"], "DOI": "10.5555/1"}}


def _answer(request: Request) -> Response:
    """Serve a work, and say what was asked."""
    if request.path == "/echo":
        return Response({"query": dict(request.query), "headers": dict(request.headers), "body": request.body.decode()})
    if request.path == "/moved":
        return Response(status=301, headers={"Location": "/crossref/works/1?a=b"})
    if request.path == "/elsewhere":
        return Response(status=302, headers={"Location": request.query["to"]})
    if request.path == "/charset":
        return Response(_WORK, headers={"Content-Encoding": "UTF-8"})
    if request.path.startswith("/works"):
        return Response(_WORK)
    return Response("Resource not found.", 404)


@pytest.fixture
def emulator() -> Iterator[Emulator]:
    with Emulator(extra=dict.fromkeys(("crossref", "pubmed", "courtlistener", "lawgokr"), _answer)) as serving:
        yield serving


class _Time:
    """A clock that jumps ahead instead of waiting."""

    def __init__(self) -> None:
        self.slept: list[float] = []
        self._ahead = 0.0

    def now(self) -> float:
        return time.monotonic() + self._ahead

    async def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        self._ahead += seconds
        await asyncio.sleep(0)


@asynccontextmanager
async def _client(emulator: Emulator, clock: _Time | None = None, **settings: Any) -> AsyncIterator[WebClient]:
    clock = clock or _Time()
    given = NetSettings(services=emulator.services, **settings)
    async with WebClient(given, now=clock.now, sleep=clock.sleep, max_bytes=2**20) as web:
        yield web


@pytest.fixture
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    """Give Crossref half a second for an answer."""
    quick = replace(SERVICES["crossref"], timeout=0.5)
    monkeypatch.setattr("citevet.world.net.errands.SERVICES", {**SERVICES, "crossref": quick})


async def test_a_404_is_an_answer(emulator: Emulator) -> None:
    """A service's answer comes back whole, and a 404 is an answer."""
    async with _client(emulator) as web:
        found = await web.ask("crossref", "/works/10.5555%2F1", params={"select": "DOI"})
        missing = await web.ask("crossref", "/nothing")
    assert (200, None, _WORK) == (found.status, found.trouble, json.loads(found.data))
    assert "application/json" == found.headers["content-type"]
    assert (404, None, b"Resource not found.") == (missing.status, missing.trouble, missing.data)
    assert "/works/10.5555%2F1" == emulator.log[0].path


async def test_nothing_is_requested_offline() -> None:
    """Offline, nothing is requested and everything is trouble."""
    async with WebClient(NetSettings(offline=True)) as web:
        replies = [await web.ask("crossref", "/works/1"), await web.visit("https://example.org/")]
    assert ["offline", "offline"] == [reply.trouble for reply in replies]


async def test_who_asks(emulator: Emulator) -> None:
    """The service learns the program and the user's contact address, if there is one."""
    async with _client(emulator) as web:
        plain = json.loads((await web.ask("crossref", "/echo")).data)
    async with _client(emulator, mailto="me@uni.example") as web:
        reply = await web.ask("crossref", "/echo")
    assert plain["headers"]["user-agent"].startswith("citevet/")
    assert "mailto" not in plain["headers"]["user-agent"]
    assert "mailto" in emulator.log[1].headers["user-agent"]
    assert "me@uni.example" == emulator.log[1].query["mailto"]
    assert b"me@uni.example" not in reply.data
    assert "me@" not in reply.url


@pytest.mark.parametrize(
    ("service", "variable", "where"),
    [
        (
            "crossref",
            "CROSSREF_PLUS_TOKEN",
            lambda asked: asked.headers["crossref-plus-api-token"] == "Bearer k3y-k3y-k3y",
        ),
        ("pubmed", "NCBI_API_KEY", lambda asked: asked.query["api_key"] == "k3y-k3y-k3y"),
        ("courtlistener", "COURTLISTENER_TOKEN", lambda asked: asked.headers["authorization"] == "Token k3y-k3y-k3y"),
        ("lawgokr", "LAW_GO_KR_OC", lambda asked: asked.query["OC"] == "k3y-k3y-k3y"),
    ],
)
async def test_keys_are_sent_and_never_shown(
    emulator: Emulator, monkeypatch: pytest.MonkeyPatch, service: str, variable: str, where: Callable[[Request], bool]
) -> None:
    """A key is sent as its service wants it, and is nowhere in the reply, even if the service repeats it."""
    monkeypatch.setenv(variable, "k3y-k3y-k3y")
    async with _client(emulator) as web:
        reply = await web.ask(service, "/echo")
    assert where(emulator.log[0])
    assert "k3y" not in repr(reply)


async def test_missing_key(emulator: Emulator) -> None:
    """A service that needs a key is not asked without one; the reply says which variable to set."""
    async with _client(emulator) as web:
        reply = await web.ask("lawgokr", "/echo")
    assert ("blocked", True) == (reply.trouble, "LAW_GO_KR_OC" in reply.why)
    assert not emulator.log


async def test_post(emulator: Emulator) -> None:
    """A form or JSON makes it a POST."""
    async with _client(emulator) as web:
        form = json.loads((await web.ask("crossref", "/echo", form={"text": "a b"})).data)
        sent = json.loads((await web.ask("crossref", "/echo", json={"ids": ["é"]})).data)
    assert ("text=a+b", '{"ids": ["é"]}') == (form["body"], sent["body"])
    assert ["POST", "POST"] == [request.method for request in emulator.log]


async def test_redirects_are_recorded(emulator: Emulator) -> None:
    """The reply tells the way."""
    async with _client(emulator) as web:
        reply = await web.ask("crossref", "/moved")
    assert (Hop(301, f"{emulator.url}/crossref/works/1?a=b"),) == reply.hops
    assert (200, f"{emulator.url}/crossref/works/1?a=b") == (reply.status, reply.final_url)


async def test_another_host_gets_no_key(emulator: Emulator, monkeypatch: pytest.MonkeyPatch) -> None:
    """A redirect takes neither key nor form along to another host."""
    monkeypatch.setenv("COURTLISTENER_TOKEN", "k3y-k3y-k3y")
    target = emulator.url.replace("127.0.0.1", "localhost")
    async with _client(emulator) as web:
        await web.ask("courtlistener", "/elsewhere", params={"to": f"{target}/x"}, form={"text": "1 U.S. 1"})
    moved = emulator.log[1]
    assert ("localhost", "GET", b"") == (moved.host, moved.method, moved.body)
    assert "k3y" not in repr(moved)


@pytest.mark.parametrize("fault", FAULTS)
@pytest.mark.usefixtures("short")
async def test_no_fault_raises_or_reads_as_an_answer(emulator: Emulator, fault: str) -> None:
    """Each fault ends soon; if it is not trouble, the body is not the work."""
    emulator.inject(fault)
    started = time.monotonic()
    async with _client(emulator) as web:
        reply = await web.ask("crossref", "/works/1")
    assert time.monotonic() - started < 3
    assert reply.trouble or json.dumps(_WORK).encode() != reply.data
    assert reply.trouble in {None, "blocked", "timeout", "unreadable", "too-large"}


@pytest.mark.parametrize(
    ("fault", "trouble"),
    [
        ("silence", "timeout"),
        ("drip", "timeout"),
        ("drip-headers", "timeout"),
        ("endless-100", "timeout"),
        ("endless-headers", "unreadable"),
        ("403", "blocked"),
        ("429", "blocked"),
        ("500", "unreadable"),
        ("cut", "unreadable"),
        ("cut-gzip", "unreadable"),
        ("reset", "unreadable"),
        ("reset-midway", "unreadable"),
        ("garbage", "unreadable"),
        ("bad-chunks", "unreadable"),
        ("bad-gzip", "unreadable"),
        ("gzip-bomb", "too-large"),
        ("huge", "too-large"),
        ("redirect-loop", "unreadable"),
        ("redirect-private", "blocked"),
        ("redirect-file", "blocked"),
    ],
)
@pytest.mark.usefixtures("short")
async def test_trouble_of_faults(emulator: Emulator, fault: str, trouble: str) -> None:
    """What went wrong is named by its reason."""
    emulator.inject(fault)
    async with _client(emulator) as web:
        reply = await web.ask("crossref", "/works/1")
    assert trouble == reply.trouble, reply.why


async def test_charset_as_an_encoding(emulator: Emulator) -> None:
    """Some servers name the charset where only a compression is allowed; nothing is compressed then."""
    async with _client(emulator) as web:
        reply = await web.ask("crossref", "/charset")
    assert (reply.trouble, json.loads(reply.data)) == (None, _WORK)


@pytest.mark.parametrize("fault", ["429", "502", "503", "504", "reset", "closed", "429-date", "429-seconds"])
async def test_busy_hosts_are_asked_again(emulator: Emulator, fault: str) -> None:
    """A host that was busy twice is queried a third time, after a wait."""
    emulator.inject(fault, times=2)
    clock = _Time()
    async with _client(emulator, clock) as web:
        reply = await web.ask("crossref", "/works/1")
    assert (200, None, 3) == (reply.status, reply.trouble, len(emulator.log))
    assert sum(clock.slept) >= 1


async def test_tomorrow_is_too_late(emulator: Emulator) -> None:
    """A host that wants to be left alone for a day is left alone, and later requests are not sent."""
    emulator.inject("429-tomorrow", times=1)
    clock = _Time()
    async with _client(emulator, clock) as web:
        replies = [await web.ask("crossref", "/works/1"), await web.ask("crossref", "/works/2")]
    assert ["blocked", "blocked"] == [reply.trouble for reply in replies]
    assert (1, 0) == (len(emulator.log), sum(clock.slept))


async def test_dead_host_is_not_asked_forever(emulator: Emulator) -> None:
    """After five failures in a row the rest is not tried."""
    emulator.inject("garbage")
    async with _client(emulator) as web:
        replies = [await web.ask("crossref", f"/works/{number}") for number in range(10)]
    assert all(reply.trouble for reply in replies)
    assert len(emulator.log) <= 7


async def test_limits_of_a_host(emulator: Emulator) -> None:
    """No more requests run at once than the service allows, and none comes before its time."""
    clock = _Time()
    emulator.delay = 0.01
    async with _client(emulator, clock) as web:
        replies = await asyncio.gather(*(web.ask("crossref", f"/works/{number}") for number in range(12)))
    assert {200} == {reply.status for reply in replies}
    assert emulator.most_at_once <= SERVICES["crossref"].parallel
    assert clock.now() - time.monotonic() >= 11 / SERVICES["crossref"].per_second - 0.5


async def test_budget_of_requests(emulator: Emulator) -> None:
    """A used-up budget is trouble, and the ledger can say so."""
    async with _client(emulator, allowance=Allowance(requests=2)) as web:
        replies = [await web.ask("crossref", f"/works/{number}") for number in range(3)]
    assert [None, None, "budget"] == [reply.trouble for reply in replies]
    assert "2 requests" in web.ledger.ended_by
    assert 2 == len(emulator.log)


async def test_budget_of_bytes(emulator: Emulator) -> None:
    """The answer that goes beyond the budget is cut off."""
    async with _client(emulator, allowance=Allowance(download=30)) as web:
        replies = [await web.ask("crossref", "/works/1"), await web.ask("crossref", "/works/2")]
    assert ["budget", "budget"] == [reply.trouble for reply in replies]
    assert "--max-download" in web.ledger.ended_by


async def test_budget_of_seconds(emulator: Emulator) -> None:
    """Neither an answer nor a wait takes longer than what is left."""
    emulator.inject("silence", contains="slow")
    async with _client(emulator, allowance=Allowance(seconds=0.3)) as web:
        replies = [await web.ask("crossref", f"/works/{name}") for name in ("quick", "slow", "quick")]
    assert [None, "budget", "budget"] == [reply.trouble for reply in replies]
    assert "--max-seconds" in web.ledger.ended_by


async def test_turns_end_with_the_budget_of_seconds(emulator: Emulator) -> None:
    """Requests that wait for their turn at a slow host are given up when the time is over."""
    clock = _Time()
    began = clock.now()
    emulator.inject("429", contains="/works")
    async with _client(emulator, clock, allowance=Allowance(seconds=20)) as web:
        replies = await asyncio.gather(*(web.ask("crossref", f"/works/{number}") for number in range(12)))
    assert "budget" in [reply.trouble for reply in replies]
    assert max(clock.slept) <= 20
    assert clock.now() - began <= 25


async def test_ledger(emulator: Emulator) -> None:
    """The report says what was sent to whom."""
    async with _client(emulator) as web:
        await web.ask("crossref", "/works/10.5555%2F1")
        await web.ask("crossref", "/works", params={"query.bibliographic": "On the weight of proof"})
    host = emulator.url.removeprefix("http://")
    assert {host: {"requests": 2, "cached": 0, "failed": 0}} == web.ledger.describe_services()
    sent = web.ledger.describe_network()["hosts"][host]
    assert {"identifier": 1, "search words": 1} == sent["what"]
    assert sent["sent"] > 100
    assert 2 * len(json.dumps(_WORK)) == sent["received"]


@pytest.mark.parametrize(
    ("service", "path", "params", "kind"),
    [
        ("crossref", "/works", {"filter": "updates:10.5555/1", "select": "DOI,title,author,issued"}, "identifier"),
        ("semanticscholar", "/paper/DOI:10.5555/1", {"fields": "title,authors,year,venue"}, "identifier"),
        ("googlebooks", "/volumes", {"q": "isbn:9780262033848"}, "identifier"),
        ("europepmc", "/search", {"query": "EXT_ID:1 AND SRC:MED"}, "identifier"),
        (
            "wayback",
            "/cdx/search/cdx",
            {"url": "https://a.example/", "fl": "timestamp,original,digest"},
            "page address",
        ),
        ("openalex", "/works", {"filter": "title.search:Proof"}, "search words"),
        ("openlibrary", "/search.json", {"title": "街路樹の根", "author": ""}, "search words"),
    ],
)
async def test_what_was_sent(
    emulator: Emulator, monkeypatch: pytest.MonkeyPatch, service: str, path: str, params: dict[str, str], kind: str
) -> None:
    """Names of fields are no words of the document, and one word of a title is."""
    monkeypatch.setenv("OPENALEX_API_KEY", "key-of-a-reader")
    async with _client(emulator) as web:
        await web.ask(service, path, params=params)
    assert [kind] == [*web.ledger.describe_network()["hosts"][emulator.url.removeprefix("http://")]["what"]]
    assert {service} == {request.service for request in emulator.log}  # without a look at its robots.txt


async def test_an_interface_that_needs_a_key_is_asked_once(emulator: Emulator, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a token every look-up would be refused; with one, each is made."""
    forms = [{"volume": "1", "reporter": "U.S.", "page": page} for page in ("1", "2", "3")]

    async def look_up() -> list[int]:
        async with _client(emulator) as web:
            path = "/api/rest/v4/citation-lookup/"
            return [
                reply.status
                for reply in await asyncio.gather(*(web.ask("courtlistener", path, form=each) for each in forms))
            ]

    monkeypatch.delenv("COURTLISTENER_TOKEN", raising=False)
    emulator.inject("401", service="courtlistener")
    assert ([401] * 3, 1) == (await look_up(), len(emulator.log))
    monkeypatch.setenv("COURTLISTENER_TOKEN", "sekrit-0123456789")
    assert ([401] * 3, 4) == (await look_up(), len(emulator.log))


async def test_languages(emulator: Emulator) -> None:
    """A service with a language is queried in that language."""
    async with _client(emulator) as web:
        await web.ask("wikipedia:ko", "/x")
        await web.ask("wikipedia", "/x")
    assert ["/ko/x", "/en/x"] == [request.path for request in emulator.log]


def test_client_works_in_one_loop_after_another(emulator: Emulator) -> None:
    """A Session may run several event loops."""
    web = WebClient(NetSettings(services=emulator.services))

    async def ask() -> Reply:
        async with web:
            return await web.ask("crossref", "/works/1")

    assert [200, 200] == [asyncio.run(ask()).status for _ in range(2)]
