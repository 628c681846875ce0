"""Full-text search in the pages of the corpus (BM25), and the opening of each source."""

import re
import sqlite3
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from typing import Protocol, TypeVar

from citevet.corpus.index_format import TOKENIZER
from citevet.text.tokens import query_terms

_MAX_QUERY = 10_000  # characters
_MAX_TERMS = 64
# A term in more windows than this says next to nothing and costs the most: with common words a query on 100,000 texts
# took 284 ms, without those in over a tenth of them 12 ms.
_COMMON_SHARE = 0.1
_FEW_WINDOWS = 1_000  # below that every term is cheap

# A page is ranked by its best window. Rank first and fetch the text of the results only: with GROUP BY, SQLite would
# read every page for every window.
_RANKED_PAGES = """
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
_MIN_OPENING = 300  # characters; a cover page has fewer
# By the table of windows, which is small: the length of the pages would need every text.
_OPENINGS = """
    WITH openings AS (
        SELECT entry, coalesce(min(CASE WHEN last - first >= ? THEN windows.key END), min(windows.key)) AS window
        FROM windows JOIN pages ON pages.key = windows.page GROUP BY entry
    )
    SELECT id, coalesce(json_extract(full, '$.title'), ''), number, label,
        coalesce(substr(text, first + 1, last - first), '')
    FROM entries LEFT JOIN openings ON openings.entry = entries.key
    LEFT JOIN windows ON windows.key = openings.window LEFT JOIN pages ON pages.key = windows.page
    ORDER BY place, path
"""
_SNIPPET_LENGTH = 240  # characters
_SNIPPET_BEFORE = 60  # of them before the first term
_ELLIPSIS = "…"
_Answer = TypeVar("_Answer")


class SearchIndex(Protocol):
    """Runs queries on the index of a corpus."""

    def query(self, question: Callable[[sqlite3.Connection], _Answer]) -> _Answer:
        """Return the answer to a query."""


@dataclass(frozen=True, slots=True)
class SearchHit:
    """A page that matches a query, and a snippet of it."""

    entry: str  # REF-043
    page: int | None  # counted from 1; None if the source has no pages
    label: str | None  # as printed
    snippet: str
    score: float  # of BM25: higher is better, comparable within one search only


@dataclass(frozen=True, slots=True)
class SourceOpening:
    """The title of a source, and its first stretch of text."""

    entry: str  # REF-043
    title: str
    page: int | None  # counted from 1; None if the source has no pages
    label: str | None  # as printed
    text: str  # about half a page


def search(corpus: SearchIndex, query: str, *, limit: int = 10) -> list[SearchHit]:
    """Return the best pages in a stable order: equal scores are sorted by id and page."""
    wanted = dict(query_terms(query[:_MAX_QUERY]))
    terms = corpus.query(lambda connection: _choose_terms(connection, wanted))
    match = " OR ".join(f'"{term}"{"*" if wanted[term] else ""}' for term in terms)
    if not match or limit < 1:
        return []
    rows = corpus.query(lambda connection: connection.execute(_RANKED_PAGES, (match, limit)).fetchall())
    return [
        SearchHit(ref, page, label, make_snippet(text, terms), round(score, 6))
        for ref, page, label, text, score in rows
    ]


def source_openings(corpus: SearchIndex) -> list[SourceOpening]:
    """Return the opening of every entry, sorted by id."""
    rows = corpus.query(lambda connection: connection.execute(_OPENINGS, (_MIN_OPENING,)).fetchall())
    return [SourceOpening(*row) for row in rows]


def _choose_terms(connection: sqlite3.Connection, wanted: Mapping[str, bool]) -> Sequence[str]:
    """Return the terms in the corpus, rarest first, without common ones unless there are no others."""
    counts = {term: _count_windows(connection, stem) for term, stem in _stem_terms(wanted).items()}
    present = sorted((term for term in counts if counts[term] or wanted[term]), key=lambda term: (counts[term], term))
    (total,) = connection.execute("SELECT count(*) FROM windows").fetchone()
    most = max(_FEW_WINDOWS, total * _COMMON_SHARE)
    return ([term for term in present if counts[term] <= most] or present[:1])[:_MAX_TERMS]


def _count_windows(connection: sqlite3.Connection, stem: str) -> int:
    found = connection.execute("SELECT doc FROM frequencies WHERE term = ?", (stem,)).fetchone()
    return int(found[0]) if found else 0


def _stem_terms(terms: Iterable[str]) -> dict[str, str]:
    """Return the stem of each term by the tokenizer of the index, which only SQLite has."""
    with closing(sqlite3.connect(":memory:")) as scratch:
        scratch.execute(f"CREATE VIRTUAL TABLE asked USING fts5 (terms, tokenize = '{TOKENIZER}')")
        scratch.execute("CREATE VIRTUAL TABLE stems USING fts5vocab (asked, instance)")
        numbered = list(enumerate(terms))
        scratch.executemany("INSERT INTO asked (rowid, terms) VALUES (?, ?)", numbered)
        stems = dict(scratch.execute("SELECT doc, term FROM stems"))
    return {term: stems[number] for number, term in numbered if number in stems}


def make_snippet(text: str, terms: Iterable[str]) -> str:
    """Return the first stretch with the most terms, on one line."""
    found = [(match.start(), match[0].casefold()) for match in _terms_pattern(terms).finditer(text)]
    start = max(found, key=lambda one: (_count_terms(found, one[0]), -one[0]), default=(0, ""))[0]
    first = _next_word(text, max(start - _SNIPPET_BEFORE, 0))
    last = _next_word(text, min(first + _SNIPPET_LENGTH, len(text)))
    shown = " ".join(text[first:last].split())
    return f"{_ELLIPSIS if first else ''}{shown}{_ELLIPSIS if last < len(text) else ''}"


def _terms_pattern(terms: Iterable[str]) -> re.Pattern[str]:
    """Match the terms; a word of letters by its start, because the index has its stem."""
    forms = [
        rf"(?<!\w){re.escape(term[: max(4, len(term) - 3)])}" if term.isascii() else re.escape(term) for term in terms
    ]
    return re.compile("|".join(sorted(forms, key=len, reverse=True)) or r"(?!)", re.IGNORECASE)


def _count_terms(found: list[tuple[int, str]], start: int) -> int:
    return len({term for at, term in found if start <= at < start + _SNIPPET_LENGTH - _SNIPPET_BEFORE})


def _next_word(text: str, at: int) -> int:
    """Move a cut forward to the next space, if one is near."""
    if at in {0, len(text)}:
        return at
    space = text.find(" ", at, at + 20)
    return space + 1 if space >= 0 else at
