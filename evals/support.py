"""The board of a judge on labelled pairs: `python -m evals.support [--data FILE] [--judge NAME] [--keep FILE]`.

With `--data` one calibration is fitted. Every set is measured by a calibration that was fitted on the other sets alone.
Without it the shipped calibration is measured on our own sets.
"""

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from citevet.judge.calibration import Calibration, Curve
from citevet.judge.evidence import coverage
from citevet.model import Ruling
from citevet.world.model_files import find_model
from citevet.world.model_runner import load_model
from evals import oracles
from evals.fit import Sample, fit
from evals.measures import Truths, area, balanced, calibration_error, interval
from evals.pairs import from_file, own, trial
from evals.scores import Scored, score_pairs
from evals.verdicts import failed_floors, verdict_lines

_THREE = frozenset({"supported", "neutral", "contradicted"})


def main(arguments: list[str]) -> int:
    """Print the board; return 1 if a floor does not hold."""
    asked = _parse(arguments)
    model = load_model(asked.judge, threads=2)
    given = list(from_file(asked.data)) if asked.data else []
    scored = score_pairs([*given, *own(), *trial()], model.run, keep=asked.keep)
    ours = [each for each in scored if each.pair.kind]
    if given:
        public = scored[: len(given)]
        calibration, rulings = fit_without(public)
        print_lines(board(public, rulings))
        if asked.ship:
            ship(calibration, find_model(asked.judge))
    else:
        calibration = Calibration.from_manifest(model.settings)
    verdicts = [each.rule(calibration) for each in ours]
    print_lines(verdict_lines(ours, verdicts))
    print_lines(oracles.lines(ours, verdicts, model.run, calibration, keep=asked.keep))
    failed = list(failed_floors(ours, verdicts))
    print_lines(failed)
    return 1 if failed else 0


def print_lines(lines: Iterator[str] | Sequence[str]) -> None:
    """Print lines and an empty one."""
    print(*lines, "", sep="\n")


def fit_without(scored: Sequence[Scored]) -> tuple[Calibration, list[Ruling]]:
    """Return the calibration of all sets, and for each pair the ruling by one that did not see its set."""
    sample, vetoed = Sample.of(scored), find_vetoed(scored)
    rulings: list[Ruling | None] = [None] * len(scored)
    for name in np.unique(sample.sets):
        others = sample.sets != name
        calibration = fit(sample.part(others), vetoed[others])
        for row in np.flatnonzero(~others).tolist():
            rulings[row] = scored[row].rule(calibration)
    return fit(sample, vetoed), [each for each in rulings if each]


def find_vetoed(scored: Sequence[Scored]) -> Truths:
    """Return the pairs that are not supported however likely they are."""
    always = Calibration(Curve(), Curve(), threshold=0.0, against=1.0)
    return np.array([each.rule(always).support != "supported" for each in scored])


def board(scored: Sequence[Scored], rulings: Sequence[Ruling]) -> Iterator[str]:
    """Yield a line for each set, and the mean; `words` is word overlap at the best threshold of the set."""
    called = np.array([each.support == "supported" for each in rulings])
    chance = np.array([each.confidence or 0.0 for each in rulings])
    truth = np.array([each.pair.label == "supported" for each in scored])
    sets = np.array([each.pair.set for each in scored])
    yield f"{'set':24} {'n':>5} {'balanced, 95 %':>20} {'recall':>7} {'3-way':>6} {'AUC':>6} {'error':>6} {'words':>6}"
    figures = []
    for name in dict.fromkeys(sets.tolist()):
        rows = np.flatnonzero(sets == name)
        said, true, here = called[rows], truth[rows], [scored[row] for row in rows.tolist()]
        low, high = interval(partial(_balance_drawn, said, true), [each.pair.evidence for each in here])
        figures.append(balanced(said, true))
        three = _three_way([each.pair.label for each in here], [rulings[row] for row in rows.tolist()])
        yield (
            f"{name:24} {len(rows):5} {figures[-1]:6.1f} ({low:4.1f}–{high:4.1f}) "
            f"{100 * said[true].mean():7.1f} {three:>6} "
            f"{area(chance[rows], true):6.1f} {calibration_error(chance[rows], true):6.3f} {_words(here, true):6.1f}"
        )
    yield f"{'mean of the sets':24} {len(scored):5} {np.nanmean(figures):6.1f}"


def _balance_drawn(called: Truths, truth: Truths, rows: NDArray[np.intp]) -> float:
    return balanced(called[rows], truth[rows])


def _three_way(labels: Sequence[str], rulings: Sequence[Ruling]) -> str:
    if not set(labels) <= _THREE or "neutral" not in labels:
        return "–"
    said = [each.support if each.support in _THREE else "neutral" for each in rulings]
    return f"{100 * np.mean([one == other for one, other in zip(said, labels, strict=True)]):.1f}"


def _words(scored: Sequence[Scored], truth: Truths) -> float:
    shares = np.array([max(coverage(each.pair.claim, one.text) for one in each.passages) for each in scored])
    return max(balanced(shares >= least, truth) for least in np.unique(shares))


def ship(calibration: Calibration, folder: Path) -> None:
    """Write a calibration into the manifest of its model."""
    file = folder / "manifest.json"
    said = json.loads(file.read_text("utf-8")) | {"calibration": calibration.to_dict()}
    file.write_text(json.dumps(said, ensure_ascii=False, indent=1) + "\n", "utf-8")


def _parse(arguments: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="The board of the judge.")
    parser.add_argument("--data", type=Path, help="labelled pairs: JSONL, packed with xz or not; default: our own sets")
    parser.add_argument("--judge", default="small", help="name or folder of the model")
    parser.add_argument("--keep", type=Path, help="a file of logits that is read first and completed")
    parser.add_argument("--ship", action="store_true", help="write the fitted calibration into the model's manifest")
    asked = parser.parse_args(arguments)
    if asked.ship and not asked.data:
        parser.error("--ship needs --data")
    return asked


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
