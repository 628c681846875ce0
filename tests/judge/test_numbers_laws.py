"""What holds for the comparison of numbers whatever the text."""

from math import isfinite

import pytest
from evals.contrast import passages
from hypothesis import given
from hypothesis import strategies as st

from citevet.judge.numbers.comparison import compare_numbers
from citevet.judge.numbers.quantities import find_quantities
from citevet.text.tokens import Tokens

_SIZE = 3_000  # up to 1,500 quantities
_WORST = (
    "1 |,1,111|1,|111|1-|1.|1e999 |five of the |in 2019 |5 km\n|[1,|(12 |half a |hundred |twenty-|1억2천만|"
    "a'|²|٣|\0|12% of "
)


def test_a_sentence_of_the_evidence_never_differs_from_it() -> None:
    """What is copied word for word is not denied."""
    for text in [passage.text for passage in passages()]:
        for sentence in text.replace(". ", ".\n").splitlines():
            assert () == compare_numbers(sentence, text).differences


@given(st.integers(1, 999), st.sampled_from([("km", "metres", 1000), ("kg", "grams", 1000), ("hours", "minutes", 60)]))
def test_a_unit_and_its_parts_agree_both_ways(count: int, units: tuple[str, str, int]) -> None:
    """Scaling the number with the unit changes nothing, on either side."""
    whole, part, worth = units
    one, other = f"The load was {count} {whole}.", f"The load was {count * worth} {part}."
    assert () == compare_numbers(one, other).differences
    assert () == compare_numbers(other, one).differences


@given(st.text(alphabet="0123456789.,-–%°$€ aof halfmiontwenycs()[]/만억년월\n", max_size=120), st.text(max_size=60))
def test_any_text_gives_finite_quantities_in_their_places(text: str, other: str) -> None:
    """Whatever the characters, values are finite, spans lie in the text, and both directions compare."""
    for quantity in find_quantities(Tokens(text)):
        assert isfinite(quantity.value)
        span = quantity.span(Tokens(text))
        assert 0 <= span.start < span.end <= len(text)
    for numbers in (compare_numbers(text, other), compare_numbers(other, text), compare_numbers(text, text)):
        for difference in numbers.differences:
            assert difference.span is not None


@pytest.mark.parametrize("piece", _WORST.split("|"))
def test_hostile_repetition_comes_to_an_end(piece: str) -> None:
    """Three kilobytes of the worst repeated piece are compared both ways, and each difference has its place."""
    text = piece * (_SIZE // len(piece))
    claim = "The town has 317 houses and 4,000 people in 1350, 12% of the 9 km, 5 of 20 sites."
    for said, evidence in ((claim, text), (text, claim)):
        for difference in compare_numbers(said, evidence).differences:
            assert difference.span is not None
            assert 0 <= difference.span.start < difference.span.end <= len(said)


def test_a_number_of_ten_thousand_digits_is_ignored() -> None:
    """Digits without end are no quantity, and neither is an exponent."""
    assert [] == find_quantities(Tokens("9" * 10_000))
    assert [] == find_quantities(Tokens("It is 1e999 now."))
