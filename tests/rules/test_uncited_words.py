"""Vague attributions and quotations without a source, in a document that cites."""

from pathlib import Path

import pytest
from tests.rules.careful import find_problems

from citevet.model import Severity

TEXT = """Trees cool streets [1]. Walls are old [1].

{}

# References

[1] Lee, J. (2016). Cooling of foam. Journal of Foam, 3, 4–5.
"""


def _codes(folder: Path, said: str) -> set[str]:
    """Return the codes of all findings in a document that cites, notes included."""
    return {each.split()[0] for each in find_problems(folder, TEXT.format(said), least=Severity.INFO)}


@pytest.mark.parametrize(
    "said",
    [
        "Experts agree that trees cool streets.",
        "Courts have held that such clauses are void.",
        "Many scholars believe the text is older.",
        "Scientists have found that bees can count.",
        "It is widely accepted that walls rot.",
        "It is well established that shade lowers heat.",
        "The literature shows that shade lowers heat.",
        "A growing body of evidence suggests that noise harms sleep.",
        "There is a broad consensus that the dam is safe.",
        "Numerous studies indicate a link between noise and stress.",
        "According to experts, the dam is safe.",
        "Opponents maintain that the tax failed.",
    ],
)
def test_vague_attributions(said: str, tmp_path: Path) -> None:
    """No wording of an unnamed authority goes unseen."""
    assert "UNC002" in _codes(tmp_path, said)


@pytest.mark.parametrize(
    "said",
    [
        "Experts agree that trees cool streets [1].",
        "Experts agree that trees cool streets. They do so in all towns [1].",
        "Our experts agreed on the plan.",
        "The court has held a hearing.",
        "Studies were excluded if they had no controls.",
        "Critics of the plan met on Monday.",
        "Do experts agree?",
        "Scholars from Oslo visited the site in 2019.",
        "Research was done in two towns.",
    ],
)
def test_words_that_look_like_vague_attributions(said: str, tmp_path: Path) -> None:
    """A source beside them, an owner or another verb makes them harmless."""
    assert "UNC002" not in _codes(tmp_path, said)


@pytest.mark.parametrize(
    ("said", "is_found"),
    [
        ('"We stopped asking whether the roofs work and who will weed them," said the mayor.', True),
        ("As the report puts it, “every second stop tap in the harbour could not be found by the crews.”", True),
        ("The director called it “a forecast that is never wrong because it is never checked by anyone”.", True),
        ('Lee wrote that "the roof of the house was never meant to last a century".', True),
        ('"We stopped asking whether the roofs work and who will weed them," said the mayor [1].', False),
        ('The so-called "urban heat island" grows.', False),
    ],
)
def test_quotations_without_a_source(said: str, is_found: bool, tmp_path: Path) -> None:  # noqa: FBT001 - a table
    """Words of somebody else need a source."""
    assert is_found == ("UNC004" in _codes(tmp_path, said))
