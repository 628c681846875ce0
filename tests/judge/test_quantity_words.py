"""Quantities that are written without a plain number, in another notation, or as a bound."""

import pytest

from citevet.judge.counting.quantities import find_quantities
from citevet.judge.numbers import Numbers, compare_numbers
from citevet.judge.tokens import Tokens


def _said(numbers: Numbers) -> list[tuple[str, str, str]]:
    return [(each.type, each.claim, each.source) for each in numbers.differences]


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("One and a half million visitors came.", 1_500_000),
        ("They waited two and a half years.", 2.5),
        ("Half a million letters are kept.", 500_000),
        ("About half a million letters are kept.", 500_000),
        ("A quarter of a million letters are kept.", 250_000),
        ("Half a dozen boats sank.", 6),
        ("The tower has a hundred and five steps.", 105),
        ("It holds 1 1/2 million trees.", 1_500_000),
        ("It is 2½ miles long.", 2.5),
        ("The ferry takes an hour and a half.", 1.5),
        ("It took less than a year.", 1),
        ("All but two of the 30 villages have wells.", 28),
        ("A couple of houses burnt.", 2),
        ("Two million three hundred thousand people live there.", 2_300_000),
    ],
)
def test_the_value_of_the_first_quantity(text: str, number: float) -> None:
    """Halves, scale words, fractions, exceptions and single units are read as one number."""
    assert number == find_quantities(Tokens(text))[0].number


@pytest.mark.parametrize(
    "text",
    [
        "It takes a year to build.",  # one unit counts only behind a bound
        "A couple lived here.",
        "They gave it half a chance.",
        "The score was 140/90 at noon.",
        "She read all but the last chapter.",
    ],
)
def test_words_that_are_no_quantity(text: str) -> None:
    """An article before a unit is no number, nor is a couple of people who live together."""
    assert [] == find_quantities(Tokens(text))


SAME = [
    ("The museum drew 1.5 million visitors.", "One and a half million visitors came to the museum."),
    ("The siege lasted two and a half years.", "The siege lasted 30 months."),
    ("The archive holds 500,000 letters.", "The archive holds half a million letters."),
    ("The tower has a hundred and five steps.", "The tower has 105 steps."),
    ("28 of 30 villages had wells.", "Of the 30 villages, 28 had wells."),
    ("Of the 30 villages, 28 had wells.", "28 of 30 villages had wells."),
    ("28 of the 30 villages had wells.", "All but two of the 30 villages had wells."),
    ("All but two of the 30 villages had wells.", "Of the 30 villages, 28 had wells."),
    ("The line is 91.0 % complete.", "The line is 91 % complete."),
    ("The firm earned $4,200 million.", "The firm earned $4.2 billion."),
    ("The ferry takes 90 minutes.", "The ferry takes 1.5 hours."),
    ("The ferry takes an hour and a half.", "The ferry takes 90 minutes."),
    ("He ruled for a quarter of a century.", "He ruled for 25 years."),
    ("Half a dozen boats were lost.", "Six boats were lost."),
    ("A couple of houses were flooded.", "Two houses were flooded."),
    ("Dozens of houses were flooded.", "The storm flooded 48 houses."),
    ("More than a dozen houses were lost.", "Fourteen houses were lost."),
    ("The mill ran for over a century.", "The mill ran for 120 years."),
    ("The mill ran for almost a century.", "The mill ran for 95 years."),
    ("The crossing takes less than an hour.", "The crossing takes 45 minutes."),
    ("Rents doubled.", "Rents rose by 104 %."),
    ("Rents halved.", "Rents fell by 50 %."),
    ("Half of the plots were flooded.", "In May 52 of 104 plots were flooded."),
    ("50 % of the plots were flooded.", "In May 52 of 104 plots were flooded."),
    ("The repair took about a week.", "The repair took 6 to 8 days."),
    ("The strike ended about a year later.", "The strike ended 14 months later."),
    ("The room was kept at 68 °F.", "The room was kept at 20 °C."),
    ("Water freezes at 32 °F.", "Water freezes at 0 °C."),
    ("The days grew warmer by 3.6 °F.", "The days grew warmer by 2 °C."),
    ("The test takes half a minute.", "The test takes 30 seconds."),
    ("More than 90 people died.", "The fire killed 112 people."),
    ("Files must be smaller than 2 MB.", "Files must be smaller than 2,048 KB."),
]  # fmt: skip


