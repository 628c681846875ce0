"""Disturb runs of `citevet batch` at random points, continue them, and compare their output with an undisturbed run."""

import os
import shutil
import sqlite3
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

Run = subprocess.Popen[Any]
BATCH = (sys.executable, "-m", "citevet", "batch", ".", "--quiet", "--output")
ENDED = frozenset({0, 1})  # exit codes of a run that read every file
INCOMPLETE = ENDED | {2}  # or not: the next run reads the rest
_DOCUMENTS = 30
_SENTENCES = 25  # of a document
_WAIT = 600.0  # seconds for a run on a busy machine
_START = 1.5  # seconds in which a run starts and opens the corpus
_EARLY = 0.3  # share of the kills that come within these


@dataclass(frozen=True, slots=True)
class Victim:
    """What is killed while a run is under way."""

    name: str
    words: tuple[str, ...]  # of the command
    kill: Callable[[Run, Random], bool]  # returns whether there was something to kill
    codes: frozenset[int] = ENDED  # with which the run may end after that
    variables: Mapping[str, str] | None = None


def disturb(
    folder: Path, victims: Sequence[Victim], *, kills: int, seed: int, before: Callable[[], None] = lambda: None
) -> int:
    """Kill so often, one kind of victim in each run, and return 1 if the output differs once."""
    random = Random(seed)  # noqa: S311 - points in time, not secrets
    done: Counter[str] = Counter()
    ends: Counter[int] = Counter()
    runs = 0
    run_to_end(folder, "whole", ("--jobs", "1"))
    while done.total() < kills:
        runs += 1
        victim = min(victims, key=lambda each: done[each.name])
        before()
        for _ in range(random.randint(1, 3)):
            code = _run_with_kills(folder, victim, random, done)
            ends[code] += 1
            if code not in victim.codes:
                print(f"run {runs}, seed {seed}: exit code {code} after the kill of a {victim.name}")
                return 1
        run_to_end(folder, "killed", victim.words, victim.variables)
        if read_output(folder / "killed") != read_output(folder / "whole"):
            print(f"run {runs}, seed {seed}: the output differs after the kill of a {victim.name}")
            return 1
        shutil.rmtree(folder / "killed")
        print(f"kills: {done.total()}, runs: {runs}, {dict(done)}, exit codes {dict(ends)}", flush=True)
    print(f"{runs} runs with {done.total()} kills gave the bytes of the undisturbed run")
    return 0


def _run_with_kills(folder: Path, victim: Victim, random: Random, done: Counter[str]) -> int:
    """Start or continue a run, kill the victim up to three times, and return the exit code."""
    journal = folder / "killed" / "journal.sqlite"
    with _start(folder, "killed", victim.words, victim.variables) as run:
        for _ in range(random.randint(1, 3)):
            if random.random() < _EARLY:
                time.sleep(_START * random.random())
            else:
                wait_for_documents(journal, run, random.randint(count_finished(journal), _DOCUMENTS))
                time.sleep(random.random() / 4)
            if run.poll() is not None:
                break
            done[victim.name] += victim.kill(run, random)
        return run.wait(_WAIT)


def wait_for_documents(journal: Path, run: Run, finished: int) -> None:
    """Wait until a run has finished so many documents, or ended."""
    while run.poll() is None and count_finished(journal) < finished:
        time.sleep(0.01)


def run_to_end(
    folder: Path, output: str, words: tuple[str, ...] = (), variables: Mapping[str, str] | None = None
) -> None:
    """Run or continue a batch, and end with an error where it fails."""
    with _start(folder, output, words, variables) as run:
        code = run.wait(_WAIT)
    if code not in ENDED:
        sys.exit(f"exit code {code} of an undisturbed run")


def _start(folder: Path, output: str, words: tuple[str, ...], variables: Mapping[str, str] | None) -> Run:
    environment = {**os.environ, **(variables or {})}
    return subprocess.Popen([*BATCH, output, *words], cwd=folder, env=environment, stdout=subprocess.DEVNULL)


def read_output(output: Path) -> list[bytes]:
    """Return what a finished run has written."""
    return [(output / name).read_bytes() for name in ("reports.jsonl", "summary.json")]


def count_finished(journal: Path) -> int:
    """Return how many documents of a run are finished."""
    try:
        with closing(sqlite3.connect(f"file:{journal}?mode=ro", uri=True)) as table:
            return int(table.execute("SELECT count(*) FROM finished").fetchone()[0])
    except sqlite3.OperationalError:  # not there yet
        return 0


def list_children(process: int) -> list[int]:
    """Return the processes that a process has started."""
    threads = Path(f"/proc/{process}/task").glob("*/children")
    return sorted(int(each) for thread in threads for each in thread.read_text().split())


def write_project(folder: Path, *, documents: int = _DOCUMENTS, sentences: int = _SENTENCES) -> None:
    """Write documents that cite a corpus of four entries, each longer than the one before."""
    shutil.copytree(Path(__file__).parents[1] / "examples" / "corpus", folder / "corpus")
    (folder / "citevet.toml").write_text('corpus = "corpus"\ntoday = "2026-06-01"\n', encoding="utf-8")
    for number in range(documents):
        lines = (
            f"Street {row} of town {number} was 0.{row % 10} °C cooler [REF-00{row % 5 + 1}, p. {row}].\n"
            for row in range(sentences + number)
        )
        (folder / f"{number:02}.md").write_text("\n".join(lines), encoding="utf-8")
