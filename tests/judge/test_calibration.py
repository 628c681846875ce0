"""Probabilities from what was seen: what a manifest holds, what it leaves out, and what no signal can break."""

from dataclasses import replace
from math import exp

import pytest

from citevet.judge.calibration import PAIRS, SIGNALS, TERMS, Calibration, Curve, Signals, features, terms

SEEN = Signals(0.8, 0.1, 0.5, 0.1, 0.2, 0.15, 9, 0.3, 0.4)


@pytest.mark.parametrize("weight", [0.0, 1.0, 1e-300])
def test_a_certain_weight_gives_a_finite_probability(weight: float) -> None:
    """Zero and one have no logit; they are held just inside."""
    seen = Signals(weight, weight, weight, weight, weight, weight, windows=0, near=0.0, about=0.0)
    assert 0 < Calibration().support.probability(seen) < 1
    assert 0 < Curve(1e9, (1e9,) * len(TERMS)).probability(seen) < 1


def test_a_manifest_without_curves_takes_the_model_at_its_word() -> None:
    """Without calibration the probabilities are the weights of the window that says most."""
    found = Calibration.of({})
    assert 0.8 == pytest.approx(found.support.probability(SEEN))
    assert 0.1 == pytest.approx(found.contradiction.probability(SEEN))


def test_a_manifest_holds_weights_by_name() -> None:
    """What it names counts, what it leaves out is nought, and cuts stand beside the curves."""
    said = {"support": {"bias": -1}, "contradiction": {"near*about": 1}, "cut": 0.4, "risk": [[0.1, 0.7]]}
    found = Calibration.of({"calibration": said})
    assert (0.4, 0.5, 0.7, None) == (found.cut, found.against, found.cut_for(0.1), found.cut_for(0.01))
    assert 0.2689 == pytest.approx(found.support.probability(SEEN), abs=1e-4)
    assert 0.5 == found.contradiction.probability(SEEN), "two shares of words are no pair of the curve"


def test_a_pair_of_signals_is_their_product() -> None:
    """A weight on window*near multiplies the logit of the window with the share of words."""
    curve = Curve.over({"window*near": 2.0})
    logit = features(SEEN)[0]
    assert 1 / (1 + exp(-2.0 * logit * 0.3)) == pytest.approx(curve.probability(SEEN))


def test_an_abstract_moves_the_probability() -> None:
    """The same weights mean more of an abstract, which says in a line what its work says on pages."""
    curve = Curve.over({"abstract": 1.0})
    assert 0.5 == curve.probability(SEEN)
    assert 1 / (1 + exp(-1)) == pytest.approx(curve.probability(replace(SEEN, abstract=True)))


def test_a_long_claim_and_its_phrases_move_the_probability() -> None:
    """Each counts by itself, the length by its logarithm: the tenth word tells more than the hundredth."""
    curve = Curve.over({"length": -1.0, "phrases": 2.0})
    assert 0.5 == curve.probability(SEEN)
    assert 1 / 11 == pytest.approx(curve.probability(replace(SEEN, length=9)))
    assert 1 / (1 + exp(-2)) == pytest.approx(curve.probability(replace(SEEN, phrases=1.0)))
    assert curve.probability(replace(SEEN, length=30)) == curve.probability(replace(SEEN, length=3_000))


def test_what_is_told_is_read_back() -> None:
    """A manifest written from a calibration gives the same calibration."""
    found = Calibration(
        Curve(0.5, tuple(float(place) for place in range(len(TERMS)))), cut=0.3, against=0.6, risk=((0.1, 0.9),)
    )
    assert found == Calibration.of({"calibration": found.told()})


def test_terms_are_the_signals_and_their_pairs() -> None:
    """Six weights of the model with each other and themselves, and each with the two shares of words."""
    assert (12, 33, 45) == (len(SIGNALS), len(PAIRS), len(TERMS))
    assert len(TERMS) == len(set(TERMS))
    assert tuple(range(12)) == terms(tuple(range(12)))[:12]
    assert {"window*window", "against*sentence_against", "joined*about"} <= set(TERMS)
