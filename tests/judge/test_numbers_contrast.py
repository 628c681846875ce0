"""How many wrong numbers of the contrast set are caught, and how many right ones are not spared."""

from evals.contrast import Triplet, load, passages

from citevet.judge.numbers import compare_numbers

_SWAPS = {"number", "date", "unit"}


def _half(odd: int) -> list[Triplet]:
    places = {passage.id: place for place, passage in enumerate(passages())}
    return [triplet for triplet in load() if places[triplet.passage.id] % 2 == odd]


def _caught(triplets: list[Triplet]) -> float:
    swapped = [each for each in triplets if each.swap in _SWAPS]
    return sum(bool(compare_numbers(each.swapped, each.passage.text).differences) for each in swapped) / len(swapped)


def _alarms(triplets: list[Triplet]) -> float:
    return sum(bool(compare_numbers(each.supported, each.passage.text).differences) for each in triplets) / len(
        triplets
    )


def test_the_half_that_the_weights_were_chosen_on() -> None:
    """Of the swaps in every second passage 171 of 195 are caught; one of 263 supported claims gets a false alarm."""
    assert _caught(_half(0)) >= 0.87
    assert _alarms(_half(0)) <= 0.004


def test_the_half_that_no_weight_was_chosen_on() -> None:
    """On the other passages 146 of 186 swaps are caught, with 2 false alarms in 257 supported claims.

    Rules on bearers, rests and bounds were decided with the counts of both halves in view, so neither is unseen.
    """
    assert _caught(_half(1)) >= 0.77
    assert _alarms(_half(1)) <= 0.012


def test_false_alarms_on_all_supported_claims_stay_below_one_in_a_hundred() -> None:
    """Of 520 supported claims 3 get a false alarm."""
    assert _alarms(list(load())) <= 0.01
