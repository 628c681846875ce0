"""Pages, archive and search over a real connection to the emulated web, with every fault that a server can have."""

import asyncio
import json
import time
from collections.abc import AsyncIterator, Iterator
from dataclasses import replace

import pytest
import pytest_asyncio
from tests.emulator.faults import FAULTS
from tests.emulator.pages import SITES
from tests.emulator.server import Emulator

from citevet.fetch import fetch_text
from citevet.model import Existence, Flag
from citevet.resolve.web.page_lookup import look_up_page
from citevet.resolve.web.wayback import find_copy
from citevet.resolve.web.web_search import search_web
from citevet.world.net.client import WebClient
from citevet.world.net.errands import NetSettings
from citevet.world.net.services import SERVICES

POST = "https://harbour-post.example"


@pytest.fixture
def emulator(monkeypatch: pytest.MonkeyPatch) -> Iterator[Emulator]:
    """Serve the sites and services, with little time for each answer."""
    quick = {name: replace(service, timeout=0.2, per_second=1000) for name, service in SERVICES.items()}
    monkeypatch.setattr("citevet.world.net.errands.SERVICES", quick)
    with Emulator(sites=SITES) as serving:
        serving.use(monkeypatch)
        yield serving


class _Time:
    """A clock that jumps ahead instead of waiting."""

    ahead = 0.0

    def now(self) -> float:
        return time.monotonic() + self.ahead

    async def sleep(self, seconds: float) -> None:
        self.ahead += seconds
        await asyncio.sleep(0)


@pytest_asyncio.fixture
async def web(emulator: Emulator) -> AsyncIterator[WebClient]:
    """A client that knows no other web."""
    clock = _Time()
    settings = NetSettings(services=emulator.services)
    async with WebClient(settings, now=clock.now, sleep=clock.sleep, max_bytes=2**20) as client:
        yield client


ROWS: list[tuple[str, Existence, tuple[Flag, ...]]] = [
    (f"{POST}/2021/storm", "found", ()),
    (f"{POST}/notes.txt", "found", ()),
    (f"{POST}/old/storm", "found", ("moved",)),
    (f"{POST}/today", "found", ()),
    (f"{POST}/premium", "found", ()),
    (f"{POST}/2019/regatta", "found", ("gone", "archived")),
    (f"{POST}/withdrawn", "found", ("gone", "archived")),
    (f"{POST}/2018/never", "missing", ("gone",)),
    (f"{POST}/2018/fair", "unchecked", ("redirected-home",)),
    (f"{POST}/members", "unchecked", ()),
    (f"{POST}/app", "unchecked", ()),
    ("https://soft.example/report", "unchecked", ("soft-404", "archived")),
    ("https://for-sale.example/a", "unchecked", ("parked",)),
    ("https://walled.example/a", "unchecked", ()),
    ("https://asks.example/a", "unchecked", ()),
]


@pytest.mark.parametrize(("url", "existence", "flags"), ROWS)
async def test_each_kind_of_page_ends_in_its_verdict(
    web: WebClient, url: str, existence: Existence, flags: tuple[Flag, ...]
) -> None:
    """Each kind of page ends in its verdict."""
    lookup = await look_up_page(url, web, cited="2019-06-02")
    assert (existence, flags) == (lookup.existence, lookup.flags), lookup.why


async def test_a_host_that_does_not_exist(web: WebClient, emulator: Emulator, monkeypatch: pytest.MonkeyPatch) -> None:
    """A copy shows that the page was there; without one it is a dead link, and never missing."""
    routes = {**emulator.routes, "harbour-post.example": ""}
    monkeypatch.setenv("CITEVET_RESOLVE_HOSTS", json.dumps(routes))
    kept = await look_up_page(f"{POST}/2019/regatta", web, cited="2019-06-02")
    assert ("found", ("gone", "archived")) == (kept.existence, kept.flags)
    assert kept.why.startswith('there is no host "harbour-post.example"; the Wayback Machine has a copy of 2019')
    lost = await look_up_page(f"{POST}/2018/never", web)
    assert ("unchecked", "blocked", ("gone",)) == (lost.existence, lost.reason, lost.flags)


