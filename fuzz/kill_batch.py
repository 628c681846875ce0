"""Kill runs of `citevet batch`, their workers, and workers of a Dask cluster at random points.

`python -m fuzz.kill_batch [KILLS] [SEED]`: the output must always have the bytes of an undisturbed run.
"""

import json
import os
import signal
import subprocess
import sys
import time
from contextlib import closing, suppress
from functools import partial
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from fuzz.killed_runs import ENDED, INCOMPLETE, Run, Victim, disturb, list_children, write_project


def main(kills: int = 50, seed: int = 0) -> int:
    """Kill so often, and return 1 if the output differs once."""
    with TemporaryDirectory() as name, closing(_Cluster(Path(name))) as cluster:
        folder = Path(name, "project")
        write_project(folder)
        words = ("--jobs", "2")
        victims = (
            Victim("run", words, _kill_run, ENDED | {-signal.SIGKILL}),
            # A file that meets two kills is reported as one that crashes its process.
            Victim("pool worker", words, _kill_worker, INCOMPLETE),
            Victim("Dask worker", ("--scheduler", cluster.address), partial(_replace_worker, cluster)),
        )
        return disturb(folder, victims, kills=kills, seed=seed)


def _kill_run(run: Run, _: Random) -> bool:
    run.kill()
    run.wait()
    return True


def _kill_worker(run: Run, random: Random) -> bool:
    workers = list_children(run.pid)
    if not workers:
        return False
    with suppress(ProcessLookupError):
        os.kill(random.choice(workers), signal.SIGKILL)
    return True


def _replace_worker(cluster: "_Cluster", _: Run, random: Random) -> bool:
    cluster.replace_worker(random)
    return True


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


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:])))
