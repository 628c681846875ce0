"""Jobs of the HTTP service in one SQLite file: what was sent, what became of it, and the review of a reader.

The file has the clients' documents, so only the user of the server may read it. One server uses it at a time.
"""

import json
import sqlite3
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from threading import Lock
from time import time
from typing import Any, Literal

from citevet.errors import UsageError, WriteError
from citevet.records import dataclass

JobState = Literal["queued", "running", "done", "failed", "cancelled"]
FINISHED: frozenset[JobState] = frozenset({"done", "failed", "cancelled"})
STOPPED = "The server stopped before this job was finished. Send the document again."
_TABLES = """
CREATE TABLE IF NOT EXISTS jobs (
    number INTEGER PRIMARY KEY, id TEXT UNIQUE NOT NULL, owner TEXT NOT NULL, name TEXT NOT NULL,
    state TEXT NOT NULL, error TEXT, created REAL NOT NULL, finished REAL,
    request TEXT NOT NULL, data BLOB NOT NULL, report BLOB, review TEXT
);
CREATE VIEW IF NOT EXISTS briefs AS
    SELECT id, owner, name, state, error, created, finished, request FROM jobs ORDER BY number DESC;
"""


@dataclass(frozen=True, slots=True)
class StoredJob:
    """One job without its documents and its report."""

    id: str
    owner: str
    name: str  # of the document
    state: JobState
    error: str | None
    created: float  # seconds since 1970
    finished: float | None
    request: Mapping[str, Any]  # for the worker


@dataclass(frozen=True, slots=True)
class Retention:
    """How much is kept; jobs that wait or run are never removed."""

    jobs: int = 1_000
    seconds: float = 30 * 86_400
    size: int = 2 * 2**30  # bytes of documents and reports


