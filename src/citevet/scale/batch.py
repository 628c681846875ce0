"""Audit many documents: one line of JSON for each, a roll-up, and a journal from which a killed run continues."""

import json
import os
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from hashlib import sha256
from itertools import chain, islice
from pathlib import Path
from typing import Any

from citevet.contracts import Progress
from citevet.errors import CitevetError, UsageError
from citevet.jobs.discovery import discover_documents
from citevet.jobs.report_files import explain_write_error, save
from citevet.jobs.result_cache import are_unchanged, make_result_key
from citevet.jobs.worker_processes import call_in_worker, shares_a_budget, start_worker, work_alone
from citevet.records import dataclass
from citevet.report.json import dump_pretty
from citevet.rules import RULES, find_rule
from citevet.scale.results import TASKS, RollUp, TaskName, require_pyarrow, write_table
from citevet.session import Session
from citevet.world.batch_journal import BatchJournal, FinishedDocument
from citevet.world.file_writer import replace_file

FORMATS = ("jsonl", "parquet")
_AHEAD = 3  # files per worker that are handed out: a worker never waits, and memory does not grow with the corpus


@dataclass(frozen=True, slots=True)
class BatchFiles:
    """Where a batch writes."""

    reports: Path
    summary: Path
    journal: Path

    @classmethod
    def find(cls, output: Path, format_: str = "") -> "BatchFiles":
        """Return the files below a folder, or beside a file whose name ends with a format of a batch."""
        ending = output.suffix.lower().removeprefix(".")
        if ending not in FORMATS:
            return cls(output / f"reports.{format_ or FORMATS[0]}", output / "summary.json", output / "journal.sqlite")
        if format_ not in {"", ending}:
            raise UsageError(f"the name of the output ends with .{ending}", to=f"--format {format_}")
        name = output.with_suffix("")
        return cls(output, Path(f"{name}.summary.json"), Path(f"{name}.journal.sqlite"))

    @property
    def is_table(self) -> bool:
        """Whether the reports are a Parquet table."""
        return self.reports.suffix.lower() == ".parquet"


@dataclass(frozen=True, slots=True)
class BatchResult:
    """The roll-up of a finished batch, and how many documents an earlier run had finished."""

    summary: dict[str, Any]
    resumed: int
    is_single: bool  # one process did the work, because the network or a language model was used


def run_batch(
    paths: Sequence[Path],
    session: Session,
    output: BatchFiles,
    *,
    scheduler: str = "",
    progress: Progress | None = None,
) -> BatchResult:
    """Audit what no earlier run finished, keep each result at once, and write the output in the order of the files."""
    if output.is_table:
        require_pyarrow()
    files = discover_documents(list(paths) or [Path()], session)
    is_single = shares_a_budget(files, session)
    if is_single and scheduler:
        what = "cannot be used with --online or --llm: the limits of services are kept in one process"
        raise UsageError(what, to="--scheduler", advice="Leave one of them out.")
    journal = BatchJournal(output.journal)
    try:
        todo = OpenFiles(files, session, journal)
        finish_files("audit", todo, scheduler=scheduler, is_single=is_single, progress=progress)
        wanted = todo.list_wanted()
        roll_up = RollUp()
        write = write_table if output.is_table else _write_lines
        try:
            write(_take_lines(journal, wanted, roll_up), output.reports)
        except OSError as error:
            raise explain_write_error(error, str(output.reports)) from error
        summary = roll_up.to_dict(
            {code: session.config.severities.get(code, find_rule(code).severity) for code in RULES}
        )
        save(dump_pretty(summary), output.summary)
        journal.keep_only(todo.keys.values())
    finally:
        journal.close()
    return BatchResult(summary, todo.resumed, is_single)


