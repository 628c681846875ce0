"""The index of a corpus: its tables, what an engine offers, how entries and texts are stored, and stems of terms."""

import json
import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import replace
from hashlib import blake2b
from typing import Any, NamedTuple, Protocol

from citevet.model import Body, Entry, Page
from citevet.world.record_json import dump_json, load_json

SCHEMA_VERSION = 9  # raise it with every change of the tables or of the search terms: other versions are rebuilt
WORD_TOKENIZER = "unicode61 remove_diacritics 2"
TOKENIZER = f"porter {WORD_TOKENIZER}"  # stems of words

# An entry is identified by the path of its file: two entries with one id are a fault to report, not to refuse.
SCHEMA = (
    "CREATE TABLE settings (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID",
    """CREATE TABLE entries (
        key INTEGER PRIMARY KEY,
        path TEXT NOT NULL UNIQUE,
        id TEXT NOT NULL,
        place TEXT NOT NULL,  -- sorts REF-9 before REF-10
        own TEXT NOT NULL,  -- the entry by its files alone, in JSON
        "full" TEXT NOT NULL,  -- with the faults that show only next to other entries
        body TEXT NOT NULL,  -- scope, why text is missing, and the hash of the pages, in JSON
        seal BLOB NOT NULL  -- checksum of the three above: SQLite itself does not notice a flipped bit
    )""",
    "CREATE INDEX entries_id ON entries (id, path)",
    """CREATE TABLE files (
        path TEXT NOT NULL,
        entry INTEGER NOT NULL REFERENCES entries ON DELETE CASCADE,
        size INTEGER NOT NULL,  -- -1: missing
        mtime_ns INTEGER NOT NULL,
        sha256 TEXT NOT NULL,
        seen_ns INTEGER NOT NULL,  -- when it was hashed
        PRIMARY KEY (path, entry)
    ) WITHOUT ROWID""",
    "CREATE INDEX files_entry ON files (entry)",
    """CREATE TABLE places (
        path TEXT NOT NULL,
        entry INTEGER NOT NULL REFERENCES entries ON DELETE CASCADE,
        PRIMARY KEY (path, entry)
    ) WITHOUT ROWID""",
    "CREATE INDEX places_entry ON places (entry)",
    """CREATE TABLE authors (
        family TEXT NOT NULL,  -- folded
        year TEXT NOT NULL,  -- empty if unknown
        entry INTEGER NOT NULL REFERENCES entries ON DELETE CASCADE,
        PRIMARY KEY (family, year, entry)
    ) WITHOUT ROWID""",
    "CREATE INDEX authors_entry ON authors (entry)",
    """CREATE TABLE identifiers (
        kind TEXT NOT NULL,
        value TEXT NOT NULL,  -- in normal form
        entry INTEGER NOT NULL REFERENCES entries ON DELETE CASCADE,
        PRIMARY KEY (kind, value, entry)
    ) WITHOUT ROWID""",
    "CREATE INDEX identifiers_entry ON identifiers (entry)",
    """CREATE TABLE pages (
        key INTEGER PRIMARY KEY,  -- in the order of the source
        entry INTEGER NOT NULL REFERENCES entries ON DELETE CASCADE,
        number INTEGER,
        label TEXT,
        text TEXT NOT NULL
    )""",
    "CREATE INDEX pages_entry ON pages (entry)",
    # The unit of search: a source without pages is too long a unit, a sentence too short.
    """CREATE TABLE windows (
        key INTEGER PRIMARY KEY,
        page INTEGER NOT NULL REFERENCES pages ON DELETE CASCADE,
        first INTEGER NOT NULL,
        last INTEGER NOT NULL
    )""",
    "CREATE INDEX windows_page ON windows (page)",
    # Without content: it holds the search terms, and the text is in pages.
    f"CREATE VIRTUAL TABLE words USING fts5 (terms, content = '', tokenize = '{TOKENIZER}')",
    "CREATE VIRTUAL TABLE frequencies USING fts5vocab (words, row)",
    """CREATE TABLE openings (
        entry INTEGER PRIMARY KEY REFERENCES entries ON DELETE CASCADE,
        title TEXT NOT NULL,
        page INTEGER REFERENCES pages ON DELETE CASCADE,  -- none if the source has no text
        first INTEGER NOT NULL,
        last INTEGER NOT NULL
    )""",
    "CREATE INDEX openings_page ON openings (page)",
    # The unit of search by meaning: the title, and the pieces of the opening.
    """CREATE TABLE pieces (
        key INTEGER PRIMARY KEY,
        entry INTEGER NOT NULL REFERENCES entries ON DELETE CASCADE,
        first INTEGER,  -- in the page of the opening; none for the title
        last INTEGER,
        digest TEXT NOT NULL  -- of the text
    )""",
    "CREATE INDEX pieces_entry ON pieces (entry)",
    "CREATE INDEX pieces_digest ON pieces (digest)",
    # By content, so that a vector survives a new reading of its source.
    """CREATE TABLE vectors (
        digest TEXT PRIMARY KEY,
        value BLOB NOT NULL,  -- a signed byte for each number
        seal INTEGER NOT NULL,  -- checksum of the value
        signs BLOB NOT NULL  -- a bit for each number
    ) WITHOUT ROWID""",
    "CREATE INDEX vectors_signs ON vectors (signs, digest)",  # read in place of the table
)
TABLES = frozenset(
    "settings entries files places authors identifiers pages windows words frequencies openings pieces vectors".split()
)


