"""Audit many files on several cores; the result does not depend on how many."""

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager
from dataclasses import replace
from functools import partial
from pathlib import Path
from signal import SIG_DFL, SIGINT, signal
from threading import Thread
from typing import TypeVar

from citevet.contracts import Progress
from citevet.errors import CitevetError
from citevet.jobs.result_cache import recall_results, store_results
from citevet.model import Audit, Unread
from citevet.session import Session
from citevet.world.child_process import keep_children

Result = TypeVar("Result")
AuditResult = Audit | Unread
AuditFile = Callable[..., list[AuditResult]]  # (file, session, progress)
# Below this much work a second process costs more than it saves: starting one takes about 0.3 s, as long as 1 MB.
_WORTH_A_POOL = 2_000_000


def audit_files(
    files: Sequence[Path], session: Session, audit: AuditFile, *, jobs: int = 0, progress: Progress | None = None
) -> list[AuditResult]:
    """Audit each file with the settings nearest to it; a part or bibliography that several name, once."""
    found: list[AuditResult] = []
    if progress is not None and files:
        progress(0, len(files), f"documents: {files[0].as_posix()}")
    for number, (file, results) in enumerate(_audit_each(files, session, audit, jobs=jobs, progress=progress), 1):
        found += results
        if progress is not None:
            progress(number, len(files), f"documents: {file.as_posix()}")
    return list(drop_repetitions(found))


def _audit_each(
    files: Sequence[Path], session: Session, audit: AuditFile, *, jobs: int, progress: Progress | None
) -> Iterator[tuple[Path, list[AuditResult]]]:
    """Yield each file with its results, those of an earlier run where they still hold."""
    known = recall_results(files, session)
    rest = [file for file in files if file not in known]
    new: dict[Path, list[AuditResult]] = {}
    fresh = zip(rest, _audit_fresh(rest, session, audit, jobs=jobs, progress=progress), strict=True)
    for file in files:
        if file in known:
            yield file, known[file]
        else:
            _, new[file] = next(fresh)
            yield file, new[file]
    store_results(new, session)


def drop_repetitions(found: Sequence[AuditResult]) -> Iterator[AuditResult]:
    """Leave out repetitions, and a part read on its own when its main file, which knows the bibliography, is here."""
    parts = {result.document.path for result in found if isinstance(result, Audit) and result.document.is_part}
    kept: dict[str, AuditResult] = {}
    told: set[str] = set()
    for result in (_drop_told(each, told) for each in found):
        path = result.document.path if isinstance(result, Audit) else result.message
        alone = isinstance(result, Audit) and path in parts and not result.document.is_part
        if not alone:
            kept[path] = _join_findings(kept.get(path, result), result)
    yield from kept.values()


def _drop_told(result: AuditResult, told: set[str]) -> AuditResult:
    """Leave out what an earlier chapter told of the bibliography that the settings of their project name."""
    if not isinstance(result, Audit) or "project_bibliography" not in result.document.metadata:
        return result
    missing = [each for each in result.findings if each.code == "KEY008"]
    again = {each.fingerprint for each in missing if each.message in told}
    told |= {each.message for each in missing}
    return replace(result, findings=tuple(each for each in result.findings if each.fingerprint not in again))


def _join_findings(one: AuditResult, other: AuditResult) -> AuditResult:
    """Return an audit with the findings of both: a fault of a bibliography weighs more for those who cite the entry."""
    if one is other or not (isinstance(one, Audit) and isinstance(other, Audit)) or one.findings == other.findings:
        return one
    found = sorted((*one.findings, *other.findings), key=lambda each: each.severity)
    joined = {each.fingerprint: each for each in found}
    return replace(one, findings=tuple(sorted(joined.values(), key=lambda each: (each.span.start, each.code))))


def _audit_fresh(
    files: Sequence[Path], session: Session, audit: AuditFile, *, jobs: int, progress: Progress | None
) -> Iterator[list[AuditResult]]:
    workers = min(jobs or os.cpu_count() or 1, len(files))
    is_small = not jobs and sum(_measure(session.here / file) for file in files) < _WORTH_A_POOL
    if workers <= 1 or is_small or shares_a_budget(files, session):
        yield from (audit(file, session, progress) for file in files)
        return
    # Late: 30 ms, for runs of one file.
    from concurrent.futures import ProcessPoolExecutor
    from concurrent.futures.process import BrokenProcessPool

    done = 0
    try:
        with ProcessPoolExecutor(workers, initializer=start_worker, initargs=(session,)) as pool:
            chunk = max(1, len(files) // (workers * 8))
            for results in pool.map(partial(call_in_worker, audit), files, chunksize=chunk):
                done += 1
                yield results
    except BrokenProcessPool:
        for file in files[done:]:
            yield work_alone(file, session, audit, lambda file: [describe_crash(file, session)])


class _Worker:
    """What a worker process of the pool works for: it serves one Session from its start to its end."""

    session: Session
    children: AbstractContextManager[None]


def start_worker(session: Session) -> None:
    """Prepare a process of the pool; it ends with the process that started it, however that ends."""
    Thread(target=_end_with_parent, daemon=True).start()
    signal(SIGINT, SIG_DFL)  # on Ctrl-C a worker ends without a traceback; the parent reports the interrupt
    _Worker.session = session
    _Worker.children = keep_children()
    _Worker.children.__enter__()  # until the process ends


def _end_with_parent() -> None:
    from multiprocessing import parent_process  # 10 ms, and most runs start no process

    if parent := parent_process():
        parent.join()
        os._exit(1)


def call_in_worker(work: Callable[..., Result], file: Path) -> Result:
    """Call a function with a file and the Session of this worker."""
    return work(file, _Worker.session)


def shares_a_budget(files: Sequence[Path], session: Session) -> bool:
    """Return whether language models or services may be asked: their limits are kept in one process."""
    try:
        return any(config.llm or not config.is_offline for config in map(session.config_for, files))
    except CitevetError:
        return False  # reported when the file is read


def work_alone(file: Path, session: Session, work: Callable[..., Result], fail: Callable[[Path], Result]) -> Result:
    """Work on a file in a process of its own, after some file crashed a shared one; `fail` describes another crash."""
    from concurrent.futures import ProcessPoolExecutor
    from concurrent.futures.process import BrokenProcessPool

    try:
        with ProcessPoolExecutor(1, initializer=start_worker, initargs=(session,)) as pool:
            return pool.submit(call_in_worker, work, file).result()
    except BrokenProcessPool:
        return fail(file)


def describe_crash(file: Path, session: Session) -> Unread:
    """Return the result of a file that crashes its process."""
    shown = session.show(file)
    return Unread(shown, f"{shown}: reading it brought the process down. Leave it out, and please report it.")


def _measure(file: Path) -> int:
    try:
        return file.stat().st_size
    except OSError:
        return 0
