"""Figures of a judge on the dev file: `python -m training.figures DEV PAIRS WINDOWS.npy [WHOLE.npy]`.

PAIRS names the row of each window; a row's chance of support is that of its best window. Cuts are fitted on one half of
the evidence texts and counted on the other, one cut for all sets.
"""

import sys
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from training.rows import read

Floats = NDArray[np.float64]
_WAYS = {"supported": 0, "neutral": 1, "contradicted": 2}


def chances(logits: Floats) -> Floats:
    """Return the softmax of each row."""
    raised = np.exp(logits - logits.max(-1, keepdims=True))
    found: Floats = raised / raised.sum(-1, keepdims=True)
    return found


def area(scores: Floats, right: NDArray[np.bool_]) -> float:
    """Return the chance that a supported row scores above another (AUC), ties counted half."""
    ranks = np.empty(len(scores))
    order = np.argsort(scores, kind="stable")
    _, first, count = np.unique(scores[order], return_index=True, return_counts=True)
    ranks[order] = np.repeat(first + (count + 1) / 2, count)
    yes = int(right.sum())
    return float((ranks[right].sum() - yes * (yes + 1) / 2) / (yes * (len(right) - yes)))


def balanced(called: NDArray[np.bool_], right: NDArray[np.bool_]) -> float:
    """Return the mean of the shares called rightly among supported and among other rows."""
    return float((called[right].mean() + (~called[~right]).mean()) / 2)


def best_cut(scores: Floats, right: NDArray[np.bool_]) -> float:
    """Return the cut with the highest balanced accuracy."""
    cuts = np.unique(np.quantile(scores, np.linspace(0, 1, 201)))
    return float(max(cuts, key=lambda cut: balanced(scores >= cut, right)))


def by_row(rows: int, numbers: NDArray[np.int64], logits: Floats) -> Floats:
    """Return the chances of each row's best window for support; a row without one is neutral."""
    found = np.tile([0.0, 1.0, 0.0], (rows, 1))
    best = np.full(rows, -1.0)
    for number, each in zip(numbers, chances(logits), strict=True):
        if each[0] > best[number]:
            best[number], found[number] = each[0], each
    return found


def figures(dev: Sequence[dict[str, Any]], found: Floats) -> dict[str, dict[str, float]]:
    """Return the figures of each set."""
    sets = np.array([str(row["dataset"]) for row in dev])
    right = np.array([row["label"] == "supported" for row in dev])
    half = np.array([sha256(str(row["evidence"]).encode()).digest()[0] % 2 for row in dev])
    crossed = np.empty(len(dev), bool)
    for side in (0, 1):
        cut = _one_cut(sets[half != side], found[half != side, 0], right[half != side])
        crossed[half == side] = found[half == side, 0] >= cut
    told: dict[str, dict[str, float]] = {}
    for name in sorted(set(sets)):
        own = sets == name
        scores, yes = found[own, 0], right[own]
        told[name] = {
            "rows": int(own.sum()), "auc": area(scores, yes), "at 0.5": balanced(scores >= 0.5, yes),  # noqa: PLR2004
            "one cut": balanced(crossed[own], yes), "best cut": balanced(scores >= best_cut(scores, yes), yes),
        }  # fmt: skip
        labels = [_WAYS.get(str(row["label"]), -1) for row, taken in zip(dev, own, strict=True) if taken]
        if set(labels) == {0, 1, 2}:
            told[name]["3-way"] = float(np.mean(found[own].argmax(-1) == np.array(labels)))
    return told


def _one_cut(sets: NDArray[np.str_], scores: Floats, right: NDArray[np.bool_]) -> float:
    """Return the cut with the best mean of the sets' balanced accuracies."""
    cuts = np.unique(np.quantile(scores, np.linspace(0, 1, 101)))
    names = sorted(set(sets))
    return float(
        max(cuts, key=lambda cut: np.mean([balanced(scores[sets == n] >= cut, right[sets == n]) for n in names]))
    )


def main(paths: Sequence[str]) -> None:
    """Print one line for each set and kind of evidence."""
    dev = list(read(Path(paths[0])))
    numbers = np.array([int(str(each["row"])) for each in read(Path(paths[1]))])
    logits = np.load(paths[2]).astype(np.float64)[: len(numbers)]
    tables = {"windows": figures(dev, by_row(len(dev), numbers, logits))}
    if len(paths) > 3:  # noqa: PLR2004
        tables["whole"] = figures(dev, chances(np.load(paths[3]).astype(np.float64)))
    for kind, table in tables.items():
        for name, line in table.items():
            shown = "  ".join(f"{key} {100 * value:.1f}" for key, value in line.items() if key != "rows")
            print(f"{kind:8} {name:24} {line['rows']:5.0f}  {shown}")  # noqa: T201


if __name__ == "__main__":
    main(sys.argv[1:])
