"""One calibrated setting for all sets: a logistic curve over the best window, and the cuts that follow."""

from dataclasses import dataclass, fields, replace

import numpy as np
from numpy.typing import NDArray

from citevet.judge.calibration import WEIGHTS, Calibration
from evals.measures import Floats, Truths, balanced

_EVEN = 0.4
_ROUNDS = 50  # of Newton's method; it rests after about eight
_RIDGE = 1e-3
_FEWEST = 100  # pairs of a set that is fitted on: a handful would weigh as much as a thousand
RISKS = (0.02, 0.05, 0.1, 0.2)  # shares of wrong among those called supported


@dataclass(frozen=True, slots=True)
class Sample:
    """What the judge said of each pair, and what is true."""

    features: Floats  # one row a pair, as the calibration has them
    contradicted: Floats  # weight of contradiction, of the window that contradicts most
    denied: Truths  # which pairs no probability makes supported
    label: NDArray[np.str_]
    sets: NDArray[np.str_]

    def part(self, rows: Truths) -> "Sample":
        """Return some of the rows."""
        return Sample(*(getattr(self, field.name)[rows] for field in fields(self)))

    @property
    def truth(self) -> Truths:
        """Which pairs are supported; partly counts as not."""
        return np.asarray(self.label == "supported")


def fitted(given: Sample) -> Calibration:
    """Return the curve and the cuts that do best on a sample, where every set counts the same, but for small ones."""
    names, counts = np.unique(given.sets, return_counts=True)
    sample = given.part(np.isin(given.sets, names[counts >= min(_FEWEST, counts.max())]))
    bias, *weights = (round(float(each), 5) for each in _curve(sample))
    named = dict(zip(WEIGHTS, weights, strict=True))
    curve = replace(Calibration(bias), **named)  # type: ignore[arg-type]  # floats all
    probability = probabilities(curve, sample)
    cut = _cut(probability, sample)
    return replace(curve, cut=cut, contradiction=_contradiction(sample, probability < cut))


def probabilities(curve: Calibration, sample: Sample) -> Floats:
    """Return the calibrated probability of each pair."""
    weights = np.array([getattr(curve, name) for name in WEIGHTS])
    return np.asarray(1 / (1 + np.exp(-(curve.bias + sample.features @ weights))))


def evened(sample: Sample) -> Floats:
    """Return a weight for each pair such that every set counts the same, and in it both answers."""
    kinds = np.char.add(sample.sets.astype(str), np.where(sample.truth, "+", "-"))
    names, inverse, counts = np.unique(kinds, return_inverse=True, return_counts=True)
    return np.asarray(len(inverse) / (len(names) * counts[inverse]), dtype=np.float64)


def _curve(sample: Sample) -> Floats:
    features = np.concatenate([np.ones((len(sample.features), 1)), sample.features], axis=1)
    weights, truth = evened(sample), sample.truth.astype(float)
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
    return float(max(tried, key=lambda cut: _mean_balanced((probability >= cut) & ~sample.denied, sample)))


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
    best = float(max(tried, key=lambda cut: float(((said >= cut) == true).mean())))
    return max(best, _EVEN)  # true claims are in doubt too, and and none may be called contradicted on a guess


def risks(probability: Floats, sample: Sample) -> tuple[tuple[float, float], ...]:
    """Return for some shares of error the lowest cut above which no more are wrong among those called supported.

    The probabilities must come from curves that never saw their pairs: a curve flatters what it was fitted on. One
    standard error is added, for the best of many cuts is lucky: without it 2 % became 3.7 % on the other half.
    """
    able = np.flatnonzero(~sample.denied)
    order = able[np.argsort(-probability[able], kind="stable")]
    weights = evened(sample)[order]
    total = np.cumsum(weights)
    wrong, worth = np.cumsum(weights * ~sample.truth[order]) / total, total**2 / np.cumsum(weights**2)
    most = wrong + np.sqrt((wrong * (1 - wrong) + 1 / worth) / worth)
    kept = {share: np.flatnonzero(most <= share) for share in RISKS}
    return tuple((share, float(np.round(probability[order][rows[-1]], 4))) for share, rows in kept.items() if len(rows))
