"""Titles and openings of the sources as vectors in the index: which are missing, and which are near a question."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from zlib import crc32

from citevet.corpus.index_connection import IndexConnection, get_setting, set_setting
from citevet.corpus.index_format import CorruptIndex
from citevet.corpus.indexed_corpus import IndexedCorpus
from citevet.corpus.search import SourceOpening

_MODEL = "embedder"
_MARGIN = 50  # vectors beyond those wanted, because engines round differently
_MISSING = """
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
class EmbeddedPiece:
    """A piece of a source with its vector."""

    head: SourceOpening
    text: str  # empty for the title
    vector: bytes  # a signed byte for each number


def list_unembedded(corpus: IndexedCorpus, model: str, *, most: int) -> dict[str, str]:
    """Return pieces without a vector of a model: digest to text. Vectors of another model are dropped first."""
    if corpus.query(lambda connection: get_setting(connection, _MODEL)) != model:
        corpus.change(lambda connection: _start_model(connection, model))
    return dict(corpus.query(lambda connection: connection.execute(_MISSING, (most,)).fetchall()))


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
