"""The scoreboard of the judge on our own set, and on a file of labelled pairs: `python -m evals.support [--data FILE]`.

One setting for all sets. Thresholds and calibration are fitted on one half and measured on the other, halves split by
the text of the evidence. Binary is supported against all else; three-way is told where the labels are. Of two judges,
`--judge small+base`, the second is asked where the first is in doubt, and both are heard then.
"""

import argparse
import json
import resource
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from hashlib import sha256
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from citevet.jobs.judges import beside, share_of_first
from citevet.judge.calibration import Calibration
from citevet.judge.case import DOUBT
from citevet.judge.relevance import coverage
from citevet.model import Ruling
from citevet.world.models import Model, load
from citevet.world.weights import manifest, proven
from evals import floors, oracles
from evals.fit import CAREFUL, FEWEST, RISKS, Sample, evened, fitted, level, probabilities, risks, supports
from evals.measures import Floats, Truths, area, balanced, calibration_error, interval
from evals.pairs import Labelled, from_file, own, trial
from evals.verdicts import rulings, sunken, told
from evals.weighed import Weighed, sample, together, weighed


@dataclass(frozen=True, slots=True)
class Care:
    """How careful a judge must be so that negated claims stay out."""

    spared: float = CAREFUL  # points of balanced accuracy that the cut may cost
    certain: float = Calibration().certain  # weight from which the nearest sentence may deny otherwise


@dataclass(frozen=True, slots=True)
class Stage:
    """What is known of all pairs after a judge was asked."""

    found: Sequence[Weighed]
    sample: Sample
    care: Care

    @classmethod
    def of(cls, found: Sequence[Weighed], judge: str = "small") -> "Stage":
        """Return what a judge says."""
        care = _CARE.get(judge, Care())
        return cls(found, sample(found, care.certain), care)


@dataclass(frozen=True, slots=True)
class Crossed:
    """Probabilities and cuts of each pair, from curves that never saw it."""

    support: Floats
    contradiction: Floats
    cut: Floats
    against: Floats


@dataclass(frozen=True, slots=True)
class Called:
    """What pairs are called, each by what the other half taught."""

    probability: Floats
    supported: Truths
    contradicted: Truths
    doubted: Truths  # where a second judge would be asked


# Of the first judge beside a second: pages and papers are what the first knows best and the second worst. SciFact has
# 73.7 with it and 71.2 without, WiCE 73.6 and 72.5, AttributionBench 80.1 and 79.1; more costs AttributionBench.
_SHARE = 0.2
# Of 520 negated claims, before any comparison, 12 pass both judges with a certainty of 0.95 and 14 with 0.9, and more
# true ones with a "not" do. The first judge is less sure where it is right.
_CARE = {"base": Care(certain=0.9)}
_THREE = frozenset({"supported", "neutral", "contradicted"})


def main(arguments: list[str]) -> int:
    """Print the board."""
    asked = _asked(arguments)
    models = [load(name, threads=2) for name in asked.judge.split("+")]
    given = list(from_file(asked.data)) if asked.data else []
    pairs = [pair for pair in given if not asked.sets or pair.set in asked.sets.split(",")] + list(own())
    alone = _stages(pairs, models, asked.keep)
    share = _SHARE if asked.data else _known_share(models)
    stages = _heard(alone, share)
    curves = [shipped(each) for each in stages] if asked.data else _known(models)
    tried_on = _stages(list(trial()), models, asked.keep and asked.keep.with_name(f"{asked.keep.stem}-trial"))
    unseen = _heard(tried_on, share)
    ruled, tried = _ruled(stages, curves), _ruled(unseen, curves)
    for line in (*_judged(stages, ruled), *told(unseen[0].found, tried), ""):
        print(line)
    for line in _without_judges(stages, models[0], curves[0], asked.keep):
        print(line)
    if asked.ship:
        ship([shipped(each) for each in alone], asked.ship)
        if len(models) > 1:
            ship_beside(curves[1], *asked.ship)
    low = [*sunken(stages[0].found, ruled), *sunken(unseen[0].found, tried)]
    for line in low:
        print(line)
    return 1 if low else 0


def _ruled(stages: Sequence[Stage], curves: Sequence[Calibration]) -> list[Ruling]:
    return rulings(stages[0].found, curves[0], (stages[1].found, curves[1]) if len(stages) > 1 else None)