class OpenFiles:
    """The files that no earlier run finished, each looked at when it is handed out: hashing a million takes minutes."""

    def __init__(self, files: Sequence[Path], session: Session, journal: BatchJournal) -> None:
        self.files, self.session, self.journal = files, session, journal
        self.keys: dict[Path, str] = {}  # of all files so far
        self.resumed = 0

    def __iter__(self) -> Iterator[Path]:
        for file in self.files:
            key = self.keys[file] = _make_key(file, self.session)
            needs = self.journal.find_needs(key)
            if needs is not None and are_unchanged(needs):
                self.resumed += 1
            else:
                yield file

    def list_wanted(self) -> list[str]:
        """Return the keys of the finished files, without those that another one pulls in."""
        parts = {part for key in self.keys.values() for part in self.journal.list_parts(key)}
        return [key for file, key in self.keys.items() if self.session.show(file) not in parts]


def finish_files(
    name: TaskName, todo: OpenFiles, *, scheduler: str = "", is_single: bool = False, progress: Progress | None = None
) -> None:
    """Do a task for each open file, and keep each result at once."""
    total = len(todo.files)
    if progress and total:
        progress(0, total, f"documents: {todo.files[0].as_posix()}")
    for done, (file, finished) in enumerate(_work(name, todo, scheduler, is_single=is_single), 1):
        todo.journal.put(todo.keys[file], finished)
        if progress:
            progress(todo.resumed + done, total, f"documents: {file.as_posix()}")


def _work(
    name: TaskName, todo: OpenFiles, scheduler: str, *, is_single: bool
) -> Iterator[tuple[Path, FinishedDocument]]:
    session, files = todo.session, iter(todo)
    if not scheduler:
        workers = 1 if is_single else max(1, min(session.config.jobs or os.cpu_count() or 1, len(todo.files)))
        yield from _work_on_files(name, files, session, workers)
    elif first := next(files, None):  # without a file, no cluster is needed
        from citevet.scale.dask_cluster import work_on_cluster  # late, as Dask is

        fail = partial(_describe_crash, name, session)
        yield from work_on_cluster(name, chain([first], files), session, scheduler=scheduler, fail=fail)


def _make_key(file: Path, session: Session) -> str:
    """Return the key of a file in the journal; a file whose settings are wrong has only its name."""
    return make_result_key(file, session) or sha256(f"unread\0{file}".encode("utf-8", "surrogatepass")).hexdigest()


def _take_lines(journal: BatchJournal, keys: Sequence[str], roll_up: RollUp) -> Iterator[bytes]:
    for key in keys:
        roll_up.add(json.loads(journal.read_summary(key)))
        yield journal.read_report(key)


def _write_lines(lines: Iterable[bytes], file: Path) -> None:
    with replace_file(file) as draft, draft.open("wb") as stream:
        stream.writelines(lines)


def _describe_crash(name: TaskName, session: Session, file: Path) -> FinishedDocument:
    return TASKS[name].fail(file, session)


def _work_on_files(
    name: TaskName, left: Iterator[Path], session: Session, workers: int
) -> Iterator[tuple[Path, FinishedDocument]]:
    """Yield each file with its result, also one that crashes its process."""
    task = TASKS[name]
    fail = partial(_describe_crash, name, session)
    pending: dict[Path, None] = dict.fromkeys(islice(left, workers * _AHEAD))
    while pending:
        try:
            yield from _work_in_pool(name, pending, left, session, workers)
        except BrokenProcessPool:  # one of the files that were handed out crashes a process
            for file in list(pending):
                del pending[file]
                yield file, work_alone(file, session.with_options(), task.work, fail)
            pending |= dict.fromkeys(islice(left, workers * _AHEAD))


def _work_in_pool(
    name: TaskName, pending: dict[Path, None], left: Iterator[Path], session: Session, workers: int
) -> Iterator[tuple[Path, FinishedDocument]]:
    """Work until nothing is left; `pending` has the files that were handed out and are not finished."""
    call = partial(call_in_worker, TASKS[name].work)
    with ProcessPoolExecutor(workers, initializer=start_worker, initargs=(session.with_options(),)) as pool:
        futures = {pool.submit(call, file): file for file in pending}
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
