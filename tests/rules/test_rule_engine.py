"""From faults to findings: severity, fingerprint, order."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import date
from typing import ClassVar

import pytest

from citevet.contracts import Evidence, Fault, Policy
from citevet.extract import extract
from citevet.model import Citation, Claim, Safety, Severity, Span, Tie
from citevet.read import parse_text
from citevet.rules import RULES, engine
from citevet.rules.baseline import Entry
from citevet.rules.engine import findings

Make = Callable[..., Evidence]
Say = Callable[..., Claim]
TEXT = "A 45% b.\n\nC 30% d."


@pytest.fixture
def two(make: Make, claim: Say) -> Evidence:
    """Two statistics without sources."""
    return make(TEXT, claims=[claim(TEXT, "A 45% b."), claim(TEXT, "C 30% d.", "k2")])


def test_findings_stand_in_the_order_of_the_text(two: Evidence) -> None:
    """Each finding has its rule's code, name and severity, the place, and the claim."""
    first, second = findings(two, selected=RULES)
    assert ("UNC001", "uncited-statistic", Severity.WARNING, "k1") == (
        first.code,
        first.name,
        first.severity,
        first.claim,
    )
    assert [Span(2, 5), Span(12, 15)] == [first.span, second.span]
    assert ["45%", "30%"] == [TEXT[each.span.start : each.span.end] for each in (first, second)]


def test_only_selected_rules_run(two: Evidence) -> None:
    """A rule that is not selected finds nothing, and none takes its place."""
    assert () == findings(two, selected=["UNC003", "KEY001"])


@pytest.mark.parametrize(
    ("severities", "strict", "expected"),
    [
        ({}, False, Severity.WARNING),
        ({}, True, Severity.ERROR),
        ({"UNC001": Severity.INFO}, False, Severity.INFO),
        ({"UNC001": Severity.INFO}, True, Severity.INFO),
        ({"UNC001": Severity.WARNING}, True, Severity.ERROR),
        ({"KEY001": Severity.INFO}, False, Severity.WARNING),
    ],
)
def test_severity(two: Evidence, severities: dict[str, Severity], strict: bool, expected: Severity) -> None:  # noqa: FBT001
    """The project's severity beats the rule's, and strict turns warnings, not infos, into errors."""
    found = findings(two, selected=["UNC001"], severities=severities, strict=strict)
    assert [expected, expected] == [each.severity for each in found]


def test_the_fingerprint_does_not_know_the_line(make: Make, claim: Say) -> None:
    """Text before a claim moves the finding and leaves its fingerprint; other words of the claim change it."""
    plain = make("A 45% b.", claims=[claim("A 45% b.", "A 45% b.")])
    moved_text = "New.\n\nNewer.\n\nA 45% b."
    moved = make(moved_text, claims=[claim(moved_text, "A 45% b.")])
    other = make("A 45% c.", claims=[claim("A 45% c.", "A 45% c.")])
    prints = [findings(each, selected=["UNC001"])[0].fingerprint for each in (plain, moved, other)]
    assert prints[0] == prints[1] != prints[2]
    assert [16, 16] == [len(prints[0]), len(prints[2])]
    assert set(prints[0]) <= set("0123456789abcdef")


def test_equal_faults_get_an_ordinal(make: Make, claim: Say) -> None:
    """The second and third finding of the same claim in one document are told apart by their order."""
    text = "A 45% b.\n\nA 45% b.\n\nA 45% b."
    same = [replace(claim(text, "A 45% b.", f"k{at}"), span=Span(at * 10, at * 10 + 8)) for at in range(3)]
    prints = [each.fingerprint for each in findings(make(text, claims=same), selected=["UNC001"])]
    assert [prints[0], f"{prints[0]}-2", f"{prints[0]}-3"] == prints


def test_a_fault_of_a_citation_knows_the_claim_behind_it(make: Make, claim: Say) -> None:
    """A finding on a citation carries the first claim that it is tied to, and that claim is part of its fingerprint."""
    text = "Foam is light [^a]."
    marker = Citation("c1", "footnote", Span(14, 18), "[^a]", "a")
    tied = replace(claim(text, text), ties=(Tie("c1", "sentence"),), status="cited")
    (with_claim,) = findings(make(text, citations=[marker], claims=[tied]), selected=["KEY001"])
    (without,) = findings(make(text, citations=[marker]), selected=["KEY001"])
    assert ("c1", "k1", None) == (with_claim.citation, with_claim.claim, without.claim)
    assert with_claim.fingerprint != without.fingerprint


def test_a_baseline_marks_what_it_lists_and_reports_what_is_gone(two: Evidence) -> None:
    """A listed finding stays, marked; an entry without a finding is stale, unless its rule did not run."""
    first, second = findings(two, selected=["UNC001"])
    entries = [Entry("UNC001", first.fingerprint), Entry("UNC001", "gone"), Entry("KEY001", "not-run")]
    stale, marked, free = findings(two, selected=["UNC001", "CFG005"], baseline=entries)
    assert ("CFG005", Span(0, 0)) == (stale.code, stale.span)
    assert "gone" in stale.message
    assert (first.fingerprint, "baseline") == (marked.fingerprint, marked.suppressed)
    assert (second.fingerprint, None) == (free.fingerprint, free.suppressed)


def test_a_stale_entry_can_itself_be_listed(two: Evidence) -> None:
    """Findings on the baseline take part in it like any other."""
    entries = [Entry("UNC001", "gone")]
    (stale,) = [
        each for each in findings(two, selected=["UNC001", "CFG005"], baseline=entries) if each.code == "CFG005"
    ]
    again = findings(two, selected=["UNC001", "CFG005"], baseline=[*entries, Entry("CFG005", stale.fingerprint)])
    assert ["baseline"] == [each.suppressed for each in again if each.code == "CFG005"]


class Broken:
    """Raises."""

    name: ClassVar[str] = "broken"
    severity: ClassVar[Severity] = Severity.ERROR
    fix: ClassVar[Safety | None] = None

    def __call__(self, evidence: Evidence) -> Iterator[Fault]:
        """Find nothing, loudly."""
        raise ZeroDivisionError(evidence.extraction.document.path)


def test_a_rule_that_raises_is_not_silenced(two: Evidence, monkeypatch: pytest.MonkeyPatch) -> None:
    """A defect of a rule reaches the caller: a report without its findings would read as a pass."""
    monkeypatch.setattr(engine, "RULES", {**RULES, "UNC001": Broken})
    with pytest.raises(ZeroDivisionError):
        findings(two, selected=["UNC001"])


def test_a_run_without_a_date_says_nothing_of_the_future() -> None:
    """Whether a year lies ahead depends on today; a caller who gives no date gets no finding."""
    evidence = Evidence(extract(parse_text("The moon is made of basalt foam (Zhao, 2028).", "a.md")))
    assert () == findings(evidence, selected=["IDN014"])
    dated = replace(evidence, policy=Policy(today=date(2026, 6, 30)))
    assert ["IDN014"] == [found.code for found in findings(dated, selected=["IDN014"])]
