"""How loud each channel is that a matrix reads: `python -m training.decoder.loud WEIGHTS IDS OUT.npz [--tuned FOLDER]`.

IDS is a file of tokens that `rows.py` wrote. `export --loud` moves what is loud into the weights: the logits of the
untuned 0.5B in groups of 32 then lie 0.037 from those in fp32 instead of 0.045, apart from a shift that all rows have.
"""

import argparse
from collections.abc import Callable
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray

from training.decoder.export import kept
from training.decoder.network import Reader, load
from training.decoder.rows import short_rows

_READERS = {"attend": "query", "mixed": "mixed", "open": "gate", "close": "down"}


def measure(model: Reader, rows: list[NDArray[np.int64]]) -> dict[str, NDArray[np.float32]]:
    """Return the size of each channel, of the fourth power in the mean, in tokens of like size."""
    found: dict[str, torch.Tensor] = {}

    def hear(name: str) -> Callable[..., None]:
        def hook(_: torch.nn.Module, inputs: tuple[torch.Tensor]) -> None:
            values = inputs[0].reshape(-1, inputs[0].shape[-1])
            even = values / values.square().mean(1, keepdim=True).sqrt().clamp(min=1e-9)
            found[name] = found.get(name, 0) + even.pow(4).sum(0).double()

        return hook

    for number, block in enumerate(model.blocks):
        for name, part in _READERS.items():
            getattr(block, part).register_forward_pre_hook(hear(f"layer{number}.{name}"))
    with torch.no_grad():
        for row in rows:
            model.states(torch.from_numpy(row)[None])
    tokens = sum(map(len, rows))
    return {name: (each / tokens).pow(0.25).float().numpy() for name, each in found.items()}


def main() -> None:
    """Do what the arguments say."""
    parser = argparse.ArgumentParser()
    for name in ("weights", "ids", "out"):
        parser.add_argument(name, type=Path)
    parser.add_argument("--tuned", type=Path)
    chosen = parser.parse_args()
    size, tensors = load(chosen.weights, "cpu")
    model = Reader(size, tensors).eval()
    if chosen.tuned:
        given = {name: torch.from_numpy(each) for name, each in kept(chosen.tuned).items()}
        model.load_state_dict(given, strict=False)
    np.savez(chosen.out, **measure(model, short_rows(chosen.ids)))


if __name__ == "__main__":
    main()
