"""Kill runs of `citevet batch`, their workers, and workers of a Dask cluster at random points.

`python -m fuzz.kill_batch [KILLS] [SEED]`: the output must always have the bytes of an undisturbed run.
"""

import json
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

_BATCH = (sys.executable, "-m", "citevet", "batch", ".", "--quiet", "--output")
_DOCUMENTS = 30
_SENTENCES = 25  # of a document
_WAIT = 600.0  # seconds for a run on a busy machine
_VICTIMS = ("run", "pool worker", "Dask worker")
_ENDED = frozenset({0, 1})  # exit codes of a run that read every file


def main(kills: int, seed: int) -> int:
    """Kill so often, and return 1 if the output differs once."""
    random = Random(seed)  # noqa: S311 - points in time, not secrets
    done: Counter[str] = Counter()
    runs = 0
    with TemporaryDirectory() as name, _start_cluster(Path(name)) as cluster:
        folder = Path(name, "project")
        _write_project(folder)
        _run_to_end(folder, "whole", ("--jobs", "1"))
        while done.total() < kills:
            runs += 1
            victim = _VICTIMS[runs % len(_VICTIMS)]
            words = ("--scheduler", cluster.address) if victim == "Dask worker" else ("--jobs", "2")
            for _ in range(random.randint(1, 3)):
                done[victim] += _kill(folder, words, victim, cluster, random)
            _run_to_end(folder, "killed", words)
            if _read(folder / "killed") != _read(folder / "whole"):
                print(f"run {runs}, seed {seed}: the output differs after the kill of a {victim}")
                return 1
            shutil.rmtree(folder / "killed")
            print(f"{done.total()} kills in {runs} runs: {dict(done)}", flush=True)
    print(f"{runs} runs with {done.total()} kills gave the bytes of the undisturbed run")
    return 0


def _kill(folder: Path, words: tuple[str, ...], victim: str, cluster: "_Cluster", random: Random) -> bool:
    """Start or continue a run, kill the victim at some point, and return whether it was still there."""
    journal = folder / "killed" / "journal.sqlite"
    finished = random.randint(_count(journal), _DOCUMENTS)
    with subprocess.Popen([*_BATCH, "killed", *words], cwd=folder, stdout=subprocess.DEVNULL) as run:
        while run.poll() is None and _count(journal) < finished:
            time.sleep(0.01)
        time.sleep(random.random() / 4)
        if run.poll() is not None:
            return False
        if victim == "Dask worker":
            cluster.replace_worker(random)
        elif victim == "run":
            run.kill()
        else:
            workers = _list_children(run.pid)
            if not workers:
                run.kill()
                return False
            with suppress(ProcessLookupError):
                os.kill(random.choice(workers), signal.SIGKILL)
        code = run.wait(_WAIT)
    if victim != "run" and code not in _ENDED:
        sys.exit(f"exit code {code} after the kill of a {victim}")
    return True


def _run_to_end(folder: Path, output: str, words: tuple[str, ...]) -> None:
    code = subprocess.run([*_BATCH, output, *words], cwd=folder, stdout=subprocess.DEVNULL, check=False).returncode
    if code not in _ENDED:
        sys.exit(f"exit code {code} of an undisturbed run")


def _read(output: Path) -> list[bytes]:
    return [(output / name).read_bytes() for name in ("reports.jsonl", "summary.json")]


def _count(journal: Path) -> int:
    """Return how many documents of a run are finished."""
    try:
        with closing(sqlite3.connect(f"file:{journal}?mode=ro", uri=True)) as table:
            return int(table.execute("SELECT count(*) FROM finished").fetchone()[0])
    except sqlite3.OperationalError:  # not there yet
        return 0


def _list_children(process: int) -> list[int]:
    threads = Path(f"/proc/{process}/task").glob("*/children")
    return sorted(int(each) for thread in threads for each in thread.read_text().split())


class _Cluster:
    """A Dask scheduler with two workers, each a process with one thread."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        file = folder / "scheduler.json"
        self._scheduler = self._start("scheduler", "--host", "127.0.0.1", "--port", "0", "--scheduler-file", str(file))
        while not (file.exists() and file.stat().st_size) and self._scheduler.poll() is None:
            time.sleep(0.02)
        self.address = str(json.loads(file.read_text())["address"])
        self._workers = [self._start_worker(), self._start_worker()]

    def replace_worker(self, random: Random) -> None:
        """Kill a worker, and start another one."""
        worker = self._workers.pop(random.randrange(len(self._workers)))
        worker.kill()
        worker.wait()
        self._workers.append(self._start_worker())

    def close(self) -> None:
        """End all processes."""
        for process in (*self._workers, self._scheduler):
            process.kill()
            process.wait()

    def _start_worker(self) -> subprocess.Popen[bytes]:
        words = (self.address, "--nthreads", "1", "--no-nanny", "--host", "127.0.0.1")
        return self._start("worker", *words, "--local-directory", str(self._folder))

    @staticmethod
    def _start(kind: str, *words: str) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-m", f"distributed.cli.dask_{kind}", "--no-dashboard", *words]
        return subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


@contextmanager
def _start_cluster(folder: Path) -> Iterator[_Cluster]:
    cluster = _Cluster(folder)
    try:
        yield cluster
    finally:
        cluster.close()


def _write_project(folder: Path) -> None:
    """Write small documents that cite a corpus of four entries."""
    shutil.copytree(Path(__file__).parents[1] / "examples" / "corpus", folder / "corpus")
    (folder / "citevet.toml").write_text('corpus = "corpus"\ntoday = "2026-06-01"\n', encoding="utf-8")
    for number in range(_DOCUMENTS):
        sentences = (
            f"Street {row} of town {number} was 0.{row % 10} °C cooler [REF-00{row % 5 + 1}, p. {row}].\n"
            for row in range(_SENTENCES)
        )
        (folder / f"{number:02}.md").write_text("\n".join(sentences), encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main(*(int(each) for each in (*sys.argv[1:], *("50", "0")[len(sys.argv) - 1 :]))))
