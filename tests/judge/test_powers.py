"""Powers of ten and raised dots, as the counting of quantities reads them."""

import pytest

from citevet.judge.counting.quantities import find_quantities
from citevet.judge.tokens import Tokens


def numbers(text: str) -> list[float]:
    """Return the numbers of a text."""
    return [found.number for found in find_quantities(Tokens(text))]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("There were 10^6 cells.", [1e6]),
        ("There were 10⁶ cells.", [1e6]),
        ("There were 10^6^ cells.", [1e6]),
        ("There were 3 × 10^6 cells.", [3e6]),
        ("There were 3·10⁶ cells.", [3e6]),
        ("About 2.5 x 10^-3 g was lost.", [0.0025]),
        ("About 2.5 × 10⁻³ g was lost.", [0.0025]),
        ("There were 10^99 cells.", [10.0]),
        ("There were 45^2 cells.", [45.0]),
        ("It was 13·5% of all.", [13.5]),
        ("It was 13·5 kg in all.", [13.5]),
        ("The salt is CuSO4·5H2O here.", []),
        ("There are 2.5 x 10 cells.", [2.5, 10.0]),
    ],
)
def test_powers_and_raised_dots(text: str, expected: list[float]) -> None:
    """A power of ten is one number, another raised number is none, and a raised dot is a decimal point."""
    assert pytest.approx(expected) == numbers(text)
