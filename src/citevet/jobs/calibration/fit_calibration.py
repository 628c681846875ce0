"""Fit the calibration of a judge to pairs: a logistic curve, its thresholds, and what they promise."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from citevet.judge.calibration import SIGNALS, SURE, Calibration, Curve, Signals, features
from citevet.records import dataclass

Floats = NDArray[np.float64]
Truths = NDArray[np.bool_]
RISKS = (0.02, 0.05, 0.1, 0.2)  # shares of wrong among those called supported
_RIDGE = 1.0  # on signals of one size
_ROUNDS = 50  # of Newton's method; it rests after about eight
_PARTS = 5  # of the pairs, of which each is judged by a curve that was fitted to the others
_FEWEST = 5  # pairs of each truth, so that each part has one
_FEWEST_FOR_ALL = 100  # pairs below which only slope and bias of one curve are fitted
_PRECISION = 0.95  # of those called contradicted
_TINY = 1e-9


@dataclass(frozen=True, slots=True)
class Figures:
    """How good probabilities are, in per cent."""

    balanced: float
    area: float
    calibration_error: float
    found: float  # of the true ones
    wrong: float  # of the false ones called supported


@dataclass(frozen=True, slots=True)
class Fitted:
    """A calibration, and the figures of the judge before and after on pairs that its curve did not see."""

    calibration: Calibration
    before: Figures
    after: Figures


def fit_curve(rows: Floats, truth: Truths, weights: Floats, *, ridge: float = _RIDGE) -> tuple[float, Floats]:
    """Return bias and weights of the logistic regression with a ridge, by Newton's method."""
    centre, width = rows.mean(axis=0), np.maximum(rows.std(axis=0), 1e-9)
    matrix = np.column_stack([np.ones(len(truth)), (rows - centre) / width])
    drag = np.diag([0.0, *[ridge] * rows.shape[1]])
    found = np.zeros(matrix.shape[1])
    for _ in range(_ROUNDS):
        chance = 1 / (1 + np.exp(-np.clip(matrix @ found, -30, 30)))
        slope = matrix.T @ (weights * (truth - chance)) - drag @ found
        bend = (matrix * (weights * chance * (1 - chance))[:, None]).T @ matrix + drag
        found = found + np.linalg.solve(bend + _TINY * np.eye(len(bend)), slope)
    own = found[1:] / width
    return float(found[0] - own @ centre), np.asarray(own)


def fit_calibration(signals: Sequence[Signals], labels: Sequence[str], own: Calibration) -> Fitted:
    """Return the calibration that fits these pairs; `own` is the one that the judge has."""
    rows, named = np.array([features(each) for each in signals]), np.array(labels)
    truth = named == "supported"
    curve, unseen = _choose_curve(rows, truth, own.support)
    threshold = best_threshold(unseen, truth)
    opposed = named == "contradicted"
    against_curve, against = own.contradiction, own.against
    if min(opposed.sum(), (~opposed).sum()) >= _FEWEST:
        start = own.contradiction or Curve(weights={"contradiction": 1.0})
        against_curve, doubted = _choose_curve(rows, opposed, start)
        against = _precise_threshold(doubted, opposed)
    plain = Curve(weights={"contradiction": 1.0})
    found = Calibration(curve, against_curve or plain, threshold, against, risks(unseen, truth))
    stated = np.array([own.support_probability(each) for each in signals])
    before = measure(stated, truth, own.threshold if own.is_fitted else min(own.threshold, SURE))
    return Fitted(found, before, measure(unseen, truth, threshold))


