"""The census and the verdict, as settled."""

from dataclasses import replace
from typing import Any

import pytest

from citevet.jobs.run_summary import count_audits, find_verdict
from citevet.model import (
    Audit,
    Citation,
    Claim,
    ClaimStatus,
    Document,
    Entry,
    Extraction,
    Finding,
    Flag,
    Judgement,
    Locator,
    Plain,
    Reason,
    Section,
    Severity,
    Source,
    Span,
    Support,
    Tie,
)
from citevet.report.json import census_to_dict

DOCUMENT = Document("a.md", "markdown", "A claim [1].")
CITATION = Citation("c1", "numeric", Span(8, 11), "[1]", "1")


def claim(number: int, status: ClaimStatus) -> Claim:
    ties = (Tie("c1", "sentence"),) if status == "cited" else ()
    return Claim(f"k{number}", Span(0, 12), "A claim [1].", Plain("A claim."), "factual", "", ties, status)


def audit(
    *statuses: ClaimStatus,
    judged: tuple[tuple[str | None, Support, Reason | None], ...] = (),
    found: tuple[tuple[Severity, bool], ...] = (),
    cites: bool = True,
) -> Audit:
    claims = tuple(claim(number, status) for number, status in enumerate(statuses, 1))
    return Audit(
        Extraction(DOCUMENT, (CITATION,) if cites else (), (), claims),
        tuple(Judgement(name, "c1", support=support, support_reason=reason) for name, support, reason in judged),
        tuple(
            Finding("KEY001", "x", severity, "", Span(0, 1), "f", suppressed="inline" if hidden else None)
            for severity, hidden in found
        ),
    )


def test_claims_are_cited_unsourced_or_skipped() -> None:
    """Every claim is counted once, under its status."""
    counted = count_audits([audit("cited", "unsourced", "skipped", "skipped")])
    assert (counted.claims, counted.cited, counted.unsourced, counted.skipped) == (4, 1, 1, 2)


def test_checked_counts_claims_not_judgements() -> None:
    """Two sources behind one claim are one checked claim; a contradiction by one of them decides it."""
    judged: tuple[tuple[str | None, Support, Reason | None], ...] = (
        ("k1", "supported", None),
        ("k1", "contradicted", None),
        ("k2", "supported", None),
        ("k3", "unchecked", "offline"),
    )
    counted = count_audits([audit("cited", "cited", "cited", judged=judged)])
    assert (counted.checked, counted.supported, counted.unchecked) == (2, 1, {"offline": 1})


def test_problems_are_unsuppressed_warnings_and_errors() -> None:
    """A suppressed error and a remark on style are no problems."""
    found = ((Severity.ERROR, False), (Severity.WARNING, False), (Severity.ERROR, True), (Severity.INFO, False))
    assert count_audits([audit("cited", found=found)]).problems == 2


@pytest.mark.parametrize(
    ("expected", "given"),
    [
        ("empty", audit(cites=False)),
        ("empty", audit("skipped", cites=False)),
        ("incomplete", audit("unsourced", cites=False)),
        ("fail", audit("unsourced", cites=False, found=((Severity.ERROR, False),))),
        ("pass", audit("cited", "unsourced")),
        ("fail", audit("cited", found=((Severity.ERROR, False),), judged=(("k1", "unchecked", "offline"),))),
        ("incomplete", audit("cited", judged=(("k1", "unchecked", "offline"),))),
        ("incomplete", audit("cited", found=((Severity.WARNING, False),), judged=((None, "unchecked", "timeout"),))),
        ("pass", audit("cited", judged=(("k1", "unchecked", "not-asked"),))),
        ("pass", audit("cited", found=((Severity.ERROR, True),))),
    ],
)
def test_the_first_verdict_that_applies(expected: str, given: Audit) -> None:
    """Empty comes before fail, fail before incomplete, incomplete before pass; not-asked leaves a run complete."""
    assert expected == find_verdict([given], count_audits([given]), Severity.ERROR)


def test_the_fail_level_moves_the_verdict() -> None:
    """A warning fails a run whose level is warning."""
    given = audit("cited", found=((Severity.WARNING, False),))
    assert tuple(
        find_verdict([given], count_audits([given]), level) for level in (Severity.ERROR, Severity.WARNING)
    ) == (
        "pass",
        "fail",
    )


HTML = Source("REF-005", "corpus", entry=Entry("REF-005", "c/REF-005.md"))
BOOK = Source(
    "REF-005", "corpus", entry=Entry("REF-005", "c/REF-005.md", pages=9, sections=(Section("Methods", 1, 9),))
)


