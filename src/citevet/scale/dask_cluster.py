"""Work on many files with the workers of a Dask cluster; results come as they are finished, few are held at a time."""

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import CancelledError
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any
from uuid import uuid4

from citevet.errors import CitevetError, DatabaseError, UsageError, first_line
from citevet.scale.dask_task import DIFFERENT, FAILED, RESULT, work_on_file
from citevet.scale.machine_check import describe_inputs, list_variables
from citevet.session import Session
from citevet.version import __version__
from citevet.world.batch_journal import FinishedDocument

if TYPE_CHECKING:
    from distributed import Client, Future

_AHEAD = 3  # files per thread of the cluster that are handed out
_CONNECT = 5  # seconds for the scheduler to answer
_PATIENCE = 30  # seconds for a first worker to come, or for another one after the last was lost
_LOSSES = 3  # times that the cluster may give a file up; each time it has lost four workers with it


def work_on_cluster(
    files: Iterable[Path], session: Session, *, scheduler: str, fail: Callable[[Path], FinishedDocument]
) -> Iterator[tuple[Path, FinishedDocument]]:
    """Yield each file with its result; `fail` makes the result of a file that crashes its process."""
    left = iter(files)
    with _connect(scheduler) as client, _explain_loss(scheduler):
        errands = _Errands(client, session, scheduler)
        while True:
            for file in islice(left, errands.count_room()):
                errands.hand_out(file)
            if not errands.handed:
                return
            for file, result in errands.collect():
                yield file, result or fail(file)


class _Errands:
    """The files that were handed out to the cluster and are not finished."""

    def __init__(self, client: "Client", session: Session, scheduler: str) -> None:
        self.handed: dict[Future[tuple[str, bytes]], Path] = {}
        self._client, self._session, self._scheduler = client, session, scheduler
        self._inputs: dict[Path, dict[str, str]] = {}
        self._losses: Counter[Path] = Counter()
        self._run = _describe_run(session)

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
        advice = "Install it with: pip install 'citevet[scale]'"
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
        "variables": list_variables(),
    }
