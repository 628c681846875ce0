"""The index in SQLite: full-text search by FTS5, and a scan of all vectors for the nearest ones.

A vector has a signed byte for each number. Two vectors whose numbers have mostly the same signs are near each other:
48 bytes are compared in place of 384, and only the best few hundred exactly.
"""

import json
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from hashlib import blake2b
from typing import TYPE_CHECKING, Any
from zlib import crc32

from citevet.corpus.index_format import SHORTLIST, RankedPage, SearchPhrase, Window
from citevet.text.tokens import index_terms

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

# Joined by SQLite: row by row takes three times as long.
_LOOKUP_QUERIES = (
    "SELECT group_concat(id || char(31) || path || char(31) || key, char(30)) FROM entries INDEXED BY entries_id",
    "SELECT group_concat(family || char(31) || year || char(31) || entry, char(30)) FROM authors",
    "SELECT group_concat(kind || char(31) || value || char(31) || entry, char(30)) FROM identifiers",
    "SELECT group_concat(path || char(31) || entry, char(30)) FROM places",
    # A row with a damaged header may be read as it was written, and still not be found.
    *(
        f"SELECT count(*) FROM {table} AS read WHERE NOT EXISTS (SELECT 1 FROM {table} AS found WHERE {same})"  # noqa: S608 - constants
        for table, same in (
            ("authors", "found.family = read.family AND found.year = read.year AND found.entry = read.entry"),
            ("identifiers", "found.kind = read.kind AND found.value = read.value AND found.entry = read.entry"),
            ("places", "found.path = read.path AND found.entry = read.entry"),
        )
    ),
)
# A page is ranked by its best window. Only the best windows are looked up, and only the text of the results is read.
# Windows with common terms besides the rare ones have the better score of the two.
_RANKED_PAGES = """
    WITH scored AS MATERIALIZED (
        SELECT window, min(score) AS score FROM (
            SELECT rowid AS window, bm25(words) AS score FROM words WHERE words MATCH ?
            UNION ALL SELECT rowid, bm25(words) FROM words WHERE words MATCH ?
        ) GROUP BY window
    ),
    best AS MATERIALIZED (
        SELECT pages.key AS page, first, last, min(score) AS score, id, place, path
        FROM scored JOIN windows ON windows.key = window
        JOIN pages ON pages.key = windows.page JOIN entries ON entries.key = entry
        WHERE score <= coalesce((SELECT score FROM scored ORDER BY score LIMIT 1 OFFSET ?), 0)
        GROUP BY pages.key ORDER BY min(score), place, path, pages.key LIMIT ?
    )
    SELECT id, number, label, substr(text, first + 1, last - first), -score, (SELECT count(*) FROM scored)
    FROM best JOIN pages ON pages.key = best.page ORDER BY score, place, best.path, best.page
"""
_NOTHING = '""'  # a query without results
MOST_EXACT = 200_000  # vectors; above that a scan takes over 0.1 s and 80 MB
_BLOCK = 8_192  # rows that are multiplied at once: 12 MB
RESCORED = 2_000  # vectors that are compared exactly
_TIMES = 4  # or so many times as are wanted


class VectorScan:
    """Vectors that are all compared exactly."""

    def __init__(self, rows: Iterable[tuple[str, bytes]]) -> None:
        import numpy as np  # takes 0.1 s, and a search by words needs none

        listed = list(rows)
        self._digests = [digest for digest, _ in listed]
        self._numbers = np.frombuffer(b"".join(value for _, value in listed), np.int8).reshape(len(listed), -1)
        blocks = [part.astype(np.float32) for part in self._split(self._numbers)]
        self._lengths = np.concatenate([np.vecdot(part, part) for part in blocks]) ** np.float32(0.5)

    def find_nearest(self, vector: bytes, most: int) -> list[str]:
        """Return the digests of the vectors with the largest cosines, in any order."""
        import numpy as np

        asked = np.frombuffer(vector, np.int8).astype(np.float32)
        products = np.concatenate([part.astype(np.float32) @ asked for part in self._split(self._numbers)])
        return _take_best(self._digests, products / np.maximum(self._lengths, np.float32(1)), most)

    @staticmethod
    def _split(numbers: "NDArray[Any]") -> "Iterable[NDArray[Any]]":
        return (numbers[at : at + _BLOCK] for at in range(0, len(numbers), _BLOCK))


