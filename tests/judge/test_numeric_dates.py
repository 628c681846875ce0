"""Dates in numbers alone, and stretches of years with two digits at the end."""

import pytest

from citevet.judge.numbers import compare_numbers


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
