"""Vectors of texts: check what an embedder returns, and find the nearest by cosine.

Import this module where vectors are needed: numpy takes 0.1 s.
"""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from citevet.errors import UsageError
from citevet.records import Foreign

Floats = NDArray[np.float32]
_CALL = 512  # texts in one call: what hosted embedders take at once
_LARGE, _SMALL = 1e6, 1e-6  # beyond these the squares leave float32
_CONTRACT = "It takes a list of texts and gives one list of numbers for each, all of one length."
_CELLS = 4_000_000  # of a block of the product: 16 MB
_TINY = 1e-30  # under every squared length, so that a row of zeros has cosine 0
_LIFT = 8  # there float32 steps by a millionth: what is closer than that is equal, and the first wins
_STEP = 2**-20  # that millionth
_ROUNDING = 2**-24  # of one float32 operation
_DIGITS = 6


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


def _to_matrix(rows: Foreign, wanted: int, first: int) -> Floats:
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


def _to_array(rows: Foreign) -> NDArray[Any]:
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
