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
PATTERNS = """
from importlib import import_module
from pkgutil import walk_packages
import citevet.extract, citevet.read, citevet.rules, citevet.text
for package in (citevet.extract, citevet.read, citevet.rules, citevet.text):
    for module in walk_packages(package.__path__, package.__name__ + "."):
        for name, value in sorted(vars(import_module(module.name)).items()):
            if source := getattr(value, "pattern", None):
                print(module.name, name, ascii(source))
"""


def told(seed: int, program: str = TOLD) -> str:
    """Return what a program prints in another process: of every sixtieth claim of our own sets, what is found."""
    paths = os.pathsep.join((str(ROOT), str(ROOT / "src")))
    named = os.environ | {"PYTHONHASHSEED": str(seed), "PYTHONPATH": paths, "PYTHONIOENCODING": "utf-8"}
    run = subprocess.run([sys.executable, "-c", program], env=named, capture_output=True, check=True, text=True)
    return run.stdout


def test_the_order_of_words_in_sets_tells_nothing() -> None:
    """Two processes that hash otherwise find the same differences."""
    first, other = told(0), told(1)
    assert "Difference(" in first
    assert first == other


def test_the_order_of_words_in_sets_is_in_no_pattern() -> None:
    """A pattern that is written otherwise in every process would be compiled, and all be kept anew, at every start."""
    first, other = told(0, PATTERNS), told(1, PATTERNS)
    assert first.count("\n") > 900
    assert first.splitlines() == other.splitlines()
