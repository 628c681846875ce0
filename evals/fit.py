"""One calibrated setting for all sets: a logistic curve over the best window, and the cuts that follow."""

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from citevet.judge.calibration import Calibration
from evals.measures import Floats, Truths, balanced

_ROUNDS = 50  # of Newton's method; it rests after about eight
_RIDGE = 1e-3


@dataclass(frozen=True, slots=True)
class Sample:
    """What the judge said of each pair, and what is true."""

    features: Floats  # one row a pair, as the calibration has them
    contradicted: Floats  # weight of contradiction, of the window that contradicts most
    label: NDArray[np.str_]
    sets: NDArray[np.str_]

    def part(self, rows: Truths) -> "Sample":
        """Return some of the rows."""
        return Sample(*(getattr(self, name)[rows] for name in ("features", "contradicted", "label", "sets")))

    @property
    def truth(self) -> Truths:
        """Which pairs are supported; partly counts as not."""
        return np.asarray(self.label == "supported")


def fitted(sample: Sample) -> Calibration:
    """Return the curve and the cuts that do best on a sample, where every set counts the same."""
    bias, window, sentence, windows, near, about = (round(float(each), 5) for each in _curve(sample))
    curve = Calibration(bias, window, sentence, windows, near, about)
    probability = probabilities(curve, sample)
    cut = _cut(probability, sample)
    contradiction = _contradiction(sample, probability < cut)
    return replace(curve, cut=cut, contradiction=contradiction, risk=_risk(probability, sample))


def probabilities(curve: Calibration, sample: Sample) -> Floats:
    """Return the calibrated probability of each pair."""
    weights = np.array([curve.window, curve.sentence, curve.windows, curve.near, curve.about])
    return np.asarray(1 / (1 + np.exp(-(curve.bias + sample.features @ weights))))


def _weights(sample: Sample) -> Floats:
    """Return a weight for each pair such that every set counts the same, and in it both answers."""
    kinds = np.char.add(sample.sets.astype(str), np.where(sample.truth, "+", "-"))
    names, inverse, counts = np.unique(kinds, return_inverse=True, return_counts=True)
    return np.asarray(len(inverse) / (len(names) * counts[inverse]), dtype=np.float64)


def _curve(sample: Sample) -> Floats:
    features = np.concatenate([np.ones((len(sample.features), 1)), sample.features], axis=1)
    weights, truth = _weights(sample), sample.truth.astype(float)
    found = np.zeros(features.shape[1])
    for _ in range(_ROUNDS):
        probability = 1 / (1 + np.exp(-features @ found))
        slope = features.T @ (weights * (probability - truth)) + _RIDGE * found
        bend = (features * (weights * probability * (1 - probability))[:, None]).T @ features
        found = found - np.linalg.solve(bend + _RIDGE * np.eye(len(found)), slope)
    return found


def _cut(probability: Floats, sample: Sample) -> float:
    """Return the cut with the best balanced accuracy, mean over the sets."""
    tried = np.unique(np.round(probability, 3))
    return float(max(tried, key=lambda cut: _mean_balanced(probability >= cut, sample)))


def _mean_balanced(called: Truths, sample: Sample) -> float:
    parts = [sample.sets == name for name in np.unique(sample.sets)]
    return float(np.nanmean([balanced(called[part], sample.truth[part]) for part in parts]))


def _contradiction(sample: Sample, doubted: Truths) -> float:
    """Return the weight of contradiction that tells contradicted from neutral best, among the pairs in doubt."""
    three = [name for name in np.unique(sample.sets) if "neutral" in sample.label[sample.sets == name]]
    known = doubted & np.isin(sample.label, ("contradicted", "neutral")) & np.isin(sample.sets, three)
    if not known.any():
        return 0.5
    said, true = sample.contradicted[known], sample.label[known] == "contradicted"
    tried = np.unique(np.round(said, 3))
    return float(max(tried, key=lambda cut: float(((said >= cut) == true).mean())))


def _risk(probability: Floats, sample: Sample) -> tuple[tuple[float, float], ...]:
    """Return for some shares of error the lowest cut above which no more are wrong among those called supported."""
    order = np.argsort(-probability, kind="stable")
    weights = _weights(sample)[order]
    wrong = np.cumsum(weights * ~sample.truth[order]) / np.cumsum(weights)
    found = []
    for share in (0.02, 0.05, 0.1, 0.2):
        kept = np.flatnonzero(wrong <= share)
        if len(kept):
            found.append((share, float(np.round(probability[order][kept[-1]], 4))))
    return tuple(found)
