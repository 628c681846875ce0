"""How long do `citevet --help` and `import citevet` take beside the smallest click program and `import click`?"""

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

from bench.ratio import Ratio

_RUNS = 15
_BARE = """\
import click

@click.group()
def group():
    "Do nothing."

@group.command()
def check():
    "Do nothing."

group()
"""
_OURS = "from citevet.cli import main; main()"


def measure() -> Iterator[Ratio]:
    """Run both in turn, and compare the quickest of each: the rest is what else the machine did."""
    with TemporaryDirectory() as name:
        bare = Path(name, "bare.py")
        bare.write_text(_BARE)
        ours, theirs = _quickest(_seconds, ["-c", _OURS, "--help"], [str(bare), "--help"])
    detail = f"{ours * 1000:.0f} ms and {theirs * 1000:.0f} ms"
    yield Ratio("`citevet --help` by a bare click program", ours / theirs, most=1.5, detail=detail)
    ours, theirs = _quickest(_cpu, ["-c", "import citevet"], ["-c", "import click"])
    detail = f"{ours * 1000:.0f} ms and {theirs * 1000:.0f} ms of CPU"
    yield Ratio("`import citevet` by `import click`", ours / theirs, most=2, detail=detail)


def _quickest(cost: Callable[[list[str]], float], ours: list[str], theirs: list[str]) -> tuple[float, float]:
    runs = [(cost([sys.executable, *ours]), cost([sys.executable, *theirs])) for _ in range(_RUNS)]
    return min(our for our, _ in runs), min(their for _, their in runs)


def _seconds(command: list[str]) -> float:
    start = perf_counter()
    subprocess.run(command, check=True, capture_output=True)
    return perf_counter() - start


def _cpu(command: list[str]) -> float:
    """Return the CPU seconds of a process, its start included."""
    before = os.times()
    subprocess.run(command, check=True, capture_output=True)
    after = os.times()
    return after.children_user + after.children_system - before.children_user - before.children_system
