"""Open the SQLite file of the index, or discard and rebuild it: the corpus is the truth, the index is derived."""

import os
import sqlite3
from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import Any
from unicodedata import unidata_version

import citevet
from citevet.corpus.corpus_folders import FolderBusy, lock_folder
from citevet.corpus.index_format import (
    DAMAGED,
    MOVED,
    OUTDATED,
    SCHEMA,
    SCHEMA_VERSION,
    TABLES,
    get_setting,
    set_setting,
)
from citevet.corpus.sqlite_index import SqliteIndex
from citevet.records import dataclass, replace
from citevet.version import __version__

_CACHE_FOLDER = ".citevet/cache"
_INDEX_NAME = "index.sqlite"
_MAX_FAILURES = 3  # in one run; then the index is built in memory
LOCK_TIMEOUT = 10.0  # seconds; a batch is written in milliseconds, so a process that holds the lock longer is stuck
_READER_PACKAGES = ("model", "read", "text", "corpus")  # whose code decides what is in an index

_LOCKED = "the index of the corpus is locked by another program; this run built its own in memory"
_UNWRITABLE = "the index of the corpus cannot be written ({why}); this run built its own in memory"

# Errors that say nothing about the content of the file: it is locked, or the disk refuses.
_BUSY = frozenset({sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED})
_REFUSED = frozenset(
    {sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_PERM, sqlite3.SQLITE_READONLY}
)
# Errors of a damaged file: of SQLite itself, broken text, and numbers in place of text.
INDEX_ERRORS = (sqlite3.Error, ValueError, TypeError)


class OutdatedIndex(sqlite3.DatabaseError):
    """The file is an index of another version or another folder; the text is the note for the user."""


@dataclass(frozen=True, slots=True)
class SqliteStore:
    """An open index and its file; None for an index in memory."""

    connection: SqliteIndex
    root: Path
    file: Path | None = None
    notes: tuple[str, ...] = ()
    mark: str = ""  # of the file, because another process may replace it
    failed: int = 0  # how many predecessors failed in this run
    failures: tuple[type[Exception], ...] = (OSError, *INDEX_ERRORS)

    @property
    def is_shared(self) -> bool:
        """Whether other processes can open it."""
        return self.file is not None

    def replace_failed(self, error: Exception) -> "SqliteStore":
        """Return an index in place of this one: a new file if it was damaged or replaced, otherwise in memory."""
        if self.file is None:
            raise error
        self.connection.close()
        damaged = _is_damage(error)
        if self.failed >= _MAX_FAILURES or not (damaged or _mark(self.file, self.root) != self.mark):
            return _store_in_memory(self.root, error, notes=self.notes)
        notes = (*self.notes, DAMAGED) if damaged else self.notes
        try:
            if damaged:
                _discard(self.file, self.root, self.mark)
        except OSError as refusal:
            return _store_in_memory(self.root, refusal, notes=notes)
        new = open_store(self.root)
        return replace(new, notes=tuple(dict.fromkeys((*notes, *new.notes))), failed=self.failed + 1)

    def reopen(self) -> "SqliteStore":
        """Open the same file again, for reading only."""
        if self.file is None or not self.file.is_file():
            raise sqlite3.DatabaseError("the index is gone")
        new = replace(_open(self.file, self.root), notes=self.notes)
        new.connection.set_read_only(on=True)
        return new

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle for another process, which opens the same file again; an index in memory is copied."""
        return _unpickle, (self.root, self.file or self.connection.serialize(), self.notes)


def index_file(root: Path) -> Path:
    """Return the path of a project's index."""
    return root / _CACHE_FOLDER / _INDEX_NAME


@cache
def index_version() -> str:
    """Return a hash over the code that reads sources (3 ms); an index made by other code is rebuilt."""
    home = Path(citevet.__file__).parent
    state = blake2b(f"{__version__} {unidata_version}".encode(), digest_size=16)
    for file in sorted(path for package in _READER_PACKAGES for path in (home / package).rglob("*.py")):
        state.update(file.name.encode() + b"\0" + file.read_bytes())
    return state.hexdigest()


def open_store(root: Path) -> SqliteStore:
    """Open the index for writing; replace a damaged one, and build one in memory if there can be no file."""
    file = index_file(root)
    notes: tuple[str, ...] = ()
    try:
        _prepare_folder(file.parent)
        try:
            return _open(file, root)
        except INDEX_ERRORS as error:
            if not _is_damage(error):
                raise
            notes = (str(error) if isinstance(error, OutdatedIndex) else DAMAGED,)
            _discard(file, root)
            return replace(_open(file, root), notes=notes)
    except (OSError, *INDEX_ERRORS) as error:
        return _store_in_memory(root, error, notes=notes)


