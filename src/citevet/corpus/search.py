"""Search in the pages of the corpus by words (BM25), and in the titles and openings of its sources by vectors."""

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import accumulate
from zlib import crc32

from citevet.corpus.index_format import (
    CorruptIndex,
    IndexConnection,
    SearchPhrase,
    Stemmer,
    get_setting,
    set_setting,
    split_terms,
)
from citevet.corpus.indexed_corpus import IndexedCorpus
from citevet.records import dataclass
from citevet.tables import longest_first
from citevet.text.tokens import query_terms

_MAX_QUERY = 10_000  # characters
_MAX_TERMS = 64
# A term in more windows than this says next to nothing and costs the most: with common words a query on 100,000 texts
# took 284 ms, without those in over a tenth of them 12 ms.
_COMMON_SHARE = 0.1
_FEW_WINDOWS = 1_000  # below that every term is cheap
# Windows that are ranked. In 100,000 passages of 1,000 characters this gives 96 % of the ten best that all windows with
# any of the terms would give (60 queries of three or four terms), in a third of the time.
_FOUND_WINDOWS = 3_000
_SNIPPET_LENGTH = 240  # characters
_SNIPPET_BEFORE = 60  # of them before the first term
_ELLIPSIS = "…"
_MODEL = "embedder"
_MARGIN = 50  # vectors beyond those wanted, because engines round differently
_UNEMBEDDED = """
    SELECT pieces.digest, min(CASE WHEN pieces.first IS NULL THEN substr(title, 1, 1000)
        ELSE substr(text, pieces.first + 1, pieces.last - pieces.first) END)
    FROM pieces JOIN openings ON openings.entry = pieces.entry LEFT JOIN pages ON pages.key = page
    WHERE NOT EXISTS (SELECT 1 FROM vectors WHERE vectors.digest = pieces.digest)
    GROUP BY pieces.digest ORDER BY min(pieces.key) LIMIT ?
"""
_NEAR = """
    SELECT value, vectors.seal, id, title, number, label,
        coalesce(substr(text, openings.first + 1, openings.last - openings.first), ''),
        coalesce(substr(text, pieces.first + 1, pieces.last - pieces.first), '')
    FROM pieces JOIN vectors ON vectors.digest = pieces.digest JOIN entries ON entries.key = pieces.entry
    JOIN openings ON openings.entry = pieces.entry LEFT JOIN pages ON pages.key = openings.page
    WHERE pieces.key IN (
        SELECT key FROM pieces WHERE digest IN ({digests})
        UNION SELECT pieces.key FROM entries JOIN pieces ON pieces.entry = entries.key WHERE id IN ({ids})
    )
    ORDER BY place, path, pieces.key
"""


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


@dataclass(frozen=True, slots=True)
class EmbeddedPiece:
    """A piece of a source with its vector."""

    head: SourceOpening
    text: str  # empty for the title
    vector: bytes  # a signed byte for each number


def search(corpus: IndexedCorpus, query: str, *, limit: int = 10) -> list[SearchHit]:
    """Return the best pages in a stable order: equal scores are sorted by id and page."""
    wanted = dict(query_terms(query[:_MAX_QUERY]))
    rare, common = corpus.query(lambda connection: _choose_phrases(connection, wanted))
    if not rare or limit < 1:
        return []
    terms = [phrase.term for phrase in (*rare, *common)]
    rows = corpus.query(lambda connection: connection.rank_pages(rare, common, limit))
    return [
        SearchHit(ref, page, label, make_snippet(text, terms), round(score, 6))
        for ref, page, label, text, score in rows
    ]


