"""A batch of 1,000 documents with 20 citations each over 500 shared sources: two workers by one, and memory.

`python -m bench.batch DOCUMENTS` measures fewer documents.
"""

import os
import subprocess
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from shutil import rmtree
from statistics import linear_regression
from tempfile import TemporaryDirectory
from time import perf_counter, sleep

from bench.loopback import REFERENCES, serve, write_references
from bench.project import corpus, documents
from bench.ratio import Ratio

_DOCUMENTS, _CITATIONS, _ENTRIES = 1_000, 20, 500
_ONLINE = 40  # documents
_WARM = 250  # documents of each worker in which tables, the index and nearly all sources are loaded
_EVERY = 0.25  # seconds between two looks at the memory
_MB = 1_000_000


@dataclass(frozen=True, slots=True)
class BatchRun:
    """The seconds of a run, and the memory of all its processes over time."""

    seconds: float
    samples: tuple[tuple[float, float], ...]  # seconds since the start, MB

    def list_warm(self, share: float) -> list[tuple[float, float]]:
        """Return the samples after a share of the run, without those of the end, where processes close."""
        return [each for each in self.samples if self.seconds * share <= each[0] <= self.seconds * 0.95]


def measure(number: int = _DOCUMENTS) -> Iterator[Ratio]:
    """Run with one worker and with two, each with an empty journal, and compare their bytes too."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        corpus(folder / ".citevet/corpus", _ENTRIES)
        documents(folder, number, entries=_ENTRIES, citations=_CITATIONS)
        run_batch(folder, 1, "chapter-000.md")  # the index of the corpus is there beforehand
        one, two = run_batch(folder, 1), run_batch(folder, 2)
    each = one.seconds / number * 1000
    detail = f"{one.seconds:.1f} s and {two.seconds:.1f} s for {number:,} documents, {each:.0f} ms each"
    yield Ratio("batch: one worker by two", one.seconds / two.seconds, least=1.7, detail=detail)
    for run, workers in ((one, 1), (two, 2)):
        yield _measure_memory(run, workers, number)
    yield from _measure_online()


def _measure_online() -> Iterator[Ratio]:
    """Compare documents that share works with one document that cites them all: each work is looked up once."""
    with TemporaryDirectory() as name, serve("references") as environment:
        whole, many = Path(name, "whole"), Path(name, "many")
        whole.mkdir()
        many.mkdir()
        write_references(whole / "report.md")
        for number in range(_ONLINE):
            start = number * _CITATIONS % REFERENCES
            write_references(many / f"{number:03}.md", range(start + 1, start + _CITATIONS + 1))
        one = run_batch(whole, 1, ".", "--online", environment=environment)
        first, again = (run_batch(many, 1, ".", "--online", environment=environment) for _ in range(2))
    each = again.seconds / _ONLINE * 1000
    detail = f"{first.seconds:.1f} s for {_ONLINE} documents, {one.seconds:.1f} s for one with all {REFERENCES} works"
    yield Ratio("online batch by one document, same works", first.seconds / one.seconds, most=2, detail=detail)
    detail = f"{again.seconds:.1f} s with all replies in the cache, {each:.0f} ms for a document"
    yield Ratio("online batch again, by the first time", again.seconds / first.seconds, detail=detail)


def _measure_memory(run: BatchRun, workers: int, number: int) -> Ratio:
    """Compare the memory at the end with that after the warm-up, along the straight line through all samples."""
    what = f"batch: memory at the end by warm, {workers} workers" if workers > 1 else "batch: memory at the end by warm"
    warm = run.list_warm(_WARM * workers / number)
    if len(warm) < 3:  # noqa: PLR2004 - a line needs some points
        return Ratio(what, None, most=1.1, detail="the run was too short")
    slope, start = linear_regression(*zip(*warm, strict=True))
    first, last = warm[0][0], warm[-1][0]
    growth = slope * run.seconds / number * 1000
    detail = f"{max(size for _, size in run.samples):,.0f} MB at most, {growth:+.1f} MB per 1,000 documents"
    return Ratio(what, (start + slope * last) / (start + slope * first), most=1.1, detail=detail)


def run_batch(folder: Path, jobs: int, *words: str, environment: Mapping[str, str] = os.environ) -> BatchRun:
    """Run the command in a project with an empty journal, and look at the memory of its processes meanwhile."""
    output = folder / "results"
    command = [sys.executable, "-m", "citevet", "batch", *(words or (".",)), "--quiet", "--today", "2026-06-01"]
    there = {**environment, "CITEVET_CACHE_DIR": str(folder / ".cache")}
    start, samples = perf_counter(), []
    with subprocess.Popen(
        [*command, "--jobs", str(jobs), "--output", str(output)], cwd=folder, env=there, stdout=subprocess.DEVNULL
    ) as process:
        while process.poll() is None:
            samples.append((perf_counter() - start, _measure_processes(process.pid) / _MB))
            sleep(_EVERY)
    seconds = perf_counter() - start
    if process.returncode not in {0, 1}:
        raise SystemExit(f"the batch did not do its work: exit code {process.returncode}")
    rmtree(output)
    return BatchRun(seconds, tuple(samples))


def _measure_processes(parent: int) -> int:
    """Return the bytes that a process and its children hold, each shared page divided by its users; 0 elsewhere."""
    total = 0
    try:
        children = [
            each for task in Path(f"/proc/{parent}/task").glob("*/children") for each in task.read_text().split()
        ]
        for process in (str(parent), *children):
            lines = Path(f"/proc/{process}/smaps_rollup").read_text().splitlines()
            total += 1024 * int(next(line for line in lines if line.startswith("Pss:")).split()[1])
    except (OSError, StopIteration):  # it has just ended
        return total
    return total


if __name__ == "__main__":
    for ratio in measure(*map(int, sys.argv[1:])):
        print(ratio.row)