class SignScan:
    """Vectors of which only the signs are in memory; the best by their signs are compared exactly."""

    def __init__(
        self, rows: Iterable[tuple[str, bytes]], read: Callable[[list[str]], VectorScan], *, rescored: int = RESCORED
    ) -> None:
        import numpy as np

        listed = list(rows)
        self._digests = [digest for digest, _ in listed]
        self._signs = np.frombuffer(b"".join(signs for _, signs in listed), np.uint8).reshape(len(listed), -1)
        self._read = read
        self._rescored = rescored

    def find_nearest(self, vector: bytes, most: int) -> list[str]:
        """Return the digests of vectors that are probably those with the largest cosines, in any order."""
        import numpy as np

        asked = np.frombuffer(take_signs(vector), np.uint8)
        different = np.bitwise_count(_widen(self._signs) ^ _widen(asked[None])).sum(1, dtype=np.int16)
        near = _take_best(self._digests, -different, max(self._rescored, _TIMES * most))
        return self._read(near).find_nearest(vector, most)


def take_signs(vector: bytes) -> bytes:
    """Return a bit for each number of a vector: whether it is positive."""
    import numpy as np

    return np.packbits(np.frombuffer(vector, np.int8) > 0).tobytes()


def _widen(signs: "NDArray[np.uint8]") -> "NDArray[Any]":
    """Return the bits in words of 64 where their number allows it: eight times as many at once."""
    import numpy as np

    return signs.view(np.uint64) if signs.shape[1] % 8 == 0 else signs


def _take_best(digests: list[str], scores: "NDArray[Any]", most: int) -> list[str]:
    import numpy as np

    if most >= len(digests):
        return digests
    return [digests[place] for place in np.argpartition(-scores, most)[:most]]