def _choose_phrases(
    connection: IndexConnection, wanted: Mapping[str, bool]
) -> tuple[list[SearchPhrase], list[SearchPhrase]]:
    """Return the terms in the corpus, rarest first: those that find windows, and those that only add to their scores.

    Terms in very many windows are left out, unless there are no others.
    """
    phrases = _make_phrases(wanted)
    counts, total = connection.count_windows(dict.fromkeys(phrase.stem for phrase in phrases))
    present = sorted(
        (phrase for phrase in phrases if counts[phrase.stem] or phrase.is_prefix),
        key=lambda phrase: (counts[phrase.stem], phrase.term),
    )
    most = max(_FEW_WINDOWS, total * _COMMON_SHARE)
    chosen = ([phrase for phrase in present if counts[phrase.stem] <= most] or present[:1])[:_MAX_TERMS]
    sums = accumulate(counts[phrase.stem] for phrase in chosen)
    split = sum(place == 0 or found <= _FOUND_WINDOWS for place, found in enumerate(sums))
    return chosen[:split], chosen[split:]


def _make_phrases(wanted: Mapping[str, bool]) -> list[SearchPhrase]:
    """Return the terms with one stem each; a term of several words is looked up word by word, as it is indexed."""
    stems = Stemmer().stem(wanted)
    if several := [term for term, found in stems.items() if len(found) > 1]:
        words = {term: (term,) for term in wanted} | split_terms(several)
        return _make_phrases({word: wanted[term] for term, found in words.items() for word in found})
    return [SearchPhrase(term, stem, wanted[term]) for term, found in stems.items() for stem in found]


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
    return re.compile("|".join(longest_first(forms)) or r"(?!)", re.IGNORECASE)


def _count_terms(found: list[tuple[int, str]], start: int) -> int:
    return len({term for at, term in found if start <= at < start + _SNIPPET_LENGTH - _SNIPPET_BEFORE})


def _next_word(text: str, at: int) -> int:
    """Move a cut forward to the next space, if one is near."""
    if at in {0, len(text)}:
        return at
    space = text.find(" ", at, at + 20)
    return space + 1 if space >= 0 else at


def list_unembedded(corpus: IndexedCorpus, model: str, *, most: int) -> dict[str, str]:
    """Return pieces without a vector of a model: digest to text. Vectors of another model are dropped first."""
    if corpus.query(lambda connection: get_setting(connection, _MODEL)) != model:
        corpus.change(lambda connection: _start_model(connection, model))
    return dict(corpus.query(lambda connection: connection.execute(_UNEMBEDDED, (most,)).fetchall()))


def store_vectors(corpus: IndexedCorpus, model: str, vectors: Mapping[str, bytes]) -> None:
    """Store vectors by the digest of their text."""
    corpus.change(lambda connection: _write_vectors(connection, model, vectors))


def count_pieces(corpus: IndexedCorpus) -> int:
    """Return how many pieces there are."""
    return int(corpus.query(lambda connection: connection.execute("SELECT count(*) FROM pieces").fetchone()[0]))


def find_near_pieces(corpus: IndexedCorpus, vector: bytes, *, most: int, entries: Sequence[str]) -> list[EmbeddedPiece]:
    """Return the pieces nearest to a vector and all those of some entries, sorted by entry."""

    def find(connection: IndexConnection) -> list[EmbeddedPiece]:
        digests = connection.find_nearest(vector, most + _MARGIN)
        query = _NEAR.format(digests=connection.each_of, ids=connection.each_of)
        rows = connection.execute(query, (json.dumps(digests), json.dumps(list(entries)))).fetchall()
        if any(crc32(value) != seal for value, seal, *_ in rows):
            raise CorruptIndex("a vector is not what was written")
        return [EmbeddedPiece(SourceOpening(*head), text, value) for value, _, *head, text in rows]

    return corpus.query(find)


def _start_model(connection: IndexConnection, model: str) -> None:
    connection.execute("DELETE FROM vectors")
    set_setting(connection, _MODEL, model)


def _write_vectors(connection: IndexConnection, model: str, vectors: Mapping[str, bytes]) -> None:
    if get_setting(connection, _MODEL) == model:  # another process may use another model
        connection.write_vectors(vectors)
