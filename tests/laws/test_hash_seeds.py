"""Sets of words have another order in every process, and nothing that is said of a claim hangs on it."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
TOLD = """
from evals.pairs import own, trial
from citevet.judge.support import find_differences
for pair in [*own(), *trial()][::60]:
    print(find_differences(pair.claim, pair.evidence))
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
