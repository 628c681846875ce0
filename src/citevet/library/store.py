"""The SQLite file of the index: opened whole, or thrown away. The corpus is the truth, the index is derived from it."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from secrets import token_hex

from citevet.library.lock import Busy, locked
from citevet.library.maker import maker
from citevet.library.schema import SCHEMA, TABLES, VERSION

CACHE = ".citevet/cache"
NAME = "index.sqlite"
_FAILURES = 3  # an index that fails more often in one run is not tried again
PATIENCE = 10.0  # seconds; a batch is written in milliseconds, so whoever holds the lock longer is stuck

DAMAGED = "the index of the corpus was damaged and was rebuilt from the files"
OUTDATED = "the index of the corpus was made by another version and was rebuilt from the files"
_LOCKED = "the index of the corpus is locked by another program; this run built its own in memory"
_UNWRITABLE = "the index of the corpus cannot be written ({why}); this run built its own in memory"

# What says nothing about the file's inside: somebody else holds it, or the disk takes no more.
_BUSY = frozenset({sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED})
_REFUSED = frozenset(
    {sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_PERM, sqlite3.SQLITE_READONLY}
)
# What a damaged file shows as: SQLite's own errors, text that is none, and numbers where text was written.
BROKEN = (sqlite3.Error, ValueError, TypeError)


class Outdated(sqlite3.DatabaseError):
    """The file is an index, but not of this version, or not of this project."""


@dataclass(frozen=True, slots=True)
class Store:
    """An open index, and the file that it stands in; none when it is held in memory."""

    connection: sqlite3.Connection
    file: Path | None = None
    notes: tuple[str, ...] = ()
    mark: str = ""  # of the file: another process may have replaced it since
    failures: int = 0  # of those before it, in this run


def index_file(root: Path) -> Path:
    """Return where the index of a project stands."""
    return root / CACHE / NAME


def open_store(root: Path) -> Store:
    """Open the index for writing; a damaged one is thrown away, and one that cannot be had is made in memory."""
    file = index_file(root)
    notes: tuple[str, ...] = ()
    try:
        _prepare(file.parent)
        try:
            return _opened(file, root)
        except BROKEN as error:
            if not is_damage(error):
                raise
            notes = (OUTDATED if isinstance(error, Outdated) else DAMAGED,)
            discard(file, root)
            return replace(_opened(file, root), notes=notes)
    except (OSError, *BROKEN) as error:
        return in_memory(root, error, notes=notes)


def replaced(store: Store, root: Path, error: Exception) -> Store:
    """Return an index in place of one that failed: a new file if it was damaged or replaced, else one in memory."""
    damaged = is_damage(error)
    if store.file is None or store.failures >= _FAILURES or not (damaged or _mark(store.file, root) != store.mark):
        return in_memory(root, error, notes=store.notes)
    notes = (*store.notes, DAMAGED) if damaged else store.notes
    try:
        if damaged:
            discard(store.file, root, store.mark)
    except OSError as refusal:
        return in_memory(root, refusal, notes=notes)
    new = open_store(root)
    return replace(new, notes=tuple(dict.fromkeys((*notes, *new.notes))), failures=store.failures + 1)


def empty(root: Path) -> Store:
    """Return an index of nothing that leaves nothing on disk."""
    connection = from_bytes(b"")
    _create(connection, root)
    return Store(connection)


def from_bytes(held: bytes) -> sqlite3.Connection:
    """Open an index in memory."""
    connection = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
    if held:
        connection.deserialize(held)
    connection.execute("PRAGMA foreign_keys = ON")
    return connection


def in_memory(root: Path, error: Exception, *, notes: tuple[str, ...] = ()) -> Store:
    """Return an empty index that leaves nothing on disk, and the note that says why."""
    busy = isinstance(error, Busy) or _code(error) in _BUSY
    why = getattr(error, "strerror", None) or str(error) or type(error).__name__
    return replace(empty(root), notes=(*notes, _LOCKED if busy else _UNWRITABLE.format(why=why)))


def is_damage(error: Exception) -> bool:
    """Say whether an error tells of the index itself, and not of a lock, a full disk or a forbidden folder."""
    return not isinstance(error, OSError) and _code(error) not in _BUSY | _REFUSED


def _code(error: Exception) -> int:
    return getattr(error, "sqlite_errorcode", sqlite3.SQLITE_CORRUPT) & 0xFF  # extended codes have the plain one below


def discard(file: Path, root: Path, mark: str = "") -> None:
    """Throw an index away, while nobody is opening it, unless somebody has put a sound one in its place."""
    with locked(file.parent, PATIENCE):
        if _mark(file, root) not in {"", mark}:
            return
        # The log goes first: beside a new file it would be taken for its own.
        for name in (f"{file.name}-wal", f"{file.name}-shm", f"{file.name}-journal", file.name):
            target = file.with_name(name)
            target.rmdir() if target.is_dir() else target.unlink(missing_ok=True)


def _mark(file: Path, root: Path) -> str:
    """Return what tells an index from one made later in its place; nothing when it cannot be used as it is."""
    if not file.is_file():
        return ""
    connection = sqlite3.connect(file, timeout=PATIENCE, isolation_level=None)
    try:
        _check(connection, root)
        return setting(connection, "mark") or ""
    except BROKEN:
        return ""
    finally:
        connection.close()


def reopened(file: Path, root: Path, notes: tuple[str, ...]) -> Store:
    """Open an index that stands once more, for reading only."""
    if not file.is_file():
        raise sqlite3.DatabaseError("the index is gone")
    new = replace(_opened(file, root), notes=notes)
    new.connection.execute("PRAGMA query_only = ON")
    return new


def _prepare(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    ignore = folder / ".gitignore"
    if not ignore.exists():
        ignore.write_text("*\n", encoding="utf-8")


def _opened(file: Path, root: Path) -> Store:
    """Open under the lock of the folder until the first read: nobody must swap the file and keep the log meanwhile."""
    with locked(file.parent, PATIENCE, shared=True):
        connection = sqlite3.connect(file, timeout=PATIENCE, isolation_level=None, check_same_thread=False)
        try:
            _ready(connection, root)
        except BaseException:
            connection.close()
            raise
    return Store(connection, file, mark=setting(connection, "mark") or "")


def _ready(connection: sqlite3.Connection, root: Path) -> None:
    connection.execute("PRAGMA journal_mode = WAL")
    # A power cut may cost the last batches, never the file; they are read again from the corpus.
    connection.execute("PRAGMA synchronous = NORMAL")
    connection.execute("PRAGMA foreign_keys = ON")
    connection.execute("PRAGMA cache_size = -16000")
    if connection.execute("SELECT count(*) FROM sqlite_master").fetchone() == (0,):
        _create(connection, root)
    _check(connection, root)


def _check(connection: sqlite3.Connection, root: Path) -> None:
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    present = {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    if version != VERSION or not present >= TABLES:
        raise Outdated("another version")
    if setting(connection, "root") != _shown(root) or setting(connection, "maker") != maker():
        raise Outdated("another project, or another reader")


def _create(connection: sqlite3.Connection, root: Path) -> None:
    with writing(connection):
        # Another process may have been quicker between the look and the lock.
        if connection.execute("PRAGMA user_version").fetchone() == (0,):
            for statement in SCHEMA:
                connection.execute(statement)
            set_setting(connection, "root", _shown(root))
            set_setting(connection, "maker", maker())
            set_setting(connection, "mark", token_hex(8))
            connection.execute(f"PRAGMA user_version = {VERSION}")


def _shown(root: Path) -> str:
    return str(root).encode("utf-8", "backslashreplace").decode()


@contextmanager
def writing(connection: sqlite3.Connection) -> Iterator[None]:
    """Write all or nothing; the only kind of transaction that never deadlocks with another writer."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
        connection.execute("COMMIT")
    except BaseException:
        with suppress(sqlite3.Error):
            connection.execute("ROLLBACK")
        raise


def setting(connection: sqlite3.Connection, key: str) -> str | None:
    """Return what the index knows of itself under a key."""
    found = connection.execute("SELECT value FROM settings WHERE key = ?", (key,)).fetchone()
    return None if found is None else str(found[0])


def set_setting(connection: sqlite3.Connection, key: str, value: str) -> None:
    """Keep something that the index must know of itself."""
    connection.execute("INSERT OR REPLACE INTO settings (key, value) VALUES (?, ?)", (key, value))
