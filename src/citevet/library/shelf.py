"""The corpus as the stages see it: an index that is up to date, and answers without reading the files again."""

import os
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import TypedDict, TypeVar

from citevet.contracts import Progress
from citevet.library import codec, places
from citevet.library.dating import KEEPS, last_verified
from citevet.library.fields import Sheet
from citevet.library.index import refreshed
from citevet.library.names import asked_names, family_names, plain_year
from citevet.library.shelve import lookups_seal, place_of
from citevet.library.staging import recover
from citevet.library.store import BROKEN, Store, empty, from_bytes, reopened, replaced, setting
from citevet.model import Body, Entry, Page

_ENTRY = "SELECT own, full, body, seal FROM entries"
_GONE = Body(reason="no-text", why="the entry is not in the corpus any more")
_INHERITED: list[sqlite3.Connection] = []  # by a fork: to close one here would take its locks from the parent
Answer = TypeVar("Answer")


class _Corpus(TypedDict):
    """Where the corpus lies, and the day that it is asked on."""

    root: Path
    folders: tuple[Path, ...]
    today: date | None


class Shelf:
    """The entries of a project, from its index; each process has its own connection, and none of them writes."""

    def __init__(self, store: Store, *, root: Path, folders: tuple[Path, ...], today: date | None = None) -> None:
        self.root = root
        self.folders = folders
        self.today = today
        self.notes = store.notes  # what a user should know of the index: "… was damaged and was rebuilt"
        self.digest = setting(store.connection, "digest") or ""  # over the contents of all files of the corpus
        self._store = store
        self._process = os.getpid()
        self._is_proven = False  # the tables that entries are found by are those that were written
        store.connection.execute("PRAGMA query_only = ON")

    def __reduce__(self) -> tuple[object, ...]:
        """Travel to another process, which opens the same index anew; one in memory goes along."""
        held = self._store.file or self._store.connection.serialize()
        return _arrived, (held, self.notes, {"root": self.root, "folders": self.folders, "today": self.today})

    @property
    def is_kept(self) -> bool:
        """Whether the project has a corpus folder."""
        return bool(self.folders)

    def entries(self) -> Iterator[Entry]:
        """Yield every entry, in the order of ids."""
        yield from sorted(self._entries(""), key=lambda entry: (place_of(entry.id), entry.path))

    def called(self, ref: str) -> tuple[Entry, ...]:
        """Return the entries with an id, in the order of their paths."""
        return self._found("WHERE id = ? ORDER BY path", ref, holds=lambda entry: entry.id == ref)

    def at(self, path: Path) -> Entry | None:
        """Return the entry whose Markdown file, or whose PDF, HTML or text, lies at an absolute path."""
        where = "WHERE key IN (SELECT entry FROM places WHERE path IN (?, ?)) ORDER BY place, path LIMIT 1"
        ways = _ways(path)
        return next(iter(self._found(where, *ways, holds=lambda entry: _lies_at(entry, self.root, ways))), None)

    def written_by(self, family: str, year: str) -> tuple[Entry, ...]:
        """Return the entries of a year with an author of that family name, whatever case, accents and particles."""
        names = (*asked_names(family), "")[:2]
        where = "WHERE key IN (SELECT entry FROM authors WHERE family IN (?, ?) AND year = ?) ORDER BY place, path"
        return self._found(where, *names, plain_year(year), holds=lambda entry: _wrote(entry, names))

    def identified(self, kind: str, value: str) -> tuple[Entry, ...]:
        """Return the entries with an identifier in normal form: doi, arxiv, isbn, url."""
        where = "WHERE key IN (SELECT entry FROM identifiers WHERE kind = ? AND value = ?) ORDER BY place, path"
        return self._found(where, kind, value, holds=lambda entry: entry.identifiers.get(kind) == value)

    def holding(self, sha256: str) -> tuple[Entry, ...]:
        """Return the entries whose PDF, HTML or text has a hash."""
        where = "WHERE key IN (SELECT entry FROM files WHERE sha256 = ?) ORDER BY place, path"
        return tuple(entry for entry in self._entries(where, sha256) if entry.file_sha256 == sha256)

    def close(self) -> None:
        """Let go of the index; a shelf that is closed answers nothing."""
        self._store.connection.close()

    def body(self, entry: Entry) -> Body:
        """Return what we hold of an entry's words."""
        found = self.ask(lambda connection: _body(connection, entry.id, self.root / entry.path))
        if found is None and self._prove():
            found = self.ask(lambda connection: _body(connection, entry.id, self.root / entry.path))
        return found or _GONE

    def ask(self, question: Callable[[sqlite3.Connection], Answer]) -> Answer:
        """Put a question to the index; when that fails, replace it by one made from the files, and ask once more."""
        while True:
            try:
                return question(self._connection())
            except (OSError, *BROKEN) as error:
                if self._store.file is None:
                    raise
                self._store.connection.close()
                self._renew(replaced(self._store, self.root, error))

    def _entries(self, where: str, *values: str) -> tuple[Entry, ...]:
        found = self.ask(lambda connection: _loaded(connection, where, values))
        return tuple(_dated(entry, self.today) for entry in found)

    def _found(self, where: str, *values: str, holds: Callable[[Entry], bool] = lambda _: True) -> tuple[Entry, ...]:
        """Look up; before anybody is told that there is nothing, or something else, prove that the tables are whole."""
        found = self._entries(where, *values)
        if (not found or not all(map(holds, found))) and self._prove():
            found = self._entries(where, *values)
        return found

    def _prove(self) -> bool:
        """Prove once that entries are found by what was written, and say whether to ask again."""
        if self._is_proven:
            return False
        self.ask(_prove)
        self._is_proven = True
        return True

    def _connection(self) -> sqlite3.Connection:
        """Return the connection of this process: one that came by a fork must not be used."""
        if self._store.file is not None and self._process != os.getpid():
            _INHERITED.append(self._store.connection)
            self._store = reopened(self._store.file, self.root, self._store.notes)
            self._process = os.getpid()
        return self._store.connection

    def _renew(self, store: Store) -> None:
        self._store, done = refreshed(self.root, self.folders, store=store)
        self._process = os.getpid()
        self._store.connection.execute("PRAGMA query_only = ON")
        self.notes = tuple(dict.fromkeys((*self.notes, *done.notes)))
        self._is_proven = True


