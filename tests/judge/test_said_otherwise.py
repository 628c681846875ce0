"""What says the same in other words is not called its opposite."""

import pytest

from citevet.judge.differences import compared

SAME = [
    ("All patients survived the trial.", "No patient died during the trial."),
    ("Germany imported 30 tonnes from France.", "France exported 30 tonnes to Germany."),
    ("The museum is closed on Mondays.", "The museum is open daily except Mondays."),
    ("The reaction requires the catalyst.", "Without the catalyst, the reaction does not proceed."),
    ("Few samples contained lead.", "Hardly any samples contained lead."),
    ("The clinic opened before 2000.", "The clinic opened in 1998."),
    ("The clinic opened after 1995.", "The clinic opened in 1998."),
]
OPPOSITE = [
    ("France imported 30 tonnes from Germany.", "France exported 30 tonnes to Germany.", "direction"),
    ("All patients died in the trial.", "No patient died during the trial.", "negation"),
    ("The museum is closed on Sundays.", "The museum is open on Sundays, except in May.", "direction"),
    ("Most samples contained lead.", "Hardly any samples contained lead.", "negation"),
    ("The clinic opened before 1990.", "The clinic opened in 1998.", "date"),
]


@pytest.mark.parametrize(("claim", "source"), SAME)
def test_the_same_from_the_other_side(claim: str, source: str) -> None:
    """Converses, exceptions, double denials, few for hardly any and dates as bounds deny nothing."""
    assert ((), ()) == compared(claim, source)


@pytest.mark.parametrize(("claim", "source", "kind"), OPPOSITE)
def test_the_opposite_from_the_same_side(claim: str, source: str, kind: str) -> None:
    """With the sides as they were, or the bound broken, it is still told."""
    assert kind in [each.type for each in compared(claim, source)[0]]
