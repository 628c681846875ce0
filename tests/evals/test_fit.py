"""The fit finds the curve behind labels, and every set counts the same."""

import sys
from pathlib import Path

import numpy as np
import pytest

sys.path.insert(0, str(Path(__file__).parents[2]))
from evals.fit import Sample, fit, probabilities
from evals.measures import calibration_error

from citevet.judge.calibration import SIGNALS, Calibration, Curve, Signals, features

MANY = 4_000
TRUE = Curve(-0.4, {"window": 0.8, "contradiction": -0.5, "overlap": 1.5})


def draw(*, seed: int = 3) -> Sample:
    """Return pairs of two sets whose labels follow a curve; what is not supported is contradicted or neutral."""
    dice = np.random.default_rng(seed)
    signals = dice.normal(0, 2, (MANY, len(SIGNALS)))
    signals[:, -2:] = dice.uniform(0, 1, (MANY, 2))
    sets = np.where(dice.random(MANY) < 0.2, "few", "many")
    chance = probabilities(TRUE, signals)
    labels = np.where(dice.random(MANY) < chance, "supported", np.where(signals[:, 2] > 0, "contradicted", "neutral"))
    return Sample(signals, labels, sets)


def fit_all(sample: Sample) -> Calibration:
    return fit(sample, np.zeros(len(sample.labels), bool))


def test_the_ranking_of_a_curve_is_found_again() -> None:
    """On new pairs the probabilities rise with those that made the labels; classes are evened, so they are shifted."""
    found, new = fit_all(draw()), draw(seed=4)
    assert found.support
    both = np.corrcoef(
        np.argsort(np.argsort(probabilities(found.support, new.features))),
        np.argsort(np.argsort(probabilities(TRUE, new.features))),
    )
    assert both[0, 1] > 0.98


def test_the_product_computes_what_was_fitted() -> None:
    """The curve gives the same probability from signals as the fit does from its columns."""
    curve = fit_all(draw()).support
    assert curve
    seen = Signals(0.9, 0.2, 0.1, 0.4, 0.8)
    assert float(probabilities(curve, np.array([features(seen)]))[0]) == pytest.approx(curve.probability(seen))


def test_contradiction_has_a_curve_of_its_own() -> None:
    """It follows the score of contradiction."""
    found, new = fit_all(draw()), draw(seed=5)
    assert found.contradiction
    chance, wrong = probabilities(found.contradiction, new.features), new.labels == "contradicted"
    assert chance[wrong].mean() > 0.2 + chance[~wrong].mean()


def test_a_lower_risk_needs_a_higher_threshold() -> None:
    """Thresholds for the risks fall as the risk rises, and a small set is not fitted on."""
    risk = fit_all(draw()).risk
    assert list(risk.values()) == sorted(risk.values(), reverse=True)
    sample = draw()
    few = Sample(sample.features, sample.labels, np.where(np.arange(MANY) < 50, "tiny", sample.sets))
    assert fit_all(few) == fit_all(few.part(np.arange(MANY) >= 50))


def test_the_calibration_error_is_the_distance_from_what_is_true() -> None:
    """Nine in ten promised and seven true is 0.2 off."""
    assert calibration_error(np.full(100, 0.9), np.array([True] * 70 + [False] * 30)) == pytest.approx(0.2)
