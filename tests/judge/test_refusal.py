"""Things that the source names as refused or taken back, and claims that they are so or are not."""

import pytest

from citevet.judge.opposing.parity import deny_alike
from citevet.judge.polarity import compare_polarity

_BAN = "The city council rejected a ban on pesticides."
_LIFTED = "The regulator lifted the ban on night flights."
_MERGER = "The board declined a merger with Orion."
_LOAN = "The bank denied the firm a loan."


@pytest.mark.parametrize(
    ("claim", "evidence", "shown"),
    [
        ("The city council banned pesticides.", _BAN, ("banned", "rejected a ban")),
        ("Pesticides are banned in the city.", _BAN, ("banned", "rejected a ban")),
        ("Night flights are banned.", _LIFTED, ("banned", "lifted the ban")),
        ("The board merged with Orion.", _MERGER, ("merged", "declined a merger")),
        ("The firm got a loan.", _LOAN, ("loan", "denied the firm a loan")),
        ("The firm has a licence.", "The firm was denied a licence.", ("licence", "denied a licence")),
        ("Parliament taxed sugar.", "Parliament turned down a tax on sugar.", ("taxed", "turned down a tax")),
        (
            "The council banned pesticides.",
            "A ban on pesticides was rejected by the council.",
            ("banned", "ban on pesticides was rejected"),
        ),
    ],
)
def test_what_the_source_refuses_is_not_so(claim: str, evidence: str, shown: tuple[str, str]) -> None:
    """A thing that was refused is shown with the verb that refuses it against a claim that it was done or had."""
    assert [("negation", *shown)] == [
        (each.type, each.claim, each.source) for each in compare_polarity(claim, evidence)
    ]


@pytest.mark.parametrize(
    ("claim", "evidence"),
    [
        ("The council did not ban pesticides.", _BAN),
        ("The city council rejected a ban on pesticides.", _BAN),
        ("Night flights are allowed again.", _LIFTED),
        ("Night flights are no longer banned.", _LIFTED),
        ("Night flights are not banned.", "The ban on night flights has been lifted."),
        ("The board did not merge with Orion.", _MERGER),
        ("The firm did not get a loan.", _LOAN),
        ("The firm was denied a loan.", _LOAN),
        ("Parliament did not impose a tax on sugar.", "Parliament turned down a tax on sugar."),
    ],
)
def test_what_the_source_refuses_may_be_denied(claim: str, evidence: str) -> None:
    """A claim that denies what the source refuses, or refuses it as well, says the same and denies alike."""
    assert () == compare_polarity(claim, evidence)
    assert deny_alike(claim, evidence)


@pytest.mark.parametrize(
    ("claim", "evidence"),
    [
        ("Night flights had been banned.", _LIFTED),
        ("The regulator banned night flights.", _LIFTED),
        ("Bond received advice.", "Bond rejected this advice."),
        ("The board merged with Vega.", _MERGER),
        ("The House banned pesticides.", "The Senate rejected a ban on pesticides, but the House banned pesticides."),
        ("Night flights are banned.", "The regulator plans to lift the ban on night flights."),
    ],
)
def test_a_refusal_that_leaves_the_claim_open_contradicts_nothing(claim: str, evidence: str) -> None:
    """What was lifted was so before, what was rejected was received, and others, later or only planned is no denial."""
    assert () == compare_polarity(claim, evidence)


@pytest.mark.parametrize(
    ("claim", "evidence"),
    [
        ("The board did not decline a merger with Orion.", _MERGER),
        ("Night flights are not banned.", "The regulator plans to lift the ban on night flights."),
    ],
)
def test_a_denied_refusal_and_a_planned_one_refuse_nothing(claim: str, evidence: str) -> None:
    """A claim that denies the refusal itself, or what is only to be taken back, is still contradicted."""
    assert ["negation"] == [each.type for each in compare_polarity(claim, evidence)]
    assert not deny_alike(claim, evidence)