class SqliteIndex(sqlite3.Connection):
    """A connection to an index in a file or in memory."""

    _scan: VectorScan | SignScan | None = None
    _scanned: tuple[int, int] | None = None  # the state in which the vectors were read
    _windows = 0
    _counted: tuple[int, int] | None = None  # likewise for the number of windows

    def __del__(self) -> None:
        """Close the connection of a Session that is over: Python 3.13 and later would warn."""
        self.close()

    def insert(self, query: str, values: Sequence[Any]) -> int:
        """Insert a row and return its key."""
        return self.execute(query, values).lastrowid or 0

    def insert_many(self, query: str, rows: Sequence[Sequence[Any]]) -> list[int]:
        """Insert rows and return their keys."""
        return [self.insert(query, row) for row in rows]

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """Write all or nothing; an immediate transaction never deadlocks with another writer."""
        self.execute("BEGIN IMMEDIATE")
        try:
            yield
            self.execute("COMMIT")
        except BaseException:
            with suppress(sqlite3.Error):
                self.execute("ROLLBACK")
            raise

    def write_windows(self, windows: Sequence[Window]) -> None:
        """Write windows of pages and their search terms."""
        for page, first, last, text in windows:
            key = self.insert("INSERT INTO windows (page, first, last) VALUES (?, ?, ?)", (page, first, last))
            self.execute("INSERT INTO words (rowid, terms) VALUES (?, ?)", (key, " ".join(index_terms(text))))

    def remove_words(self, entry: int) -> None:
        """Remove the search terms of an entry; a table without content deletes a row only if it is given the terms."""
        rows = self.execute(
            "SELECT windows.key, text, first, last FROM windows JOIN pages ON pages.key = page WHERE entry = ?",
            (entry,),
        ).fetchall()
        self.executemany(
            "INSERT INTO words (words, rowid, terms) VALUES ('delete', ?, ?)",
            [(window, " ".join(index_terms(text[first:last]))) for window, text, first, last in rows],
        )

    def lookups_checksum(self) -> str:
        """Return a checksum over the lookup tables: a miss can be trusted only if they are sound."""
        state = blake2b(digest_size=16)
        for query in _LOOKUP_QUERIES:
            (joined,) = self.execute(query).fetchone()
            state.update(f"{joined}\0".encode())
        return state.hexdigest()

    def count_windows(self, stems: Iterable[str]) -> tuple[Mapping[str, int], int]:
        """Return in how many windows each stem is, and how many windows there are."""
        state = self._find_state()
        if state != self._counted:
            (self._windows,) = self.execute("SELECT count(*) FROM windows").fetchone()
            self._counted = state
        return {stem: self._count(stem) for stem in stems}, self._windows

    def _count(self, stem: str) -> int:
        found = self.execute("SELECT doc FROM frequencies WHERE term = ?", (stem,)).fetchone()
        return int(found[0]) if found else 0

    def _find_state(self) -> tuple[int, int]:
        """Return what changes with every change, by other connections and by this one."""
        (version,) = self.execute("PRAGMA data_version").fetchone()
        return version, self.total_changes

    def rank_pages(self, rare: Sequence[SearchPhrase], common: Sequence[SearchPhrase], limit: int) -> list[RankedPage]:
        """Return the best pages by the BM25 score of their best window; a window has at least one rare phrase."""
        wanted = _match_any(rare)
        both = f"({wanted}) AND ({_match_any(common)})" if common else _NOTHING
        rows = self.execute(_RANKED_PAGES, (wanted, both, SHORTLIST * limit, limit)).fetchall()
        if rows and len(rows) < limit and SHORTLIST * limit < rows[0][-1]:  # few pages with many windows each
            rows = self.execute(_RANKED_PAGES, (wanted, both, rows[0][-1], limit)).fetchall()
        return [row[:-1] for row in rows]

    @property
    def each_of(self) -> str:
        """The query that returns the values of a list in JSON."""
        return "SELECT value FROM json_each(?)"

    def write_vectors(self, vectors: Mapping[str, bytes]) -> None:
        """Write vectors by the digest of their text."""
        rows = [(digest, value, crc32(value), take_signs(value)) for digest, value in vectors.items()]
        self.executemany("INSERT OR REPLACE INTO vectors VALUES (?, ?, ?, ?)", rows)

    def find_nearest(self, vector: bytes, most: int) -> list[str]:
        """Return the digests of the vectors with the largest cosines; of very many vectors, probably the largest."""
        state = self._find_state()
        if state != self._scanned:
            self._scan, self._scanned = self._read_vectors(), state
        return [] if self._scan is None else self._scan.find_nearest(vector, most)

    def _read_vectors(self) -> VectorScan | SignScan | None:
        (count,) = self.execute("SELECT count(*) FROM vectors").fetchone()
        if not count:
            return None
        if count <= MOST_EXACT:
            return VectorScan(self.execute("SELECT digest, value FROM vectors"))
        exact = "SELECT digest, value FROM vectors WHERE digest IN (SELECT value FROM json_each(?))"
        signs = self.execute("SELECT digest, signs FROM vectors INDEXED BY vectors_signs")
        return SignScan(signs, lambda digests: VectorScan(self.execute(exact, (json.dumps(digests),))))

    def set_read_only(self, *, on: bool) -> None:
        """Refuse changes, or allow them again."""
        self.execute(f"PRAGMA query_only = {int(on)}")

    def finish_changes(self) -> None:
        """Do nothing: SQLite merges the lists of terms while it writes."""


def _match_any(phrases: Sequence[SearchPhrase]) -> str:
    return " OR ".join(f'"{phrase.term}"{"*" if phrase.is_prefix else ""}' for phrase in phrases)
