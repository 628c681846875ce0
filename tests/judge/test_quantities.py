"""Quantities in words, in other notations, as bounds, and dates in digits."""

import pytest

from citevet.judge.numbers.comparison import NumberComparison, compare_numbers
from citevet.judge.numbers.quantities import find_quantities
from citevet.text.tokens import Tokens


def _said(numbers: NumberComparison) -> list[tuple[str, str, str]]:
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
        ("It took less than a year.", 1),
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
    """An article before a unit is not a number, nor is a couple of people who live together."""
    assert [] == find_quantities(Tokens(text))


SAME = [
    ("The museum drew 1.5 million visitors.", "One and a half million visitors came to the museum."),
    ("The siege lasted two and a half years.", "The siege lasted 30 months."),
    ("The archive holds 500,000 letters.", "The archive holds half a million letters."),
    ("The tower has a hundred and five steps.", "The tower has 105 steps."),
    ("28 of 30 villages had wells.", "Of the 30 villages, 28 had wells."),
    ("Of the 30 villages, 28 had wells.", "28 of 30 villages had wells."),
    ("The line is 91.0 % complete.", "The line is 91 % complete."),
    ("The firm earned $4,200 million.", "The firm earned $4.2 billion."),
    ("The ferry takes 90 minutes.", "The ferry takes 1.5 hours."),
    ("Half a dozen boats were lost.", "Six boats were lost."),
    ("More than a dozen houses were lost.", "Fourteen houses were lost."),
    ("The mill ran for over a century.", "The mill ran for 120 years."),
    ("The mill ran for almost a century.", "The mill ran for 95 years."),
    ("The crossing takes less than an hour.", "The crossing takes 45 minutes."),
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
    ("Half a dozen boats were lost.", "Two boats were lost.", ("Half a dozen", "Two")),
    ("The crossing takes less than an hour.", "The crossing takes 95 minutes.", ("less than an hour", "95 minutes")),
    ("The bridge was finished within a year.", "The bridge took six years to finish.", ("within a year", "six years")),
    ("More than a dozen houses were lost.", "Nine houses were lost.", ("More than a dozen", "Nine")),
    ("The repair took about a week.", "The repair took 20 days.", ("about a week", "20 days")),
    ("The room was kept at 86 °F.", "The room was kept at 20 °C.", ("86 °F", "20 °C")),
    ("At least 100 people died.", "Fewer than 80 people died.", ("At least 100", "Fewer than 80")),
]  # fmt: skip


@pytest.mark.parametrize(("claim", "evidence", "expected"), OTHER)
def test_quantities_that_cannot_both_be_true(claim: str, evidence: str, expected: tuple[str, str]) -> None:
    """A number, a bound or a growth that the source rules out is a difference with the words of both."""
    assert [("number", *expected)] == _said(compare_numbers(claim, evidence))


@pytest.mark.parametrize(
    ("claim", "evidence"),
    [
        ("The branch is open 363 days a year.", "The branch opened with a staff of five."),
        ("Hundreds of people fled.", "Some 9,000 people fled."),
        ("The crossing takes less than an hour.", "The crossing takes 20 minutes."),
        ("Rents doubled over ten years.", "Rents rose by 7 % a year for ten years."),
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
    """A text of 10,000 characters made of one beginning is read to its end, and nothing in it is of the plots."""
    assert [] == _said(compare_numbers("52 of 104 plots lost 5 % within a year.", unit * (10_000 // len(unit))))


def _compared(mine: str, theirs: str) -> tuple[int, list[str]]:
    numbers = compare_numbers(f"The act was signed on {mine}.", f"The act was signed on {theirs}.")
    return len(numbers.agreed), [each.type for each in numbers.differences]


@pytest.mark.parametrize(
    ("mine", "theirs"),
    [
        ("4 July 2024", "07/04/2024"),
        ("7 April 2024", "07/04/2024"),
        ("07/04/2024", "4 July 2024"),
        ("04/07/2024", "07/04/2024"),
        ("July 2024", "07/04/2024"),
        ("25 July 2024", "25.07.2024"),
        ("25 July 2024", "07-25-2024"),
        ("4 July 2024", "2024/07/04"),
        ("1943", "1939–45"),
        ("2003", "1999–03"),
    ],
)
def test_a_date_agrees_if_one_reading_fits(mine: str, theirs: str) -> None:
    """Day and month may stand either way round where both can be a month."""
    assert (1, []) == _compared(mine, theirs)


@pytest.mark.parametrize(
    ("mine", "theirs"),
    [("5 July 2024", "07/04/2024"), ("May 2024", "07/04/2024"), ("25 July 2024", "25/06/2024"), ("1948", "1939–45")],
)
def test_a_date_differs_if_no_reading_fits(mine: str, theirs: str) -> None:
    """Where neither order gives the claimed date, it is another date."""
    assert (0, ["date"]) == _compared(mine, theirs)


@pytest.mark.parametrize("code", ["version 1.2.2024", "31/31/2024", "a/07/04/2024", "07/04/2024/12", "140/90"])
def test_a_code_is_no_date(code: str) -> None:
    """A version, a path and a pair of readings stay names."""
    assert (0, []) == _compared("4 July 2024", code)
