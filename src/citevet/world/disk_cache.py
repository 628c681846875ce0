"""Results of earlier runs by content hash, in one SQLite file in the user's cache folder.

The file holds pieces of the user's documents, so only the user may read it. Losing it costs nothing but time: every
failure is ignored, and the run goes on without the cache.
"""

import json
import os
import sqlite3
import sys
from collections.abc import Mapping, Sequence
from contextlib import closing, suppress
from pathlib import Path
from time import time

_FILE = "results.sqlite"
_MAX_BYTES = 256 * 1024 * 1024  # of all values; a book of 300 pages takes about 5 MB
_FAILURES = (sqlite3.Error, OSError, RuntimeError)  # RuntimeError: Path.home() where there is no home folder
_LOCK_SECONDS = 5  # to wait while another process writes


def get(keys: Sequence[str]) -> Mapping[str, bytes]:
    """Return the values of the keys that are in the cache."""
    try:
        with closing(_open(default_cache_folder())) as table:
            return _select(table, keys)
    except _FAILURES:
        return {}


def put(values: Mapping[str, bytes]) -> None:
    """Store values; once the file is too large, drop the half that was not used for the longest time."""
    if not values:
        return
    try:
        with closing(_open(default_cache_folder())) as table, table:
            now = int(time())
            rows = [(key, value, now) for key, value in values.items()]
            table.executemany("INSERT OR REPLACE INTO results VALUES (?, ?, ?)", rows)
            _shrink(table)
    except sqlite3.OperationalError:  # a full disk or a lock
        return
    except sqlite3.DatabaseError:  # the file is damaged
        with suppress(OSError):
            (default_cache_folder() / _FILE).unlink()
    except _FAILURES:
        return


def find_file() -> Path:
    """Return where results are kept."""
    return default_cache_folder() / _FILE


def count() -> int:
    """Return how many results are kept."""
    try:
        with closing(_open(default_cache_folder())) as table:
            (found,) = table.execute("SELECT count(*) FROM results").fetchone()
            return int(found)
    except _FAILURES:
        return 0


def default_cache_folder() -> Path:
    """Return the user's cache folder for citevet, or the one that CITEVET_CACHE_DIR names."""
    if named := os.environ.get("CITEVET_CACHE_DIR"):
        return Path(named)
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData/Local") / "citevet" / "cache"
    if sys.platform == "darwin":
        return Path.home() / "Library/Caches/citevet"
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "citevet"


def _open(folder: Path) -> sqlite3.Connection:
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    file = folder / _FILE
    table = sqlite3.connect(file, timeout=_LOCK_SECONDS)
    file.chmod(0o600)
    table.execute("PRAGMA journal_mode = WAL")
    table.execute("PRAGMA synchronous = OFF")  # a lost result is computed again
    table.execute("CREATE TABLE IF NOT EXISTS results (key TEXT PRIMARY KEY, value BLOB, used INTEGER) WITHOUT ROWID")
    return table


def _select(table: sqlite3.Connection, keys: Sequence[str]) -> dict[str, bytes]:
    wanted = json.dumps(list(keys))
    with table:
        used = (int(time()), wanted)
        table.execute("UPDATE results SET used = ? WHERE key IN (SELECT value FROM json_each(?))", used)
    rows = table.execute("SELECT key, value FROM results WHERE key IN (SELECT value FROM json_each(?))", (wanted,))
    return dict(rows.fetchall())


def _shrink(table: sqlite3.Connection) -> None:
    (size,) = table.execute("SELECT coalesce(sum(length(value)), 0) FROM results").fetchone()
    if size > _MAX_BYTES:
        table.execute(
            "DELETE FROM results WHERE used <= (SELECT used FROM results ORDER BY used LIMIT 1 "
            "OFFSET (SELECT count(*) / 2 FROM results))"
        )
