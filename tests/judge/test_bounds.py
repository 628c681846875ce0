"""Numbers that bound a value from one side: what follows from a bound, and what it rules out."""

import pytest

from citevet.judge.numbers import Numbers, compare_numbers

FOLLOWING = [
    ("The rope is longer than 25 metres.", "The rope is at least 30 metres long."),
    ("At least 50 species live in the lake.", "Over 60 species live in the lake."),
    ("The tower is more than 100 metres high.", "The tower is over 120 metres high."),
    ("The tank holds less than 100 litres.", "The tank holds no more than 80 litres."),
    ("The bag is lighter than 25 kilograms.", "The bag weighs no more than 20 kilograms."),
    ("Planting a tree was cheaper than 2,000 euros.", "Planting cost 1,900 euros per tree."),
    ("The phone is dearer than 300 dollars.", "The phone costs 310 dollars."),
    ("The phone is more expensive than 300 dollars.", "The phone costs 310 dollars."),
    ("The stone is lighter than 50 kilograms.", "The stone weighs 48 kilograms."),
    ("The tree is taller than 30 metres.", "The tree is 31 metres tall."),
    ("The boat travelled faster than 40 km per hour.", "The boat travelled at 42 km per hour."),
    ("The runner was faster than 55 seconds.", "The runner finished in 52 seconds."),
    ("The load is no heavier than 950 kilograms.", "The load weighs 900 kilograms."),
    ("The price does not exceed 50 euros.", "The price is at most 50 euros."),
    ("The price stayed below 50 euros.", "The price never exceeded 50 euros."),
    ("The trip takes more than six hours.", "The trip takes at least six hours."),
    ("The concert did not last longer than three hours.", "The concert lasted at most three hours."),
    ("In towns where no more than 60% were poor, results did not improve.",
     "Results went up in towns where more than 60% were poor, but not in the others."),
    ("No trend was found deeper than 60 metres.", "Below 60 metres there was no trend."),
    ("The drug must be stopped at least three weeks before the trial.",
     "Patients must not have received radiation, or the drug within three weeks, before the trial."),
]  # fmt: skip
RULED_OUT = [
    ("The price is more than 50 euros.", "The price is at most 50 euros."),
    ("The price is at most 50 euros.", "The price is more than 50 euros."),
    ("The fee exceeds 50 euros.", "The fee is at most 50 euros."),
    ("The fine does not exceed 200 euros.", "The fine exceeds 200 euros."),
    ("Most patients were younger than 70 years.", "Most patients were older than 70 years."),
    ("Participants were under 65.", "Participants were 65 or older."),
    ("All participants were aged under 40.", "The cohort followed 193,099 participants aged 40 years or older."),
    ("The wall is lower than 3 metres.", "The wall is higher than 3 metres."),
    ("More than 40 members voted.", "Fewer than 40 members voted."),
    ("More than 300 guests attended.", "Nearly 300 guests attended."),
    ("More than 300 guests attended.", "Up to 300 guests attended."),
    ("The rope is shorter than 25 metres.", "The rope is at least 30 metres long."),
    ("At least 90 species live in the lake.", "Over 60 species live in the lake."),
    ("More than 15 people signed the letter.", "Over 9,000 people signed the letter."),
    ("Planting a tree was cheaper than 2,000 euros.", "Planting cost 2,400 euros per tree."),
    ("The stone is heavier than 50 kilograms.", "The stone weighs 48 kilograms."),
    ("The runner was faster than 55 seconds.", "The runner finished in 58 seconds."),
    ("The load is no heavier than 950 kilograms.", "The load weighs 1,200 kilograms."),
]


@pytest.mark.parametrize(("claim", "source"), FOLLOWING)
def test_what_keeps_within_a_bound_differs_in_nothing(claim: str, source: str) -> None:
    """A bound that follows from the source's number or bound is no other number, whatever words make it one."""
    assert () == compare_numbers(claim, source).differences


@pytest.mark.parametrize(("claim", "source"), RULED_OUT)
def test_what_a_bound_rules_out_is_another_number(claim: str, source: str) -> None:
    """A bound from the other side, of the same number as well, and one that says more are called a number."""
    assert ["number"] == [each.type for each in compare_numbers(claim, source).differences]


def test_both_bounds_are_shown() -> None:
    """The words that make a bound of the same number are shown, as the numbers alone would look alike."""
    (told,) = compare_numbers("The fee exceeds 50 euros.", "The fee is at most 50 euros.").differences
    assert ("exceeds 50 euros", "at most 50 euros") == (told.claim, told.source)


def test_the_counterpart_of_a_bound_without_a_unit() -> None:
    """An age without its years is held against the same age with them, not against a count beside it."""
    source = "The cohort followed 193,099 participants aged 40 years or older."
    (told,) = compare_numbers("All participants were aged under 40.", source).differences
    assert ("under 40", "40 years or older") == (told.claim, told.source)


def test_a_time_that_is_compared_with_is_no_bound() -> None:
    """What is dearer than a year earlier is not more than a year, so the claim has no number."""
    assert Numbers() == compare_numbers("Food was dearer than a year earlier.", "Food is made in under a year.")
