"""Changes that a source looked for in vain."""

import pytest

from citevet.judge.polarity import compare_polarity

_NURSES = "Coffee drinkers had a 23% lower risk of type 2 diabetes. No effect on stroke was seen."


@pytest.mark.parametrize(
    ("claim", "evidence", "denied"),
    [
        ("Coffee lowered the risk of stroke.", _NURSES, "No effect on stroke"),
        (
            "The drug reduced mortality.",
            "The drug had no significant effect on mortality.",
            "no significant effect on mortality",
        ),
        (
            "Prices rose after the reform, and wages increased.",
            "There was no change in wages after the reform.",
            "no change in wages",
        ),
        ("Mortality was reduced.", "Mortality did not differ between the groups.", "not differ"),
        ("Mortality fell.", "Mortality was not significantly different.", "not significantly different"),
    ],
)
def test_no_effect_on_a_thing_denies_that_it_was_moved(claim: str, evidence: str, denied: str) -> None:
    """What had no effect on stroke did not lower its risk; the denial is shown."""
    assert [("negation", denied)] == [(each.type, each.source) for each in compare_polarity(claim, evidence)]


@pytest.mark.parametrize(
    ("claim", "evidence"),
    [
        ("Coffee lowered the risk of diabetes.", _NURSES),
        ("The drug reduced mortality.", "The placebo had no effect on mortality, but the drug reduced mortality."),
        ("Tea lowers the risk of stroke.", "Coffee had no effect on stroke."),
        ("The drug did not reduce mortality.", "The drug had no effect on mortality."),
        ("Wages increased.", "No effect was seen on prices."),
        ("Mortality fell in women.", "Overall mortality did not differ. In women mortality fell."),
        ("Pain was reduced.", "Mortality did not differ between the groups. Pain was slight."),
        ("The tax was raised.", "The rules of the tax did not change."),
    ],
)
def test_no_effect_of_another_or_on_another_denies_nothing(claim: str, evidence: str) -> None:
    """Another cause, another thing, or the same change told elsewhere: nothing is denied."""
    assert () == compare_polarity(claim, evidence)
