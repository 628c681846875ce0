"""Texts as vectors of the embedded model, kept by content: an unchanged text is embedded once."""

from collections.abc import Sequence
from hashlib import sha256
from typing import TYPE_CHECKING
from zlib import crc32

from citevet.contracts import Progress
from citevet.jobs.verifying.defaults import EMBEDDER, model, own_embed
from citevet.jobs.verifying.scoring import units
from citevet.jobs.verifying.vectors import vectors
from citevet.world import memory

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float32]

_BATCH = 64  # texts that are embedded and written at once: about 2 s, which is what a kill may cost
# A number in a byte: a quarter of the room, and the cosines of 100,000 pairs lie at most 0.0025 off.
_STEPS = 127
_SUM = 4  # bytes of the checksum: SQLite does not notice a flipped bit


def embedded(texts: Sequence[str], *, progress: Progress | None = None) -> "Floats":
    """Return one row of length one for each text, of which there is at least one; equal texts have equal rows."""
    return Known(texts).rows(progress)


class Known:
    """Texts, and what is remembered of their vectors."""

    def __init__(self, texts: Sequence[str]) -> None:
        self._keys = _keys(texts)
        found = memory.recall(list(dict.fromkeys(self._keys)))
        self._known = {key: value[:-_SUM] for key, value in found.items() if _is_whole(value)}
        asked = zip(self._keys, texts, strict=True)
        self._rest = {key: text for key, text in asked if key not in self._known}

    @property
    def missing(self) -> int:
        """How many of the texts were never embedded."""
        return len(self._rest)

    def rows(self, progress: Progress | None = None) -> "Floats":
        """Embed what is missing, and return one row for each text."""
        import numpy as np  # noqa: PLC0415 - 0.1 s, and most commands compare no vectors

        keys = list(self._rest)
        for at in range(0, len(keys), _BATCH):
            if progress is not None:
                progress(at, len(keys), "texts embedded")
            part = keys[at : at + _BATCH]
            fresh = dict(zip(part, _bytes([self._rest[key] for key in part]), strict=True))
            memory.keep({key: value + _sum(value) for key, value in fresh.items()})
            self._known.update(fresh)
        rows = np.stack([np.frombuffer(self._known[key], np.int8) for key in self._keys])
        return units(rows.astype(np.float32))


def _keys(texts: Sequence[str]) -> list[str]:
    loaded = model(EMBEDDER)
    made = f"vector\0{loaded.digest}-{loaded.precision}\0"
    return [sha256(f"{made}{text}".encode("utf-8", "surrogatepass")).hexdigest() for text in texts]


def _sum(value: bytes) -> bytes:
    return crc32(value).to_bytes(_SUM, "little")


def _is_whole(value: bytes) -> bool:
    return len(value) > _SUM and value[-_SUM:] == _sum(value[:-_SUM])


def _bytes(texts: Sequence[str]) -> list[bytes]:
    import numpy as np  # noqa: PLC0415 - likewise

    rows = vectors(texts, own_embed)
    highest = np.maximum(np.abs(rows).max(axis=1, keepdims=True), np.float32(1e-30))
    return [row.tobytes() for row in np.rint(rows / highest * _STEPS).astype(np.int8)]
