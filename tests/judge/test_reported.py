"""What a claim says that its source says."""

import pytest

from citevet.judge.reported import reported


@pytest.mark.parametrize(
    ("claim", "expected"),
    [
        ("it found that trees cool.", "trees cool."),
        ("it                 has also shown that trees cool.", "trees cool."),
        ("It reports that 58 °C were reached.", "58 °C were reached."),
        ("According to it , trees cool.", "trees cool."),
    ],
)
def test_a_source_is_asked_for_what_it_is_said_to_say(claim: str, expected: str) -> None:
    """The words that only say whose it is become blanks, and every place in the claim stays."""
    assert expected == reported(claim).lstrip()
    assert len(claim) == len(reported(claim))


@pytest.mark.parametrize(
    "claim",
    [
        "it found no proof that trees cool.",
        "it did not find that trees cool.",
        "it suggested that trees cool.",
        "it denied that trees cool.",
        "it found trees that cool.",
        "Others found that trees cool.",
        "Trees cool, it found.",
        "it found that ",
    ],
)
def test_what_more_is_said_stays(claim: str) -> None:
    """A denial, a doubt and somebody else's finding belong to the claim."""
    assert claim == reported(claim)
