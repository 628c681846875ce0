"""The registries over a real connection: answers of the emulator, and every fault that a network has."""

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import replace
from functools import partial

import pytest
from tests.emulator.faults import FAULTS
from tests.emulator.server import Emulator

from citevet.contracts import Web
from citevet.model import Lookup
from citevet.resolve.registries.books import look_up_isbn
from citevet.resolve.registries.europepmc import look_up_europepmc
from citevet.resolve.registries.indexes import (
    look_up_openalex,
    look_up_semantic_scholar,
    look_up_unpaywall,
    search_openalex,
)
from citevet.resolve.registries.pubmed import look_up_pmcid, look_up_pmid
from citevet.resolve.registries.wikipedia import WikipediaPage, look_up_wikipedia
from citevet.world.net.client import WebClient
from citevet.world.net.errands import NetSettings
from citevet.world.net.services import SERVICES

LookUpOne = Callable[[Web], Awaitable[Lookup]]
DOI = "10.5555/kettle.1"


def _page(title: str, revision: str = "") -> LookUpOne:
    return partial(look_up_wikipedia, WikipediaPage("en", title, revision))


# What is looked up, and what becomes of it.
CASES: Mapping[str, tuple[LookUpOne, str]] = {
    "article": (partial(look_up_pmid, "11000001"), "found"),
    "unknown PMID": (partial(look_up_pmid, "99999999"), "missing"),
    "PMCID": (partial(look_up_pmcid, "PMC7000001"), "found"),
    "PMCID outside PubMed": (partial(look_up_pmcid, "PMC8000001"), "found"),
    "unknown PMCID": (partial(look_up_pmcid, "PMC9999999"), "missing"),
    "Europe PMC": (partial(look_up_europepmc, "doi", DOI), "found"),
    "unknown in Europe PMC": (partial(look_up_europepmc, "pmid", "99999999"), "unchecked"),
    "OpenAlex": (partial(look_up_openalex, DOI), "found"),
    "unknown in OpenAlex": (partial(look_up_openalex, "10.5555/none"), "unchecked"),
    "Semantic Scholar": (partial(look_up_semantic_scholar, "1706.00001"), "found"),
    "unknown in Semantic Scholar": (partial(look_up_semantic_scholar, "1706.00002"), "unchecked"),
    "Unpaywall": (partial(look_up_unpaywall, DOI), "found"),
    "unknown in Unpaywall": (partial(look_up_unpaywall, "10.5555/none"), "unchecked"),
    "ISBN": (partial(look_up_isbn, "0-306-40615-2"), "found"),
    "unknown ISBN": (partial(look_up_isbn, "9780262033848"), "unchecked"),
    "page": (_page("Kettle pot"), "found"),
    "revision": (_page("", "1234"), "found"),
    "unknown revision": (_page("Kettle", "99"), "missing"),
    "several pages": (_page("Kettle (disambiguation)"), "ambiguous"),
    "unknown page": (_page("Purpleberry"), "missing"),
}


class _Clock:
    """A clock that jumps ahead instead of waiting."""

    def __init__(self) -> None:
        self.ahead = 0.0

    def now(self) -> float:
        return time.monotonic() + self.ahead

    async def sleep(self, seconds: float) -> None:
        self.ahead += seconds
        await asyncio.sleep(0)


@asynccontextmanager
async def _client(emulator: Emulator, mailto: str = "ada@kettles.example") -> AsyncIterator[WebClient]:
    clock = _Clock()
    settings = NetSettings(services=emulator.services, mailto=mailto)
    async with WebClient(settings, now=clock.now, sleep=clock.sleep, max_bytes=2**20) as web:
        yield web


async def test_answers() -> None:
    """Each case ends as it should over a real connection."""
    with Emulator() as emulator:
        async with _client(emulator) as web:
            found = await asyncio.gather(*(look_up(web) for look_up, _ in CASES.values()))
    assert {name: each.existence for name, each in zip(CASES, found, strict=True)} == {
        name: existence for name, (_, existence) in CASES.items()
    }


async def test_searches(monkeypatch: pytest.MonkeyPatch) -> None:
    """OpenAlex is searched with a key only."""
    with Emulator() as emulator:
        async with _client(emulator) as web:
            refused = await search_openalex("Growth of Lactobacillus in tea", web)
            monkeypatch.setenv("OPENALEX_API_KEY", "key-of-a-reader")
            found = await search_openalex("Growth of Lactobacillus in tea", web)
    assert isinstance(refused, Lookup)
    assert (refused.reason, refused.why) == ("blocked", "OpenAlex was not asked: it needs a key; set OPENALEX_API_KEY")
    assert not isinstance(found, Lookup)
    assert len(found) == 1


async def test_no_mail_address() -> None:
    """Without an address Unpaywall is not asked, or refuses; nothing follows about the work."""
    with Emulator() as emulator:
        async with _client(emulator, mailto="") as web:
            lookup = await look_up_unpaywall(DOI, web)
    assert (lookup.existence, lookup.record) == ("unchecked", None)


# The emulator takes its time for these.
_SLOW = frozenset({"silence", "drip", "drip-headers", "endless-headers", "endless-100"})


@pytest.mark.parametrize("fault", sorted(FAULTS.keys() - _SLOW))
async def test_no_fault_finds_or_misses_a_work(fault: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Under every fault every look-up is unchecked with a reason: nothing is missing, and nothing is found."""
    quick = {name: replace(service, timeout=0.5, per_second=0, parallel=20) for name, service in SERVICES.items()}
    monkeypatch.setattr("citevet.world.net.errands.SERVICES", quick)
    with Emulator() as emulator:
        emulator.inject(fault)
        async with _client(emulator) as web:
            found = await asyncio.gather(*(look_up(web) for look_up, _ in CASES.values()))
    for name, lookup in zip(CASES, found, strict=True):
        if fault == "utf-16" and lookup.record and lookup.record.abstract.startswith("BACKGROUND"):
            continue  # XML shows its own encoding, whatever the header says
        assert (name, lookup.existence) == (name, "unchecked")
        assert lookup.reason, name
        assert lookup.why, name