def empty_store(root: Path) -> SqliteStore:
    """Return an empty index in memory."""
    connection = _connect_in_memory(b"")
    _create_tables(connection, root, version="")  # no later run opens it
    return SqliteStore(connection, root)


def _unpickle(root: Path, index: Path | bytes, notes: tuple[str, ...]) -> SqliteStore:
    if isinstance(index, bytes):
        return SqliteStore(_connect_in_memory(index), root, notes=notes)
    try:
        new = _open(index, root)
    except (OSError, *INDEX_ERRORS):
        new = open_store(root)
    return replace(new, notes=(*notes, *new.notes))


def _connect_in_memory(data: bytes) -> SqliteIndex:
    """Open a serialized index in memory."""
    connection = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False, factory=SqliteIndex)
    if data:
        connection.deserialize(data)
    connection.execute("PRAGMA foreign_keys = ON")
    return connection


def _store_in_memory(root: Path, error: Exception, *, notes: tuple[str, ...]) -> SqliteStore:
    """Return an empty index in memory, with a note that explains why."""
    busy = isinstance(error, FolderBusy) or _error_code(error) in _BUSY
    why = getattr(error, "strerror", None) or str(error) or type(error).__name__
    return replace(empty_store(root), notes=(*notes, _LOCKED if busy else _UNWRITABLE.format(why=why)))


def _is_damage(error: Exception) -> bool:
    """Check that an error is about the index itself, not a lock, a full disk or a read-only folder."""
    return not isinstance(error, OSError) and _error_code(error) not in _BUSY | _REFUSED


def _error_code(error: Exception) -> int:
    return getattr(error, "sqlite_errorcode", sqlite3.SQLITE_CORRUPT) & 0xFF  # the low byte of an extended code


def _discard(file: Path, root: Path, mark: str = "") -> None:
    """Delete an index while no process opens it, unless another process has replaced it by a sound one."""
    with lock_folder(file.parent, LOCK_TIMEOUT):
        if _mark(file, root) not in {"", mark}:
            return
        # The log first: SQLite would apply it to a new file.
        for name in (f"{file.name}-wal", f"{file.name}-shm", f"{file.name}-journal", file.name):
            target = file.with_name(name)
            target.rmdir() if target.is_dir() else target.unlink(missing_ok=True)


def _mark(file: Path, root: Path) -> str:
    """Return the random mark of an index file; nothing if the index is unusable."""
    if not file.is_file():
        return ""
    connection = sqlite3.connect(file, timeout=LOCK_TIMEOUT, isolation_level=None, factory=SqliteIndex)
    try:
        _check_version(connection, root)
        return get_setting(connection, "mark") or ""
    except INDEX_ERRORS:
        return ""
    finally:
        connection.close()


def _prepare_folder(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    ignore = folder / ".gitignore"
    if not ignore.exists():
        ignore.write_text("*\n", encoding="utf-8")


def _open(file: Path, root: Path) -> SqliteStore:
    """Open an index; the folder is locked until the first read, so that no process swaps the file and keeps the log."""
    with lock_folder(file.parent, LOCK_TIMEOUT, shared=True):
        connection = sqlite3.connect(
            file, timeout=LOCK_TIMEOUT, isolation_level=None, check_same_thread=False, factory=SqliteIndex
        )
        try:
            connection.execute("PRAGMA journal_mode = WAL")
            # A power cut may lose the last batches, never the file; they are read again from the corpus.
            connection.execute("PRAGMA synchronous = NORMAL")
            connection.execute("PRAGMA foreign_keys = ON")
            connection.execute("PRAGMA cache_size = -16000")
            if connection.execute("SELECT count(*) FROM sqlite_master").fetchone() == (0,):
                _create_tables(connection, root)
            _check_version(connection, root)
        except BaseException:
            connection.close()
            raise
    return SqliteStore(connection, root, file, mark=get_setting(connection, "mark") or "")


def _check_version(connection: SqliteIndex, root: Path) -> None:
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    present = {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    if version != SCHEMA_VERSION or not present >= TABLES:
        raise OutdatedIndex(OUTDATED)
    if get_setting(connection, "version") != index_version():
        raise OutdatedIndex(OUTDATED)
    if get_setting(connection, "root") != _encodable(root):
        raise OutdatedIndex(MOVED)


def _create_tables(connection: SqliteIndex, root: Path, version: str | None = None) -> None:
    with connection.transaction():
        # Another process may have created them before we got the lock.
        if connection.execute("PRAGMA user_version").fetchone() == (0,):
            for statement in SCHEMA:
                connection.execute(statement)
            set_setting(connection, "root", _encodable(root))
            set_setting(connection, "version", index_version() if version is None else version)
            set_setting(connection, "mark", os.urandom(8).hex())
            connection.execute(f"PRAGMA user_version = {SCHEMA_VERSION}")


def _encodable(root: Path) -> str:
    return str(root).encode("utf-8", "backslashreplace").decode()
