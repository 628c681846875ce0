"""Relations that a claim denies and its source tells."""

import pytest

from citevet.judge.polarity import compare_polarity


@pytest.mark.parametrize(
    ("claim", "evidence", "told"),
    [
        ("Liming had no effect on the yield of the meadows.", "Liming raised the yield of the meadows.", "raised"),
        (
            "The mortar's strength does not depend on the lime.",
            "Lime is a key determinant of the mortar's strength.",
            "key",
        ),
        ("Rents played no part in the strike of 1911.", "Rents were a cause of the strike in 1911.", "cause"),
        (
            "The toll left the traffic on the bridge unaffected.",
            "The toll reduced the traffic on the bridge.",
            "reduced",
        ),
        ("Wages did not differ between mills and mines.", "Wages were higher in mines than in mills.", "higher"),
    ],
)
def test_a_relation_that_is_told_is_not_absent(claim: str, evidence: str, told: str) -> None:
    """No effect, no part and no difference are contradicted by the word that tells of one."""
    assert [("negation", told)] == [(each.type, each.source) for each in compare_polarity(claim, evidence)]


@pytest.mark.parametrize(
    ("claim", "evidence"),
    [
        ("Liming had no effect on the yield of the meadows.", "Liming did not raise the yield of the meadows."),
        ("Liming had no effect on the yield of meadows.", "The yield of meadows rose equally with and without liming."),
        ("Liming had no effect on the yield.", "Drains raised the yield. Liming had no effect on it."),
        ("The toll did not affect every bridge.", "The toll affected the bridge at Rhyl."),
        ("Lund is not part of the union.", "Lund is a key town, and the union is large."),
        ("The board must not ignore the effect of tolls.", "The effect of tolls is important for the board."),
    ],
)
def test_a_relation_that_the_source_denies_as_well_is_no_difference(claim: str, evidence: str) -> None:
    """What the source denies too, an effect on some only, a piece of a whole and other denials contradict nothing."""
    assert () == compare_polarity(claim, evidence)
