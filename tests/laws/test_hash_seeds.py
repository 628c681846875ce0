"""Sets of words have another order in every process, and nothing that is said of a claim hangs on it."""

import os
import subprocess
import sys
from math import fsum
from pathlib import Path

from citevet.judge.opposing.nearest_sentence import Evidence, Sentence
from citevet.judge.opposing.reading import read

ROOT = Path(__file__).parents[2]
TOLD = """
from evals.pairs import own, trial
from citevet.judge.differences import compared
for pair in [*own(), *trial()][::60]:
    print(compared(pair.claim, pair.evidence))
"""


def told(seed: int) -> str:
    """Return what another process says of every sixtieth claim of our own sets."""
    paths = os.pathsep.join((str(ROOT), str(ROOT / "src")))
    named = os.environ | {"PYTHONHASHSEED": str(seed), "PYTHONPATH": paths, "PYTHONIOENCODING": "utf-8"}
    run = subprocess.run([sys.executable, "-c", TOLD], env=named, capture_output=True, check=True, text=True)
    return run.stdout


def test_the_order_of_words_in_sets_tells_nothing() -> None:
    """Two processes that hash otherwise find the same differences."""
    first, other = told(0), told(1)
    assert "Difference(" in first
    assert first == other


def test_the_worth_of_words_is_added_up_exactly() -> None:
    """How much of a claim a sentence holds is the same in whatever order its words come."""
    worth = {f"word{number}": 1 / number for number in range(1, 40)} | {"": 1.0}
    held = frozenset(f"word{number}" for number in range(1, 30))
    evidence, sentence = Evidence(read("A word."), (), worth), Sentence((), held)
    theirs, lacking = fsum(worth[name] for name in sorted(held)), [f"word{number}" for number in range(30, 40)]
    expected = theirs / (theirs + fsum(evidence.lack(name) for name in lacking))
    assert expected == evidence.coverage([*held, *lacking], sentence)
