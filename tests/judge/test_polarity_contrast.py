"""How often the rules speak on the frozen contrast set: seldom where the source supports, often where it does not."""

import sys
from pathlib import Path

import pytest

from citevet.judge.polarity import compare_polarity

sys.path.insert(0, str(Path(__file__).parents[2]))
from evals.contrast import Triplet, load, passages, worked

HARD = {"negation", "direction", "quantifier", "comparative"}
ORDER = {passage.id: place for place, passage in enumerate(passages())}
HALVES = [[each for each in load() if ORDER[each.passage.id] % 2 == half] for half in (0, 1)]


def speaks(claim: str, evidence: str) -> bool:
    return any(each.type in HARD for each in compare_polarity(claim, evidence))


def share(triplets: list[Triplet], kind: str) -> float:
    return sum(speaks(getattr(each, kind), each.passage.text) for each in triplets) / len(triplets)


@pytest.mark.parametrize(("half", "floor"), [(0, 0.53), (1, 0.45)])
def test_false_alarms_and_negations(half: int, floor: float) -> None:
    """At most 2 % of supported claims are called wrong, in the half that the rules were made on and in the other."""
    assert share(HALVES[half], "supported") <= 0.02
    assert share(HALVES[half], "negated") >= floor


@pytest.mark.parametrize(
    ("half", "swap", "floor"),
    [(0, "direction", 0.40), (0, "quantifier", 0.32), (1, "direction", 0.33), (1, "quantifier", 0.28)],
)
def test_swaps(half: int, swap: str, floor: float) -> None:
    """A fair share of turned directions and changed quantifiers is caught."""
    assert share([each for each in HALVES[half] if each.swap == swap], "swapped") >= floor


def test_hedges_are_rare_where_the_source_supports() -> None:
    """At most 2 % of supported claims are said to have dropped a reserve."""
    triplets = HALVES[0] + HALVES[1]
    found = [
        each for each in triplets if any(d.type == "hedge" for d in compare_polarity(each.supported, each.passage.text))
    ]
    assert len(found) <= 0.02 * len(triplets)


def test_no_alarm_on_the_worked_examples() -> None:
    """No worked example with the label "supported" is called wrong."""
    assert [] == [
        each.id for each in worked() if each.label == "supported" and speaks(each.claim, " ".join(each.evidence))
    ]
