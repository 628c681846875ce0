"""One calibrated setting for all sets: two curves over what was seen of each pair, and the cuts that follow."""

from dataclasses import dataclass, fields, replace

import numpy as np
from numpy.typing import NDArray

from citevet.judge.calibration import PAIRS, SIGNALS, Calibration, Curve, by_parts
from evals.measures import Floats, Truths, balanced

_EVEN = 0.35  # least probability of a contradiction; at 0.3 a quarter more of the true claims would be called so
_ROUNDS = 50  # of Newton's method; it rests after about eight
# On terms of one size. Of 10, 30, 50 and 100 all do alike on sets that were left out (area within 0.1).
_RIDGE = 30.0
CAREFUL = 0.5  # points of balanced accuracy that a careful cut may cost
FEWEST = 100  # pairs of a set that is fitted on: a handful would weigh as much as a thousand
_TOLD = ("supported", "neutral", "contradicted")  # labels that say whether a pair is contradicted
RISKS = (0.02, 0.05, 0.1, 0.2)  # shares of wrong among those called supported
_ONE = np.array([SIGNALS.index(one) for one, _ in PAIRS])
_OTHER = np.array([SIGNALS.index(other) for _, other in PAIRS])


@dataclass(frozen=True, slots=True)
class Sample:
    """What the judge said of each pair, and what is true."""

    features: Floats  # one row a pair: the signals as a curve has them
    about: Truths  # which pairs have a passage that is about the claim, so that it may contradict
    denied: Truths  # which pairs no probability makes supported
    label: NDArray[np.str_]
    sets: NDArray[np.str_]
    least: Floats  # weight of support of the least supported part of a long claim; not a number where there are none

    def part(self, rows: Truths) -> "Sample":
        """Return some of the rows."""
        return Sample(*(getattr(self, field.name)[rows] for field in fields(self)))

    @property
    def truth(self) -> Truths:
        """Which pairs are supported; partly counts as not."""
        return np.asarray(self.label == "supported")


def fitted(given: Sample, spared: float = CAREFUL) -> Calibration:
    """Return the curves and the cuts that do best on a sample, where every set counts the same, but for small ones."""
    names, counts = np.unique(given.sets, return_counts=True)
    sample = given.part(np.isin(given.sets, names[counts >= min(FEWEST, counts.max())]))
    found = Calibration(_support(sample), _contradiction(sample))
    probability = supports(found.support, sample)
    cut = _cut(probability, sample, spared)
    doubted = sample.part((probability < cut) | sample.denied)
    return replace(found, cut=cut, against=_against(probabilities(found.contradiction, doubted), doubted))


def probabilities(curve: Curve, sample: Sample) -> Floats:
    """Return the probability of each pair."""
    return np.asarray(1 / (1 + np.exp(-(curve.bias + _terms(sample.features) @ np.array(curve.weights)))))


def supports(curve: Curve, sample: Sample) -> Floats:
    """Return the probability of support of each pair; that of a long claim hangs on its parts."""
    least = [None if np.isnan(each) else float(each) for each in sample.least]
    return np.array([by_parts(*each) for each in zip(probabilities(curve, sample).tolist(), least, strict=True)])


def level(sets: NDArray[np.str_]) -> Floats:
    """Return a weight for each pair such that every set counts the same."""
    names, inverse, counts = np.unique(sets, return_inverse=True, return_counts=True)
    return np.asarray(len(inverse) / (len(names) * counts[inverse]), dtype=np.float64)


def evened(sample: Sample) -> Floats:
    """Return a weight for each pair such that every set counts the same, and in it both answers."""
    return level(np.char.add(sample.sets.astype(str), np.where(sample.truth, "+", "-")))


def _support(sample: Sample) -> Curve:
    """Return the curve of support: its order from answers that count the same, its height from how common they are.

    So one cut serves sets of which a third or two thirds are supported, and what is called 70 % is so 7 times in 10.
    """
    curve = _curve(sample.features, sample.truth, evened(sample))
    value = curve.bias + _terms(sample.features) @ np.array(curve.weights)
    shift, slope = _newton(value[:, None], sample.truth, level(sample.sets), ridge=0.0)
    return Curve(round(shift + slope * curve.bias, 6), tuple(round(slope * each, 6) for each in curve.weights))


