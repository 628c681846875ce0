"""The index in PostgreSQL: the terms and the BM25 scores of SQLite, over lists of terms under a GIN index.

A window has its distinct terms (`terms`), how often those occur that occur more than once (`repeats`), and the number
of all (`size`). The database finds the windows of a term and computes the score as SQLite does, in the same order, so
that both give the same numbers.
"""

import json
import logging
import os
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from math import log
from typing import Any
from weakref import finalize
from zlib import crc32

import psycopg

from citevet.corpus.index_format import (
    BM25_B,
    BM25_K,
    SHORTLIST,
    RankedPage,
    Rows,
    SearchPhrase,
    Stemmer,
    Window,
    make_storable,
)
from citevet.text.tokens import index_terms

# A lost connection is reported once, by us; without a handler Python would print what the library logs.
logging.getLogger("psycopg").addHandler(logging.NullHandler())

# Rows of `frequencies` that are no terms.
_ALL_WINDOWS, _ALL_TERMS = "", " "
_LEAST_RARITY = 1e-6  # of a term in more than half of the windows
_FOUND = """
    SELECT %s::int AS place, %s::float8 AS rarity, key, page, size, coalesce((repeats ->> %s)::int, 1) AS often
    FROM windows WHERE terms @@ %s::tsquery
"""
_FOUND_BY_PREFIX = """
    SELECT %s::int AS place, %s::float8 AS rarity, key, page, size, (
        SELECT sum(coalesce((repeats ->> term)::int, 1))::int FROM unnest(tsvector_to_array(terms)) AS term
        WHERE starts_with(term, %s)
    ) AS often
    FROM windows WHERE terms @@ %s::tsquery
"""
_AMONG = " AND key IN (SELECT key FROM rare)"
_RANKED_PAGES = """
    WITH rare AS MATERIALIZED ({rare}), found AS (SELECT * FROM rare {common}), scored AS MATERIALIZED (
        SELECT key, page, sum(
            rarity * ((often * %s::float8) / (often + %s::float8 * (%s::float8 + %s::float8 * size / %s::float8)))
            ORDER BY place
        ) AS score
        FROM found GROUP BY key, page
    ),
    windowed AS (
        SELECT DISTINCT ON (page) page, key, score FROM scored
        WHERE score >= coalesce((SELECT score FROM scored ORDER BY score DESC LIMIT 1 OFFSET %s), 0)
        ORDER BY page, score DESC, key
    ),
    best AS (
        SELECT pages.key AS page, windowed.key AS found, score, id, place, path
        FROM windowed JOIN pages ON pages.key = page JOIN entries ON entries.key = entry
        ORDER BY score DESC, place, path, pages.key LIMIT %s
    )
    SELECT id, number, label, substr(text, first + 1, last - first), score, (SELECT count(*) FROM scored)
    FROM best JOIN pages ON pages.key = best.page JOIN windows ON windows.key = found
    ORDER BY score DESC, place, path, pages.key
"""


