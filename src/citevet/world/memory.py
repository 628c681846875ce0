"""What earlier runs found, by content: keys and bytes in a table in the user's own cache folder.

It holds pieces of the user's documents, so nobody else may read it. Losing it costs time and nothing else: whatever
goes wrong with it, the run goes on without.
"""

import os
import sqlite3
import sys
from collections.abc import Mapping, Sequence
from contextlib import closing, suppress
from pathlib import Path
from time import time

_LARGEST = 256 * 1024 * 1024  # bytes of values; a book of 300 pages takes about 5 MB
_BATCH = 500  # keys in one question; SQLite takes 32,766 at most
_SECONDS = 5  # to wait for another process that writes


def folder() -> Path:
    """Return the user's cache folder for citevet, or what CITEVET_CACHE_DIR names."""
    if named := os.environ.get("CITEVET_CACHE_DIR"):
        return Path(named)
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData/Local") / "citevet" / "cache"
    if sys.platform == "darwin":
        return Path.home() / "Library/Caches/citevet"
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "citevet"


def recall(keys: Sequence[str]) -> Mapping[str, bytes]:
    """Return what is remembered under some of the keys."""
    try:
        with closing(_opened()) as table:
            return {key: value for part in _parts(keys) for key, value in _found(table, part)}
    except (sqlite3.Error, OSError, RuntimeError):  # RuntimeError: no home folder
        return {}


def keep(values: Mapping[str, bytes]) -> None:
    """Remember values, and forget those that nobody asked for longest once there is too much."""
    if not values:
        return
    try:
        with closing(_opened()) as table, table:
            now = int(time())
            rows = [(key, value, now) for key, value in values.items()]
            table.executemany("INSERT OR REPLACE INTO results VALUES (?, ?, ?)", rows)
            _shrink(table)
    except sqlite3.DatabaseError as error:
        if not isinstance(error, sqlite3.OperationalError):  # not a full disk or a lock: the file itself is damaged
            with suppress(OSError):
                _file().unlink()
    except (OSError, RuntimeError):
        return


def _file() -> Path:
    return folder() / "results.sqlite"


def _opened() -> sqlite3.Connection:
    folder().mkdir(mode=0o700, parents=True, exist_ok=True)
    table = sqlite3.connect(_file(), timeout=_SECONDS)
    _file().chmod(0o600)
    table.execute("PRAGMA journal_mode = WAL")
    table.execute("PRAGMA synchronous = OFF")  # a lost result is found again
    table.execute("CREATE TABLE IF NOT EXISTS results (key TEXT PRIMARY KEY, value BLOB, used INTEGER) WITHOUT ROWID")
    return table


def _parts(keys: Sequence[str]) -> Sequence[Sequence[str]]:
    return [keys[start : start + _BATCH] for start in range(0, len(keys), _BATCH)]


def _found(table: sqlite3.Connection, keys: Sequence[str]) -> Sequence[tuple[str, bytes]]:
    marks = ", ".join("?" * len(keys))
    with table:
        table.execute(f"UPDATE results SET used = ? WHERE key IN ({marks})", (int(time()), *keys))  # noqa: S608 - marks
    return table.execute(f"SELECT key, value FROM results WHERE key IN ({marks})", keys).fetchall()  # noqa: S608


def _shrink(table: sqlite3.Connection) -> None:
    (size,) = table.execute("SELECT coalesce(sum(length(value)), 0) FROM results").fetchone()
    if size > _LARGEST:
        table.execute(
            "DELETE FROM results WHERE used <= (SELECT used FROM results ORDER BY used LIMIT 1 "
            "OFFSET (SELECT count(*) / 2 FROM results))"
        )
