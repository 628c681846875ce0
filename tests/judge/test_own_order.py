"""Comparisons inside a claim, between numbers that the source has as well."""

import pytest

from citevet.judge.counting.own_order import disordered
from citevet.model import Span


def found(claim: str, known: list[Span] | None = None) -> list[str]:
    whole = [Span(0, len(claim))] if known is None else known
    return [each.claim for each in disordered(claim, whole)]


@pytest.mark.parametrize(
    ("claim", "expected"),
    [
        ("60 % is below the threshold of 60 %.", "60 % below 60 %"),
        ("The share of 60 % was above the threshold of 60 %.", "60 % above 60 %"),
        ("The share of 60 % in the first year is above the limit of 60 %.", "60 % above 60 %"),
        ("The share was 60 %, less than the 60 % of the act.", "60 % less than 60 %"),
        ("A fee of $1,200 is lower than the fee of $900.", "$1,200 lower than $900"),
    ],
)
def test_an_order_that_the_numbers_do_not_have(claim: str, expected: str) -> None:
    """What is below another number is not equal to it and not above it."""
    assert [expected] == found(claim)


@pytest.mark.parametrize(
    "claim",
    [
        "The share of 60 % is above the threshold of 40 %.",
        "The share of 40 % is below the threshold of 60 %.",
        "60 % of the schools were below the threshold of 60 %.",
        "Of the schools, 60 % was below the threshold of 60 %.",
        "A wait of 60 minutes is below the limit of 2 hours.",
        "The share of 60 % is not below the threshold of 60 %.",
        "A score of 7 is over 5 points better.",
    ],
)
def test_orders_that_hold_or_cannot_be_told(claim: str) -> None:
    """A share of those below a share, other units and denials are no false comparisons."""
    assert [] == found(claim)


def test_only_numbers_of_the_source_are_compared() -> None:
    """A number that the source lacks is told as such, and not by its order."""
    claim = "60 % is below the threshold of 60 %."
    assert [] == found(claim, [Span(0, 4)])
    assert [] == found("of 1 is under the " * 20_000, [])
