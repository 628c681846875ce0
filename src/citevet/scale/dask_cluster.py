"""Work on many files with the workers of a Dask cluster; results come as they are finished, few are held at a time.

A worker audits each file in a process of its own, after it has compared what the result depends on with this machine:
the file, citevet, the settings, the corpus, the judge.
"""

import json
import os
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import CancelledError
from contextlib import contextmanager, suppress
from hashlib import sha256
from itertools import islice
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING, Any
from uuid import uuid4

from citevet.config import Config
from citevet.errors import CitevetError, DatabaseError, ModelError, UsageError, first_line
from citevet.jobs.result_cache import hash_file
from citevet.session import Session
from citevet.version import __version__
from citevet.world.batch_journal import FinishedDocument
from citevet.world.child_process import ChildCrash, ChildProcess
from citevet.world.installed_from import install_command
from citevet.world.model_files import find_model
from citevet.world.retraction_watch import fingerprint_retractions

if TYPE_CHECKING:
    from distributed import Client, Future

_AHEAD = 3  # files per thread of the cluster that are handed out
_CONNECT = 5  # seconds for the scheduler to answer
_PATIENCE = 30  # seconds for a first worker to come, or for another one after the last was lost
_LOSSES = 3  # times that the cluster may give a file up; each time it has lost four workers with it
RESULT, DIFFERENT, FAILED = b"r", b"d", b"f"  # first byte of a reply
_ATTEMPTS = 3  # the first may meet a process that has just ended, because it had nothing to do
_LONGEST = 86_400.0  # seconds for one file
_CHILDREN = "citevet_children"
_OUTPUT_SETTINGS = frozenset({"format", "language", "output", "jobs", "fail_on", "report"})  # no result depends on them
_PLACES = frozenset({"CITEVET_CACHE_DIR", "CITEVET_DATA_DIR", "CITEVET_WEIGHTS"})  # each machine has its own


def work_on_cluster(
    task: str,
    files: Iterable[Path],
    session: Session,
    *,
    scheduler: str,
    fail: Callable[[Path], FinishedDocument],
) -> Iterator[tuple[Path, FinishedDocument]]:
    """Yield each file with its result; `fail` makes the result of a file that crashes its process."""
    left = iter(files)
    with _connect(scheduler) as client, _explain_loss(scheduler):
        errands = _Errands(client, session, scheduler, task)
        while True:
            for file in islice(left, errands.count_room()):
                errands.hand_out(file)
            if not errands.handed:
                return
            for file, result in errands.collect():
                yield file, result or fail(file)


class _Errands:
    """The files that were handed out to the cluster and are not finished."""

    def __init__(self, client: "Client", session: Session, scheduler: str, task: str) -> None:
        self.handed: dict[Future[tuple[str, bytes]], Path] = {}
        self._client, self._session, self._scheduler = client, session, scheduler
        self._inputs: dict[Path, dict[str, str]] = {}
        self._losses: Counter[Path] = Counter()
        self._run = {**_describe_run(session), "task": task}

    def count_room(self) -> int:
        """Return how many more files the workers of this moment get; wait for a worker where none is left."""
        try:
            self._client.wait_for_workers(1, timeout=_PATIENCE)
        except TimeoutError as error:
            advice = f"Start one with `dask worker {self._scheduler}`, then call the same command again."
            raise CitevetError("the cluster has no worker", to=self._scheduler, advice=advice) from error
        threads: int = sum(self._client.nthreads().values())
        return max(0, threads * _AHEAD - len(self.handed))

    def hand_out(self, file: Path) -> None:
        """Let some worker audit a file."""
        inputs = self._inputs[file] = describe_inputs(file, self._session)
        request = {"version": __version__, "run": self._run, "file": str(file), "inputs": inputs}
        self.handed[self._client.submit(work_on_file, request, pure=False)] = file

    def collect(self) -> Iterator[tuple[Path, FinishedDocument | None]]:
        """Yield files that are finished; those without a result crashed their process each time."""
        from distributed import wait

        try:
            done = wait(list(self.handed), timeout=_PATIENCE, return_when="FIRST_COMPLETED").done
        except TimeoutError:  # a long document; see whether there are workers
            return
        for future in done:
            file = self.handed.pop(future)
            worker, reply = self._take(future)
            kind, data = reply[:1], reply[1:]
            if kind == RESULT:
                yield file, FinishedDocument.from_bytes(data)
            elif kind == FAILED:
                raise DatabaseError(**json.loads(data))
            elif kind == DIFFERENT:
                self._compare(file, worker, json.loads(data))
            elif worker or self._losses[file] >= _LOSSES:
                yield file, None
            else:
                self._losses[file] += 1
                self.hand_out(file)

    def _take(self, future: "Future[tuple[str, bytes]]") -> tuple[str, bytes]:
        from distributed import KilledWorker

        try:
            worker, reply = future.result()
        except KilledWorker:
            return "", b""
        except (ImportError, AttributeError) as error:  # the task could not be loaded there
            advice = f"Install citevet {__version__} on every worker."
            raise CitevetError(
                f"a worker has no citevet ({first_line(error)})", to=self._scheduler, advice=advice
            ) from error
        return worker, reply

    def _compare(self, file: Path, worker: str, names: list[str]) -> None:
        """Raise where a worker has other inputs than this machine; a file that was edited meanwhile is sent again."""
        if self._inputs[file] != describe_inputs(file, self._session):
            self.hand_out(file)
            return
        what = f"a worker does not have the same {', '.join(names)}"
        advice = "Workers need this citevet, the same settings and corpus, and the files under the same path."
        raise CitevetError(what, to=f"{worker}, {self._session.show(file)}", advice=advice)


