"""Open the corpus of a project, and look up entries and texts in its index."""

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import date
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar, Union

from citevet.corpus.corpus_folders import find_corpus_folders
from citevet.corpus.entry_fields import FrontMatter
from citevet.corpus.entry_metadata import VERIFICATION_DAYS, read_last_verified
from citevet.corpus.index_format import CorruptIndex, IndexConnection, get_setting, load_body, load_entry
from citevet.corpus.index_refresh import CITED_KEY, OTHER_ID, refresh_index, sort_key
from citevet.corpus.index_store import SqliteStore, empty_store, open_store
from citevet.identifiers.page_keys import make_page_key
from citevet.model import Body, Entry, Page
from citevet.people.parser import read_name, read_surname
from citevet.text.names import fold_name, strip_year_letter

if TYPE_CHECKING:
    from citevet.corpus.postgres_store import PostgresStore

IndexStore = Union[SqliteStore, "PostgresStore"]  # an open index, and how to open it again
_BY_IDENTIFIER = "WHERE key IN (SELECT entry FROM identifiers WHERE kind = ? AND value = ?) ORDER BY place, path"
_REMOVED = Body(reason="no-text", why="the entry is not in the corpus any more")
QueryResult = TypeVar("QueryResult")


class IndexedCorpus:
    """The entries of a project, from its index. Each process has its own read-only connection."""

    def __init__(self, store: IndexStore, *, root: Path, folders: tuple[Path, ...], today: date | None = None) -> None:
        self.root = root
        self.folders = folders
        self.today = today
        self.notes = store.notes  # for the user: "… was damaged and was rebuilt"
        self.digest = get_setting(store.connection, "digest") or ""  # over the contents of all files
        self._store = store
        self._process = os.getpid()
        self._inherited: list[IndexConnection] = []  # by a fork: closing one would release the locks of the parent
        self._is_verified = False  # the lookup tables were compared with their checksum
        store.connection.set_read_only(on=True)

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle for another process, which opens the same index again; an index in memory is copied."""
        return _unpickle, (self._store, self.root, self.folders, self.today)

    @property
    def exists(self) -> bool:
        """Whether the project has a corpus folder."""
        return bool(self.folders)

    def has_grades(self) -> bool:
        """Return whether any entry has a GRADE level."""
        return self.query(lambda connection: get_setting(connection, "graded")) == "1"

    def entries(self) -> Iterator[Entry]:
        """Yield every entry, sorted by id."""
        yield from sorted(self._select(""), key=lambda entry: (sort_key(entry.id), entry.path))

    def entries_by_id(self, ref: str) -> tuple[Entry, ...]:
        """Return the entries with an id, sorted by path; without one, those whose front matter alone has it."""
        found = self._look_up("WHERE id = ? ORDER BY path", ref, is_expected=lambda entry: entry.id == ref)
        return found or self._look_up(_BY_IDENTIFIER, OTHER_ID, ref, is_expected=lambda entry: entry.other_id == ref)

    def entry_at(self, path: Path) -> Entry | None:
        """Return the entry whose Markdown file, PDF, HTML or text is at an absolute path."""
        where = "WHERE key IN (SELECT entry FROM places WHERE path IN (?, ?)) ORDER BY place, path LIMIT 1"
        paths = _path_forms(path)
        return next(iter(self._look_up(where, *paths, is_expected=lambda entry: self._is_at(entry, paths))), None)

    def entries_by_author(self, family: str, year: str) -> tuple[Entry, ...]:
        """Return the entries of a year by an author with that family name, ignoring case, accents and particles."""
        cited = read_surname(family)
        names = fold_name(cited.surname), fold_name(cited.family)
        where = "WHERE key IN (SELECT entry FROM authors WHERE family IN (?, ?) AND year = ?) ORDER BY place, path"

        def is_expected(entry: Entry) -> bool:
            return any(not read_name(author).forms().isdisjoint(names) for author in entry.authors)

        return self._look_up(where, *names, strip_year_letter(year), is_expected=is_expected)

    def entries_by_identifier(self, kind: str, value: str) -> tuple[Entry, ...]:
        """Return the entries with an identifier in normal form: doi, arxiv, isbn, url."""
        normal = make_page_key if kind == "url" else str
        wanted = normal(value)

        def is_expected(entry: Entry) -> bool:
            return normal(entry.identifiers.get(kind, "")) == wanted

        return self._look_up(_BY_IDENTIFIER, kind, wanted, is_expected=is_expected)

    def entries_by_key(self, key: str) -> tuple[Entry, ...]:
        """Return the entries with a citation key."""
        return self._look_up(_BY_IDENTIFIER, CITED_KEY, key, is_expected=lambda entry: key in entry.keys)

    def holding(self, sha256: str) -> tuple[Entry, ...]:
        """Return the entries whose PDF, HTML or text has a hash."""
        where = "WHERE key IN (SELECT entry FROM files WHERE sha256 = ?) ORDER BY place, path"
        return tuple(entry for entry in self._select(where, sha256) if entry.file_sha256 == sha256)

    def body(self, entry: Entry) -> Body:
        """Return the text that the corpus has of an entry."""
        paths = _path_forms(self.root / entry.path)
        found = self.query(lambda connection: _select_body(connection, entry.id, paths))
        if found is None and self._verify_lookups():
            found = self.query(lambda connection: _select_body(connection, entry.id, paths))
        return found or _REMOVED

    def close(self) -> None:
        """Close the index."""
        self._store.connection.close()

    def query(self, run: Callable[[IndexConnection], QueryResult]) -> QueryResult:
        """Run a query; if the index fails, rebuild it from the files and run the query again."""
        while True:
            try:
                return run(self._connection())
            except self._store.failures as error:
                self._rebuild(self._store.replace_failed(error))

    def change(self, run: Callable[[IndexConnection], None]) -> None:
        """Change what the index holds besides the files, such as vectors: all or nothing."""

        def run_in_transaction(connection: IndexConnection) -> None:
            connection.set_read_only(on=False)
            try:
                with connection.transaction():
                    run(connection)
            finally:
                connection.set_read_only(on=True)

        self.query(run_in_transaction)

    def _select(self, where: str, *values: str) -> tuple[Entry, ...]:
        query = f'SELECT own, "full", body, seal FROM entries {where}'  # noqa: S608 - constants
        found = self.query(lambda connection: [load_entry(row) for row in connection.execute(query, values)])
        return tuple(_add_outdated(entry, self.today) for entry in found)

    def _look_up(self, where: str, *values: str, is_expected: Callable[[Entry], bool]) -> tuple[Entry, ...]:
        """Look up entries; verify the lookup tables before a miss or an unexpected entry is believed."""
        found = self._select(where, *values)
        if (not found or not all(map(is_expected, found))) and self._verify_lookups():
            found = self._select(where, *values)
        return found

    def _verify_lookups(self) -> bool:
        """Verify the lookup tables once, and return whether to look up again."""
        if self._is_verified:
            return False
        self.query(_check_lookups)
        self._is_verified = True
        return True

    def _connection(self) -> IndexConnection:
        """Return the connection of this process: one inherited by a fork must not be used."""
        if self._store.is_shared and self._process != os.getpid():
            self._inherited.append(self._store.connection)
            self._store = self._store.reopen()
            self._process = os.getpid()
        return self._store.connection

    def _rebuild(self, store: IndexStore) -> None:
        self._store = _refresh_store(store, self.root, self.folders)
        self._process = os.getpid()
        self._store.connection.set_read_only(on=True)
        self.notes = tuple(dict.fromkeys((*self.notes, *self._store.notes)))
        self._is_verified = True

    def _is_at(self, entry: Entry, paths: Sequence[str]) -> bool:
        own = (self.root / each for each in (entry.path, entry.file) if each)
        return any(not set(_path_forms(path)).isdisjoint(paths) for path in own)


def open_corpus(
    root: Path, configured: Path | None = None, *, database: str | None = None, today: date | None = None
) -> IndexedCorpus:
    """Bring the index of a project's corpus up to date and open it; without a corpus folder it is empty.

    The index is a file of the project, or tables of the PostgreSQL database at the address `database`.
    """
    root = root.absolute()
    folders = find_corpus_folders(root, root / configured if configured else None)
    if not folders:
        return IndexedCorpus(empty_store(root), root=root, folders=(), today=today)
    from citevet.corpus.staging import recover  # most projects have no corpus

    for folder in folders:
        with suppress(OSError):  # an addition that still runs, or a read-only folder: it is not in the corpus yet
            recover(folder)
    store = _refresh_store(_open_index(root, database), root, folders)
    return IndexedCorpus(store, root=root, folders=folders, today=today)


def _open_index(root: Path, database: str | None) -> IndexStore:
    if not database:
        return open_store(root)
    from citevet.corpus.postgres_store import open_postgres  # an optional library

    return open_postgres(database, root)


def _refresh_store(store: IndexStore, root: Path, folders: Sequence[Path]) -> IndexStore:
    """Bring an index up to date; one that fails is replaced by another, in the end by one in memory."""
    from citevet.corpus.entry_reader import read_entry  # 12 ms, and most projects have no corpus

    while True:
        try:
            notes = refresh_index(store.connection, root, folders, read=partial(read_entry, root=root))
        except store.failures as error:
            store = store.replace_failed(error)
        else:
            return replace(store, notes=(*store.notes, *notes))


def _unpickle(store: IndexStore, root: Path, folders: tuple[Path, ...], today: date | None) -> IndexedCorpus:
    if get_setting(store.connection, "settled") != "1":  # the file was gone, and a new index has to be filled
        store = _refresh_store(store, root, folders)
    return IndexedCorpus(store, root=root, folders=folders, today=today)


def _path_forms(path: Path) -> tuple[str, str]:
    return str(path), os.path.realpath(path)


def _add_outdated(entry: Entry, today: date | None) -> Entry:
    """Add the fault that depends on the date and so is not in the index."""
    if not today or not entry.last_verified or (today - entry.last_verified).days <= VERIFICATION_DAYS:
        return entry
    front = FrontMatter(entry.metadata or {"last_verified": entry.last_verified.isoformat()})
    read_last_verified(front, today)
    return replace(entry, faults=(*entry.faults, *(fault for fault in front.faults if fault.kind == "outdated")))


def _check_lookups(connection: IndexConnection) -> None:
    connection.execute("BEGIN")
    try:
        is_settled = get_setting(connection, "settled") == "1"
        if is_settled and get_setting(connection, "lookups") != connection.lookups_checksum():
            raise CorruptIndex("the tables that entries are found by are not those that were written")
    finally:
        connection.execute("COMMIT")


def _select_body(connection: IndexConnection, ref: str, paths: tuple[str, str]) -> Body | None:
    found = connection.execute(
        'SELECT key, own, "full", body, seal FROM entries WHERE id = ?'
        " AND key IN (SELECT entry FROM places WHERE path IN (?, ?))",
        (ref, *paths),
    )
    row = found.fetchone()
    if row is None:
        return None
    load_entry(row[1:])  # compares the checksum
    pages = connection.execute("SELECT text, number, label FROM pages WHERE entry = ? ORDER BY key", row[:1])
    return load_body(row[3], tuple(Page(*page) for page in pages))
