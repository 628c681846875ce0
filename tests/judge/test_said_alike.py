"""True claims that differ from their source in form only: times compared, shares worked out, initials, other names."""

import pytest

from citevet.judge.differences import compared
from citevet.judge.numbers import compare_numbers

FALL = "The share of smokers fell from 12% to 8% after the reform."
RASH = "The rash occurred in 8.2% of the treated patients against 12.4% of the controls."


@pytest.mark.parametrize(
    ("claim", "text"),
    [
        ("The share of smokers was higher before the reform than after: 12% against 8%.", FALL),
        ("Unemployment was higher in 2005 than in 2010.", "Unemployment declined between 2005 and 2010."),
        ("Unemployment declined between 2005 and 2010.", "Unemployment was higher in 2005 than in 2010."),
        ("The rash was a third less common in the treated patients than in the controls.", RASH),
        ("The report was written by the DoD.", "The report was written by the Department of Defense."),
        ("The sensors are not supplied by Alpha.", "Beta supplies the sensors for the new plant."),
        ("Berg was not elected in Oslo.", "Berg was elected in Bergen as a Liberal."),
    ],
)
def test_the_same_in_another_form_is_no_difference(claim: str, text: str) -> None:
    """A fall is a higher share before than after, initials are a name, and what Beta does Alpha may not."""
    assert () == compared(claim, text)[0]


@pytest.mark.parametrize(
    ("claim", "text", "kind"),
    [
        ("The share of smokers was lower before the reform than after: 12% against 8%.", FALL, "direction"),
        ("The share of smokers was higher after the reform than before.", FALL, "direction"),
        ("Unemployment rose between 2005 and 2010.", "Unemployment was higher in 2005 than in 2010.", "direction"),
        ("The rash was two thirds less common in the treated patients than in the controls.", RASH, "number"),
        ("The report was written by the FBI.", "The report was written by the NSA.", "name"),
        ("The sensors are not supplied by Beta.", "Beta supplies the sensors for the new plant.", "negation"),
    ],
)
def test_what_differs_is_still_found(claim: str, text: str, kind: str) -> None:
    """A rise told as a fall, another share, other initials, and a denial of the very name."""
    assert kind in {each.type for each in compared(claim, text)[0]}


def test_a_share_of_two_figures_confirms() -> None:
    """8.2 against 12.4 is a third less, and two figures side by side confirm it."""
    numbers = compare_numbers("The rash was a third less common in the treated patients than in the controls.", RASH)
    assert ["a third"] == [each.claim for each in numbers.agreed]


@pytest.mark.parametrize(
    ("claim", "text", "expected"),
    [
        ("The museum is open on Mondays.", "The museum is open daily except Mondays.", ["quantifier"]),
        ("The ferry calls at Arn.", "The ferry calls at all the islands apart from Arn.", ["quantifier"]),
        ("The museum is closed on Mondays.", "The museum is open daily except Mondays.", []),
        ("The shop is open on Mondays.", "The museum is open daily except Mondays.", []),
        ("Lichen grew on the rock.", "Nothing grew on the rock except lichen.", []),
        ("The museum is not open on Mondays.", "The museum is open daily except Mondays.", []),
        ("The museum is open on Sundays.", "The museum is open daily except Mondays.", []),
        ("The museum is open daily except Mondays.", "The museum is open daily except Mondays.", []),
        ("Some shops need a permit to close at noon.", "Shops close at noon except with a permit.", []),
    ],
)
def test_what_is_excepted_is_not_so(claim: str, text: str, expected: list[str]) -> None:
    """What the source excepts by name the claim may not say; a way or a condition is no such thing."""
    assert expected == [each.type for each in compared(claim, text)[0]]
