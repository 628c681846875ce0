"""The finished documents of a batch in one SQLite file, so that a run that was killed can continue.

The file holds pieces of the user's documents, so only the user may read it.
"""

import json
import sqlite3
import zlib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from citevet.errors import WriteError
from citevet.records import dataclass

_TABLE = """
CREATE TABLE IF NOT EXISTS finished (
    key TEXT PRIMARY KEY, report BLOB NOT NULL, summary TEXT NOT NULL, parts TEXT NOT NULL, needs TEXT NOT NULL,
    unread INTEGER NOT NULL
) WITHOUT ROWID
"""
_QUERIES = {
    "needs": "SELECT needs FROM finished WHERE key = ? AND NOT unread",
    "parts": "SELECT parts FROM finished WHERE key = ?",
    "report": "SELECT report FROM finished WHERE key = ?",
    "summary": "SELECT summary FROM finished WHERE key = ?",
}
_FAST = 1  # level of compression: a third of the time of the usual one


@dataclass(frozen=True, slots=True)
class FinishedDocument:
    """What a batch keeps of one document."""

    report: bytes  # its line of the output, compressed
    summary: str  # JSON, for the roll-up
    parts: tuple[str, ...] = ()  # paths of the files that it pulls in
    needs: tuple[tuple[str, str | None], ...] = ()  # files that the report depends on, with their hashes
    is_unread: bool = False  # something could not be read, so the next run tries again

    @staticmethod
    def pack(line: str) -> bytes:
        """Return a line of the output compressed."""
        return zlib.compress(line.encode("utf-8", "backslashreplace"), _FAST)

    def to_bytes(self) -> bytes:
        """Return the record for another process: a line of JSON, then the report."""
        return json.dumps([self.summary, self.parts, self.needs, self.is_unread]).encode() + b"\n" + self.report

    @classmethod
    def from_bytes(cls, data: bytes) -> "FinishedDocument":
        """Return the record of such bytes."""
        head, _, report = data.partition(b"\n")
        summary, parts, needs, is_unread = json.loads(head)
        return cls(report, summary, tuple(parts), tuple((path, was) for path, was in needs), is_unread=is_unread)


class BatchJournal:
    """Finished documents by the hash of their content and settings; one process writes."""

    def __init__(self, file: Path) -> None:
        self._file = file
        with self._explain():
            file.parent.mkdir(parents=True, exist_ok=True)
            self._table = sqlite3.connect(file, isolation_level=None)
            file.chmod(0o600)
            self._table.execute("PRAGMA journal_mode = WAL")
            self._table.execute("PRAGMA synchronous = NORMAL")
            self._table.execute(_TABLE)
            self._table.execute("CREATE TEMP TABLE used (key TEXT PRIMARY KEY) WITHOUT ROWID")

    def find_needs(self, key: str) -> list[tuple[str, str | None]] | None:
        """Return the files that a finished document depends on; none where the document is not finished."""
        row = self._select("needs", key)
        return [(path, was) for path, was in json.loads(row)] if row is not None else None

    def put(self, key: str, document: FinishedDocument) -> None:
        """Keep a document; from now on a killed run has it."""
        parts, needs = json.dumps(document.parts), json.dumps(document.needs)
        values = (key, document.report, document.summary, parts, needs, document.is_unread)
        with self._explain():
            self._table.execute("INSERT OR REPLACE INTO finished VALUES (?, ?, ?, ?, ?, ?)", values)

    def list_parts(self, key: str) -> list[str]:
        """Return the files that a document pulls in."""
        return [str(path) for path in json.loads(self._select("parts", key) or "[]")]

    def read_report(self, key: str) -> bytes:
        """Return the line of a document in the output."""
        with self._explain():
            packed = self._select("report", key)
            return zlib.decompress(packed) if isinstance(packed, bytes) else b""

    def read_summary(self, key: str) -> str:
        """Return what the roll-up needs of a document."""
        return str(self._select("summary", key))

    def keep_only(self, keys: Iterable[str]) -> None:
        """Drop what the finished run did not use, such as earlier versions of documents."""
        with self._explain():
            self._table.execute("BEGIN")
            self._table.executemany("INSERT OR IGNORE INTO used VALUES (?)", ((key,) for key in keys))
            self._table.execute("DELETE FROM finished WHERE key NOT IN (SELECT key FROM used)")
            self._table.execute("COMMIT")

    def close(self) -> None:
        """Close the file."""
        self._table.close()

    def _select(self, column: str, key: str) -> str | bytes | None:
        with self._explain():
            row = self._table.execute(_QUERIES[column], (key,)).fetchone()
        return row[0] if row else None

    @contextmanager
    def _explain(self) -> Iterator[None]:
        try:
            yield
        except (sqlite3.Error, OSError, zlib.error) as error:
            advice = "Check its folder, or delete this file: the run then starts again."
            raise WriteError(f"the journal of the batch failed ({error})", to=str(self._file), advice=advice) from error
