"""How long does `citevet --help` take beside the smallest click program?"""

import subprocess
import sys
from collections.abc import Iterator
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
        ours: list[float] = []
        theirs: list[float] = []
        for _ in range(_RUNS):
            theirs.append(_seconds([sys.executable, str(bare), "--help"]))
            ours.append(_seconds([sys.executable, "-c", _OURS, "--help"]))
    detail = f"{min(ours) * 1000:.0f} ms and {min(theirs) * 1000:.0f} ms"
    yield Ratio("`citevet --help` by a bare click program", min(ours) / min(theirs), most=1.5, detail=detail)


def _seconds(command: list[str]) -> float:
    start = perf_counter()
    subprocess.run(command, check=True, capture_output=True)
    return perf_counter() - start
