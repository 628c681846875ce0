"""US and UK law from the text of a document to the outcome, with the real client against the emulator."""

import asyncio
import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import date

import pytest
from tests.emulator.faults import FAULTS
from tests.emulator.findcaselaw import answer_bailii
from tests.emulator.server import Emulator
from tests.shipped_tagger import extract

from citevet.model import Lookup
from citevet.read import parse_text
from citevet.resolve.law import LAW_LOOK_UPS
from citevet.world.net.client import WebClient
from citevet.world.net.errands import NetSettings
from citevet.world.net.services import SERVICES

WHEN = date(2026, 4, 20)
_FOUND = [
    "Prosecutors rely on 18 U.S.C. § 1001(a) for this.",
    "Civil rights suits rest on 42 U.S.C. § 1983 today.",
    "See Bell Atl. Corp. v. Twombly, 550 U.S. 544 (2007).",
    "See Obergefell v. Hodges, 576 U.S. 644, 651 (2015).",
    "Fraud is barred by 17 C.F.R. § 240.10b-5(c) as well.",
    "Pleadings follow Fed. R. Civ. P. 12(b)(6) here.",
    "Equal protection follows from U.S. Const. amend. XIV, § 1 here.",
    "It was enacted by Pub. L. No. 104-292, 110 Stat. 3459.",
    "The duty began in Donoghue v Stevenson [1932] UKHL 100 long ago.",
    "See R (Miller) v Prime Minister [2019] UKSC 41 on this.",
    "It is unlawful under the Human Rights Act 1998, s 6(1).",
]
_MISSING = [
    ("The doctrine is of Jackson v. Roberts, 612 U.S. 88 (2012).", "U.S. has no volume 612"),
    ("The court struck it down in [2024] UKSC 9876 last year.", "UKSC does not reach number 9,876 in a year"),
    ("It was reversed in Holdings Ltd v Smith [2024] EWCA Civ 9999 then.", "EWCA Civ does not reach"),
    ("It is unlawful under the Human Rights Act 1998, s 99.", "Human Rights Act 1998 has sections 1 to 22"),
    ("It is a crime under 18 U.S.C. § 99999 today.", "title 18 of the U.S. Code has sections 1 to 6005"),
    ("It is barred by 17 C.F.R. § 240.99 as well.", "part 240 has §§ 240.10b-1 to 240.10b-5"),
    ("It follows from U.S. Const. amend. XXIX here.", "the Constitution has 27 amendments"),
]
_OTHERS = [
    ("See Varghese v. China Southern Airlines, 427 U.S. 115 (1976).", "mismatched", ()),
    ("See Smith v. Jones, 547 U.S. 123 (2006).", "unchecked", ("unlisted",)),
    ("See 1 U.S. 1 (1790).", "ambiguous", ()),
    ("See 17 C.F.R. § 240.9 on this.", "found", ("repealed",)),
    ("It was a crime under 18 U.S.C. § 6 once.", "found", ("repealed",)),
    ("It was so under the Human Rights Act 1998, s 19 once.", "found", ("repealed",)),
    ("It will be so under the Online Safety Act 2023, s 64 soon.", "found", ("prospective",)),
    ("It is in the Transport Act 1999, s 3.", "ambiguous", ()),
    ("It is in the Invented Lamps Act 2019, s 3.", "unchecked", ()),
]
# Faults of the body only, and a 404 for everything: what no court can have numbered is missing then as well.
_STATUS_KEPT = frozenset({"404", "cut-whole", "utf-16"})


@pytest.fixture
def emulator(monkeypatch: pytest.MonkeyPatch) -> Iterator[Emulator]:
    """Serve all services, and BAILII as a site; there is a key for CourtListener."""
    with Emulator(sites={"www.bailii.org": answer_bailii}) as serving:
        serving.use(monkeypatch)
        monkeypatch.setenv("COURTLISTENER_TOKEN", "secret")
        yield serving