def _contradiction(sample: Sample) -> Curve:
    told = sample.part(np.isin(sample.label, _TOLD))
    return _curve(told.features, told.label == "contradicted", level(told.sets))


def _curve(signals: Floats, truth: Truths, weights: Floats) -> Curve:
    """Fit on centred terms of one size, and return the weights for signals as they come."""
    centre, spread = signals.mean(axis=0), signals.std(axis=0) + 1e-9
    columns = _terms((signals - centre) / spread)
    sizes = columns.std(axis=0) + 1e-9
    bias, *found = _newton(columns / sizes, truth, weights, ridge=_RIDGE)
    return _uncentred(bias, np.array(found) / sizes, centre, spread)


def _uncentred(bias: float, weights: Floats, centre: Floats, spread: Floats) -> Curve:
    """Multiply out: (a - m)(b - n) = ab - na - mb + mn."""
    alone, together = weights[: len(SIGNALS)] / spread, weights[len(SIGNALS) :] / (spread[_ONE] * spread[_OTHER])
    bias += float((together * centre[_ONE] * centre[_OTHER]).sum() - (alone * centre).sum())
    np.subtract.at(alone, _ONE, together * centre[_OTHER])
    np.subtract.at(alone, _OTHER, together * centre[_ONE])
    return Curve(round(bias, 6), tuple(round(float(each), 6) for each in (*alone, *together)))


def _terms(signals: Floats) -> Floats:
    return np.concatenate([signals, signals[:, _ONE] * signals[:, _OTHER]], axis=1)


def _newton(columns: Floats, truth: Truths, weights: Floats, *, ridge: float) -> list[float]:
    """Return the bias and the weights of the logistic curve that is likeliest; the bias is free."""
    features = np.concatenate([np.ones((len(columns), 1)), columns], axis=1)
    held = np.diag([1e-9, *[ridge + 1e-9] * columns.shape[1]])
    found = np.zeros(features.shape[1])
    for _ in range(_ROUNDS):
        probability = 1 / (1 + np.exp(-features @ found))
        slope = features.T @ (weights * (probability - truth)) + held @ found
        bend = (features * (weights * probability * (1 - probability))[:, None]).T @ features
        found = found - np.linalg.solve(bend + held, slope)
    return [float(each) for each in found]


def _cut(probability: Floats, sample: Sample, spared: float) -> float:
    """Return the highest cut whose balanced accuracy, mean over the sets, is within so many points of the best.

    The very best is luck, and a claim wrongly called supported costs its reader more than one wrongly doubted.
    """
    tried = np.unique(np.round(probability, 3))
    found = np.array([_mean_balanced((probability >= cut) & ~sample.denied, sample) for cut in tried])
    return float(tried[found >= found.max() - spared].max())


def _mean_balanced(called: Truths, sample: Sample) -> float:
    parts = [sample.sets == name for name in np.unique(sample.sets)]
    return float(np.nanmean([balanced(called[part], sample.truth[part]) for part in parts]))


def _against(probability: Floats, doubted: Sample) -> float:
    """Return the probability of contradiction that tells contradicted from neutral best, among the pairs in doubt."""
    parts = {name: doubted.label[doubted.sets == name].tolist() for name in np.unique(doubted.sets)}
    known = np.isin(doubted.sets, [name for name, labels in parts.items() if set(_TOLD) <= set(labels)])
    if not known.any():
        return 0.5
    said, true = probability[known], doubted.label[known] == "contradicted"
    tried = np.unique(np.round(said, 3))
    best = float(max(tried, key=lambda cut: float(((said >= cut) == true).mean())))
    return max(best, _EVEN)  # true claims are in doubt too, and none may be called contradicted on a guess


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
