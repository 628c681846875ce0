"""Claims that deny a denial, before sources that deny."""

import pytest

from citevet.judge.polarity import compare_polarity


@pytest.mark.parametrize(
    ("claim", "evidence", "denied"),
    [
        (
            "The ministry did not fail to answer the letter.",
            "The ministry did not answer the letter.",
            "not answer",
        ),
        ("The village has no lack of water.", "The village has no water.", "no water"),
        (
            "The crew was never without fresh food on the voyage.",
            "The crew spent the voyage without fresh food.",
            "without fresh",
        ),
    ],
)
def test_who_denies_a_denial_says_what_the_source_denies(claim: str, evidence: str, denied: str) -> None:
    """Two denials leave a statement, and the denial of the source is shown against it."""
    assert [("negation", denied)] == [(each.type, each.source) for each in compare_polarity(claim, evidence)]


@pytest.mark.parametrize(
    ("claim", "evidence"),
    [
        ("The ministry did not fail to answer the letter.", "The ministry answered the letter."),
        ("Most samples did not fail to react.", "Of these samples 18% failed to react."),
        ("Villages that lack water failed to grow.", "Villages without water were unable to grow."),
        ("The pump cannot be used without a permit.", "No, the pump can be used with a permit only."),
        ("The mill did not fail for lack of grain.", "The mill did not fail, and nobody lacked bread."),
    ],
)
def test_a_denial_that_is_not_denied_contradicts_nothing(claim: str, evidence: str) -> None:
    """The same in plain words, another share, a lack that is only named, and an answer are no contradictions."""
    assert () == compare_polarity(claim, evidence)
