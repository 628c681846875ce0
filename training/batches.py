"""Token arrays on the device, and batches of rows of one length."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

_ROWS = 256  # at most in a batch: short rows are alike, and a thousand of them would be one step


@dataclass(frozen=True, slots=True)
class Tokens:
    """Rows of tokens behind one another, on the device; sizes also here, to plan with."""

    ids: Tensor
    starts: Tensor
    claims: Tensor
    labels: Tensor
    weights: Tensor
    sizes: NDArray[np.int32]
    teacher: Tensor | None = None

    def batch(self, numbers: NDArray[np.int64]) -> tuple[Tensor, Tensor, Tensor]:
        """Return the tokens of some rows of one length, which of them are the claim's, and the row numbers."""
        chosen = torch.from_numpy(numbers).to(self.ids.device, non_blocking=True)
        places = torch.arange(int(self.sizes[numbers[0]]), device=self.ids.device)
        ids = self.ids[self.starts[chosen][:, None] + places].long()
        return ids, (places >= self.claims[chosen][:, None]).long(), chosen


def tokens(arrays: Sequence[dict[str, NDArray[np.generic]]], device: str, teacher: Sequence[Path] = ()) -> Tokens:
    """Put several files of token arrays behind one another on the device."""

    def whole(key: str) -> NDArray[np.generic]:
        return np.concatenate([each[key] for each in arrays])

    sizes = whole("sizes").astype(np.int32)
    starts = np.concatenate([[0], np.cumsum(sizes, dtype=np.int64)[:-1]])
    taught = np.concatenate([np.load(path) for path in teacher]).astype(np.float32) if teacher else None
    labels = whole("labels").astype(np.int64) if "labels" in arrays[0] else np.zeros(len(sizes), np.int64)
    weights = whole("weights").astype(np.float32) if "weights" in arrays[0] else np.ones(len(sizes), np.float32)
    ids, claims = whole("ids").astype(np.int32), whole("claims").astype(np.int64)

    def there(array: NDArray[np.generic]) -> Tensor:
        return torch.from_numpy(array).to(device)

    return Tokens(
        ids=there(ids),
        starts=there(starts),
        claims=there(claims),
        labels=there(labels),
        weights=there(weights),
        sizes=sizes,
        teacher=None if taught is None else there(taught),
    )


def views(folder: Path, name: str, numbers: Sequence[int]) -> list[dict[str, NDArray[np.generic]]]:
    """Read encoded views of the data."""
    return [dict(np.load(folder / f"view{number}-{name}.npz")) for number in numbers]


def plan(sizes: NDArray[np.int32], most: int, seed: int) -> list[NDArray[np.int64]]:
    """Return batches of at most so many tokens, each of rows of one length, in random order."""
    random = np.random.default_rng(seed)
    order = random.permutation(len(sizes))
    order = order[np.argsort(sizes[order], kind="stable")]
    bounds = np.flatnonzero(np.diff(sizes[order])) + 1
    found = [part for run in np.split(order, bounds) if len(run) for part in _cut(run, int(sizes[run[0]]), most)]
    return [found[number] for number in random.permutation(len(found))]


def _cut(run: NDArray[np.int64], size: int, most: int) -> Iterator[NDArray[np.int64]]:
    rows = max(1, min(_ROWS, most // size))
    for start in range(0, len(run), rows):
        yield run[start : start + rows]
