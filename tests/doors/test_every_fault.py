"""Whatever goes wrong outside, no real source is called missing, no claim supported, and no document passes."""

import asyncio
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from tests.emulator.faults import FAULTS
from tests.emulator.findcaselaw import answer_bailii
from tests.emulator.pages import SITES
from tests.emulator.server import Emulator

from citevet.jobs.check import run_check
from citevet.model import Audit, Judgement, Report
from citevet.session import Session
from citevet.world.net import client, errands
from citevet.world.net.client import WebClient
from citevet.world.net.errands import NetSettings
from citevet.world.net.services import PAGES, SERVICES

DOCUMENT = """# Memo

Roots follow the pipes of old towns (doi:10.5555/trees.2020).

Forests can be drawn as graphs (arXiv:2001.00001).

Kettles boil faster with a lid (PMID 11000001).

The handbook covers kettles (ISBN 978-0-306-40615-7).

The storm left [300 homes](https://harbour-post.example/2021/storm) without power.

A [kettle](https://en.wikipedia.org/wiki/Kettle) is a pot.

Judicial review goes back to Marbury v. Madison, 5 U.S. 137 (1803).

Public authorities are bound by section 6 of the Human Rights Act 1998.

Courts read it down under section 3 of the Human Rights Act 1998 (c. 42).

Article 5 of the AI Act lists forbidden practices.

Der Wohnsitz kann nach § 7 Abs. 2 BGB an mehreren Orten bestehen.

처리의 근거는 개인정보 보호법 제15조 제1항 제2호이다.
"""
KINDS = "doi arxiv pmid isbn link link us-case uk-act uk-act eu-act de-statute kr-statute".split()
_HALF = "cut-whole"  # half of a page that says so is enough to say so
_MOMENT = 0.1  # seconds that a service gets to answer


@pytest.fixture(scope="module")
def emulator() -> Iterator[Emulator]:
    """Serve all services and sites on loopback."""
    with Emulator(sites={**SITES, "www.bailii.org": answer_bailii}) as serving:
        yield serving


@pytest.fixture(autouse=True)
def keys(emulator: Emulator, here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Have the keys that a careful user has, and a document that cites one real source of each kind."""
    monkeypatch.setenv("LAW_GO_KR_OC", "tester-key")
    monkeypatch.setenv("COURTLISTENER_TOKEN", "tester-token")
    emulator.use(monkeypatch)
    emulator.faults.clear()
    (here / "memo.md").write_text(DOCUMENT, encoding="utf-8")


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Give every service a moment only, so that silence does not last."""
    hurried = {name: replace(service, timeout=_MOMENT) for name, service in SERVICES.items()}
    monkeypatch.setattr(errands, "SERVICES", hurried)

    def make_hurried_visit(url: str, accept: str, settings: NetSettings) -> errands.Errand:
        return replace(errands.make_visit(url, accept, settings), service=replace(PAGES, timeout=_MOMENT))

    monkeypatch.setattr(client, "make_visit", make_hurried_visit)


def audit(emulator: Emulator, here: Path, judge: str = "small") -> Report:
    """Audit the document with every source that can be read; waiting takes no time."""
    session = Session({"online": True, "judge": judge}, here=here, targets=[here / "memo.md"])
    settings = NetSettings(services=emulator.services)
    session.once("web", lambda: WebClient(settings, sleep=lambda _: asyncio.sleep(0), max_bytes=2**20))
    return run_check([here / "memo.md"], session)


def test_without_a_fault(emulator: Emulator, here: Path) -> None:
    """Every source is found, so the faults below have something to spoil."""
    (document,) = audit(emulator, here, "none").audits
    assert KINDS == [citation.kind for citation in document.extraction.citations]
    assert ["found"] * len(KINDS) == [judgement.existence for judgement in document.judgements]


@pytest.mark.parametrize("fault", FAULTS)
@pytest.mark.usefixtures("quick")
def test_no_fault_is_a_verdict(emulator: Emulator, here: Path, fault: str) -> None:
    """All services and sites fail in the same way at once; at most a link that answers at all counts as live."""
    emulator.inject(fault)
    report = audit(emulator, here)
    (document,) = report.audits
    found = {each.existence if each.existence == "unchecked" else kind for kind, each in _pair(document)}
    assert found <= {"unchecked", "link"}
    assert all(each.existence == "found" or each.existence_reason for each in document.judgements)
    judged = {kind for kind, each in _pair(document) if each.support != "unchecked"}
    assert judged <= ({"link"} if fault == _HALF else set())
    assert "incomplete" == report.verdict, [finding.message for finding in document.findings]


def _pair(document: Audit) -> list[tuple[str, Judgement]]:
    """Return each judgement with the kind of its citation."""
    return [*zip(KINDS, document.judgements, strict=True)]
