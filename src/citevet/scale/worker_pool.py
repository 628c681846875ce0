"""Work on many files in several processes; results come as they are finished, and few are held at a time."""

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from itertools import islice
from pathlib import Path
from typing import TypeVar

from citevet.errors import CitevetError
from citevet.jobs.file_audits import call_in_worker, start_worker
from citevet.session import Session

Result = TypeVar("Result")
_AHEAD = 3  # files per worker that are handed out: a worker never waits, and memory does not grow with the corpus


def work_on_files(
    files: Iterable[Path],
    session: Session,
    work: Callable[[Path, Session], Result],
    *,
    workers: int,
    fail: Callable[[Path], Result],
) -> Iterator[tuple[Path, Result]]:
    """Yield each file with its result; `fail` makes the result of a file that crashes its process."""
    left = iter(files)
    pending: dict[Path, None] = dict.fromkeys(islice(left, workers * _AHEAD))
    while pending:
        try:
            yield from _work_in_pool(pending, left, session, partial(call_in_worker, work), workers)
        except BrokenProcessPool:  # one of the files that were handed out crashes a process
            for file in list(pending):
                del pending[file]
                yield file, _work_alone(file, session, work, fail)
            pending |= dict.fromkeys(islice(left, workers * _AHEAD))


def _work_in_pool(
    pending: dict[Path, None], left: Iterator[Path], session: Session, call: Callable[[Path], Result], workers: int
) -> Iterator[tuple[Path, Result]]:
    """Work until nothing is left; `pending` has the files that were handed out and are not finished."""
    with ProcessPoolExecutor(workers, initializer=start_worker, initargs=(session.with_options(),)) as pool:
        futures: dict[Future[Result], Path] = {pool.submit(call, file): file for file in pending}
        while futures:
            done, _ = wait(futures, return_when=FIRST_COMPLETED)
            for future in done:
                try:
                    result = future.result()
                except CitevetError:  # the others would fail as well
                    pool.shutdown(cancel_futures=True)
                    raise
                file = futures.pop(future)
                del pending[file]
                for other in islice(left, 1):
                    pending[other] = None
                    futures[pool.submit(call, other)] = other
                yield file, result


def _work_alone(
    file: Path, session: Session, work: Callable[[Path, Session], Result], fail: Callable[[Path], Result]
) -> Result:
    try:
        with ProcessPoolExecutor(1, initializer=start_worker, initargs=(session.with_options(),)) as pool:
            return pool.submit(partial(call_in_worker, work), file).result()
    except BrokenProcessPool:
        return fail(file)
