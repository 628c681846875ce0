"""Embed texts as vectors, and keep these.

Vectors of the embedded model are cached by content, so an unchanged text is embedded once. Import this module where
vectors are needed: numpy takes 0.1 s.
"""

from collections.abc import Sequence
from hashlib import sha256

import numpy as np

from citevet.contracts import Progress
from citevet.judge.vectors import Floats, checked_vectors, to_units
from citevet.session import EMBEDDER, Session

_CACHED_BATCH = 64  # texts that are embedded and written at once: about 2 s, which is what a kill may cost
# One byte per number: a quarter of the space, and the cosines of 100,000 pairs are at most 0.0025 off.
_STEPS = 127


def run_embedder(session: Session, texts: Sequence[str]) -> Floats:
    """Return one vector for each text from the embedded model."""
    return session.model(EMBEDDER).run([(text,) for text in texts])


def name_embedder(session: Session) -> str:
    """Return what the vectors of a text depend on besides the text; machines with one database share it."""
    card = session.card(EMBEDDER)
    return f"{card.digest}-{card.precision}"


def unpack_vectors(packed: Sequence[bytes]) -> Floats:
    """Return one row of length one for each vector of signed bytes."""
    return to_units(np.stack([np.frombuffer(vector, np.int8) for vector in packed]).astype(np.float32))


class CachedVectors:
    """Texts, and the vectors that are cached for them."""

    def __init__(self, session: Session, texts: Sequence[str]) -> None:
        self._session = session
        prefix = f"vector\0{session.card(EMBEDDER).identity}\0"
        self._keys = [sha256(f"{prefix}{text}".encode("utf-8", "surrogatepass")).hexdigest() for text in texts]
        self._known = dict(session.load_cached(list(dict.fromkeys(self._keys))))
        asked = zip(self._keys, texts, strict=True)
        self._missing = {key: text for key, text in asked if key not in self._known}

    @property
    def missing(self) -> int:
        """How many of the texts were never embedded."""
        return len(self._missing)

    def packed(self, progress: Progress | None = None) -> list[bytes]:
        """Embed what is missing, and return a signed byte for each number of each text."""
        keys = list(self._missing)
        for at in range(0, len(keys), _CACHED_BATCH):
            if progress is not None:
                progress(at, len(keys), "texts embedded")
            part = keys[at : at + _CACHED_BATCH]
            fresh = dict(zip(part, self._embed([self._missing[key] for key in part]), strict=True))
            self._session.store_cached(fresh)
            self._known.update(fresh)
        return [self._known[key] for key in self._keys]

    def _embed(self, texts: Sequence[str]) -> list[bytes]:
        rows = checked_vectors(texts, lambda batch: run_embedder(self._session, batch))
        highest = np.maximum(np.abs(rows).max(axis=1, keepdims=True), np.float32(1e-30))
        return [row.tobytes() for row in np.rint(rows / highest * _STEPS).astype(np.int8)]