async def test_a_host_is_not_called_dead_by_a_machine_without_network(
    web: WebClient, emulator: Emulator, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No name is found then, and the archive is out of reach, too."""
    monkeypatch.setenv("CITEVET_RESOLVE_HOSTS", json.dumps({**emulator.routes, "harbour-post.example": ""}))
    emulator.inject("503", service="wayback")
    emulator.inject("503", service="archive")
    lost = await look_up_page(f"{POST}/2019/regatta", web)
    assert ("unchecked", "blocked", ()) == (lost.existence, lost.reason, lost.flags)
    assert "or this machine is offline" in lost.why


async def test_a_changed_page(web: WebClient) -> None:
    """The copies of March 2021 agree, and the latest one differs."""
    lookup = await look_up_page(f"{POST}/tides", web, cited="2021-03-02", drift=True)
    assert ("drifted",) == lookup.flags


async def test_the_copy_of_a_dead_page_is_read(web: WebClient) -> None:
    """The text of the archived page comes with the time of its copy."""
    lookup = await look_up_page(f"{POST}/2019/regatta", web, cited="2019-06-02")
    assert lookup.record is not None
    fetched = await fetch_text(lookup.record, web)
    assert ("full", "2019-06-01T12:00:00+00:00") == (fetched.body.scope, fetched.version)
    assert "300 homes" in fetched.body.pages[0].text


# An empty list is what an archive without copies sends, in whatever encoding.
_STILL_NONE = frozenset({"json-list", "utf-16"})
_SLOW = frozenset({"silence", "drip", "drip-headers", "endless-100"})  # a page has half a minute: the client's tests


@pytest.mark.parametrize("fault", FAULTS)
async def test_faults_never_make_a_page_missing(web: WebClient, emulator: Emulator, fault: str) -> None:
    """A dead page with a copy is found or stays open, whatever the archive does, and so is a live page.

    A page without a copy is missing only on the word of the archive.
    """
    emulator.inject(fault, service="wayback")
    none = await look_up_page(f"{POST}/2018/never", web)
    assert none.existence == "unchecked" or (none.existence == "missing" and fault in _STILL_NONE), none.why
    emulator.inject(fault, service="archive")
    copy = await look_up_page(f"{POST}/2019/regatta", web, cited="2019-06-02")
    assert copy.existence in {"found", "unchecked"}, copy.why
    if fault not in _SLOW:
        emulator.inject(fault, service="harbour-post.example")
    live = await look_up_page(f"{POST}/2021/storm", web)
    assert live.existence in {"found", "unchecked"}, live.why
    assert live.existence == "found" or (live.reason and live.why)


async def test_a_hidden_site(web: WebClient) -> None:
    """The archive's refusal is not "no copy"."""
    assert (await find_copy("https://hidden.example/page", web)).refusal is not None


KEYS = {"serper": "SERPER_API_KEY", "tavily": "TAVILY_API_KEY", "brave": "BRAVE_API_KEY", "searxng": ""}


@pytest.mark.parametrize("service", KEYS)
async def test_a_search_service_without_a_key_is_not_asked(
    web: WebClient, emulator: Emulator, monkeypatch: pytest.MonkeyPatch, service: str
) -> None:
    """Each service finds the story with the user's key, and one without a key is not asked."""
    for key in filter(None, KEYS.values()):
        monkeypatch.delenv(key, raising=False)
    if KEYS[service]:
        refused = await search_web("storm in the harbour", web, services=[service])
        assert refused.refusal is not None
        assert [] == [request for request in emulator.log if request.service == service]
        monkeypatch.setenv(KEYS[service], "a-secret-key-of-the-user")
    answer = await search_web("storm in the harbour", web, services=[service])
    assert answer.refusal is None
    assert f"{POST}/2021/storm" in [hit.url for hit in answer.hits]
