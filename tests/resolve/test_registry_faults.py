"""The situations of doi.org, Crossref, DataCite and arXiv over the network, and everything that can go wrong there."""

import asyncio
from collections.abc import Iterator
from dataclasses import replace

import pytest
from tests.emulator.faults import FAULTS
from tests.emulator.server import Emulator
from tests.shipped_tagger import extract

from citevet.model import Lookup, Reference
from citevet.read import parse_text
from citevet.resolve.registries import look_up_work
from citevet.world.net.client import WebClient
from citevet.world.net.errands import NetSettings
from citevet.world.net.services import SERVICES

# Reference → verdict, service of the record, kinds of notices.
SITUATIONS = {
    "Ash, R. (2020). The roots of street trees in old towns. doi:10.5555/trees.2020": ("found", "crossref", []),
    "Ash, R. (2020). The roots of street trees in old towns. https://doi.org/10/tr33": ("found", "crossref", []),
    "Doe, J. (2011). Language models write poems in bars. doi:10.5555/trees.2020": ("mismatched", "crossref", []),
    "Doe, J. (2011). Language models write poems in bars. doi:10.5555/invented.2011": ("missing", "", []),
    "Ash, R. (2021). Register of 240 street trees. doi:10.5281/zenodo.240": ("found", "datacite", []),
    "街路樹の根. doi:10.11429/jalc.1": ("found", "doi", []),
    "A film. doi:10.5240/eidr.1": ("found", "doi", []),
    "Oak, R. (2018). Pruning heals the broken hearts of oaks. doi:10.5555/retracted.2018": (
        "found",
        "crossref",
        ["retraction"],
    ),
    "Moss, R. (2017). Moss grows on the northern side of everything. doi:10.5555/silent.2017": (
        "found",
        "crossref",
        ["retraction"],
    ),
    "Stone, R. (2016). Lichens tell the age of stone walls. doi:10.5555/comma,2016": (
        "found",
        "crossref",
        ["retraction"],
    ),
    "Oak, R. (2021). Retraction: Pruning heals the broken hearts of oaks. doi:10.5555/notice.1": (
        "found",
        "crossref",
        [],
    ),
    "Whit, R. (2019). Leaves of grass and their chlorophyll. doi:10.5555/preprint": (
        "found",
        "crossref",
        ["new-version"],
    ),
    "Graf, E. (2020). Trees as graphs. arXiv:2001.00001": ("found", "arxiv", []),
    "Graf, E. (2020). Trees and graphs in botany. doi:10.48550/arXiv.2001.00001": ("found", "datacite", []),
    "Graf, E. (2020). A proof that pines are palms. arXiv:2002.00002": ("found", "arxiv", ["retraction"]),
    "Graf, E. (2020). Strings of ivy on a garden wall. arXiv:hep-th/9901001": ("found", "arxiv", []),
    "Doe, J. (2020). Language models write poems in bars. arXiv:2003.00003": ("missing", "", []),
    "Doe, J. (2011). Language models write poems in bars. arXiv:2002.00002": ("mismatched", "arxiv", ["retraction"]),
    "Wren, R. (2015). A survey of urban birds.": ("found", "crossref", []),
    "Owl, R. (2015). A survey of urban birds.": ("ambiguous", "", []),
    "Doe, J. (2011). Language models write poems in bars.": ("unchecked", "", []),
}
ASKED = {
    "doi": "Doe, J. (2011). Language models write poems in bars. doi:10.5555/invented.2011",
    "crossref": "Doe, J. (2011). Language models write poems in bars. doi:10.5555/trees.2020",
    "datacite": "Doe, J. (2011). Language models write poems in bars. doi:10.5281/zenodo.240",
    "arxiv": "Doe, J. (2020). Language models write poems in bars. arXiv:2003.00003",
}


@pytest.fixture(scope="module")
def emulator() -> Iterator[Emulator]:
    """Serve all services on loopback."""
    with Emulator() as serving:
        yield serving


@pytest.fixture(autouse=True)
def hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Give every service a moment only."""
    quick = {name: replace(service, timeout=0.3) for name, service in SERVICES.items()}
    monkeypatch.setattr("citevet.world.net.errands.SERVICES", quick)


def _listed(text: str) -> Reference:
    return extract(parse_text(f"Text [1].\n\n## References\n\n[1] {text}\n", "d.md")).references[0]


async def _look_up(emulator: Emulator, text: str) -> Lookup:
    reference = _listed(text)
    identifiers = [(each.kind, each.normal) for each in reference.identifiers]
    settings = NetSettings(services=emulator.services)
    async with WebClient(settings, sleep=lambda _: asyncio.sleep(0), max_bytes=2**20) as web:
        return await look_up_work(identifiers, reference, web)


@pytest.mark.parametrize(("text", "expected"), SITUATIONS.items())
async def test_each_situation_ends_in_its_verdict(
    emulator: Emulator, text: str, expected: tuple[str, str, list[str]]
) -> None:
    """Each situation ends in its verdict, with the record of the right service and the notices on it."""
    emulator.faults.clear()
    found = await _look_up(emulator, text)
    record = found.record
    notices = [each.kind for each in record.notices] if record else []
    assert (found.existence, record.service if record else "", notices) == expected, found.why


@pytest.mark.parametrize("fault", FAULTS)
@pytest.mark.parametrize("service", ASKED)
async def test_no_fault_is_a_verdict(emulator: Emulator, service: str, fault: str) -> None:
    """With every request to its service failing, a work is neither found nor missing nor another one."""
    emulator.faults.clear()
    emulator.inject(fault, service=service)
    found = await _look_up(emulator, ASKED[service])
    # Crossref's works can also be had by content negotiation at doi.org: then the mismatch is known all the same.
    allowed = {"unchecked", "mismatched"} if service == "crossref" else {"unchecked"}
    assert found.existence in allowed
    assert found.why or found.differences
