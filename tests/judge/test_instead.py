"""Choices between two things: one is said, and the other is left."""

import pytest

from citevet.judge.polarity import compare_polarity


@pytest.mark.parametrize(
    ("claim", "evidence", "left"),
    [
        (
            "The valley voted for the canal rather than the railway.",
            "The valley voted for the railway rather than the canal.",
            "rather than the canal",
        ),
        (
            "The mill burns straw instead of peat.",
            "Instead of straw, the mill burns peat.",
            "Instead of straw",
        ),
        (
            "The levy falls on owners, not tenants.",
            "The levy falls on tenants and not on owners.",
            "and not on owners",
        ),
        (
            "The glaze was fired with charcoal rather than oak.",
            "The glaze was fired with oak for two days.",
            "oak",
        ),
    ],
)
def test_what_the_claim_leaves_is_what_the_source_takes(claim: str, evidence: str, left: str) -> None:
    """A choice made the other way round, or made for what the claim leaves, is shown with the words of the source."""
    assert left in {each.source for each in compare_polarity(claim, evidence)}


@pytest.mark.parametrize(
    ("claim", "evidence"),
    [
        ("They chose the canal rather than the railway.", "They chose the canal, not the railway."),
        ("They chose the canal rather than the railway.", "Instead of the railway they chose the canal."),
        ("The glaze was fired with charcoal rather than oak.", "Charcoal replaced oak when the glaze was fired."),
        ("The glaze was fired with coal rather than oak.", "Unlike oak, lignite fired the glaze evenly."),
        ("They did not choose the canal rather than the railway.", "They chose the railway rather than the canal."),
        ("The mill may burn straw instead of peat.", "It may be asked if the mill burns peat."),
    ],
)
def test_the_same_choice_in_other_words_is_no_difference(claim: str, evidence: str) -> None:
    """The same choice, another way to contrast the two, a denied choice, and what is only asked contradict nothing."""
    assert () == compare_polarity(claim, evidence)