def open_shelf(
    root: Path, configured: Path | None = None, *, today: date | None = None, progress: Progress | None = None
) -> Shelf:
    """Bring the index of a project's corpus up to date, and open it; a project without one gets an empty shelf."""
    root = root.absolute()
    folders = places.corpora(root, root / configured if configured else None)
    if not folders:
        return Shelf(empty(root), root=root, folders=(), today=today)
    for folder in folders:
        with suppress(OSError):  # still going on, or not ours to write: it is not in the corpus yet
            recover(folder)
    store, done = refreshed(root, folders, progress=progress)
    return Shelf(replace(store, notes=done.notes), root=root, folders=folders, today=today)


def _arrived(held: Path | bytes, notes: tuple[str, ...], corpus: _Corpus) -> Shelf:
    if isinstance(held, bytes):
        return Shelf(Store(from_bytes(held), None, notes), **corpus)
    try:
        return Shelf(reopened(held, corpus["root"], notes), **corpus)
    except (OSError, *BROKEN):
        store, done = refreshed(corpus["root"], corpus["folders"])
        return Shelf(replace(store, notes=(*notes, *done.notes)), **corpus)


def _ways(path: Path) -> tuple[str, str]:
    return str(path), os.path.realpath(path)


def _lies_at(entry: Entry, root: Path, ways: Sequence[str]) -> bool:
    own = (root / each for each in (entry.path, entry.file) if each)
    return any(not set(_ways(path)).isdisjoint(ways) for path in own)


def _loaded(connection: sqlite3.Connection, where: str, values: Sequence[str]) -> tuple[Entry, ...]:
    return tuple(codec.unsealed_entry(row) for row in connection.execute(f"{_ENTRY} {where}", values))


def _dated(entry: Entry, today: date | None) -> Entry:
    """Add the fault that comes with time alone, and so is not in the index."""
    if not today or not entry.last_verified or (today - entry.last_verified).days <= KEEPS:
        return entry
    sheet = Sheet(entry.metadata or {"last_verified": entry.last_verified.isoformat()})
    last_verified(sheet, today)
    return replace(entry, faults=(*entry.faults, *(fault for fault in sheet.faults if fault.kind == "outdated")))


def _prove(connection: sqlite3.Connection) -> None:
    connection.execute("BEGIN")
    try:
        if setting(connection, "settled") == "1" and setting(connection, "lookups") != lookups_seal(connection):
            raise codec.Torn("the tables that entries are found by are not those that were written")
    finally:
        connection.execute("COMMIT")


def _wrote(entry: Entry, names: Sequence[str]) -> bool:
    return any(not family_names(author).isdisjoint(names) for author in entry.authors)


def _body(connection: sqlite3.Connection, ref: str, path: Path) -> Body | None:
    found = connection.execute(
        "SELECT key, own, full, body, seal FROM entries WHERE id = ?"
        " AND key IN (SELECT entry FROM places WHERE path IN (?, ?))",
        (ref, *_ways(path)),
    )
    row = found.fetchone()
    if row is None:
        return None
    codec.unsealed_entry(row[1:])
    pages = connection.execute("SELECT text, number, label FROM pages WHERE entry = ? ORDER BY key", row[:1])
    return codec.load_body(row[3], tuple(Page(*page) for page in pages))