def _judged(stages: Sequence[Stage], ruled: Sequence[Ruling]) -> Iterator[str]:
    called = cross_fitted(stages)
    yield from board(stages[0], called)
    if len(stages) > 1:
        yield f"the second judge is asked about {100 * called.doubted.mean():.0f} % of the pairs"
    yield ""
    yield from promised(stages[-1])
    yield ""
    yield from told(stages[0].found, ruled)
    yield ""


def _without_judges(stages: Sequence[Stage], model: Model, curve: Calibration, keep: Path | None) -> Iterator[str]:
    """Yield what needs no judge, and who loses the point."""
    cosines, buried = (keep and keep.with_suffix(suffix) for suffix in (".cosines.npy", ".buried.npy"))
    embed = load("embedder", threads=2)
    yield from floors.lines(stages[0].found, lambda texts: embed.run([(text,) for text in texts]), kept=cosines)
    yield ""
    yield from oracles.lines(stages[0].found, cross_fitted(stages).supported, run=model.run, curve=curve, kept=buried)


def _stages(pairs: Sequence[Labelled], models: Sequence[Model], keep: Path | None) -> list[Stage]:
    """Return what is known of each pair at first, and after a second judge was asked."""
    found = []
    for model in models:
        kept = keep.with_name(f"{keep.stem}-{model.digest[:12]}.npy") if keep else None
        said, spent = weighed(pairs, model.run, kept=kept)
        print(f"{model.name} ({model.precision}), {len(pairs)} pairs, {spent:.0f} ms a passage, {_megabytes()} MB")
        found.append(said)
    print()
    return [Stage.of(each, model.name) for each, model in zip(found, models, strict=True)]


def _known_share(models: Sequence[Model]) -> float:
    """Return the share that the first of two judges has in the product."""
    return share_of_first(beside(*models), models[1].name) if len(models) > 1 else 0.0


def _heard(alone: Sequence[Stage], share: float) -> list[Stage]:
    """Return what is known after each judge, where a second one hears the first."""
    if len(alone) == 1 or not share:
        return list(alone)
    first, second = alone
    both = together(first.found, second.found, share=share)
    return [first, Stage(both, sample(both, second.care.certain), second.care)]


def _known(models: Sequence[Model]) -> list[Calibration]:
    """Return the curves that are shipped: of the first alone, and of a second beside it."""
    first, *others = models
    return [Calibration.of(first.settings), *(Calibration.of(beside(first, each)) for each in others)]


def shipped(stage: Stage) -> Calibration:
    """Return the curve that is shipped: fitted on all pairs; its cuts are those that the halves found, in the mean."""
    whole, found, care = stage.sample, crossed(stage), stage.care
    cut, against = (round(float(np.unique(each).mean()), 4) for each in (found.cut, found.against))
    kept = risks(found.support, whole)
    return replace(fitted(whole, care.spared), cut=cut, against=against, certain=care.certain, risk=kept)


def promised(stage: Stage) -> Iterator[str]:
    """Yield for each risk that can be asked for what it keeps: cuts from one half, counted on the other."""
    whole, half = stage.sample, _halves(stage.found)
    probability = crossed(stage).support
    yield f"{'--risk':>6} {'wrong':>7} {'called supported':>17}"
    for risk in RISKS:
        called = np.zeros(len(probability), bool)
        for side in (half, ~half):
            cuts = dict(risks(probability[~side], whole.part(~side)))
            called[side] = (probability[side] >= cuts.get(risk, 2.0)) & ~whole.denied[side]
        weights = evened(whole)
        wrong = weights[called & ~whole.truth].sum() / max(weights[called].sum(), 1e-9)
        yield f"{risk:6} {100 * wrong:6.1f}% {100 * weights[called].sum() / weights.sum():16.1f}%"