def _choose_curve(rows: Floats, truth: Truths, own: Curve | None) -> tuple[Curve, Floats]:
    """Return the better of two curves, and the probabilities of pairs that each part's curve did not see.

    Either slope and bias of the curve that the judge has are fitted, or, where there are many pairs, all weights.
    """
    start = own or Curve(weights={"window": 0.5, "focus": 0.5})
    base = np.array([start.weights.get(name, 0.0) for name in SIGNALS])
    ways = [(rows @ base)[:, None]] + ([rows] if len(truth) >= _FEWEST_FOR_ALL else [])
    unseen = [_predict_unseen(way, truth) for way in ways]
    best = min(range(len(ways)), key=lambda at: _log_loss(unseen[at], truth))
    bias, weights = fit_curve(ways[best], truth, np.ones(len(truth)))
    whole = weights if best else base * weights[0]
    shown = {name: round(float(value), 4) for name, value in zip(SIGNALS, whole, strict=True) if abs(value) > _TINY}
    return Curve(round(bias, 4), shown), unseen[best]


def _predict_unseen(rows: Floats, truth: Truths) -> Floats:
    """Return for each pair the probability by a curve that was fitted to the other parts."""
    part = np.zeros(len(truth), np.intp)
    for value in (True, False):  # each part has as many of both
        part[truth == value] = np.arange((truth == value).sum()) % _PARTS
    chance = np.zeros(len(truth))
    for number in range(_PARTS):
        held = part == number
        if held.any():
            bias, weights = fit_curve(rows[~held], truth[~held], np.ones((~held).sum()))
            chance[held] = 1 / (1 + np.exp(-np.clip(bias + rows[held] @ weights, -30, 30)))
    return chance


def _log_loss(chance: Floats, truth: Truths) -> float:
    return float(-np.log(np.maximum(np.where(truth, chance, 1 - chance), _TINY)).mean())


def best_threshold(chance: Floats, truth: Truths) -> float:
    """Return the threshold with the best balanced accuracy; of equals the one in the middle."""
    tried = np.round(np.arange(0.05, 0.96, 0.01), 2)
    worth = np.array([_balanced(chance >= each, truth) for each in tried])
    best = np.flatnonzero(worth >= worth.max() - _TINY)
    return float(tried[best[len(best) // 2]])


def _precise_threshold(chance: Floats, truth: Truths) -> float:
    """Return the lowest threshold at which nearly all of those called so are so."""
    tried = np.round(np.arange(0.35, 0.96, 0.01), 2)
    right = [each for each in tried if (chance >= each).any() and truth[chance >= each].mean() >= _PRECISION]
    return float(right[0]) if right else float(tried[-1])


def risks(chance: Floats, truth: Truths) -> dict[float, float]:
    """Return for each risk the lowest threshold above which no larger share is wrong, with one standard error added."""
    order = np.argsort(-chance, kind="stable")
    count = np.arange(1, len(order) + 1)
    wrong = np.cumsum(~truth[order]) / count
    most = wrong + np.sqrt((wrong * (1 - wrong) + 1 / count) / count)
    held = {share: np.flatnonzero(most <= share) for share in RISKS}
    return {share: float(np.round(chance[order][rows[-1]], 4)) for share, rows in held.items() if len(rows)}


def measure(chance: Floats, truth: Truths, threshold: float) -> Figures:
    """Return the figures of probabilities at a threshold."""
    called = chance >= threshold
    found = float(100 * called[truth].mean()) if truth.any() else float("nan")
    wrong = float(100 * called[~truth].mean()) if (~truth).any() else float("nan")
    bins = np.minimum((chance * 10).astype(int), 9)
    apart = np.bincount(bins, weights=chance - truth, minlength=10)
    error = float(100 * np.abs(apart).sum() / len(truth))
    return Figures(_balanced(called, truth) * 100, area(chance, truth), error, found, wrong)


def _balanced(called: Truths, truth: Truths) -> float:
    if not truth.any() or truth.all():
        return float("nan")
    return float((called[truth].mean() + (~called[~truth]).mean()) / 2)


def area(chance: Floats, truth: Truths) -> float:
    """Return how often a supported pair scores above another, ties half, in per cent."""
    yes, no = chance[truth], chance[~truth]
    if not len(yes) or not len(no):
        return float("nan")
    above = (yes[:, None] > no).sum() + (yes[:, None] == no).sum() / 2
    return float(100 * above / (len(yes) * len(no)))
