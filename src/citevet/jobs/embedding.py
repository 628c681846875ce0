"""Embed texts as vectors, check what an embedder returns, and find the nearest by cosine.

Vectors of the embedded model are cached by content, so an unchanged text is embedded once. Import this module where
vectors are needed: numpy takes 0.1 s.
"""

from collections.abc import Callable, Sequence
from hashlib import sha256
from typing import Any

import numpy as np
from numpy.typing import NDArray

from citevet.contracts import Progress
from citevet.errors import UsageError
from citevet.session import EMBEDDER, Session

Floats = NDArray[np.float32]
_CACHED_BATCH = 64  # texts that are embedded and written at once: about 2 s, which is what a kill may cost
# One byte per number: a quarter of the space, and the cosines of 100,000 pairs are at most 0.0025 off.
_STEPS = 127
_CALL = 512  # texts in one call: what hosted embedders take at once
_LARGE, _SMALL = 1e6, 1e-6  # beyond these the squares leave float32
_CONTRACT = "It takes a list of texts and gives one list of numbers for each, all of one length."
_CELLS = 4_000_000  # of a block of the product: 16 MB
_TINY = 1e-30  # under every squared length, so that a row of zeros has cosine 0
_LIFT = 8  # there float32 steps by a millionth: what is closer than that is equal, and the first wins
_STEP = 2**-20  # that millionth
_ROUNDING = 2**-24  # of one float32 operation
_DIGITS = 6


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


def checked_vectors(texts: Sequence[str], embed: Callable[[Sequence[str]], Any], *, width: int | None = None) -> Floats:
    """Return one row for each text, in order; `width` is the length that earlier vectors had."""
    parts: list[Floats] = []
    for at in range(0, len(texts), _CALL):
        batch = list(texts[at : at + _CALL])
        rows = _to_matrix(embed(batch), len(batch), at)
        if width not in (None, rows.shape[1]):
            raise _wrong(f"gave vectors of different lengths ({width} and {rows.shape[1]})")
        width = rows.shape[1]
        parts.append(rows)
    return np.concatenate(parts) if len(parts) > 1 else parts[0]


def _to_matrix(rows: Any, wanted: int, first: int) -> Floats:  # noqa: ANN401 - whatever the caller's function gives
    given = rows if isinstance(rows, np.ndarray) else _to_array(rows)
    if given.ndim >= 1 and len(given) != wanted:
        raise _wrong(f"gave {len(given)} vectors for {wanted} texts")
    if given.ndim != 2 or given.shape[1] == 0 or given.dtype.kind not in "fiu":  # noqa: PLR2004 - rows and columns
        raise _wrong("did not give one vector of numbers for each text")
    matrix = given.astype(np.float64, copy=False)
    highest = np.abs(matrix).max(axis=1)
    if not np.isfinite(highest).all():
        bad = int(np.argmin(np.isfinite(highest)))
        raise _wrong(f"gave a vector with a value that is not a finite number, for text {first + bad + 1}")
    # Rows beyond the range of float32 are scaled into it: a cosine does not depend on the length.
    wild = (highest > _LARGE) | ((highest < _SMALL) & (highest > 0))
    if wild.any():
        matrix = matrix.copy()
        matrix[wild] /= highest[wild, None]
    return matrix.astype(np.float32)


def _to_array(rows: Any) -> NDArray[Any]:  # noqa: ANN401 - likewise
    if rows is None or isinstance(rows, str | bytes | dict):
        raise _wrong(f"gave {type(rows).__name__} instead of vectors")
    try:
        listed = list(rows)
        lengths = {len(row) for row in listed}
    except TypeError as error:
        raise _wrong("did not give one vector of numbers for each text") from error
    if len(lengths) > 1:
        raise _wrong(f"gave vectors of different lengths ({min(lengths)} and {max(lengths)})")
    try:
        return np.asarray(listed)
    except (TypeError, ValueError, OverflowError) as error:
        raise _wrong("did not give one vector of numbers for each text") from error


def _wrong(what: str) -> UsageError:
    return UsageError(what, to="embed", advice=_CONTRACT)


def find_nearest(claims: Floats, sources: Floats) -> tuple[list[int], list[float]]:
    """Return for each claim the first of its nearest sources, of which there is at least one, and their cosine.

    A matrix product in blocks only preselects: the same two rows give products that differ in the last bits with the
    shape of the block. The reported cosine is the product of the two rows alone, so it depends on nothing else.
    """
    asked = to_units(claims)
    lengths = _inverse_lengths(np.vecdot(sources, sources))
    # A product of n pairs of unit rows is at most n roundings off, however it is added up. Two ways of adding them
    # are twice that apart, for the best source and again for its rival.
    apart = np.float32(4 * (sources.shape[1] + 4) * _ROUNDING + 2 * _STEP)
    step = max(_CELLS // len(sources), 1)
    found = []
    for at in range(0, len(asked), step):
        products = asked[at : at + step] @ sources.T
        products *= lengths
        bounds = products.max(1) - apart
        for claim, row, bound in zip(asked[at : at + step], products, bounds, strict=True):
            near = np.flatnonzero(row >= bound)
            exact = np.vecdot(sources.take(near, 0), claim) * lengths.take(near)
            best = (exact + _LIFT).argmax()
            found.append((int(near[best]), round(float(exact[best]), _DIGITS)))
    return [place for place, _ in found], [cosine for _, cosine in found]


def to_units(rows: Floats) -> Floats:
    """Return the rows at length one; a row of zeros stays as it is."""
    return rows * _inverse_lengths(np.vecdot(rows, rows))[:, None]


def _inverse_lengths(squares: Floats) -> Floats:
    inverse: Floats = np.maximum(squares, np.float32(_TINY)) ** np.float32(-0.5)
    return inverse
