"""What an engine of the index offers: SQL that SQLite and PostgreSQL share, and methods for where they differ."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from typing import Any, NamedTuple, Protocol

Window = tuple[int, int, int, str]  # key of a page, start and end in its text, and the text between
SHORTLIST = 4  # windows for each page that is wanted, to be looked up; a page may have several
RankedPage = tuple[str, int | None, str | None, str, float]  # id, page, label, text of its best window, score
BM25_K, BM25_B = 1.2, 0.75  # of the full-text search of SQLite
DAMAGED = "the index of the corpus was damaged and was rebuilt from the files"
OUTDATED = "the index of the corpus was made by another version and was rebuilt from the files"


class SearchPhrase(NamedTuple):
    """A term to look up."""

    term: str
    stem: str
    is_prefix: bool


class Rows(Protocol):
    """The rows of a result."""

    def __iter__(self) -> Iterator[Any]:
        """Yield the rows."""

    def fetchone(self) -> Any:  # noqa: ANN401 - a row has values of any type
        """Return the next row, or None."""

    def fetchall(self) -> list[Any]:
        """Return all rows."""


class IndexConnection(Protocol):
    """A connection to the index. Values are marked by `?`; changes outside of a transaction hold at once."""

    def execute(self, query: str, values: Sequence[Any] = (), /) -> Rows:
        """Run one statement."""

    def executemany(self, query: str, rows: Iterable[Sequence[Any]], /) -> object:
        """Run one statement with each row."""

    def insert(self, query: str, values: Sequence[Any]) -> int:
        """Insert a row and return its key."""

    def insert_many(self, query: str, rows: Sequence[Sequence[Any]]) -> list[int]:
        """Insert rows and return their keys."""

    def transaction(self) -> AbstractContextManager[None]:
        """Write all or nothing; one process writes at a time."""

    def write_windows(self, windows: Sequence[Window]) -> None:
        """Write windows of pages and their search terms."""

    def remove_words(self, entry: int) -> None:
        """Remove the search terms of an entry that is about to be deleted."""

    def lookups_checksum(self) -> str:
        """Return a checksum over the lookup tables: a miss can be trusted only if they are sound."""

    def count_windows(self, stems: Iterable[str]) -> tuple[Mapping[str, int], int]:
        """Return in how many windows each stem is, and how many windows there are."""

    def rank_pages(self, rare: Sequence[SearchPhrase], common: Sequence[SearchPhrase], limit: int) -> list[RankedPage]:
        """Return the best pages by the BM25 score of their best window; a window has at least one rare phrase."""

    @property
    def each_of(self) -> str:
        """The query that returns the values of a list in JSON."""

    def write_vectors(self, vectors: Mapping[str, bytes]) -> None:
        """Write vectors by the digest of their text: a signed byte for each number."""

    def find_nearest(self, vector: bytes, most: int) -> list[str]:
        """Return the digests of the vectors with the largest cosines, in any order."""

    def set_read_only(self, *, on: bool) -> None:
        """Refuse changes, or allow them again."""

    def finish_changes(self) -> None:
        """Prepare the index for searches, after changes."""

    def close(self) -> None:
        """Close the connection."""


class IndexStore(Protocol):
    """An open index, and how to open it again."""

    @property
    def connection(self) -> IndexConnection:
        """The connection of this process."""

    @property
    def notes(self) -> tuple[str, ...]:
        """What the user should know: "… was damaged and was rebuilt"."""

    @property
    def is_shared(self) -> bool:
        """Whether other processes can open it; an index in memory is not shared."""

    @property
    def failures(self) -> tuple[type[Exception], ...]:
        """The errors after which `replace_failed` is called."""

    def replace_failed(self, error: Exception) -> "IndexStore":
        """Return an index in place of this one, which failed; raise where there is none."""

    def reopen(self) -> "IndexStore":
        """Open the same index for reading, in another process."""

    def add_notes(self, notes: Iterable[str]) -> "IndexStore":
        """Return the same index with more notes."""

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle for another process."""


def get_setting(connection: IndexConnection, key: str) -> str | None:
    """Return a setting of the index."""
    found = connection.execute("SELECT value FROM settings WHERE key = ?", (key,)).fetchone()
    return None if found is None else str(found[0])


def set_setting(connection: IndexConnection, key: str, value: str) -> None:
    """Store a setting of the index."""
    connection.execute("DELETE FROM settings WHERE key = ?", (key,))
    connection.execute("INSERT INTO settings (key, value) VALUES (?, ?)", (key, value))
