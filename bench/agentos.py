"""What does scoring cost beside AgentOS' verifier, with the same vectors into both?

Each side runs in a process of its own (`python -m bench.agentos FILE CLAIMS SOURCES TIMES` is ours), and counts the CPU
time of one run with all its threads. AgentOS comes from npm as it is published. Only its verifier and its cosine are
unpacked: they need nothing else, and no install script runs.
"""

import json
import subprocess
import sys
import tarfile
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha512
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time

import numpy as np

from bench.ratio import Ratio

_PACKAGE = "@framers/agentos@0.9.164"
_SHA512 = (  # as the registry states it
    "e5db3b6a438382e20f799fb8df7c00a137543915a4c93f41d0632403d96a2fd6"
    "2a94d4a5302dfca39b378fd3c2c709c39ee1f240e766739ed1f8870289eac3a5"
)
_FOLDER = Path(__file__).parent.parent / ".bench" / "agentos"
_INSIDE = "package/dist/cognition/rag/citation/"
_SCRIPT = Path(__file__).with_suffix(".mjs")
_WIDTH = 384
_ROUNDS = 6  # of many short runs; the best counts, the rest is what else the machine did
_SAME = 2e-6  # they add up in 64 bits, we in 32, and round to six digits


@dataclass(frozen=True, slots=True)
class Scored:
    """What one side found, and the CPU seconds of one run."""

    seconds: float
    places: list[int]
    cosines: list[float]


def measure() -> Iterator[Ratio]:
    """Let both look for the nearest source of each claim, at three sizes."""
    verifier = _verifier()
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
    """Return the seconds of both sides, and make sure that they did the same work."""
    claims, sources, _ = size
    made = np.random.default_rng(claims).standard_normal((claims + sources, _WIDTH)).astype(np.float32)
    made.tofile(file)
    shown = [str(file), *map(str, size)]
    theirs = _run(["node", str(_SCRIPT), str(verifier), *shown])
    ours = _run([sys.executable, "-m", "bench.agentos", *shown])
    for our, their, mine, other in zip(ours.places, theirs.places, ours.cosines, theirs.cosines, strict=True):
        if (our != their and mine > 0) or abs(max(mine, 0) - other) > _SAME:
            sys.exit(f"AgentOS names source {their} at {other}, and we {our} at {mine}: this is not the same work.")
    return ours.seconds, theirs.seconds


def _run(command: list[str]) -> Scored:
    try:
        done = subprocess.run(command, check=True, capture_output=True, text=True)
    except FileNotFoundError:
        sys.exit(f"{command[0]} is not installed; AgentOS runs on Node.js 18 or later.")
    return Scored(**json.loads(done.stdout))


def _verifier() -> Path:
    """Return the published verifier, fetched once."""
    found = _FOLDER / _INSIDE / "CitationVerifier.js"
    if not found.is_file():
        _FOLDER.mkdir(parents=True, exist_ok=True)
        npm = ["npm", "pack", "--silent", "--ignore-scripts", "--pack-destination", str(_FOLDER), _PACKAGE]
        try:
            packed = _FOLDER / subprocess.run(npm, check=True, capture_output=True, text=True).stdout.strip()
        except (FileNotFoundError, subprocess.CalledProcessError) as error:
            sys.exit(f"{_PACKAGE} cannot be fetched: it needs npm and its registry ({error}).")
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
    """Score the vectors of a file, and print what it cost."""
    from citevet.jobs.verifying.scoring import nearest  # noqa: PLC0415 - only this process measures us

    claims, sources, times = map(int, size)
    rows = np.fromfile(file, np.float32).reshape(claims + sources, _WIDTH)
    asked, held = rows[:claims], rows[claims:]
    nearest(asked[:20], held[:50])  # libraries are loaded by now
    best = float("inf")
    for _ in range(_ROUNDS if times > 1 else 1):
        start = process_time()
        for _ in range(times):
            places, cosines = nearest(asked, held)
        best = min(best, (process_time() - start) / times)
    sys.stdout.write(json.dumps({"seconds": best, "places": places, "cosines": cosines}))


if __name__ == "__main__":
    main(*sys.argv[1:])