class PostgresIndex:
    """A connection to the tables of one project."""

    errors = (psycopg.Error,)

    def __init__(self, connection: "psycopg.Connection[Any]", lock: int) -> None:
        self._connection = connection
        self._lock = lock  # number of the lock that a writer holds
        self._stemmer = Stemmer()
        self._changes: Counter[str] = Counter()  # of `frequencies`, in this transaction
        finalize(self, _close, connection, os.getpid())

    def is_lost(self, error: Exception) -> bool:
        """Return whether the connection is of no more use: it is closed, or broke off with no answer of the server."""
        return self._connection.closed or (isinstance(error, psycopg.OperationalError) and error.sqlstate is None)

    def execute(self, query: str, values: Sequence[Any] = (), /) -> Rows:
        """Run one statement."""
        return self._connection.execute(_translate(query), _make_values(values))

    def executemany(self, query: str, rows: Iterable[Sequence[Any]], /) -> None:
        """Run one statement with each row."""
        with self._connection.cursor() as cursor:
            cursor.executemany(_translate(query), map(_make_values, rows))

    def insert(self, query: str, values: Sequence[Any]) -> int:
        """Insert a row and return its key."""
        return int(self.execute(f"{query} RETURNING key", values).fetchone()[0])

    def insert_many(self, query: str, rows: Sequence[Sequence[Any]]) -> list[int]:
        """Insert rows and return their keys: all rows are sent before the first key is read."""
        keys: list[int] = []
        with self._connection.cursor() as cursor:
            cursor.executemany(_translate(f"{query} RETURNING key"), map(_make_values, rows), returning=True)
            while rows and (row := cursor.fetchone()):
                keys.append(row[0])
                cursor.nextset()
        return keys

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """Write all or nothing; one process writes at a time, as in SQLite."""
        self._changes.clear()
        self.execute("BEGIN")
        try:
            self.execute("SELECT pg_advisory_xact_lock(?)", (self._lock,))
            yield
            self._write_frequencies()
            self.execute("COMMIT")
        except BaseException:
            with suppress(psycopg.Error):
                self.execute("ROLLBACK")
            raise

    def write_windows(self, windows: Sequence[Window]) -> None:
        """Write windows of pages and their search terms."""
        rows = []
        counts = [Counter(index_terms(text)) for *_, text in windows]
        known = self._stemmer.stem(term for terms in counts for term in terms)
        for (page, first, last, _), terms in zip(windows, counts, strict=True):
            stems: Counter[str] = Counter()
            for term, often in terms.items():
                for stem in known[term]:
                    stems[stem] += often
            repeats = {stem: often for stem, often in stems.items() if often > 1}
            rows.append((page, first, last, stems.total(), list(stems), json.dumps(repeats)))
            self._changes.update(stems.keys())
            self._changes.update({_ALL_WINDOWS: 1, _ALL_TERMS: stems.total()})
        self.executemany(
            "INSERT INTO windows (page, first, last, size, terms, repeats)"
            " VALUES (?, ?, ?, ?, array_to_tsvector(?::text[]), ?::jsonb)",
            rows,
        )

    def remove_words(self, entry: int) -> None:
        """Subtract the terms of an entry from the frequencies; its windows are deleted with it."""
        of_entry = "FROM windows JOIN pages ON pages.key = page"
        query = f"SELECT lexeme, count(*) {of_entry}, unnest(terms) WHERE entry = ? GROUP BY lexeme"
        self._changes.subtract(dict(self.execute(query, (entry,)).fetchall()))
        query = f"SELECT count(*), coalesce(sum(size), 0)::bigint {of_entry} WHERE entry = ?"
        windows, terms = self.execute(query, (entry,)).fetchone()
        self._changes.subtract({_ALL_WINDOWS: windows, _ALL_TERMS: terms})

    def _write_frequencies(self) -> None:
        changes = {term: change for term, change in sorted(self._changes.items()) if change}
        self.execute(
            "INSERT INTO frequencies (term, windows) SELECT * FROM unnest(?::text[], ?::bigint[])"
            " ON CONFLICT (term) DO UPDATE SET windows = frequencies.windows + excluded.windows",
            (list(changes), list(changes.values())),
        )
        if any(change < 0 for change in changes.values()):
            self.execute("DELETE FROM frequencies WHERE windows = 0")

    def lookups_checksum(self) -> str:
        """Return nothing: the server has checksums of its own."""
        return ""

    def count_windows(self, stems: Iterable[str]) -> tuple[Mapping[str, int], int]:
        """Return in how many windows each stem is, and how many windows there are."""
        found = self._read_frequencies([_ALL_WINDOWS, *stems])
        return found, found[_ALL_WINDOWS]

    def _read_frequencies(self, terms: Sequence[str]) -> Mapping[str, int]:
        query = "SELECT term, windows FROM frequencies WHERE term = ANY(?::text[])"
        return dict.fromkeys(terms, 0) | dict(self.execute(query, (list(terms),)).fetchall())

    def rank_pages(self, rare: Sequence[SearchPhrase], common: Sequence[SearchPhrase], limit: int) -> list[RankedPage]:
        """Return the best pages by the BM25 score of their best window; a window has at least one rare phrase."""
        phrases = (*rare, *common)
        counts = self._read_frequencies([_ALL_WINDOWS, _ALL_TERMS, *(phrase.stem for phrase in phrases)])
        windows, length = counts[_ALL_WINDOWS], counts[_ALL_TERMS] / (counts[_ALL_WINDOWS] or 1)
        parts, values = [], []
        for place, phrase in enumerate(phrases):
            lexeme = f"'{phrase.stem}'{':*' if phrase.is_prefix else ''}"
            count = self._count_matches(lexeme) if phrase.is_prefix else counts[phrase.stem]
            parts.append(_FOUND_BY_PREFIX if phrase.is_prefix else _FOUND)
            values += [place, _find_rarity(count, windows), phrase.stem, lexeme]
        added = [f" UNION ALL {part} {_AMONG}" for part in parts[len(rare) :]]
        query = _RANKED_PAGES.format(rare=" UNION ALL ".join(parts[: len(rare)]), common="".join(added))
        values += [BM25_K + 1, BM25_K, 1 - BM25_B, BM25_B, length or 1.0]
        rows = self.execute(query, (*values, SHORTLIST * limit, limit)).fetchall()
        if rows and len(rows) < limit and SHORTLIST * limit < rows[0][-1]:  # few pages with many windows each
            rows = self.execute(query, (*values, rows[0][-1], limit)).fetchall()
        return [row[:-1] for row in rows]

    def _count_matches(self, lexeme: str) -> int:
        found = self.execute("SELECT count(*) FROM windows WHERE terms @@ ?::tsquery", (lexeme,))
        return int(found.fetchone()[0])

    @property
    def each_of(self) -> str:
        """The query that returns the values of a list in JSON."""
        return "SELECT json_array_elements_text(?::json)"

    def write_vectors(self, vectors: Mapping[str, bytes]) -> None:
        """Write vectors by the digest of their text."""
        self.executemany(
            "INSERT INTO vectors VALUES (?, ?, ?, ?::halfvec) ON CONFLICT (digest) DO NOTHING",
            [(digest, value, crc32(value), _to_literal(value)) for digest, value in vectors.items()],
        )

    def find_nearest(self, vector: bytes, most: int) -> list[str]:
        """Return the digests of the vectors with the largest cosines."""
        query = "SELECT digest FROM vectors ORDER BY vector <=> ?::halfvec LIMIT ?"
        return [digest for (digest,) in self.execute(query, (_to_literal(vector), most))]

    def set_read_only(self, *, on: bool) -> None:
        """Refuse changes, or allow them again."""
        self.execute(f"SET default_transaction_read_only = {'on' if on else 'off'}")

    def finish_changes(self) -> None:
        """Sort new terms into the index, and count the rows again, on which the plans of searches depend."""
        self.execute("SELECT gin_clean_pending_list('windows_terms')")
        self.execute("ANALYZE windows, pages, entries, pieces")

    def close(self) -> None:
        """Close the connection."""
        self._connection.close()


def _to_literal(vector: bytes) -> str:
    """Write a vector as pgvector reads it; half precision holds whole numbers up to 2,048 exactly."""
    return f"[{','.join(map(str, memoryview(vector).cast('b')))}]"


def _find_rarity(count: int, windows: int) -> float:
    value = log((windows - count + 0.5) / (count + 0.5))
    return value if value > 0 else _LEAST_RARITY


def _translate(query: str) -> bytes:
    return query.replace("?", "%s").encode()


def _make_values(values: Sequence[Any]) -> list[Any]:
    return [make_storable(value) if isinstance(value, str) else value for value in values]


def _close(connection: "psycopg.Connection[Any]", process: int) -> None:
    """Close a connection that is not used any more; one that a fork inherited belongs to the parent."""
    if process == os.getpid():
        connection.close()
