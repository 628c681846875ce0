"""The tables of the index."""

VERSION = 5  # raise it with every change below, and of the words that are kept: an index of another version is rebuilt
TOKENIZER = "porter unicode61 remove_diacritics 2"

# An entry is known by the path of its file: ids may be given twice, and that is a fault to report, not to refuse.
SCHEMA = (
    "CREATE TABLE settings (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID",
    """CREATE TABLE entries (
        key INTEGER PRIMARY KEY,
        path TEXT NOT NULL UNIQUE,
        id TEXT NOT NULL,
        place TEXT NOT NULL,  -- sorts REF-9 before REF-10
        own TEXT NOT NULL,  -- the entry as its files alone give it, in JSON
        full TEXT NOT NULL,  -- with what shows only beside the others
        body TEXT NOT NULL,  -- scope, why words are missing, and the hash of the pages, in JSON
        seal BLOB NOT NULL  -- over the three above: SQLite itself does not notice a flipped bit
    )""",
    "CREATE INDEX entries_id ON entries (id, path)",
    """CREATE TABLE files (
        path TEXT NOT NULL,
        entry INTEGER NOT NULL REFERENCES entries ON DELETE CASCADE,
        size INTEGER NOT NULL,  -- -1: it was not there
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
        year TEXT NOT NULL,  -- empty where there is none
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
    # What is searched for: a page is too long a unit where a source has none, and a sentence too short.
    """CREATE TABLE windows (
        key INTEGER PRIMARY KEY,
        page INTEGER NOT NULL REFERENCES pages ON DELETE CASCADE,
        first INTEGER NOT NULL,
        last INTEGER NOT NULL
    )""",
    "CREATE INDEX windows_page ON windows (page)",
    # Without content: the words go in as `terms` cuts them, and the text stands in pages.
    f"CREATE VIRTUAL TABLE words USING fts5 (terms, content = '', tokenize = '{TOKENIZER}')",
    "CREATE VIRTUAL TABLE frequencies USING fts5vocab (words, row)",
)
TABLES = frozenset("settings entries files places authors identifiers pages windows words frequencies".split())