def board(stage: Stage, called: Called) -> Iterator[str]:
    """Yield a line for each set: cross-fitted figures, and word overlap at its own best cut."""
    found, all_of_it = stage.found, stage.sample
    words = np.array([_covered(each) for each in found])
    yield f"{'set':28} {'n':>5} {'balanced, 95 %':>22} {'three-way':>10} {'AUC':>6} {'error':>6} {'words':>6}"
    for name in dict.fromkeys(all_of_it.sets.tolist()):
        rows = np.flatnonzero(all_of_it.sets == name)
        truth, so_called, chance = all_of_it.truth[rows], called.supported[rows], called.probability[rows]
        groups = [found[int(row)].pair.evidence for row in rows]
        low, high = interval(partial(_drawn, so_called, truth), groups)
        three = _three_way(all_of_it.label[rows], so_called, called.contradicted[rows])
        overlap = max(balanced(words[rows] >= cut, truth) for cut in np.unique(words[rows]))
        yield (
            f"{name:28} {len(rows):5} {balanced(so_called, truth):8.1f} ({low:4.1f}–{high:4.1f}) {three:>10} "
            f"{area(chance, truth):6.1f} {calibration_error(chance, truth):6.3f} {overlap:6.1f}"
        )
    yield f"calibration error over all sets, each counting the same: {_error(all_of_it, called):.3f}"


def _error(sample: Sample, called: Called) -> float:
    names, counts = np.unique(sample.sets, return_counts=True)
    rows = np.isin(sample.sets, names[counts >= FEWEST])
    return calibration_error(called.probability[rows], sample.truth[rows], level(sample.sets[rows]))


def _drawn(called: Truths, truth: Truths, rows: NDArray[np.intp]) -> float:
    return balanced(called[rows], truth[rows])


def _covered(each: Weighed) -> float:
    return max((coverage(each.pair.claim, passage.text) for passage in each.read), default=0.0)


def cross_fitted(stages: Sequence[Stage]) -> Called:
    """Return what each pair is called; a second judge has its say where the first is in doubt."""
    first = _called(stages[0])
    for stage in stages[1:]:
        later = _called(stage)
        first = Called(
            np.where(first.doubted, later.probability, first.probability),
            np.where(first.doubted, later.supported, first.supported),
            np.where(first.doubted, later.contradicted, first.contradicted),
            first.doubted,
        )
    return first


def _called(stage: Stage) -> Called:
    whole, found = stage.sample, crossed(stage)
    likely = found.support >= found.cut
    doubted = (found.support >= found.cut - DOUBT) | ~np.isnan(whole.least)
    supported = likely & ~whole.denied
    return Called(found.support, supported, ~supported & whole.about & (found.contradiction >= found.against), doubted)


def crossed(stage: Stage) -> Crossed:
    """Return probabilities and cuts, each half by what the other half taught."""
    whole, half = stage.sample, _halves(stage.found)
    found = Crossed(*np.zeros((4, len(half))))
    for side in (half, ~half):
        taught = fitted(whole.part(~side), stage.care.spared)
        found.support[side] = supports(taught.support, whole.part(side))
        found.contradiction[side] = probabilities(taught.contradiction, whole.part(side))
        found.cut[side], found.against[side] = taught.cut, taught.against
    return found


def _halves(found: Sequence[Weighed]) -> Truths:
    return np.array([int(sha256(each.pair.evidence.encode()).hexdigest(), 16) % 2 == 0 for each in found])


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
    parser.add_argument("--judge", default="small", help="name or folder of the model, or two with a + between")
    parser.add_argument("--sets", help="only these sets of the file, parted by commas")
    parser.add_argument(
        "--ship", type=Path, nargs="+", default=(), help="write the fitted curves into the manifests of these folders"
    )
    parser.add_argument("--keep", type=Path, help="keep the logits in files of this name, or take them from there")
    asked = parser.parse_args(arguments)
    if asked.ship and not asked.data:
        parser.error("--ship needs --data: curves are fitted on the pairs of a file")
    return asked


def ship(curves: Sequence[Calibration], folders: Sequence[Path]) -> None:
    """Write each curve into the manifest of its model."""
    for curve, folder in zip(curves, folders, strict=True):
        _add(folder, {"calibration": curve.told()})


def ship_beside(curve: Calibration, first: Path, second: Path) -> None:
    """Write the curve of a second judge beside a first, who is known by the digest of its files."""
    known = manifest(second).get("beside", {})
    fitted_with = {proven(first, manifest(first)): {"share": _SHARE, "calibration": curve.told()}}
    _add(second, {"beside": known | fitted_with})


def _add(folder: Path, more: dict[str, object]) -> None:
    file = folder / "manifest.json"
    said = json.loads(file.read_text("utf-8")) | more
    file.write_text(json.dumps(said, ensure_ascii=False, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
