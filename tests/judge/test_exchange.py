"""Two words that changed places between the claim and its source are found without a list of verbs."""

import pytest

from citevet.judge.polarity import compare_polarity

EXCHANGED = [
    ("Berg, a native of Norway, now lives in Chile.", "Berg, a native of Chile, now lives in Norway."),
    ("Copper was lost in the north and tin in the south.", "Tin was lost in the north and copper in the south."),
    ("In the index the keys are pages and the values are words.", "In it the keys are words and the values are pages."),
    ("The trams follow routes that buses had served.", "The buses follow routes that trams had served."),
    ("Lund gave evidence at Berg's trial in May.", "Berg gave evidence at Lund’s trial in May."),
    ("It enhances speed at the expense of safety.", "It enhances safety at the expense of speed."),
    ("They counted 34 residents and 81 members of staff.", "They counted 81 residents and 34 members of staff."),
    ("Verbs were borrowed as often as nouns were lost.", "Nouns were borrowed as often as verbs were lost."),
]
KEPT = [
    ("Copper, tin and zinc were lost.", "Zinc, tin and copper were lost."),
    ("It tells the good, the bad and the odd.", "It tells the odd, the bad and the good."),
    ("The link between tin and copper is weak.", "The link between copper and tin is weak."),
    ("Lund was praised by Berg in the hall.", "Berg praised Lund in the hall."),
    ("Iron is heavier than tin in the hall.", "Tin is lighter than iron in the hall."),
    ("The codes are 34, 56 and 81.", "The codes are 81, 56 and 34."),
    ("In the north tin was lost, and copper in the south.", "Tin was lost in the north and copper in the south."),
    ("The court is not bound by the opinion.", "The opinion is not binding on the court."),
]


@pytest.mark.parametrize(("claim", "source"), EXCHANGED)
def test_words_that_changed_places_are_told(claim: str, source: str) -> None:
    """Both sides are shown, and the place in the claim holds its own side."""
    found = compare_polarity(claim, source)
    assert ["direction"] == [each.type for each in found]
    assert [each.claim for each in found] == [each.span.of(claim) for each in found if each.span]


@pytest.mark.parametrize(("claim", "source"), KEPT)
def test_another_order_of_the_same_is_no_difference(claim: str, source: str) -> None:
    """Lists, the passive voice and clauses in another order say the same."""
    assert () == compare_polarity(claim, source)


def test_both_sides_reach_from_one_word_to_the_other() -> None:
    """The words that changed places are shown with what stands beside them."""
    (found,) = compare_polarity(
        "Berg, a native of Norway, now lives in Chile.", "Berg, a native of Chile, lives in Norway."
    )
    assert "native of Norway, now lives in Chile" == found.claim
    assert "native of Chile, lives in Norway" == found.source
