"""Memory of one verdict, with the judge and the embedder loaded."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from bench.ratio import Ratio
from bench.sample import prose

_MB = 1_000_000
_SIZE = 60_000  # of the source: more windows than are judged, so that vectors choose among them
_CLAIM = "Tokyo proper has roughly 14 million residents."
_OURS = "from citevet.cli import main; main()"
_WANTED = frozenset({0, 1})  # 1: the claim was contradicted; both mean that it was judged


def measure() -> Iterator[Ratio]:
    """Verify a claim against a long source as a user would, with an empty cache."""
    with TemporaryDirectory() as name:
        source = Path(name, "source.md")
        prose(source, _SIZE)
        command = [sys.executable, "-c", _OURS, "verify", _CLAIM, "--source", str(source)]
        peak = _peak(command, {**os.environ, "CITEVET_CACHE_DIR": str(Path(name, "cache"))})
    yield Ratio("MB of `citevet verify`, judge and embedder", peak / _MB, most=600, detail="peak of the process")


def _peak(command: list[str], environment: dict[str, str]) -> int:
    """Return the peak memory of a process in bytes."""
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, env=environment) as process:
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode not in _WANTED:
        raise subprocess.CalledProcessError(process.returncode, command)
    return used.ru_maxrss * (1 if sys.platform == "darwin" else 1024)
