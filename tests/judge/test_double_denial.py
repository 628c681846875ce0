"""A denial of the opposite says the same: no patient died, where all survived."""

import pytest

from citevet.judge.opposing.complements import are_complements
from citevet.judge.opposing.double_denial import without_denial
from citevet.judge.polarity import compare_polarity

SAME = [
    ("None of them died in the fire.", "All of them survived the fire.", "All of them survived in the fire."),
    ("None of the guests died there.", "All of the guests survived.", "All of the guests survived there."),
    ("All of the guests survived.", "None of the guests died.", "None of the guests died."),
    ("All samples passed the second test.", "No sample failed the second test.", "No samples failed the second test."),
    ("Nobody was absent at the vote.", "Everybody was present at the vote.", "Everybody was present at the vote."),
    ("The gate was closed at noon.", "The gate was not open at noon.", "The gate was not open at noon."),
    ("The sale was not legal.", "The sale was illegal.", "The sale was illegal."),
]  # fmt: skip


@pytest.mark.parametrize(("claim", "text", "said"), SAME)
def test_a_denied_opposite_is_put_in_the_words_of_the_source(claim: str, text: str, said: str) -> None:
    """No comparison finds a difference, and the claim has the word of the source, with its denial or without."""
    assert () == compare_polarity(claim, text)
    assert said == without_denial(claim, text)


@pytest.mark.parametrize(
    ("claim", "text"),
    [
        ("None of the guests died.", "Most guests survived."),  # some may have died
        ("The team did not lose.", "The team won."),  # it may have drawn, and "did won" says nothing
        ("None of the guests survived.", "All of the guests survived."),
        ("The gate was not closed, and nobody was absent.", "The gate was open."),
        ("Nobody asked whether he survived.", "All of them died."),
    ],
)
def test_other_denials_are_left(claim: str, text: str) -> None:
    """Where something lies between, where two denials stand or where it is only asked, the claim stays as it is."""
    assert claim == without_denial(claim, text)


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [("died", "survived", True), ("open", "closed", True), ("won", "lost", False), ("died", "perished", False)],
)
def test_of_complements_nothing_lies_between(one: str, other: str, *, expected: bool) -> None:
    """Who did not win may not have lost; who did not die survived."""
    assert are_complements(one, other) is expected


@pytest.mark.parametrize(
    ("claim", "text"),
    [
        ("No patient died.", "Three patients died and 97 survived."),
        ("The protein was not present in the brain.", "The protein was present in the brain but absent in the liver."),
        ("The drug was not effective in adults.", "The drug was effective in adults and ineffective in children."),
        ("The door was not open during the fire.", "The door was open during the fire and was closed later."),
    ],
)
def test_what_is_said_as_well_is_denied(claim: str, text: str) -> None:
    """A sentence that has the denied word itself is contradicted, whatever opposite it has besides."""
    assert "negation" in [each.type for each in compare_polarity(claim, text)]
    assert claim == without_denial(claim, text)