@pytest.mark.parametrize(
    ("expected", "source", "locator", "flags", "rules"),
    [
        (("incomplete", {"no-text": 1}), BOOK, None, ("unread-quote",), {"QUO005"}),
        (("pass", {"not-asked": 1}), BOOK, None, ("unread-quote",), {"KEY001"}),
        (("incomplete", {"partial-scope": 1}), HTML, Locator(page="4"), (), {"PAG001"}),
        (("pass", {"not-asked": 1}), HTML, Locator(page="4"), (), {"SEC001"}),
        (("pass", {"not-asked": 1}), BOOK, Locator(page="4"), (), {"PAG001"}),
        (("incomplete", {"partial-scope": 1}), HTML, Locator(section="Methods"), (), {"SEC002"}),
        (("pass", {"not-asked": 1}), BOOK, Locator(section="Methods"), (), {"SEC001", "PAG001"}),
    ],
)
def test_a_place_that_could_not_be_compared_has_not_passed(
    expected: tuple[str, dict[str, int]],
    source: Source,
    locator: Locator | None,
    flags: tuple[Flag, ...],
    rules: set[str],
) -> None:
    """A quotation without text, a page of an unknown number and an unlisted section are incomplete, where asked for."""
    given = Audit(
        Extraction(DOCUMENT, (replace(CITATION, kind="corpus", locator=locator),), (), (claim(1, "cited"),)),
        (Judgement("k1", "c1", "REF-005", existence="found", support_reason="not-asked", flags=flags),),
        rules=frozenset(rules),
        sources=(source,),
    )
    counted = count_audits([given])
    assert expected == (find_verdict([given], counted, Severity.ERROR), counted.unchecked)


def test_a_skipped_claim_is_not_checked() -> None:
    """A question with a source behind it has a judgement, and is still no checked claim."""
    given = audit("skipped", judged=(("k1", "supported", None),))
    assert (0, 0) == (count_audits([given]).checked, count_audits([given]).supported)


def test_an_unread_input_is_incomplete() -> None:
    """What could not be read was not checked, whatever the rest says."""
    given = audit("unsourced", cites=False)
    assert "incomplete" == find_verdict([given], count_audits([given]), Severity.ERROR, unread=True)
    assert "incomplete" == find_verdict([], count_audits([]), Severity.ERROR, unread=True)


def judged_claim(number: int, **parts: Any) -> Judgement:
    return Judgement(f"k{number}", "c1", **parts)


SIX = ("supported", "partial", "unsupported", "misattributed", "unresolvable", "unsourced")
READ: dict[str, Any] = {"existence": "found", "confidence": 0.5}


@pytest.mark.parametrize(
    ("expected", "judgements"),
    [
        ((1, 1, 2, 0, 0, 1), [READ | {"support": word} for word in ("supported", "partial", "unsupported")]),
        ((0, 0, 1, 1, 0, 1), [READ | {"support": "unsupported", "flags": ("misattributed",)}]),
        ((0, 0, 0, 0, 1, 1), [READ | {"support": "unchecked", "support_reason": "paywalled"}]),
        ((None, None, None, None, 1, 1), [{"existence": "missing", "support_reason": "not-asked"}]),
        ((None, None, None, None, 1, 1), [{"existence_reason": "timeout", "support_reason": "not-asked"}]),
        ((None, None, None, None, 0, 1), [{"existence_reason": "offline", "support_reason": "offline"}]),
        ((None, None, None, None, 0, 1), [{"existence": "found", "support_reason": "model-missing"}]),
        ((None, None, None, None, 0, 1), [{"existence": "found", "support": "supported"}]),
        ((0, 0, 0, 0, 0, 1), [{"existence": "found", "support_reason": "abstained"}]),
    ],
)
def test_the_six_counts_of_cite_check(expected: tuple[int | None, ...], judgements: list[dict[str, Any]]) -> None:
    """Each cited claim is in one bucket; without a judge the four that need one are null, and are never zero."""
    more = [READ | {"support": "contradicted"}] if len(judgements) > 1 else []
    found = [judged_claim(number, **each) for number, each in enumerate([*judgements, *more], 1)]
    statuses: list[ClaimStatus] = ["cited"] * len(found)
    given = replace(audit(*statuses, "unsourced"), judgements=tuple(found))
    counted = census_to_dict(count_audits([given]))
    assert expected == tuple(counted[name] for name in SIX)
