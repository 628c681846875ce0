"""Whatever goes wrong with a service of law, no citation becomes missing or found by it."""

import asyncio
from collections.abc import Iterator
from dataclasses import replace

import pytest
from tests.emulator.faults import FAULTS
from tests.emulator.server import Emulator
from tests.resolve.law_citations import TODAY, cite

from citevet.model import Lookup
from citevet.resolve.law import LAW_LOOK_UPS
from citevet.world.net.client import WebClient
from citevet.world.net.errands import NetSettings
from citevet.world.net.services import SERVICES

# For each service a place that is there and one that is not.
CITED = {
    "eurlex": ("Article 6(1)(b) GDPR applies.", "Article 250 GDPR applies."),
    "gesetze": ("Nach § 7 Abs. 2 BGB gilt dies.", "Nach § 2400 BGB gilt dies."),
    "lawgokr": ("개인정보 보호법 제3조 제2항에 따른다.", "개인정보 보호법 제99조에 따른다."),
}


@pytest.fixture(scope="module")
def emulator() -> Iterator[Emulator]:
    """Serve all services on loopback."""
    with Emulator() as serving:
        yield serving


async def _look_up(emulator: Emulator, texts: tuple[str, ...]) -> list[Lookup]:
    settings = NetSettings(services=emulator.services)
    async with WebClient(settings, sleep=lambda _: asyncio.sleep(0), max_bytes=2**20) as web:
        citations = [cite(text) for text in texts]
        return await asyncio.gather(*(LAW_LOOK_UPS[citation.kind](citation, web, TODAY) for citation in citations))


@pytest.fixture
def key(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have a key for law.go.kr."""
    monkeypatch.setenv("LAW_GO_KR_OC", "tester-key")


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Give every service a moment only, so that silence does not last."""
    hurried = {name: replace(service, timeout=0.3) for name, service in SERVICES.items()}
    monkeypatch.setattr("citevet.world.net.errands.SERVICES", hurried)


@pytest.mark.parametrize("service", CITED)
@pytest.mark.usefixtures("key")
async def test_without_a_fault(emulator: Emulator, service: str) -> None:
    """The services answer over the network as they do in memory."""
    emulator.faults.clear()
    found = await _look_up(emulator, CITED[service])
    assert [one.existence for one in found] == ["found", "missing"], [one.why for one in found]


@pytest.mark.parametrize("fault", FAULTS)
@pytest.mark.parametrize("service", CITED)
@pytest.mark.usefixtures("key", "quick")
async def test_no_fault_is_a_verdict(emulator: Emulator, service: str, fault: str) -> None:
    """With every request failing, both places stay unchecked, with a reason, and no key is shown."""
    emulator.faults.clear()
    emulator.inject(fault, service=service)
    for found in await _look_up(emulator, CITED[service]):
        assert found.existence == "unchecked"
        assert found.reason
        assert found.why
        assert "tester-key" not in repr(found)


async def test_without_a_key(emulator: Emulator, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a key law.go.kr is not asked, and the reason says which one to set."""
    monkeypatch.delenv("LAW_GO_KR_OC", raising=False)
    emulator.log.clear()
    [found] = await _look_up(emulator, CITED["lawgokr"][:1])
    assert (found.existence, found.reason) == ("unchecked", "blocked")
    assert "LAW_GO_KR_OC" in found.why
    assert not emulator.log