@contextmanager
def _connect(scheduler: str) -> Iterator["Client"]:
    try:
        import dask
        from distributed import Client
    except ModuleNotFoundError as error:
        advice = f"Install it with: {install_command('scale')}"
        raise UsageError("needs the package distributed", to="--scheduler", advice=advice) from error
    with dask.config.set({"distributed.comm.timeouts.connect": f"{_CONNECT}s"}):
        try:
            client = Client(scheduler, timeout=_CONNECT)
        except (OSError, ValueError, TypeError) as error:
            what = f"no Dask scheduler answers here ({first_line(error)})"
            advice = "Start one with `dask scheduler`, or correct the address, such as tcp://127.0.0.1:8786."
            raise UsageError(what, to=f"--scheduler {scheduler}", advice=advice) from error
        try:
            yield client
        finally:
            client.close(timeout=_CONNECT)


@contextmanager
def _explain_loss(scheduler: str) -> Iterator[None]:
    """Say what to do when the scheduler itself is lost."""
    try:
        yield
    except (OSError, CancelledError) as error:
        advice = "Call the same command again: it continues from the journal."
        raise CitevetError(f"the Dask scheduler was lost ({first_line(error)})", to=scheduler, advice=advice) from error


def _describe_run(session: Session) -> dict[str, Any]:
    """Return what makes an equal Session on another machine, in values that JSON has."""
    options: dict[str, Any] = json.loads(json.dumps(session.options, default=str))
    return {
        "id": uuid4().hex,  # a process of an earlier run makes a new Session, as the corpus may have changed
        "options": options,
        "here": str(session.here),
        "targets": [*map(str, session.targets)],
        "ceiling": str(session.ceiling or ""),
        "variables": _list_variables(),
    }


def work_on_file(request: Mapping[str, Any]) -> tuple[str, bytes]:
    """Return the address of this worker and the reply of the child; an empty one where the file crashes it."""
    from distributed import get_worker

    worker = get_worker()
    if request["version"] != __version__:
        return worker.address, DIFFERENT + json.dumps([f"citevet ({__version__} there)"]).encode()
    # The worker holds the processes that have nothing to do, one for each of its threads: they end with it.
    idle: SimpleQueue[ChildProcess] = vars(worker).setdefault(_CHILDREN, SimpleQueue())
    try:
        child = idle.get_nowait()
    except Empty:
        child = ChildProcess("citevet.scale.file_child")
    try:
        for _ in range(_ATTEMPTS):
            with suppress(ChildCrash):
                return worker.address, child.ask(request, b"", seconds=_LONGEST)
    finally:
        idle.put(child)
    return worker.address, b""


def describe_inputs(file: Path, session: Session) -> dict[str, str]:
    """Return a hash of each thing that the result of a file depends on; nothing where the settings are wrong.

    The settings have the paths of the project, so it must be in the same place on both machines.
    """
    try:
        config = session.config_for(file)
        corpus = session.corpus_for(config).digest
    except DatabaseError:
        raise
    except CitevetError:
        return {}  # reported when the file is read
    settings = {key: value for key, value in vars(config).items() if key not in _OUTPUT_SETTINGS}
    judge = session.once(("judge content", config.judge), lambda: _hash_judge(config))
    parts = {
        "file": _hash_file(session.here / file),
        "citevet": session.once("code content", _hash_code),
        "settings": repr(settings),
        "date": config.day.isoformat(),
        "corpus": corpus,
        "judge": judge,
        "retraction data": str(bool(fingerprint_retractions())),
    }
    return {name: sha256(value.encode("utf-8", "surrogatepass")).hexdigest() for name, value in parts.items()}


def _list_variables() -> dict[str, str]:
    """Return the settings that this process has from its environment."""
    return {name: value for name, value in os.environ.items() if name.startswith("CITEVET_") and name not in _PLACES}


def replace_variables(wanted: Mapping[str, str]) -> None:
    """Give this process the settings that another one has from its environment."""
    for name in _list_variables():
        del os.environ[name]
    os.environ.update(wanted)


def _hash_code() -> str:
    folder = Path(__file__).parent.parent
    files = sorted(path for path in folder.rglob("*") if path.suffix in {".py", ".tsv"})
    named = [(path.relative_to(folder).as_posix(), _hash_file(path)) for path in files]
    return repr((__version__, named))


def _hash_judge(config: Config) -> str:
    if config.judge == "none":
        return ""
    try:
        files = sorted(file for file in find_model(config.judge).iterdir() if file.is_file())
    except (ModelError, OSError):
        return "missing"
    return repr([(file.name, _hash_file(file)) for file in files])


def _hash_file(file: Path) -> str:
    return hash_file(file) or ("unreadable" if file.is_file() else "missing")
