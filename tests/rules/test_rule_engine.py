"""From faults to findings: severity, fingerprint, order."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import date

import pytest

from citevet.contracts import Check, Evidence, Fault, Policy
from citevet.extract import extract
from citevet.model import Citation, Claim, Severity, Span, Tie
from citevet.read import parse_text
from citevet.rules import RULES, engine
from citevet.rules.accepted_findings import BaselineEntry
from citevet.rules.engine import run_rules

Make = Callable[..., Evidence]
Say = Callable[..., Claim]
TEXT = "A 45% of men.\n\nC 30% of men."


@pytest.fixture
def two(make: Make, claim: Say) -> Evidence:
    """Two statistics without sources."""
    return make(TEXT, claims=[claim(TEXT, "A 45% of men."), claim(TEXT, "C 30% of men.", "k2")])


def test_findings_are_in_text_order(two: Evidence) -> None:
    """Each finding has the code, name and severity of its rule, a span and a claim."""
    first, second = run_rules(two, selected=RULES)
    assert ("UNC001", "uncited-statistic", Severity.INFO, "k1") == (
        first.code,
        first.name,
        first.severity,
        first.claim,
    )
    assert [Span(2, 5), Span(17, 20)] == [first.span, second.span]
    assert ["45%", "30%"] == [TEXT[each.span.start : each.span.end] for each in (first, second)]


def test_only_selected_rules_run(two: Evidence) -> None:
    """A rule that is not selected finds nothing."""
    assert () == run_rules(two, selected=["UNC003", "KEY001"])


@pytest.mark.parametrize(
    ("severities", "strict", "expected"),
    [
        ({}, False, Severity.INFO),
        ({}, True, Severity.INFO),
        ({"UNC001": Severity.WARNING}, False, Severity.WARNING),
        ({"UNC001": Severity.WARNING}, True, Severity.ERROR),
        ({"KEY001": Severity.WARNING}, False, Severity.INFO),
    ],
)
def test_the_severity_of_the_project_overrides_the_rule(
    two: Evidence, *, severities: dict[str, Severity], strict: bool, expected: Severity
) -> None:
    """The project's severity overrides the rule's; `strict` turns warnings into errors, but not infos."""
    found = run_rules(two, selected=["UNC001"], severities=severities, strict=strict)
    assert [expected, expected] == [each.severity for each in found]


def test_fingerprints_do_not_depend_on_the_line(make: Make, claim: Say) -> None:
    """New text before a claim does not change the fingerprint; new words in the claim do."""
    plain = make("A 45% of men.", claims=[claim("A 45% of men.", "A 45% of men.")])
    moved_text = "New.\n\nNewer.\n\nA 45% of men."
    moved = make(moved_text, claims=[claim(moved_text, "A 45% of men.")])
    other = make("A 45% of boys.", claims=[claim("A 45% of boys.", "A 45% of boys.")])
    prints = [run_rules(each, selected=["UNC001"])[0].fingerprint for each in (plain, moved, other)]
    assert prints[0] == prints[1] != prints[2]
    assert [16, 16] == [len(prints[0]), len(prints[2])]
    assert set(prints[0]) <= set("0123456789abcdef")


def test_equal_fingerprints_are_numbered(make: Make) -> None:
    """The second and third equal finding of a document get a number."""
    text = "Foam [^a].\n\nFoam [^a].\n\nFoam [^a]."
    same = [Citation(f"c{at}", "footnote", Span(at * 12 + 5, at * 12 + 9), "[^a]", "a") for at in range(3)]
    prints = [each.fingerprint for each in run_rules(make(text, citations=same), selected=["KEY001"])]
    assert [prints[0], f"{prints[0]}-2", f"{prints[0]}-3"] == prints


def test_a_finding_on_a_citation_has_its_claim(make: Make, claim: Say) -> None:
    """It has the first claim of the citation, which is part of the fingerprint."""
    text = "Foam is light [^a]."
    marker = Citation("c1", "footnote", Span(14, 18), "[^a]", "a")
    tied = replace(claim(text, text), ties=(Tie("c1", "sentence"),), status="cited")
    (with_claim,) = run_rules(make(text, citations=[marker], claims=[tied]), selected=["KEY001"])
    (without,) = run_rules(make(text, citations=[marker]), selected=["KEY001"])
    assert ("c1", "k1", None) == (with_claim.citation, with_claim.claim, without.claim)
    assert with_claim.fingerprint != without.fingerprint


def test_the_baseline_marks_findings_and_stale_entries_are_reported(two: Evidence) -> None:
    """A listed finding is marked; an entry without a finding is stale if its rule ran."""
    first, second = run_rules(two, selected=["UNC001"])
    entries = [
        BaselineEntry("UNC001", first.fingerprint),
        BaselineEntry("UNC001", "gone"),
        BaselineEntry("KEY001", "not-run"),
    ]
    stale, marked, free = run_rules(two, selected=["UNC001", "CFG005"], baseline=entries)
    assert ("CFG005", Span(0, 0)) == (stale.code, stale.span)
    assert "gone" in stale.message
    assert (first.fingerprint, "baseline") == (marked.fingerprint, marked.suppressed)
    assert (second.fingerprint, None) == (free.fingerprint, free.suppressed)


def test_a_stale_entry_finding_can_be_in_the_baseline(two: Evidence) -> None:
    """CFG005 findings can be accepted like any other."""
    entries = [BaselineEntry("UNC001", "gone")]
    (stale,) = [
        each for each in run_rules(two, selected=["UNC001", "CFG005"], baseline=entries) if each.code == "CFG005"
    ]
    again = run_rules(
        two, selected=["UNC001", "CFG005"], baseline=[*entries, BaselineEntry("CFG005", stale.fingerprint)]
    )
    assert ["baseline"] == [each.suppressed for each in again if each.code == "CFG005"]


def find_broken(evidence: Evidence) -> Iterator[Fault]:
    """Raise."""
    raise ZeroDivisionError(evidence.extraction.document.path)


def test_an_exception_in_a_rule_is_raised(two: Evidence, monkeypatch: pytest.MonkeyPatch) -> None:
    """A report without the findings of a broken rule would look like a pass."""
    monkeypatch.setattr(engine, "RULES", {**RULES, "UNC001": Check(find_broken, Severity.ERROR)})
    with pytest.raises(ZeroDivisionError):
        run_rules(two, selected=["UNC001"])


def test_future_years_need_a_date() -> None:
    """Without a date, no year is reported as future; with one, an unlisted author is a note, and a case a warning."""
    text = "The moon is made of foam (Zhao, 2028). *Roe v. Moe*, 12 F.4th 345 (2031)."
    evidence = Evidence(extract(parse_text(text, "a.md")))
    assert () == run_rules(evidence, selected=["IDN014"])
    dated = replace(evidence, policy=Policy(today=date(2026, 6, 30)))
    found = run_rules(dated, selected=["IDN014"])
    assert [Severity.INFO, Severity.WARNING] == [each.severity for each in found]
