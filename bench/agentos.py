"""Cost of scoring compared with AgentOS' verifier on the same vectors.

Each side runs in its own process (`python -m bench.agentos FILE CLAIMS SOURCES TIMES` is ours), and counts the CPU time
of one run with all its threads. AgentOS comes from npm as published. Only its verifier and its cosine are unpacked:
they need nothing else, and no install script runs.
"""

import json
import subprocess
import sys
import tarfile
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha512
from pathlib import Path
from shutil import which
from tempfile import TemporaryDirectory
from time import process_time

import numpy as np

from bench.ratio import Ratio

_PACKAGE = "@framers/agentos@0.9.164"
_SHA512 = (  # from the registry
    "e5db3b6a438382e20f799fb8df7c00a137543915a4c93f41d0632403d96a2fd6"
    "2a94d4a5302dfca39b378fd3c2c709c39ee1f240e766739ed1f8870289eac3a5"
)
_FOLDER = Path(__file__).parent.parent / ".bench" / "agentos"
_INSIDE = "package/dist/cognition/rag/citation/"
_SCRIPT = Path(__file__).with_suffix(".mjs")
_WIDTH = 384
_ROUNDS = 6  # of many short runs; the best counts, because other jobs slow the rest down
_TOLERANCE = 2e-6  # they add in 64 bits, we in 32, and round to six digits


@dataclass(frozen=True, slots=True)
class Scored:
    """The results of one side, and the CPU seconds of one run."""

    seconds: float
    places: list[int]
    cosines: list[float]


def measure() -> Iterator[Ratio]:
    """Find the nearest source of each claim, at three sizes."""
    try:
        verifier = _fetch_verifier()
    except _Missing as error:
        yield Ratio("scoring by AgentOS", None, detail=str(error))
        return
    with TemporaryDirectory() as name:
        ours, theirs = _both(Path(name, "few"), verifier, (5, 5, 3000))
        yield Ratio("scoring by AgentOS, 5 × 5", ours / theirs, most=2, detail=_detail(ours, theirs))
        ours, theirs = _both(Path(name, "some"), verifier, (100, 1_000, 5))
        yield Ratio("AgentOS by scoring, 100 × 1,000", theirs / ours, detail=_detail(ours, theirs))
        ours, theirs = _both(Path(name, "many"), verifier, (1_000, 10_000, 1))
        yield Ratio("AgentOS by scoring, 1,000 × 10,000", theirs / ours, least=30, detail=_detail(ours, theirs))


def _detail(ours: float, theirs: float) -> str:
    return f"ours {ours * 1000:.3f} ms, theirs {theirs * 1000:.3f} ms of CPU"


def _both(file: Path, verifier: Path, size: tuple[int, int, int]) -> tuple[float, float]:
    """Return the seconds of both sides, after checking that their results agree."""
    claims, sources, _ = size
    made = np.random.default_rng(claims).standard_normal((claims + sources, _WIDTH)).astype(np.float32)
    made.tofile(file)
    shown = [str(file), *map(str, size)]
    theirs = _run(["node", str(_SCRIPT), str(verifier), *shown])
    ours = _run([sys.executable, "-m", "bench.agentos", *shown])
    for our, their, mine, other in zip(ours.places, theirs.places, ours.cosines, theirs.cosines, strict=True):
        if (our != their and mine > 0) or abs(max(mine, 0) - other) > _TOLERANCE:
            sys.exit(f"AgentOS names source {their} at {other}, and we {our} at {mine}: this is not the same work.")
    return ours.seconds, theirs.seconds


def _run(command: list[str]) -> Scored:
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    return Scored(**json.loads(done.stdout))


class _Missing(Exception):
    """Node.js or the package is not available."""


def _fetch_verifier() -> Path:
    """Return the published verifier, downloaded once."""
    if which("node") is None:
        raise _Missing("Node.js 18 or later is not installed")
    found = _FOLDER / _INSIDE / "CitationVerifier.js"
    if not found.is_file():
        _FOLDER.mkdir(parents=True, exist_ok=True)
        npm = ["npm", "pack", "--silent", "--ignore-scripts", "--pack-destination", str(_FOLDER), _PACKAGE]
        try:
            packed = _FOLDER / subprocess.run(npm, check=True, capture_output=True, text=True).stdout.strip()
        except (FileNotFoundError, subprocess.CalledProcessError) as error:
            raise _Missing(f"{_PACKAGE} cannot be fetched: it needs npm and its registry") from error
        _unpack(packed)
    return found


def _unpack(packed: Path) -> None:
    if sha512(packed.read_bytes()).hexdigest() != _SHA512:
        sys.exit(f"{packed.name} is not the package that was published as {_PACKAGE}.")
    with tarfile.open(packed) as archive:
        wanted = [each for each in archive if each.name.startswith(_INSIDE) and each.name.endswith(".js")]
        archive.extractall(_FOLDER, wanted, filter="data")
    (_FOLDER / "package" / "package.json").write_text('{"type": "module"}')


def main(file: str, *size: str) -> None:
    """Score the vectors of a file, and print the cost."""
    from citevet.judge.vectors import find_nearest  # in this process only

    claims, sources, times = map(int, size)
    rows = np.fromfile(file, np.float32).reshape(claims + sources, _WIDTH)
    asked, held = rows[:claims], rows[claims:]
    find_nearest(asked[:20], held[:50])  # load the libraries
    best = float("inf")
    for _ in range(_ROUNDS if times > 1 else 1):
        start = process_time()
        for _ in range(times):
            places, cosines = find_nearest(asked, held)
        best = min(best, (process_time() - start) / times)
    sys.stdout.write(json.dumps({"seconds": best, "places": places, "cosines": cosines}))


if __name__ == "__main__":
    main(*sys.argv[1:])