class JobStore:
    """The jobs of one server; its methods may be called from any thread."""

    def __init__(self, file: Path) -> None:
        try:
            file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            file.touch(mode=0o600)
            self._guard = _hold(file.with_name(f"{file.name}.lock"))
            self._table = sqlite3.connect(file, check_same_thread=False, isolation_level=None)
            self._table.execute("PRAGMA auto_vacuum = INCREMENTAL")
            self._table.execute("PRAGMA journal_mode = WAL")
            self._table.executescript(_TABLES)
        except (OSError, sqlite3.Error) as error:
            advice = "Name another file with --store."
            raise WriteError(f"cannot be used as the job store ({error})", to=str(file), advice=advice) from error
        self._lock = Lock()

    def close(self) -> None:
        """Write everything to the file, and let another server use it."""
        with self._lock:
            self._table.close()
            self._guard.close()

    def recover(self) -> None:
        """Report the jobs as failed that ran when an earlier server ended at once; those that waited still wait."""
        ended = "UPDATE jobs SET state = 'failed', error = ?, finished = ? WHERE state = 'running'"
        self._change(ended, STOPPED, time())

    def add(self, job: str, owner: str, name: str, request: Mapping[str, Any], data: bytes) -> None:
        """Store a new job at the end of the queue."""
        self._change(
            "INSERT INTO jobs (id, owner, name, state, created, request, data) VALUES (?, ?, ?, 'queued', ?, ?, ?)",
            *(job, owner, name, time(), json.dumps(request), data),
        )

    def start_next(self) -> StoredJob | None:
        """Return the next job of the owner with the fewest running ones, and mark it as running."""
        rows = self._select(
            """UPDATE jobs SET state = 'running' WHERE number = (
                SELECT number FROM jobs AS waiting WHERE state = 'queued' ORDER BY
                (SELECT count(*) FROM jobs WHERE state = 'running' AND owner = waiting.owner), number LIMIT 1)
            RETURNING id, owner"""
        )
        return self.get(*rows[0]) if rows else None

    def finish(self, job: str, state: JobState, *, error: str | None = None, report: bytes | None = None) -> None:
        """Store the end of a job that is not finished yet."""
        self._change(
            "UPDATE jobs SET state = ?, error = ?, report = ?, finished = ? "
            "WHERE id = ? AND state IN ('queued', 'running')",
            *(state, error, report, time(), job),
        )

    def requeue(self, job: str) -> None:
        """Put a running job back into the queue, for the next server."""
        self._change("UPDATE jobs SET state = 'queued' WHERE id = ? AND state = 'running'", job)

    def remove(self, job: str) -> None:
        """Remove a job with its documents and its report."""
        self._change("DELETE FROM jobs WHERE id = ?", job)

    def get(self, job: str, owner: str) -> StoredJob | None:
        """Return a job of an owner; none where it is another owner's."""
        rows = self._select("SELECT * FROM briefs WHERE id = ? AND owner = ?", job, owner)
        return _to_job(rows[0]) if rows else None

    def list_jobs(self, owner: str, *, limit: int = 200) -> list[StoredJob]:
        """Return the jobs of an owner, the newest first."""
        return [_to_job(row) for row in self._select("SELECT * FROM briefs WHERE owner = ? LIMIT ?", owner, limit)]

    def load_data(self, job: str) -> bytes:
        """Return the documents of a job."""
        return bytes(self._select("SELECT data FROM jobs WHERE id = ?", job)[0][0])

    def load_report(self, job: str) -> bytes | None:
        """Return the report of a job, if it has one."""
        found = self._select("SELECT report FROM jobs WHERE id = ?", job)
        return found[0][0] if found else None

    def load_review(self, job: str) -> Mapping[str, Any] | None:
        """Return the review of a report, if there is one."""
        found = self._select("SELECT review FROM jobs WHERE id = ?", job)
        review: Mapping[str, Any] | None = json.loads(found[0][0]) if found and found[0][0] else None
        return review

    def save_review(self, job: str, review: Mapping[str, Any]) -> None:
        """Replace the review of a report."""
        self._change("UPDATE jobs SET review = ? WHERE id = ?", json.dumps(review), job)

    def count(self, owner: str | None = None) -> Mapping[JobState, int]:
        """Return how many jobs there are in each state, of one owner or of all."""
        counted = "SELECT state, count(*) FROM jobs WHERE owner = coalesce(?, owner) GROUP BY state"
        return dict(self._select(counted, owner))

    def prune(self, keep: Retention) -> None:
        """Remove the oldest finished jobs beyond what is kept."""
        self._change(
            """DELETE FROM jobs WHERE state NOT IN ('queued', 'running') AND number IN (
                SELECT number FROM (
                    SELECT number, created, row_number() OVER newest AS place,
                    sum(length(data) + coalesce(length(report), 0)) OVER newest AS size
                    FROM jobs WINDOW newest AS (ORDER BY number DESC)
                ) WHERE place > ? OR size > ? OR created < ?)""",
            *(keep.jobs, keep.size, time() - keep.seconds),
        )
        self._change("PRAGMA incremental_vacuum")

    def _change(self, statement: str, *values: object) -> None:
        with self._lock:
            self._table.execute(statement, values).fetchall()

    def _select(self, statement: str, *values: object) -> list[tuple[Any, ...]]:
        with self._lock:
            return self._table.execute(statement, values).fetchall()


def _to_job(row: tuple[Any, ...]) -> StoredJob:
    job, owner, name, state, error, created, finished, request = row
    return StoredJob(job, owner, name, state, error, created, finished, json.loads(request))


def _hold(file: Path) -> sqlite3.Connection:
    """Lock a file for as long as this process runs; SQLite does so on every system, and also after a crash."""
    guard = sqlite3.connect(file, timeout=0, isolation_level=None, check_same_thread=False)
    with suppress(OSError):
        file.chmod(0o600)
    try:
        guard.execute("BEGIN EXCLUSIVE")
    except sqlite3.OperationalError as error:
        guard.close()
        advice = "Stop that server, or name another file with --store."
        raise UsageError("another server uses this job store", to=str(file.with_suffix("")), advice=advice) from error
    return guard
