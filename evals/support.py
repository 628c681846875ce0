"""The scoreboard of the judge on our own set, and on a file of labelled pairs: `python -m evals.support [--data FILE]`.

One setting for all sets. Thresholds and calibration are fitted on one half and measured on the other, halves split by
the text of the evidence. Binary is supported against all else; three-way is told where the labels are.
"""

import argparse
import json
import resource
import sys
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from functools import partial
from hashlib import sha256
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from citevet.judge.calibration import Calibration
from citevet.judge.relevance import coverage
from citevet.world.models import load
from evals.fit import Sample, fitted, probabilities
from evals.measures import Truths, area, balanced, calibration_error, interval
from evals.pairs import Labelled, from_file, own
from evals.verdicts import rulings, sunken, told
from evals.weighed import Weighed, sample, weighed

_THREE = frozenset({"supported", "neutral", "contradicted"})


def main(arguments: list[str]) -> int:
    """Print the board."""
    asked = _asked(arguments)
    model = load(asked.judge, threads=2)
    given = list(from_file(asked.data)) if asked.data else []
    pairs = [pair for pair in given if not asked.sets or pair.set in asked.sets.split(",")] + list(own())
    found, spent = weighed(pairs, model.run, kept=asked.keep)
    print(f"{model.name} ({model.precision}), {len(pairs)} pairs, {spent:.0f} ms a passage, {_megabytes()} MB\n")
    curve = fitted(sample(found)) if asked.data else Calibration.of(model.settings)
    ruled = rulings(found, curve)
    for line in (*board(found), "", *told(found, ruled)):
        print(line)
    if asked.ship:
        ship(curve, asked.ship)
    low = list(sunken(found, ruled))
    for line in low:
        print(line)
    return 1 if low else 0


def board(found: Sequence[Weighed]) -> Iterator[str]:
    """Yield a line for each set: cross-fitted figures, and the trivial floors beside them."""
    all_of_it = sample(found)
    probability, supported, contradicted = cross_fitted(found, all_of_it)
    words = np.array([_covered(each) for each in found])
    yield f"{'set':28} {'n':>5} {'balanced, 95 %':>22} {'three-way':>10} {'AUC':>6} {'error':>6} {'words':>6}"
    for name in dict.fromkeys(all_of_it.sets.tolist()):
        rows = np.flatnonzero(all_of_it.sets == name)
        truth, called = all_of_it.truth[rows], supported[rows]
        groups = [found[int(row)].pair.evidence for row in rows]
        low, high = interval(partial(_drawn, called, truth), groups)
        three = _three_way(all_of_it.label[rows], called, contradicted[rows])
        overlap = max(balanced(words[rows] >= cut, truth) for cut in np.unique(words[rows]))
        yield (
            f"{name:28} {len(rows):5} {balanced(called, truth):8.1f} ({low:4.1f}–{high:4.1f}) {three:>10} "
            f"{area(probability[rows], truth):6.1f} {calibration_error(probability[rows], truth):6.3f} {overlap:6.1f}"
        )


def _drawn(called: Truths, truth: Truths, rows: NDArray[np.intp]) -> float:
    return balanced(called[rows], truth[rows])


def _covered(each: Weighed) -> float:
    return max((coverage(each.pair.claim, passage.text) for passage in each.passages), default=0.0)


def cross_fitted(found: Sequence[Weighed], whole: Sample) -> tuple[NDArray[np.float64], Truths, Truths]:
    """Return probability, called supported and called contradicted, each half by what the other half taught."""
    half = np.array([_side(each.pair) for each in found])
    probability, cuts = np.zeros(len(found)), np.zeros((len(found), 2))
    for side in (half, ~half):
        curve = fitted(whole.part(~side))
        probability[side] = probabilities(curve, whole.part(side))
        cuts[side] = curve.cut, curve.contradiction
    supported = probability >= cuts[:, 0]
    return probability, supported, ~supported & (whole.contradicted >= cuts[:, 1])


def _side(pair: Labelled) -> bool:
    return int(sha256(pair.evidence.encode()).hexdigest(), 16) % 2 == 0


def _three_way(labels: NDArray[np.str_], supported: Truths, contradicted: Truths) -> str:
    if not set(labels.tolist()) <= _THREE or "neutral" not in labels:
        return "–"
    said = np.where(supported, "supported", np.where(contradicted, "contradicted", "neutral"))
    return f"{100 * float((said == labels).mean()):.1f}"


def _megabytes() -> int:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024


def _asked(arguments: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="The scoreboard of the judge.")
    parser.add_argument("--data", type=Path, help="labelled pairs: JSONL, packed with xz or not; default: our own set")
    parser.add_argument("--judge", default="small", help="name or folder of the model")
    parser.add_argument("--sets", help="only these sets of the file, parted by commas")
    parser.add_argument("--ship", type=Path, help="write the fitted curve into the manifest of this model folder")
    parser.add_argument("--keep", type=Path, help="keep the logits in this file, or take them from it")
    return parser.parse_args(arguments)


def ship(curve: Calibration, folder: Path) -> None:
    """Write the curve into the manifest of a model."""
    file = folder / "manifest.json"
    said = {**json.loads(file.read_text("utf-8")), "calibration": asdict(curve)}
    file.write_text(json.dumps(said, ensure_ascii=False, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
