"""Fit the calibration of a judge that reads pages: `python -m evals.reading DATA LOGITS.npy FOLDER [--ship]`.

LOGITS are those of the development rows of `training.decoder.rows`, which `tune.py` keeps as `eval_logits.npy`. The
thresholds are chosen half by our own claims, half by the public sets; that of contradictions by our own alone.
"""

import argparse
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from training.decoder.rows import Held, development

from citevet.judge.calibration import READ_SIGNALS, Calibration, Curve
from citevet.judge.page_reading import read_signals
from evals.fit import Sample, find_risks, fit_curve, weigh_evenly
from evals.measures import Floats, Truths, balanced
from evals.support import ship

_OWN = ("stance", "language")  # sets of our own claims, by what their names begin with
_RIGHT = 0.95  # share of those called contradicted that must be
_THREE = ("supported", "neutral", "contradicted")  # the labels of public sets that say what contradicts


def read_sample(rows: Sequence[Held], logits: Floats) -> Sample:
    """Return the figures of rows by their logits."""
    chance = np.exp(logits - logits.max(1, keepdims=True))
    chance /= chance.sum(1, keepdims=True)
    values = [
        read_signals(row.claim, row.evidence, tuple(each)).values
        for row, each in zip(rows, chance.tolist(), strict=True)
    ]
    sets = [row.dataset.split("-", 1)[0] if row.dataset.startswith(_OWN) else row.dataset for row in rows]
    features = np.array([[each[name] for name in READ_SIGNALS] for each in values])
    return Sample(features, np.array([row.label for row in rows]), np.array(sets), READ_SIGNALS)


def fit(sample: Sample) -> Calibration:
    """Return the calibration."""
    own = np.isin(sample.sets, _OWN)
    support = fit_curve(sample, sample.truth, weigh_evenly(sample))
    opposed = sample.part(own | np.isin(sample.labels, _THREE))
    contradiction = fit_curve(opposed, opposed.labels == "contradicted", weigh_evenly(opposed))
    chance = sample.chance(support)
    threshold = _best_threshold(chance, sample, own)
    called = own & (chance < threshold)
    against = least_against(sample.chance(contradiction)[called], np.asarray(sample.labels == "contradicted")[called])
    risks = find_risks(chance, sample, np.zeros(len(own), bool))
    return Calibration(support, contradiction, threshold, against, risks)


def _best_threshold(chance: Floats, sample: Sample, own: Truths) -> float:
    """Return the threshold with the best balanced accuracy: of our own claims, and in the mean of the public sets."""
    public = [sample.sets == name for name in np.unique(sample.sets[~own])]
    ours = [own] if own.any() else []

    def mean(threshold: float) -> float:
        called = chance >= threshold
        parts = [[balanced(called[rows], sample.truth[rows]) for rows in sets] for sets in (ours, public) if sets]
        return float(np.mean([np.nanmean(each) for each in parts]))

    return float(max(np.round(np.arange(0.2, 0.9, 0.01), 2), key=mean))


def least_against(chance: Floats, truth: Truths) -> float:
    """Return the lowest threshold from which at least 95 of 100 called contradicted are."""
    order = np.argsort(-chance, kind="stable")
    right = np.cumsum(truth[order]) / np.arange(1, len(order) + 1)
    held = np.flatnonzero(right >= _RIGHT)
    return float(np.round(chance[order][held[-1]] + 5e-5, 4)) if len(held) else 1.0


def list_figures(sample: Sample, calibration: Calibration) -> list[str]:
    """Return for each set how much of the true is found, of the false passes, and of `contradicted` is right."""
    green = sample.chance(calibration.support or Curve()) >= calibration.threshold
    red = ~green & (sample.chance(calibration.contradiction or Curve()) >= calibration.against)
    lines = [f"threshold {calibration.threshold}, against {calibration.against}, risk {dict(calibration.risk)}"]
    for name in np.unique(sample.sets):
        here, opposed = sample.sets == name, np.asarray(sample.labels == "contradicted")
        parts = [green[here & sample.truth], green[here & ~sample.truth], opposed[here & red], red[here & opposed]]
        shown = " ".join(f"{100 * part.mean():6.1f} ({len(part)})" if len(part) else "     –    " for part in parts)
        lines.append(f"{name:24} found, passed, contradicted right, found: {shown}")
    return lines


def main() -> None:
    """Fit, print the figures, and write the calibration into a manifest where that is asked."""
    parser = argparse.ArgumentParser(prog="evals.reading")
    for name in ("data", "logits", "folder"):
        parser.add_argument(name, type=Path)
    parser.add_argument("--ship", action="store_true")
    asked = parser.parse_args()
    sample = read_sample(development(asked.data), np.load(asked.logits).astype(np.float64))
    calibration = fit(sample)
    print(*list_figures(sample, calibration), sep="\n")
    if asked.ship:
        ship(calibration, asked.folder)


if __name__ == "__main__":
    main()
