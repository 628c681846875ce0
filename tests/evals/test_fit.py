"""One setting for all sets: what a fit finds in pairs made for it, and how its error is counted."""

import sys
from pathlib import Path

import numpy as np
import pytest

sys.path.insert(0, str(Path(__file__).parents[2]))
from evals.fit import Sample, fitted, level, probabilities
from evals.measures import calibration_error

from citevet.judge.calibration import SIGNALS, Curve, Signals, features

MANY = 4_000


def drawn(curve: Curve, *, seed: int = 3) -> Sample:
    """Return pairs of two sets whose labels follow a curve; half of what is not supported is contradicted."""
    dice = np.random.default_rng(seed)
    signals = dice.normal(0, 2, (MANY, len(SIGNALS)))
    signals[:, -2:] = dice.uniform(0, 1, (MANY, 2))
    blank, whole = np.zeros(MANY, bool), np.full(MANY, np.nan)
    sets = np.where(dice.random(MANY) < 0.2, "few", "many")
    unlabelled = Sample(signals, ~blank, blank, np.full(MANY, "supported"), sets, whole)
    chance = probabilities(curve, unlabelled)
    label = np.where(dice.random(MANY) < chance, "supported", np.where(signals[:, 3] > 0, "contradicted", "neutral"))
    return Sample(signals, ~blank, blank, label, sets, whole)


def test_a_curve_in_pairs_is_found_again() -> None:
    """Probabilities on new pairs lie near those that made the labels, products of signals among them."""
    true = Curve.over({"bias": -0.4, "window": 0.8, "sentence*near": 1.2, "against": -0.5})
    found = fitted(drawn(true)).support
    new = drawn(true, seed=4)
    assert np.abs(probabilities(found, new) - probabilities(true, new)).mean() < 0.06


def test_the_product_computes_what_was_fitted() -> None:
    """The curve that a manifest holds gives the same probability from signals as the fit does from its columns."""
    found = fitted(drawn(Curve.over({"window": 1.0}))).support
    seen = Signals(0.9, 0.2, 0.6, 0.1, 0.3, 0.2, 5, 0.4, 0.8)
    row = Sample(np.array([features(seen)]), *(np.array([each]) for each in (True, False, "supported", "many", np.nan)))
    assert float(probabilities(found, row)[0]) == pytest.approx(found.probability(seen), abs=1e-9)


def test_contradiction_has_a_curve_of_its_own() -> None:
    """It follows the weight of contradiction, whatever makes a pair supported."""
    found = fitted(drawn(Curve.over({"window": 1.0})))
    told = drawn(Curve.over({"window": 1.0}), seed=5)
    chance = probabilities(found.contradiction, told)
    wrong = told.label == "contradicted"
    assert chance[wrong].mean() > 0.2 + chance[~wrong].mean()


def test_the_error_is_the_distance_from_what_is_kept() -> None:
    """Nine in ten promised and seven kept is 0.2 off; where asked, a set of ten counts as much as one of ninety."""
    promised = np.full(100, 0.9)
    kept = np.array([True] * 70 + [False] * 30)
    assert 0.2 == pytest.approx(calibration_error(promised, kept))
    sets = np.array(["one"] * 90 + ["other"] * 10)
    weights = level(sets)
    assert weights[:90].sum() == pytest.approx(weights[90:].sum())
    assert 0.9 - (70 / 90) / 2 == pytest.approx(calibration_error(promised, kept, weights))
