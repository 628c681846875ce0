"""`citevet batch --scheduler`: a real Dask cluster gives the bytes of one process, also when its workers are killed."""

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from tests.scale.conftest import Batch

SRC = Path(__file__).parents[2] / "src"
COMMAND = (sys.executable, "-m", "citevet", "batch")
DOCUMENTS = 12
StartWorker = Callable[..., subprocess.Popen[bytes]]


@pytest.fixture(scope="module")
def scheduler(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a scheduler without workers."""
    file = tmp_path_factory.mktemp("dask") / "scheduler.json"
    words = ("scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard", "--scheduler-file", str(file))
    with _start(*words) as started:
        while not (file.exists() and file.stat().st_size):
            assert started.poll() is None
            time.sleep(0.02)
        yield json.loads(file.read_text())["address"]
        started.kill()


@pytest.fixture
def start_worker(scheduler: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[StartWorker]:
    """Start workers of the cluster, each a process with one thread."""
    started: list[subprocess.Popen[bytes]] = []

    def start(**environment: str) -> subprocess.Popen[bytes]:
        folder = tmp_path_factory.mktemp("worker")
        words = ("worker", scheduler, "--nthreads", "1", "--no-nanny", "--no-dashboard", "--host", "127.0.0.1")
        started.append(_start(*words, "--local-directory", str(folder), here=folder, **environment))
        return started[-1]

    yield start
    for worker in started:
        worker.kill()
        worker.wait(timeout=60)


def _start(*words: str, here: Path | None = None, **environment: str) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "distributed.cli.dask_" + words[0], *words[1:]]
    quiet = subprocess.DEVNULL
    return subprocess.Popen(command, stdout=quiet, stderr=quiet, cwd=here, env={**os.environ, **environment})


@pytest.fixture
def documents(here: Path) -> Path:
    (here / "citevet.toml").write_text('today = "2026-06-01"\n', "utf-8")
    for number in range(DOCUMENTS):
        rows = (f"Street {row} of town {number} was 0.{row} °C cooler [@{row}].\n" for row in range(60))
        (here / f"{number:02}.md").write_text("\n".join(rows), "utf-8")
    return here


def read(folder: Path) -> list[bytes]:
    return [(folder / name).read_bytes() for name in ("reports.jsonl", "summary.json")]


def _list_children(process: int) -> list[int]:
    threads = Path(f"/proc/{process}/task").glob("*/children")
    return [int(each) for thread in threads for each in thread.read_text().split()]


def test_a_killed_worker_changes_nothing(
    documents: Path, batch: Batch, scheduler: str, start_worker: StartWorker
) -> None:
    """A worker is killed while both work: the other one does its files. A file whose process always dies is unread."""
    assert 0 == batch(".", "--output", "whole", "--jobs", "1").returncode
    first, second = start_worker(), start_worker()
    words = [*COMMAND, ".", "--output", "cluster", "--quiet", "--scheduler", scheduler]
    with subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE) as run:
        while run.poll() is None and not (_list_children(first.pid) and _list_children(second.pid)):
            time.sleep(0.01)
        first.kill()
        assert (b"", 0) == (run.communicate(timeout=300)[1], run.returncode)
    assert -signal.SIGKILL == first.wait(timeout=60)
    assert read(documents / "whole") == read(documents / "cluster")

    words = [*COMMAND, "00.md", "--output", "crashed", "--quiet", "--scheduler", scheduler]
    with subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE) as run:
        while run.poll() is None:
            for child in _list_children(second.pid):
                with suppress(ProcessLookupError):
                    os.kill(child, signal.SIGKILL)
            time.sleep(0.01)
        assert (b"", 2) == (run.communicate(timeout=300)[1], run.returncode)
    line = json.loads((documents / "crashed/reports.jsonl").read_text("utf-8"))
    assert "00.md: reading it brought the process down" in line["unread"][0]["message"]


def test_a_worker_that_differs_is_named(
    documents: Path, batch: Batch, scheduler: str, start_worker: StartWorker
) -> None:
    """Another version, and a folder that is not there, stop the run with one line before anything is written."""
    other = documents / "other"
    shutil.copytree(SRC / "citevet", other / "citevet", ignore=shutil.ignore_patterns("weights", "__pycache__"))
    (other / "citevet/version.py").write_text('__version__ = "9.9"\n')
    shown = "/proc/self/cwd/00.md"  # another folder for each process
    for environment, file, said in (
        ({"PYTHONPATH": str(other)}, "00.md", ", 00.md: a worker does not have the same citevet (9.9 there). Workers"),
        ({}, shown, f", {shown}: a worker does not have the same file, settings, date. Workers need"),
    ):
        worker = start_worker(**environment)
        done = batch(file, "--output", "out", "--scheduler", scheduler)
        assert (2, "", 1) == (done.returncode, done.stdout, done.stderr.count("\n"))
        assert said in done.stderr
        assert not (documents / "out/reports.jsonl").exists()
        worker.kill()
        worker.wait(timeout=60)


def test_a_scheduler_that_cannot_be_used_is_one_line(documents: Path, batch: Batch) -> None:
    """No scheduler at the address, no address at all, and services whose limits one process keeps: exit 2."""
    for words, said in (
        (("--scheduler", "tcp://127.0.0.1:1"), "--scheduler tcp://127.0.0.1:1: no Dask scheduler answers here ("),
        (("--scheduler", "city:hall"), "--scheduler city:hall: no Dask scheduler answers here ("),
        (("--scheduler", "127.0.0.1:1", "--online"), "--scheduler: cannot be used with --online or --llm"),
    ):
        done = batch(".", "--output", "out", *words)
        assert (2, "", 1) == (done.returncode, done.stdout, done.stderr.count("\n"))
        assert said in done.stderr
    assert not (documents / "out/reports.jsonl").exists()
