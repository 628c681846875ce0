"""How many wrong numbers of the contrast set are found, and how many right ones raise a false alarm."""

from evals.contrast import load

from citevet.judge.numbers.comparison import compare_numbers


def test_three_of_four_swapped_numbers_are_found() -> None:
    """282 of 381 swapped numbers, dates and units are found."""
    swapped = [each for each in load() if each.swap in {"number", "date", "unit"}]
    found = [each for each in swapped if compare_numbers(each.swapped, each.passage.text).differences]
    assert len(found) / len(swapped) >= 0.72


def test_few_supported_claims_raise_an_alarm() -> None:
    """10 of 520 supported claims raise a false alarm."""
    alarms = [each for each in load() if compare_numbers(each.supported, each.passage.text).differences]
    assert len(alarms) / len(load()) <= 0.025
