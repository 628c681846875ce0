"""The shipped judge keeps its floors on a part of our own triplets."""

import sys
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))
from evals.pairs import own
from evals.scores import score_pairs

from citevet.judge.calibration import Calibration
from citevet.world.model_runner import load_model

_EVERY = 11  # of the triplets: `make eval` takes them all, and 90 seconds
# How many of each kind must be right: true claims supported, the others not. Two below today's counts, because int8
# rounds differently on other processors.
_FLOORS = {"as it stands": (35, 48), "denied": (31, 36), "turned round": (9, 12), "number swapped": (18, 27)}


def test_the_shipped_judge_keeps_its_floors() -> None:
    """Weights, calibration, retrieval and comparisons together are as good as they were."""
    contrasts = [pair for pair in own() if pair.kind]
    triplets = [contrasts[at : at + 3] for at in range(0, len(contrasts), 3 * _EVERY)]
    judge = load_model("small", threads=2)
    calibration = Calibration.from_manifest(judge.settings)
    right, asked = Counter[str](), Counter[str]()
    counted = [pair for triplet in triplets for pair in triplet if pair.kind in _FLOORS]
    for each in score_pairs(counted, judge.run):
        asked[each.pair.kind] += 1
        right[each.pair.kind] += (each.rule(calibration).support == "supported") == (each.pair.kind == "as it stands")
    assert asked == {kind: total for kind, (_, total) in _FLOORS.items()}
    assert {kind: right[kind] for kind, (least, _) in _FLOORS.items() if right[kind] < least} == {}
