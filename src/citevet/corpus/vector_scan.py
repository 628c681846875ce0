"""Find the nearest of many vectors without a database for them: all of them exactly, or by their signs first.

A vector has a signed byte for each number. Two vectors whose numbers have mostly the same signs are near each other:
48 bytes are compared in place of 384, and only the best few hundred exactly.
"""

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

MOST_EXACT = 200_000  # vectors; above that a scan takes over 0.1 s and 80 MB
_BLOCK = 8_192  # rows that are multiplied at once: 12 MB
RESCORED = 2_000  # vectors that are compared exactly
_TIMES = 4  # or so many times as are wanted


class VectorScan:
    """Vectors that are all compared exactly."""

    def __init__(self, rows: Iterable[tuple[str, bytes]]) -> None:
        import numpy as np  # takes 0.1 s, and a search by words needs none

        listed = list(rows)
        self._digests = [digest for digest, _ in listed]
        self._numbers = np.frombuffer(b"".join(value for _, value in listed), np.int8).reshape(len(listed), -1)
        blocks = [part.astype(np.float32) for part in self._split(self._numbers)]
        self._lengths = np.concatenate([np.vecdot(part, part) for part in blocks]) ** np.float32(0.5)

    def find_nearest(self, vector: bytes, most: int) -> list[str]:
        """Return the digests of the vectors with the largest cosines, in any order."""
        import numpy as np

        asked = np.frombuffer(vector, np.int8).astype(np.float32)
        products = np.concatenate([part.astype(np.float32) @ asked for part in self._split(self._numbers)])
        return _take_best(self._digests, products / np.maximum(self._lengths, np.float32(1)), most)

    @staticmethod
    def _split(numbers: "NDArray[Any]") -> "Iterable[NDArray[Any]]":
        return (numbers[at : at + _BLOCK] for at in range(0, len(numbers), _BLOCK))


class SignScan:
    """Vectors of which only the signs are in memory; the best by their signs are compared exactly."""

    def __init__(
        self, rows: Iterable[tuple[str, bytes]], read: Callable[[list[str]], VectorScan], *, rescored: int = RESCORED
    ) -> None:
        import numpy as np

        listed = list(rows)
        self._digests = [digest for digest, _ in listed]
        self._signs = np.frombuffer(b"".join(signs for _, signs in listed), np.uint8).reshape(len(listed), -1)
        self._read = read
        self._rescored = rescored

    def find_nearest(self, vector: bytes, most: int) -> list[str]:
        """Return the digests of vectors that are probably those with the largest cosines, in any order."""
        import numpy as np

        asked = np.frombuffer(take_signs(vector), np.uint8)
        different = np.bitwise_count(_widen(self._signs) ^ _widen(asked[None])).sum(1, dtype=np.int16)
        near = _take_best(self._digests, -different, max(self._rescored, _TIMES * most))
        return self._read(near).find_nearest(vector, most)


def take_signs(vector: bytes) -> bytes:
    """Return a bit for each number of a vector: whether it is positive."""
    import numpy as np

    return np.packbits(np.frombuffer(vector, np.int8) > 0).tobytes()


def _widen(signs: "NDArray[np.uint8]") -> "NDArray[Any]":
    """Return the bits in words of 64 where their number allows it: eight times as many at once."""
    import numpy as np

    return signs.view(np.uint64) if signs.shape[1] % 8 == 0 else signs


def _take_best(digests: list[str], scores: "NDArray[Any]", most: int) -> list[str]:
    import numpy as np

    if most >= len(digests):
        return digests
    return [digests[place] for place in np.argpartition(-scores, most)[:most]]
