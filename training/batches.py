"""Token arrays on the device, and batches of rows of one length."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from training.recipe import INGREDIENTS, WRITTEN

Arrays = dict[str, NDArray[np.generic]]
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


def tokens(arrays: Sequence[Arrays], device: str) -> Tokens:
    """Put several files of token arrays behind one another on the device."""

    def whole(key: str) -> NDArray[np.generic]:
        return np.concatenate([each[key] for each in arrays])

    sizes = whole("sizes").astype(np.int32)
    starts = np.concatenate([[0], np.cumsum(sizes, dtype=np.int64)[:-1]])
    taught = whole("teacher") if "teacher" in arrays[0] else None
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


def views(
    folder: Path,
    name: str,
    numbers: Sequence[int],
    *,
    without: Sequence[str] = (),
    teachers: Sequence[str] = (),
    of_written: Sequence[str] = (),
    least: float = 0.0,
) -> list[Arrays]:
    """Read encoded views with the mean of what some teachers said; written claims may have teachers of their own.

    Rows of some ingredients are left out, and those that weigh less than the least.
    """
    found: list[Arrays] = [dict(np.load(folder / f"view{number}-{name}.npz")) for number in numbers]
    for number, each in zip(numbers, found, strict=True) if teachers else ():
        is_written = (each["kinds"] == WRITTEN)[:, None]
        each["teacher"] = np.where(
            is_written, _said(folder, number, of_written or teachers), _said(folder, number, teachers)
        )
    return [_left(each, [INGREDIENTS.index(ingredient) for ingredient in without], least) for each in found]


def _said(folder: Path, number: int, teachers: Sequence[str]) -> NDArray[np.float32]:
    said = [np.load(folder / f"view{number}-{teacher}.npy").astype(np.float32) for teacher in teachers]
    return np.asarray(np.mean(said, axis=0))


def _left(arrays: Arrays, gone: Sequence[int], least: float) -> Arrays:
    kept = ~np.isin(arrays["kinds"], gone) & (arrays["weights"].astype(np.float32) >= least)
    words = np.repeat(kept, arrays["sizes"].astype(np.int64))
    return {name: array[words if name == "ids" else kept] for name, array in arrays.items()}


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
