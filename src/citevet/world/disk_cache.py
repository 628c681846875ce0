"""Results of earlier runs by content hash, in one SQLite file in the user's cache folder.

The file holds pieces of the user's documents, so only the user may read it. Losing it costs nothing but time: every
failure is ignored, and the run goes on without the cache. Several processes may use it at once. Each value has a
checksum with its key, because SQLite does not notice a flipped bit; a file that is damaged is deleted and made again.
"""

import json
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from contextvars import ContextVar
from pathlib import Path
from time import time
from zlib import crc32

from citevet.world.paths import user_cache_folder

_FILE = "results.sqlite"
_MAX_BYTES = 256 * 1024 * 1024  # on disk; a book of 300 pages takes about 5 MB
_MAX_SECONDS = 90 * 24 * 3600  # without use
_TOUCH_SECONDS = 3600  # a write for every value that is read would make readers wait for each other
# RuntimeError: Path.home() where there is no home folder. UnicodeDecodeError: a name in a damaged file.
_FAILURES = (sqlite3.Error, OSError, RuntimeError, UnicodeDecodeError)
# None: text that is not UTF-8. ERROR: another table. TOOBIG: a damaged length.
_DAMAGED = frozenset({None, sqlite3.SQLITE_ERROR, sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_TOOBIG})
_LOCK_SECONDS = 5  # to wait while another process writes
_CHECKSUM = 4  # bytes
_TABLE = "CREATE TABLE IF NOT EXISTS results (key TEXT PRIMARY KEY, value BLOB, used INTEGER) WITHOUT ROWID"
_FIND = "SELECT key, value, used FROM results WHERE key IN (SELECT value FROM json_each(?))"
_TOUCH = "UPDATE results SET used = ? WHERE key IN (SELECT value FROM json_each(?))"
_SIZE = """SELECT (page_count - freelist_count) * page_size
 FROM pragma_page_count, pragma_freelist_count, pragma_page_size"""
_OPEN: ContextVar[sqlite3.Connection | None] = ContextVar("connection to the results", default=None)
_DROP_OLDER_HALF = """DELETE FROM results WHERE used <=
 (SELECT used FROM results ORDER BY used LIMIT 1 OFFSET (SELECT count(*) / 2 FROM results))"""


@contextmanager
def keep_open() -> Iterator[None]:
    """Use one connection for all that is read and written inside: to open and close one takes a millisecond."""
    try:
        table = _open()
    except _FAILURES:  # each use tries again
        yield
        return
    with closing(table):
        before = _OPEN.set(table)
        try:
            yield
        finally:
            _OPEN.reset(before)


def get(keys: Sequence[str]) -> Mapping[str, bytes]:
    """Return the values of the keys that are in the cache."""
    found: dict[str, bytes] = {}
    if keys:
        with _forgive(), _use() as table:
            found = _select(table, keys)
    return found


def put(values: Mapping[str, bytes]) -> None:
    """Store values; once the file is too large, drop the half that was not used for the longest time."""
    if not values:
        return
    with _forgive(), _use() as table, table:
        now = int(time())
        rows = [(key, _checksum(key, value) + value, now) for key, value in values.items()]
        table.executemany("INSERT OR REPLACE INTO results VALUES (?, ?, ?)", rows)
        _shrink(table)


def prune() -> int:
    """Drop what was not used for 90 days, and return the space to the disk; return how many results."""
    dropped = 0
    with _forgive(), closing(_open()) as table:
        with table:
            dropped = table.execute("DELETE FROM results WHERE used < ?", (int(time()) - _MAX_SECONDS,)).rowcount
            dropped += _shrink(table)
        with suppress(sqlite3.OperationalError):  # another process reads or writes
            table.execute("VACUUM")
    return dropped


def find_file() -> Path:
    """Return where results are kept."""
    return user_cache_folder() / _FILE


def count() -> int:
    """Return how many results are kept."""
    rows = [(0,)]
    with _forgive(), closing(_open()) as table:
        rows = table.execute("SELECT count(*) FROM results").fetchall()
    return rows[0][0]


@contextmanager
def _forgive() -> Iterator[None]:
    """Go on without the cache where it fails."""
    try:
        yield
    except _FAILURES as error:
        if is_damage(error):
            _OPEN.set(None)  # it is a connection to the deleted file
            remove_cache(find_file())


@contextmanager
def _use() -> Iterator[sqlite3.Connection]:
    table = _OPEN.get()
    if table is not None:
        yield table
        return
    with closing(_open()) as table:
        yield table


def _open() -> sqlite3.Connection:
    return open_cache(find_file(), _TABLE)


def open_cache(file: Path, table: str) -> sqlite3.Connection:
    """Open a file with one table, which is made if it is not there; losing what it holds costs nothing but time."""
    file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    connection = sqlite3.connect(file, timeout=_LOCK_SECONDS, check_same_thread=False)
    try:
        file.chmod(0o600)
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = OFF")
        connection.execute(table)
    except BaseException:
        connection.close()
        raise
    return connection


def remove_cache(file: Path) -> None:
    """Delete a file with its journal: that of another file would damage the next one."""
    for suffix in ("-wal", "-shm", ""):
        with suppress(OSError):
            Path(f"{file}{suffix}").unlink()


def _select(table: sqlite3.Connection, keys: Sequence[str]) -> dict[str, bytes]:
    now = int(time())
    wanted = json.dumps(list(keys))
    rows = table.execute(_FIND, (wanted,)).fetchall()
    if old := [key for key, _, used in rows if not isinstance(used, int) or used < now - _TOUCH_SECONDS]:
        with suppress(sqlite3.OperationalError), table:  # a lock: another run will note the use
            table.execute(_TOUCH, (now, json.dumps(old)))
    return {key: value[_CHECKSUM:] for key, value, _ in rows if _is_whole(key, value)}


def _shrink(table: sqlite3.Connection) -> int:
    """Drop the older half where the file is too large; the space is used again."""
    (size,) = table.execute(_SIZE).fetchone()
    return table.execute(_DROP_OLDER_HALF).rowcount if size > _MAX_BYTES else 0


def _checksum(key: str, value: bytes) -> bytes:
    return crc32(value, crc32(key.encode())).to_bytes(_CHECKSUM, "little")


def _is_whole(key: object, value: object) -> bool:
    if not isinstance(key, str) or not isinstance(value, bytes):
        return False
    return value[:_CHECKSUM] == _checksum(key, value[_CHECKSUM:])


def is_damage(error: Exception) -> bool:
    """Check whether SQLite cannot read the file, in contrast to a lock, a full disk or a folder without access."""
    code: int | None = getattr(error, "sqlite_errorcode", None)
    return not isinstance(error, OSError | RuntimeError) and (code and code & 0xFF) in _DAMAGED
