"""A question → the pages of the corpus that hold its words, by BM25."""

import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass

from citevet.library.schema import TOKENIZER
from citevet.library.shelf import Shelf
from citevet.library.snippet import snippet
from citevet.library.terms import asked

_LONGEST = 10_000  # characters of a question that are looked at
_MOST_TERMS = 64
# A term in more windows than this says next to nothing and costs the most: with common words a query on 100,000 texts
# took 284 ms, without those in over a tenth of them 12 ms.
_COMMON = 0.1
_FEW = 1_000  # windows; below that every term is cheap

# The best window of a page stands for it.
# Ranked first, and the text fetched for what is shown: under GROUP BY, SQLite would read every page for every window.
_RANKED = """
    WITH scored AS MATERIALIZED (SELECT rowid AS window, bm25(words) AS score FROM words WHERE words MATCH ?),
    best AS MATERIALIZED (
        SELECT pages.key AS page, first, last, min(score) AS score, id, place, path
        FROM scored JOIN windows ON windows.key = window
        JOIN pages ON pages.key = windows.page JOIN entries ON entries.key = entry
        GROUP BY pages.key ORDER BY min(score), place, path, pages.key LIMIT ?
    )
    SELECT id, number, label, substr(text, first + 1, last - first), -score
    FROM best JOIN pages ON pages.key = best.page ORDER BY score, place, best.path, best.page
"""


@dataclass(frozen=True, slots=True)
class Hit:
    """A page that answers a question, and the words that do."""

    entry: str  # REF-043
    page: int | None  # counted from 1; none where the source has no pages
    label: str | None  # as printed
    snippet: str
    score: float  # of BM25: more is better, and only within one search


def search(shelf: Shelf, query: str, *, limit: int = 10) -> list[Hit]:
    """Return the best pages, the same in every run: equal scores go by id and page."""
    wanted = dict(asked(query[:_LONGEST]))
    kept = shelf.ask(lambda connection: _telling(connection, wanted))
    match = " OR ".join(f'"{term}"{"*" if wanted[term] else ""}' for term in kept)
    if not match or limit < 1:
        return []
    rows = shelf.ask(lambda connection: connection.execute(_RANKED, (match, limit)).fetchall())
    return [Hit(ref, page, label, snippet(text, kept), round(score, 6)) for ref, page, label, text, score in rows]


def _telling(connection: sqlite3.Connection, wanted: Mapping[str, bool]) -> Sequence[str]:
    """Return the terms that the corpus has, the rarest first, without the common ones unless there are no others."""
    counts = {term: _windows_with(connection, stem) for term, stem in _stems(wanted).items()}
    present = sorted((term for term in counts if counts[term] or wanted[term]), key=lambda term: (counts[term], term))
    (total,) = connection.execute("SELECT count(*) FROM windows").fetchone()
    most = max(_FEW, total * _COMMON)
    return ([term for term in present if counts[term] <= most] or present[:1])[:_MOST_TERMS]


def _windows_with(connection: sqlite3.Connection, stem: str) -> int:
    found = connection.execute("SELECT doc FROM frequencies WHERE term = ?", (stem,)).fetchone()
    return int(found[0]) if found else 0


def _stems(terms: Iterable[str]) -> dict[str, str]:
    """Return what the tokenizer of the index makes of each term; only SQLite itself knows."""
    with closing(sqlite3.connect(":memory:")) as scratch:
        scratch.execute(f"CREATE VIRTUAL TABLE asked USING fts5 (terms, tokenize = '{TOKENIZER}')")
        scratch.execute("CREATE VIRTUAL TABLE stems USING fts5vocab (asked, instance)")
        numbered = list(enumerate(terms))
        scratch.executemany("INSERT INTO asked (rowid, terms) VALUES (?, ?)", numbered)
        stems = dict(scratch.execute("SELECT doc, term FROM stems"))
    return {term: stems[number] for number, term in numbered if number in stems}
