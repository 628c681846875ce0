"""Verbs of two words have opposites as other verbs have."""

import pytest

from citevet.judge.polarity import compare_polarity


@pytest.mark.parametrize(
    ("claim", "evidence", "said", "found"),
    [
        (
            "The survey of the marsh went on in 1932.",
            "The survey of the marsh was given up in 1932.",
            "went on",
            "given up",
        ),
        (
            "Lodgers were left out of the census of Kiel.",
            "Lodgers were counted in the census of Kiel.",
            "left out",
            "counted",
        ),
        (
            "A second eruption of the cone is possible this year.",
            "A second eruption of the cone has been ruled out this year.",
            "possible",
            "ruled out",
        ),
    ],
)
def test_a_verb_of_two_words_has_its_opposite(claim: str, evidence: str, said: str, found: str) -> None:
    """Both words of the verb are shown against the opposite of what they mean."""
    assert [("direction", said, found)] == [
        (each.type, each.claim, each.source) for each in compare_polarity(claim, evidence)
    ]


@pytest.mark.parametrize(
    ("claim", "evidence"),
    [
        ("Berg went on to win the cup at Rhyl.", "Berg stopped to win the cup at Rhyl."),
        ("The survey of the marsh went on in 1932.", "The survey of the marsh continued in 1932."),
    ],
)
def test_what_came_next_has_none(claim: str, evidence: str) -> None:
    """Who went on to win did something next, and who carried on continued."""
    assert () == compare_polarity(claim, evidence)