_CLOCK_STEP = 2_000_000_000  # ns: the coarsest file system clock in use (FAT) has steps of two seconds
SizeAndTime = tuple[int, int]  # mtime in ns
_MOST_KNOWN = 500_000  # terms in memory, about 100 MB; a corpus of 100,000 passages has fewer
Rows = Any  # of a cursor: rows have values of any type
Window = tuple[int, int, int, str]  # key of a page, start and end in its text, and the text between
SHORTLIST = 4  # windows for each page that is wanted, to be looked up; a page may have several
RankedPage = tuple[str, int | None, str | None, str, float]  # id, page, label, text of its best window, score
BM25_K, BM25_B = 1.2, 0.75  # of the full-text search of SQLite
DAMAGED = "the index of the corpus was damaged and was rebuilt from the files"
OUTDATED = "the index of the corpus was made by another version and was rebuilt from the files"
MOVED = "the index of the corpus was made in another folder and was rebuilt from the files"


class FileState(NamedTuple):
    """A file as it was when it was indexed."""

    look: SizeAndTime
    sha256: str  # empty if it was missing
    at_ns: int  # when it was hashed

    @property
    def is_racy(self) -> bool:
        """Whether it may have changed since without a change of size and time."""
        return self.look[1] > self.at_ns - _CLOCK_STEP


class CorruptIndex(sqlite3.DatabaseError):
    """The index returns other bytes than were written."""


def dump_entry(entry: Entry) -> str:
    """Write an entry as JSON, without its raw front matter where that has something that JSON does not."""
    try:
        return dump_json(entry)
    except ValueError:  # such as an integer of over 4,300 digits
        return dump_json(replace(entry, metadata={}))


def load_entry(row: tuple[str, str, str, bytes], *, alone: bool = False) -> Entry:
    """Read an entry from its row, after its checksum; `alone` leaves out faults that show only next to others."""
    own, full, body, mark = row
    if mark != checksum(own, full, body):
        raise CorruptIndex("an entry is not what was written")
    entry: Entry = load_json(Entry, own if alone else full)
    return entry


def replace_unstorable(body: Body) -> Body:
    """Return a body that databases can store: half a surrogate pair, or a null character, becomes U+FFFD."""
    return replace(
        body,
        pages=tuple(
            replace(page, text=make_storable(page.text), label=page.label and make_storable(page.label))
            for page in body.pages
        ),
    )


def make_storable(text: str) -> str:
    """Return a text of the same length that can be written as UTF-8 without null characters."""
    try:
        text.encode()
    except UnicodeEncodeError:
        text = text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return text.replace("\0", "\ufffd")


def dump_body(body: Body) -> str:
    """Write the facts about a body and the hash of its pages as JSON."""
    return json.dumps([body.scope, body.reason, body.why, _hash_pages(body.pages)])


def load_body(text: str, pages: tuple[Page, ...]) -> Body:
    """Return a body from its facts and pages, after their hash was compared."""
    scope, reason, why, digest = json.loads(text)
    if digest != _hash_pages(pages):
        raise CorruptIndex("the pages are not those that were written")
    return Body(pages, scope, reason, why)


def _hash_pages(pages: Iterable[Page]) -> str:
    state = blake2b(digest_size=16)
    for page in pages:
        state.update(f"{page.number}\0{page.label}\0{len(page.text)}\0{page.text}".encode("utf-8", "surrogatepass"))
    return state.hexdigest()


def checksum(*texts: str) -> bytes:
    """Return a checksum that shows a flipped bit."""
    return blake2b("\0".join(texts).encode("utf-8", "surrogatepass"), digest_size=8).digest()


class Stemmer:
    """Stems terms, and keeps the stems: a corpus repeats its words."""

    def __init__(self) -> None:
        self._known: dict[str, tuple[str, ...]] = {}

    def stem(self, terms: Iterable[str]) -> dict[str, tuple[str, ...]]:
        """Return the stem of each term: none for signs, and several where the tokenizer splits the term."""
        wanted = dict.fromkeys(terms)
        if len(self._known) > _MOST_KNOWN:
            self._known.clear()
        if new := [term for term in wanted if term not in self._known]:
            self._known.update(_tokenize(new, TOKENIZER))
        return {term: self._known[term] for term in wanted}


def split_terms(terms: Iterable[str]) -> dict[str, tuple[str, ...]]:
    """Return the words of each term: the tokenizer does not count the vowel signs of New Tai Lue as letters."""
    return _tokenize(list(terms), WORD_TOKENIZER)


def _tokenize(terms: list[str], tokenizer: str) -> dict[str, tuple[str, ...]]:
    scratch = sqlite3.connect(":memory:")
    try:
        scratch.execute(f"CREATE VIRTUAL TABLE asked USING fts5 (terms, tokenize = '{tokenizer}')")
        scratch.execute("CREATE VIRTUAL TABLE stems USING fts5vocab (asked, instance)")
        scratch.executemany("INSERT INTO asked (rowid, terms) VALUES (?, ?)", enumerate(terms))
        found: dict[str, tuple[str, ...]] = dict.fromkeys(terms, ())
        for number, stem in scratch.execute('SELECT doc, term FROM stems ORDER BY doc, "offset"'):
            found[terms[number]] += (stem,)
    finally:
        scratch.close()
    return found


class SearchPhrase(NamedTuple):
    """A term to look up."""

    term: str
    stem: str
    is_prefix: bool


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


def get_setting(connection: IndexConnection, key: str) -> str | None:
    """Return a setting of the index."""
    found = connection.execute("SELECT value FROM settings WHERE key = ?", (key,)).fetchone()
    return None if found is None else str(found[0])


def set_setting(connection: IndexConnection, key: str, value: str) -> None:
    """Store a setting of the index."""
    connection.execute("DELETE FROM settings WHERE key = ?", (key,))
    connection.execute("INSERT INTO settings (key, value) VALUES (?, ?)", (key, value))