def look_up(text: str, emulator: Emulator) -> Lookup:
    """Look up the only citation of a text."""
    return asyncio.run(look_up_all([text], emulator))[0]


async def look_up_all(texts: Sequence[str], emulator: Emulator) -> list[Lookup]:
    """Look up the only citation of each text; waiting between requests takes no time."""
    clock = JumpingClock()
    citations = [extract(parse_text(text)).citations[0] for text in texts]
    settings = NetSettings(services=emulator.services)
    async with WebClient(settings, now=clock.now, sleep=clock.sleep, max_bytes=2**20) as web:
        return await asyncio.gather(*(LAW_LOOK_UPS[each.kind](each, web, WHEN) for each in citations))


class JumpingClock:
    """A clock that jumps ahead instead of waiting."""

    def __init__(self) -> None:
        self._ahead = 0.0

    def now(self) -> float:
        """Return the seconds that have passed, waited ones included."""
        return time.monotonic() + self._ahead

    async def sleep(self, seconds: float) -> None:
        """Jump ahead."""
        self._ahead += seconds
        await asyncio.sleep(0)


@pytest.mark.parametrize("text", _FOUND)
def test_real_law_is_found(text: str, emulator: Emulator) -> None:
    """As lawyers cite it."""
    found = look_up(text, emulator)
    assert (found.existence, found.flags, found.differences) == ("found", (), ())
    assert found.record is not None
    assert found.record.url


@pytest.mark.parametrize(("text", "why"), _MISSING)
def test_invented_law_is_missing_with_the_evidence(text: str, why: str, emulator: Emulator) -> None:
    """A number that cannot be, or a provision that the act does not have."""
    found = look_up(text, emulator)
    assert found.existence == "missing"
    assert why in found.why


@pytest.mark.parametrize(("text", "existence", "flags"), _OTHERS)
def test_other_outcomes(text: str, existence: str, flags: tuple[str, ...], emulator: Emulator) -> None:
    """Another case at the place, several, none that is known, and law that is not in force."""
    found = look_up(text, emulator)
    assert (found.existence, found.flags) == (existence, flags)
    assert found.why


def test_without_a_key_the_finder_of_courtlistener_answers(emulator: Emulator, monkeypatch: pytest.MonkeyPatch) -> None:
    """It redirects to the opinion."""
    monkeypatch.delenv("COURTLISTENER_TOKEN")
    assert look_up("See Obergefell v. Hodges, 576 U.S. 644 (2015).", emulator).existence == "found"
    assert look_up("See Varghese v. China Southern, 427 U.S. 115 (1976).", emulator).existence == "mismatched"
    assert look_up("See Jackson v. Roberts, 612 U.S. 88 (2012).", emulator).existence == "missing"
    assert look_up("See Doe v. Roe, 547 U.S. 123 (2006).", emulator).existence == "unchecked"


@pytest.mark.parametrize("fault", sorted(FAULTS))
def test_no_fault_makes_law_missing_or_invented_law_found(
    fault: str, emulator: Emulator, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever all services do wrong, at most a redirect to the official text still shows that it exists."""
    hurried = {name: replace(service, timeout=0.3) for name, service in SERVICES.items()}
    monkeypatch.setattr("citevet.world.net.errands.SERVICES", hurried)
    emulator.inject(fault)
    real, invented = [_FOUND[at] for at in (0, 2, 4, 9, 10)], [text for text, _ in _MISSING[:6]]
    found = asyncio.run(look_up_all([*real, *invented], emulator))
    assert {each.existence for each in found[: len(real)]} <= {"unchecked", "found"}
    honest = {"missing"} if fault in _STATUS_KEPT else set()  # their 404 is the service's own
    assert {each.existence for each in found[len(real) :]} <= {"unchecked", *honest}
    assert all(each.reason and each.why for each in found if each.existence == "unchecked")
