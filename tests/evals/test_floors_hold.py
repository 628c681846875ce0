"""The shipped judge keeps its floors: a part of our own triplets, judged as the product judges them."""

import sys
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))
from evals.pairs import own
from evals.verdicts import rulings
from evals.weighed import weighed

from citevet.judge.calibration import Calibration
from citevet.world.models import load

_EVERY = 7  # of the triplets: `make eval` takes them all, and 90 seconds
# How many of each kind must come out right, true claims supported and the others not. Two less than do, for processors
# whose int8 rounds otherwise.
_FLOORS = {"as it stands": (48, 75), "denied": (57, 59), "turned round": (12, 16), "number swapped": (38, 43)}


def test_the_shipped_judge_keeps_its_floors() -> None:
    """Weights, curve, retrieval and comparisons together are as good as they were."""
    contrasts = [pair for pair in own() if pair.kind]
    triplets = [contrasts[at : at + 3] for at in range(0, len(contrasts), 3 * _EVERY)]
    judge = load("small", threads=2)
    found, _ = weighed([pair for triplet in triplets for pair in triplet], judge.run)
    right, asked = Counter[str](), Counter[str]()
    for each, ruling in zip(found, rulings(found, Calibration.of(judge.settings)), strict=True):
        kind = each.pair.kind
        asked[kind] += 1
        right[kind] += (ruling.support == "supported") == (kind == "as it stands")
    assert {kind: total for kind, (_, total) in _FLOORS.items()} == {kind: asked[kind] for kind in _FLOORS}
    assert {} == {kind: right[kind] for kind, (least, _) in _FLOORS.items() if right[kind] < least}