@pytest.mark.parametrize(("claim", "evidence"), SAME)
def test_one_quantity_in_two_notations(claim: str, evidence: str) -> None:
    """Every number of the claim is confirmed, and none is missed."""
    numbers = compare_numbers(claim, evidence)
    assert [] == _said(numbers)
    assert () == numbers.missing
    assert numbers.agreed


OTHER = [
    ("The museum drew 2.5 million visitors.", "One and a half million visitors came to the museum.",
     ("2.5 million", "One and a half million")),
    ("The archive holds half a million letters.", "The archive holds 300,000 letters.", ("half a million", "300,000")),
    ("26 of 30 villages had wells.", "Of the 30 villages, 28 had wells.", ("26", "28")),
    ("All but five of the 30 villages had wells.", "28 of the 30 villages had wells.", ("All but five", "28")),
    ("Thousands of birds were ringed.", "In all 64 birds were ringed.", ("Thousands of", "64")),
    ("Half a dozen boats were lost.", "Two boats were lost.", ("Half a dozen", "Two")),
    ("The crossing takes less than an hour.", "The crossing takes 95 minutes.", ("less than an hour", "95 minutes")),
    ("The crossing takes more than an hour.", "The crossing takes 40 minutes.", ("more than an hour", "40 minutes")),
    ("The bridge was finished within a year.", "The bridge took six years to finish.", ("within a year", "six years")),
    ("More than a dozen houses were lost.", "Nine houses were lost.", ("More than a dozen", "Nine")),
    ("The mill ran for over a century.", "The mill ran for 95 years.", ("over a century", "95 years")),
    ("The repair took about a week.", "The repair took 20 days.", ("about a week", "20 days")),
    ("The room was kept at 86 °F.", "The room was kept at 20 °C.", ("86 °F", "20 °C")),
    ("At least 100 people died.", "Fewer than 80 people died.", ("At least 100", "Fewer than 80")),
    ("Rents tripled.", "Rents rose by 50 %.", ("tripled", "50 %")),
    ("Rents doubled.", "Rents rose by 12 %.", ("doubled", "12 %")),
    ("Rents rose by 12 %.", "Rents doubled.", ("12 %", "doubled")),
    ("Rents halved.", "Rents fell 8 %.", ("halved", "8 %")),
    ("60 % of the plots were flooded.", "In May 52 of 104 plots were flooded.", ("60 %", "52 of 104")),
    ("A quarter of the wells were dry.", "Of the 40 wells, 32 were dry.", ("A quarter", "40 wells, 32")),
]  # fmt: skip


@pytest.mark.parametrize(("claim", "evidence", "expected"), OTHER)
def test_quantities_that_cannot_both_be_true(claim: str, evidence: str, expected: tuple[str, str]) -> None:
    """A number, a bound or a growth that the source rules out is a difference with the words of both."""
    assert [("number", *expected)] == _said(compare_numbers(claim, evidence))


@pytest.mark.parametrize(
    ("claim", "evidence"),
    [
        ("Eleven towns paid a quarter of the cost.", "The state paid three quarters of the cost, the towns the rest."),
        ("The branch is open 363 days a year.", "The branch opened with a staff of five."),
        ("Hundreds of people fled.", "Some 9,000 people fled."),
        ("The oven is set to 350 °F.", "The oven is set to 180 °C."),
        ("The crossing takes less than an hour.", "The crossing takes 20 minutes."),
        ("Rents doubled over ten years.", "Rents rose by 7 % a year for ten years."),
        ("Six of the nine ships did not sail.", "Only three of the nine ships sailed."),
        ("62 % of the members did not vote.", "38 % of the members voted."),
        ("In 2016 passengers waited 20 minutes.", "They waited 95 minutes in 2017 and 20 minutes the year before."),
        ("Four of the ships in port sail again.", "Two of the ships in port were sold, the other four sail again."),
        ("It was the longest strike in over 40 years.", "The strike lasted eleven weeks, the longest since 1974."),
    ],
)  # fmt: skip
def test_what_does_not_deny(claim: str, evidence: str) -> None:
    """The rest of a whole, a number of something else and a rate by the year deny nothing."""
    assert [] == _said(compare_numbers(claim, evidence))


@pytest.mark.parametrize(
    "unit",
    ["half a ", "all but two of the ", "of the 30 villages, 28 ", "1 1/2 ", "dozens of ", "an hour ", "5 % by a, "],
)
def test_beginnings_without_end_deny_nothing(unit: str) -> None:
    """A text of 100,000 characters made of one beginning is read to its end, and nothing in it is of the plots."""
    assert [] == _said(compare_numbers("52 of 104 plots lost 5 % within a year.", unit * (100_000 // len(unit))))
