"""How good a judge is on labelled pairs: balanced accuracy, area under the curve, calibration error, intervals."""

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Truths = NDArray[np.bool_]
_DRAWS = 500  # of the bootstrap: the ends of a 95 % interval move by less than half a point between two seeds
_BINS = 10


def balanced(called: Truths, true: Truths) -> float:
    """Return the mean of the two shares called rightly, in per cent."""
    if not true.any() or true.all():
        return float("nan")
    return float(50 * (called[true].mean() + (~called[~true]).mean()))


def area(score: Floats, true: Truths) -> float:
    """Return how often a supported pair scores above another, ties half, in per cent."""
    order = np.argsort(score, kind="stable")
    ranks = np.empty(len(score))
    ranks[order] = np.arange(1, len(score) + 1)
    for value in np.unique(score):  # ties share their mean rank
        same = score == value
        ranks[same] = ranks[same].mean()
    yes = int(true.sum())
    no = len(true) - yes
    return float(100 * (ranks[true].sum() - yes * (yes + 1) / 2) / (yes * no)) if yes and no else float("nan")


def calibration_error(probability: Floats, true: Truths, weights: Floats | None = None) -> float:
    """Return the mean distance between what is promised and what is kept, over ten equal bins."""
    bins = np.minimum((probability * _BINS).astype(int), _BINS - 1)
    share = np.ones(len(true)) if weights is None else weights
    apart = np.bincount(bins, weights=share * (probability - true), minlength=_BINS)
    return float(np.abs(apart).sum() / share.sum())


def interval(measure: Callable[[NDArray[np.intp]], float], groups: Sequence[str]) -> tuple[float, float]:
    """Return a 95 % interval by drawing whole groups, pairs that share their evidence, with replacement."""
    dice = np.random.default_rng(7)
    names = {name: index for index, name in enumerate(dict.fromkeys(groups))}
    member = np.array([names[group] for group in groups])
    rows = [np.flatnonzero(member == index) for index in range(len(names))]
    draws = (dice.integers(0, len(rows), len(rows)) for _ in range(_DRAWS))
    drawn = [measure(np.concatenate([rows[each] for each in draw])) for draw in draws]
    low, high = np.nanpercentile(drawn, [2.5, 97.5])
    return float(low), float(high)
