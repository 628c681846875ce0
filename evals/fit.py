"""Fit the calibration of a judge: two logistic curves and their thresholds, every set with the same weight."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from citevet.judge.calibration import SIGNALS, Calibration, Curve, features
from evals.measures import Floats, Truths, balanced
from evals.scores import Scored

_RIDGE = 1.0  # on signals of one size
_ROUNDS = 50  # of Newton's method; it rests after about eight
_LEAST_AGAINST = 0.35  # probability of a contradiction; true claims are in doubt too
_FEWEST = 100  # pairs of a set that is fitted on: a handful would weigh as much as a thousand
RISKS = (0.02, 0.05, 0.1, 0.2)  # shares of wrong among those called supported
_THREE = frozenset({"supported", "neutral", "contradicted"})


@dataclass(frozen=True, slots=True)
class Sample:
    """The figures that a calibration is fitted on, one row a pair."""

    features: Floats
    labels: NDArray[np.str_]
    sets: NDArray[np.str_]
    names: tuple[str, ...] = SIGNALS  # of the columns

    @classmethod
    def of(cls, scored: Sequence[Scored]) -> "Sample":
        """Return the figures of scored pairs."""
        return cls(
            np.array([features(each.signals) for each in scored]),
            np.array([each.pair.label for each in scored]),
            np.array([each.pair.set for each in scored]),
        )

    def part(self, rows: Truths) -> "Sample":
        """Return some of the rows."""
        return Sample(self.features[rows], self.labels[rows], self.sets[rows], self.names)

    def chance(self, curve: Curve) -> Floats:
        """Return the probability of each row by a curve."""
        return probabilities(curve, self.features, self.names)

    @property
    def truth(self) -> Truths:
        """Which pairs are supported."""
        return np.asarray(self.labels == "supported")


def fit(sample: Sample, vetoed: Truths) -> Calibration:
    """Return the calibration; `vetoed` are the pairs that a comparison keeps from being supported."""
    names, counts = np.unique(sample.sets, return_counts=True)
    rows = np.isin(sample.sets, names[counts >= _FEWEST])
    known, held_back = sample.part(rows), vetoed[rows]
    support = fit_curve(known, known.truth, weigh_evenly(known))
    chance = known.chance(support)
    told = np.isin(known.labels, list(_THREE))
    opposed = known.part(told)
    contradiction = fit_curve(opposed, opposed.labels == "contradicted", weigh_evenly(opposed))
    threshold = _best_threshold(chance, known, held_back)
    against = _best_against(known.chance(contradiction), known, told & (chance < threshold))
    return Calibration(support, contradiction, threshold, against, find_risks(chance, known, held_back))


def probabilities(curve: Curve, signals: Floats, names: Sequence[str] = SIGNALS) -> Floats:
    """Return the probability of each row; `names` are those of the columns."""
    weights = np.array([curve.weights.get(name, 0.0) for name in names])
    return np.asarray(1 / (1 + np.exp(-np.clip(curve.bias + signals @ weights, -30, 30))))


def weigh_evenly(sample: Sample) -> Floats:
    """Return weights by which every set counts the same, and in each set both truths."""
    weights = np.zeros(len(sample.labels))
    for name in np.unique(sample.sets):
        for value in (True, False):
            rows = (sample.sets == name) & (sample.truth == value)
            weights[rows] = 1 / max(rows.sum(), 1)
    return np.asarray(weights * len(weights) / weights.sum())


def fit_curve(sample: Sample, truth: Truths, weights: Floats) -> Curve:
    """Return the logistic regression with a ridge, by Newton's method."""
    centre, width = sample.features.mean(axis=0), np.maximum(sample.features.std(axis=0), 1e-9)
    matrix = np.column_stack([np.ones(len(truth)), (sample.features - centre) / width])
    ridge = np.diag([0.0, *[_RIDGE] * sample.features.shape[1]])
    found = np.zeros(matrix.shape[1])
    for _ in range(_ROUNDS):
        chance = 1 / (1 + np.exp(-np.clip(matrix @ found, -30, 30)))
        slope = matrix.T @ (weights * (truth - chance)) - ridge @ found
        bend = (matrix * (weights * chance * (1 - chance))[:, None]).T @ matrix + ridge
        found = found + np.linalg.solve(bend, slope)
    own = found[1:] / width
    bias = float(found[0] - own @ centre)
    return Curve(round(bias, 4), {name: round(float(value), 4) for name, value in zip(sample.names, own, strict=True)})


def _best_threshold(chance: Floats, sample: Sample, vetoed: Truths) -> float:
    """Return the threshold with the best balanced accuracy in the mean of all sets."""
    sets = [sample.sets == name for name in np.unique(sample.sets)]

    def mean(threshold: float) -> float:
        called = (chance >= threshold) & ~vetoed
        return float(np.nanmean([balanced(called[rows], sample.truth[rows]) for rows in sets]))

    return float(max(np.round(np.arange(0.2, 0.8, 0.01), 2), key=mean))


def _best_against(chance: Floats, sample: Sample, doubted: Truths) -> float:
    """Return the probability that separates contradicted from neutral best, among the pairs in doubt."""
    if not doubted.any():
        return 0.5
    truth = sample.labels[doubted] == "contradicted"
    tried = np.round(np.arange(_LEAST_AGAINST, 0.9, 0.01), 2)
    return float(max(tried, key=lambda least: float(((chance[doubted] >= least) == truth).mean())))


def find_risks(chance: Floats, sample: Sample, vetoed: Truths) -> dict[float, float]:
    """Return for each risk the lowest threshold above which no larger share is wrong, with one standard error added."""
    able = np.flatnonzero(~vetoed)
    order = able[np.argsort(-chance[able], kind="stable")]
    weights = weigh_evenly(sample)[order]
    total = np.cumsum(weights)
    wrong, worth = np.cumsum(weights * ~sample.truth[order]) / total, total**2 / np.cumsum(weights**2)
    most = wrong + np.sqrt((wrong * (1 - wrong) + 1 / worth) / worth)
    held = {share: np.flatnonzero(most <= share) for share in RISKS}
    return {share: float(np.round(chance[order][rows[-1]], 4)) for share, rows in held.items() if len(rows)}
