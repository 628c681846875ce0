"""Start-up time: `citevet --help`, `import citevet`, and `citevet check` on one page, each compared with less work.

codespell looks up the words of the same page in its dictionary, a check of text that people run on every save.
"""

import os
import resource
import subprocess
import sys
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

from bench.ratio import Ratio
from bench.sample import PAGE

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
    """Run both commands in turn, and compare the fastest run of each, because other jobs slow the rest down."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "bare.py").write_text(_BARE)
        (folder / "page.md").write_text(PAGE)
        run = _Runner(folder)
        ours, theirs = run.fastest(run.seconds, ["-c", _OURS, "--help"], ["bare.py", "--help"])
        detail = f"{ours * 1000:.0f} ms and {theirs * 1000:.0f} ms"
        yield Ratio("`citevet --help` by a bare click program", ours / theirs, most=1.5, detail=detail)
        ours, theirs = run.fastest(run.cpu_seconds, ["-c", "import citevet"], ["-c", "import click"])
        yield Ratio("`import citevet` by `import click`", ours / theirs, most=2, detail=_cpu_detail(ours, theirs))
        # The cache is empty in each run: an unchanged page would come from it, and cost less.
        ours, theirs = run.fastest(run.cpu_seconds, ["-c", _OURS, "check", "page.md"], ["-c", _OURS, "--help"])
        yield Ratio("`citevet check PAGE` by `citevet --help`", ours / theirs, most=5, detail=_cpu_detail(ours, theirs))
        what = "`citevet check PAGE` by `codespell PAGE`"
        if find_spec("codespell_lib") is None:
            yield Ratio(what, None, most=1.5, detail="codespell is not installed")
            return
        theirs_too = ["-m", "codespell_lib", "page.md"]
        ours, theirs = run.fastest(run.cpu_seconds, ["-c", _OURS, "check", "page.md"], theirs_too)
        yield Ratio(what, ours / theirs, most=1.5, detail=_cpu_detail(ours, theirs))


def _cpu_detail(ours: float, theirs: float) -> str:
    return f"{ours * 1000:.0f} ms and {theirs * 1000:.0f} ms of CPU"


class _Runner:
    """Runs Python in a folder, with bytecode files as after an installation, and with an empty cache each time."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.runs = 0
        self.environment = {**os.environ, "PYTHONPYCACHEPREFIX": str(folder / "bytecode")}
        self.environment.pop("PYTHONDONTWRITEBYTECODE", None)

    def fastest(self, cost: Callable[[list[str]], float], ours: list[str], theirs: list[str]) -> tuple[float, float]:
        """Return the lowest cost of each command."""
        runs = [(cost(ours), cost(theirs)) for _ in range(_RUNS)]
        return min(our for our, _ in runs), min(their for _, their in runs)

    def seconds(self, arguments: list[str]) -> float:
        """Return the seconds that a process takes."""
        start = perf_counter()
        self._run(arguments)
        return perf_counter() - start

    def cpu_seconds(self, arguments: list[str]) -> float:
        """Return the CPU seconds of a process, its start included; os.times() counts in steps of 10 ms."""
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        self._run(arguments)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime

    def _run(self, arguments: list[str]) -> None:
        self.runs += 1
        cache = {"CITEVET_CACHE_DIR": str(self.folder / f"cache-{self.runs}")}
        environment = {**self.environment, **cache}
        command = [sys.executable, *arguments]
        done = subprocess.run(command, cwd=self.folder, env=environment, capture_output=True, check=False)
        if done.returncode not in {0, 1}:  # 1: the check found faults
            raise subprocess.CalledProcessError(done.returncode, command, done.stdout, done.stderr)
