"""Who did what to whom: sides that changed places are found, and those that only seem to have are not."""

import pytest

from citevet.judge.polarity import compare_polarity

TURNED = [
    ("Lung cancer causes smoking.", "Smoking causes lung cancer."),
    ("Fever reduces aspirin in adults.", "Aspirin reduces fever in adults."),
    ("Anna Berg was founded by the mill.", "The mill was founded by Anna Berg in 1871."),
    ("The mill founded Anna Berg.", "The mill was founded by Anna Berg in 1871."),
    ("The eagle hunted the owl at dusk.", "At dusk the owl hunted the eagle."),
    ("Norway defeated Sweden in the final.", "Sweden defeated Norway in the final."),
]
STRAIGHT = [
    ("Smoking causes lung cancer.", "Smoking causes lung cancer in men and women."),
    ("Lung cancer is caused by smoking.", "Smoking causes lung cancer."),
    ("Anna Berg founded the mill in 1871.", "The mill was founded by Anna Berg in 1871."),
    ("Sweden defeated Norway and Denmark.", "Sweden defeated Norway, and Denmark defeated Finland."),
    ("Norway was defeated by Sweden.", "Sweden defeated Norway in the final."),
    ("Lung cancer does not cause smoking.", "Smoking causes lung cancer."),
    ("The study asked whether cancer causes smoking.", "Smoking causes cancer."),
    ("Rain reduces dust and dust reduces light.", "Dust reduces light, and rain reduces dust."),
    ("Four bombers were killed on 7 July.", "The attacks of 7 July killed four bombers."),
]


@pytest.mark.parametrize(("claim", "source"), TURNED)
def test_sides_that_changed_places_are_told(claim: str, source: str) -> None:
    """The claim's words and the source's stand beside one another, with the place in the claim."""
    (found,) = [each for each in compare_polarity(claim, source) if each.type == "direction"]
    assert found.span is not None
    assert found.claim == claim[found.span.start : found.span.end]
    assert found.source in source


@pytest.mark.parametrize(("claim", "source"), STRAIGHT)
def test_sides_in_their_places_are_left_alone(claim: str, source: str) -> None:
    """A passive, a denial, a question and a chain of relations turn nothing round."""
    assert [] == [each for each in compare_polarity(claim, source) if each.type == "direction"]
