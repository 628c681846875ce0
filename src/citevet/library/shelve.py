"""One entry into the index, and out of it."""

import sqlite3
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import blake2b
from os.path import realpath

from citevet.library import codec
from citevet.library.files import Seen
from citevet.library.names import family_names, plain_year
from citevet.library.terms import terms
from citevet.library.windows import windows
from citevet.model import Body, Entry, Page

# Joined by SQLite: row by row it takes three times as long.
_LOOKUPS = (
    "SELECT group_concat(id || char(31) || path || char(31) || key, char(30)) FROM entries INDEXED BY entries_id",
    "SELECT group_concat(family || char(31) || year || char(31) || entry, char(30)) FROM authors",
    "SELECT group_concat(kind || char(31) || value || char(31) || entry, char(30)) FROM identifiers",
    "SELECT group_concat(path || char(31) || entry, char(30)) FROM places",
    # A row whose head is damaged may read as it was written, and not be found.
    *(
        f"SELECT count(*) FROM {table} AS read WHERE NOT EXISTS (SELECT 1 FROM {table} AS found WHERE {same})"  # noqa: S608
        for table, same in (
            ("authors", "found.family = read.family AND found.year = read.year AND found.entry = read.entry"),
            ("identifiers", "found.kind = read.kind AND found.value = read.value AND found.entry = read.entry"),
            ("places", "found.path = read.path AND found.entry = read.entry"),
        )
    ),
)


@dataclass(frozen=True, slots=True)
class Volume:
    """An entry as it was read, ready to be put on the shelf."""

    path: str  # of its Markdown file, absolute
    entry: Entry
    body: Body
    files: Mapping[str, Seen]  # all that it was made of
    attached: str | None = None  # its PDF, HTML or text, absolute


def put(connection: sqlite3.Connection, volume: Volume) -> None:
    """Write an entry in place of the one that was read from the same file before."""
    take(connection, volume.path)
    entry = volume.entry
    own, words = codec.dump_entry(entry), codec.dump_body(volume.body)
    connection.execute(
        "INSERT INTO entries (path, id, place, own, full, body, seal) VALUES (?, ?, ?, ?, ?, ?, ?)",
        (volume.path, entry.id, place_of(entry.id), own, own, words, codec.seal(own, own, words)),
    )
    key = _last(connection)
    connection.executemany(
        "INSERT INTO files (path, entry, size, mtime_ns, sha256, seen_ns) VALUES (?, ?, ?, ?, ?, ?)",
        [(name, key, *seen.look, seen.sha256, seen.at_ns) for name, seen in volume.files.items()],
    )
    _put_lookups(connection, key, volume)
    for page in volume.body.pages:
        _put_page(connection, key, page)


def take(connection: sqlite3.Connection, path: str) -> None:
    """Drop the entry of a file, and all that hangs on it."""
    found = connection.execute("SELECT key FROM entries WHERE path = ?", (path,)).fetchone()
    if found is None:
        return
    # A full-text table without content forgets a row only when told what stood in it.
    rows = connection.execute(
        "SELECT windows.key, text, first, last FROM windows JOIN pages ON pages.key = page WHERE entry = ?", found
    ).fetchall()
    connection.executemany(
        "INSERT INTO words (words, rowid, terms) VALUES ('delete', ?, ?)",
        [(window, " ".join(terms(text[first:last]))) for window, text, first, last in rows],
    )
    connection.execute("DELETE FROM entries WHERE key = ?", found)


def lookups_seal(connection: sqlite3.Connection) -> str:
    """Return a checksum over the tables that entries are found by: only then does a miss mean that there is none."""
    state = blake2b(digest_size=16)
    for query in _LOOKUPS:
        (joined,) = connection.execute(query).fetchone()
        state.update(f"{joined}\0".encode())
    return state.hexdigest()


def place_of(ref: str) -> str:
    """Return what sorts ids by their numbers."""
    digits = ref.rpartition("-")[2]
    number = digits.lstrip("0") if digits.isascii() and digits.isdigit() else ""
    return f"{len(number):03d}{number} {ref}"


def _last(connection: sqlite3.Connection) -> int:
    (key,) = connection.execute("SELECT last_insert_rowid()").fetchone()
    return int(key)


def _put_lookups(connection: sqlite3.Connection, key: int, volume: Volume) -> None:
    entry = volume.entry
    year = plain_year(entry.year)
    families = {name for author in entry.authors for name in family_names(author)}
    connection.executemany("INSERT INTO authors VALUES (?, ?, ?)", [(name, year, key) for name in sorted(families)])
    known = [(kind, value, key) for kind, value in entry.identifiers.items()]
    connection.executemany("INSERT INTO identifiers VALUES (?, ?, ?)", known)
    files = [file for file in (volume.path, volume.attached) if file]
    places = {place for file in files for place in (file, realpath(file))}
    connection.executemany("INSERT INTO places VALUES (?, ?)", [(place, key) for place in sorted(places)])


def _put_page(connection: sqlite3.Connection, entry: int, page: Page) -> None:
    connection.execute(
        "INSERT INTO pages (entry, number, label, text) VALUES (?, ?, ?, ?)",
        (entry, page.number, page.label, page.text),
    )
    key = _last(connection)
    for first, last in windows(page.text):
        connection.execute("INSERT INTO windows (page, first, last) VALUES (?, ?, ?)", (key, first, last))
        found = " ".join(terms(page.text[first:last]))
        connection.execute("INSERT INTO words (rowid, terms) VALUES (?, ?)", (_last(connection), found))
