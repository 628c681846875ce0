"""From scores to probabilities and thresholds."""

import json
from math import exp, log

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citevet.judge.calibration import SIGNALS, Calibration, Curve, Signals, combine_clauses, features
from citevet.world.model_files import find_model, read_manifest

SCORE = st.floats(0, 1)
SEEN = Signals(window=0.9, focus=0.8, contradiction=0.1, overlap=0.5, phrases=0.2)
MANIFEST = {
    "calibration": {
        "support": {"bias": -1.0, "weights": {"window": 0.5, "overlap": 2.0}},
        "contradiction": {"bias": 0.5, "weights": {"contradiction": 1.0}},
        "threshold": 0.6,
        "against": 0.4,
        "risk": {"0.05": 0.9, "0.2": 0.7},
    }
}


def test_a_curve_is_a_logistic_of_the_signals() -> None:
    """Scores count as log-odds, shares as they are."""
    expected = 1 / (1 + exp(-(-1 + 0.5 * log(0.9 / 0.1) + 2 * 0.5)))
    assert Calibration.from_manifest(MANIFEST).support_probability(SEEN) == pytest.approx(expected)


def test_a_manifest_is_read_and_written_back() -> None:
    """What is written is what was read, also through JSON."""
    calibration = Calibration.from_manifest(MANIFEST)
    assert calibration.to_dict() == MANIFEST["calibration"]
    again = json.loads(json.dumps({"calibration": calibration.to_dict()}))
    assert Calibration.from_manifest(again) == calibration


@pytest.mark.parametrize(("risk", "threshold"), [(None, 0.6), (0.2, 0.7), (0.1, 0.9), (0.05, 0.9), (0.01, 2.0)])
def test_a_risk_chooses_the_threshold(risk: float | None, threshold: float) -> None:
    """The lowest threshold that keeps the risk; one that nothing reaches where none does."""
    assert Calibration.from_manifest(MANIFEST).threshold_for(risk) == threshold


def test_without_a_calibration_the_scores_count_as_they_are() -> None:
    """A model that was not calibrated decides where it is sure: from 0.7 on."""
    calibration = Calibration.from_manifest({})
    assert not calibration.is_fitted
    assert (calibration.threshold, calibration.against) == (0.7, 0.7)
    assert (calibration.support_probability(SEEN), calibration.contradiction_probability(SEEN)) == (0.9, 0.1)


@given(st.builds(Signals, SCORE, SCORE, SCORE, SCORE, SCORE))
def test_every_signal_gives_a_probability(signals: Signals) -> None:
    """Certain scores are no infinity."""
    assert len(features(signals)) == len(SIGNALS)
    curve = Curve(3.0, dict.fromkeys(SIGNALS, 50.0))
    assert 0 < curve.probability(signals) < 1


@pytest.mark.parametrize(
    ("whole", "least", "expected"),
    [(0.8, None, 0.8), (0.8, 0.3, 0.8), (0.8, 0.01, 0.3), (0.2, 0.9, 0.9), (0.1, 0.0, 0.1)],
)
def test_clauses_of_a_long_claim(whole: float, least: float | None, expected: float) -> None:
    """A clause that is found nowhere lowers the probability, clauses that are all plain raise it."""
    assert combine_clauses(whole, least) == expected


def test_the_shipped_judge_is_calibrated() -> None:
    """The small judge has curves over known signals, and thresholds between 0 and 1."""
    calibration = Calibration.from_manifest(read_manifest(find_model("small")))
    assert calibration.is_fitted
    assert calibration.support
    assert set(calibration.support.weights) <= set(SIGNALS)
    assert 0 < calibration.threshold < 1
    assert 0 < calibration.against < 1
