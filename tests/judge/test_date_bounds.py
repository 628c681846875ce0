"""Dates of which one only bounds the other, on the source's side as on the claim's."""

import pytest

from citevet.judge.numbers import compare_numbers

WITHIN = [
    ("In 1955 the school had a single room.", "Before 1960 the school had only one room."),
    ("In 1955 the school had one room.", "Until 1960 the school had only one room."),
    ("The village had no road in 1910.", "Until 1920 the village had no road."),
    ("In 1995 the house belonged to the town.", "Since 1990 the house has belonged to the town."),
    ("The mill was a museum in 2003.", "After 1990 the mill was a museum."),
    ("The tunnel was dug in 1874.", "The tunnel was dug after 1870."),
    ("The mill closed in 1955.", "By 1960 the mill had closed."),
    ("The bridge was built before 1970.", "The bridge was built before 1960."),
]
BEYOND = [
    ("In 1975 the school had a single room.", "Before 1960 the school had only one room."),
    ("The village had one road in 1930.", "Until 1920 the village had one road."),
    ("The mill became a museum in 1985.", "The mill became a museum after 1990."),
    ("The mill closed in 1965.", "By 1960 the mill had closed."),
    ("The mill closed in 1955.", "The mill ran until 1960."),
    ("The clinic was opened in 1995.", "The clinic has been open since 1990."),
    ("The church was rebuilt in 1820.", "The church was rebuilt shortly before 1900."),
    ("The bridge was built before 1940.", "The bridge was built before 1960."),
]


@pytest.mark.parametrize(("claim", "source"), WITHIN)
def test_a_date_within_the_bound_is_no_other_date(claim: str, source: str) -> None:
    """What was so before 1960 may have been so in 1955, and what has lasted since 1990 was so in 1995."""
    assert () == compare_numbers(claim, source).differences


@pytest.mark.parametrize(("claim", "source"), BEYOND)
def test_a_date_beyond_the_bound_is_another_date(claim: str, source: str) -> None:
    """A date on the other side, an event within the time of a state, and a narrower bound are called a date."""
    assert ["date"] == [each.type for each in compare_numbers(claim, source).differences]
