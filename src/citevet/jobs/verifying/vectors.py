"""What an embedder gives, as a matrix that can be trusted: every row there, of one length, nothing but numbers."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from citevet.errors import UsageError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float32]

_BATCH = 512  # texts in one call: what hosted embedders take at once
_LARGE, _SMALL = 1e6, 1e-6  # beyond these the squares leave float32
_CONTRACT = "It takes a list of texts and gives one list of numbers for each, all of one length."


def vectors(texts: Sequence[str], embed: Callable[[Sequence[str]], Any], *, width: int | None = None) -> "Floats":
    """Return one row for each text, in order; `width` is the length that earlier vectors had."""
    import numpy as np  # noqa: PLC0415 - 0.1 s, and most commands compare no vectors

    parts: list[Floats] = []
    for at in range(0, len(texts), _BATCH):
        batch = list(texts[at : at + _BATCH])
        rows = _matrix(embed(batch), len(batch), at)
        if width not in (None, rows.shape[1]):
            raise _wrong(f"gave vectors of different lengths ({width} and {rows.shape[1]})")
        width = rows.shape[1]
        parts.append(rows)
    return np.concatenate(parts) if len(parts) > 1 else parts[0]


def _matrix(rows: Any, wanted: int, first: int) -> "Floats":  # noqa: ANN401 - whatever a stranger's function gives
    import numpy as np  # noqa: PLC0415 - likewise

    given = rows if isinstance(rows, np.ndarray) else _array(rows)
    if given.ndim >= 1 and len(given) != wanted:
        raise _wrong(f"gave {len(given)} vectors for {wanted} texts")
    if given.ndim != 2 or given.shape[1] == 0 or given.dtype.kind not in "fiu":  # noqa: PLR2004 - rows and columns
        raise _wrong("did not give one vector of numbers for each text")
    matrix = given.astype(np.float64, copy=False)
    highest = np.abs(matrix).max(axis=1)
    if not np.isfinite(highest).all():
        bad = int(np.argmin(np.isfinite(highest)))
        raise _wrong(f"gave a vector with a value that is no finite number, for text {first + bad + 1}")
    return _tamed(matrix, highest)


def _array(rows: Any) -> "NDArray[Any]":  # noqa: ANN401 - likewise
    import numpy as np  # noqa: PLC0415 - likewise

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


def _tamed(matrix: "NDArray[np.float64]", highest: "NDArray[np.float64]") -> "Floats":
    """Return the rows as float32, those out of its range scaled into it: a cosine does not see the length."""
    import numpy as np  # noqa: PLC0415 - likewise

    wild = (highest > _LARGE) | ((highest < _SMALL) & (highest > 0))
    if wild.any():
        matrix = matrix.copy()
        matrix[wild] /= highest[wild, None]
    return matrix.astype(np.float32)


def _wrong(what: str) -> UsageError:
    return UsageError(what, to="embed", advice=_CONTRACT)
