"""Matrices rounded input by input, each error made good by the inputs that are still to come (GPTQ, arXiv:2210.17323).

`export --heard IDS` does it with tokens that `rows.py` wrote. It goes layer by layer, and each hears what the layers
before it say when they are rounded. On six layers of the untuned 0.5B and 24 rows the last states lie 0.107 from those
in fp32 instead of 0.148, and the likeliest next word is the same in 80 of 100 places instead of 71.
"""

from collections.abc import Mapping, Sequence

import numpy as np
import torch
from numpy.typing import NDArray

from citevet.world.decoder_runner import Shape
from training.decoder.network import Block, Matrix, Reader
from training.decoder.pack import round_in_turn
from training.decoder.store import Rounded

Floats = NDArray[np.float32]
# What reads one input is rounded together, under the name that it has in the graph.
_READERS = {"attend": ("query", "key", "value"), "mixed": ("mixed",), "open": ("gate", "up"), "close": ("down",)}


def round_layers(
    model: Mapping[str, Floats], shape: Shape, rows: Sequence[NDArray[np.int64]], group: int
) -> dict[str, Rounded]:
    """Return the matrices of all layers in 4 bits, by their names in the graph."""
    reader = _read(model, shape)
    made: dict[str, Rounded] = {}
    with torch.no_grad():
        states = [reader.embedding(torch.from_numpy(row)[None]) for row in rows]
        for number, block in enumerate(reader.blocks):
            for part, names in _READERS.items():
                matrices: list[Matrix] = [getattr(block, name) for name in names]
                squares = _hear(reader, block, matrices[0], states)
                name = f"layer{number}.{part}"
                made[name] = whole, step = round_in_turn(model[name], squares, group)
                plain = (whole * step.astype(np.float32)[:, None]).reshape(model[name].shape).T
                for matrix, values in zip(
                    matrices, np.split(plain, np.cumsum([len(each.weight) for each in matrices])[:-1]), strict=True
                ):
                    matrix.weight.copy_(torch.from_numpy(values))
            states = [_run(reader, block, state) for state in states]
    return made


def _read(model: Mapping[str, Floats], shape: Shape) -> Reader:
    """Return a decoder that torch runs, with the tensors of the graph."""
    tensors = {"embedding": model["words"], "output_norm.weight": model["norm"]}
    wide = shape.hidden // shape.heads * shape.key_heads
    for layer in range(shape.layers):
        graph, gguf = f"layer{layer}", f"blk.{layer}"
        parts = {"attn_norm": "norm1", "ffn_norm": "norm2", "attn_output": "mixed", "ffn_down": "close"}
        tensors |= {f"{gguf}.{theirs}.weight": model[f"{graph}.{ours}"].T for theirs, ours in parts.items()}
        for kind, attend in (("weight", model[f"{graph}.attend"].T), ("bias", model[f"{graph}.attend.bias"])):
            ends = (shape.hidden, shape.hidden + wide)
            tensors |= {
                f"{gguf}.attn_{part}.{kind}": each for part, each in zip("qkv", np.split(attend, ends), strict=True)
            }
        gate, up = np.split(model[f"{graph}.open"].T, 2)
        tensors |= {f"{gguf}.ffn_gate.weight": gate, f"{gguf}.ffn_up.weight": up}
    sizes = {name: getattr(shape, name) for name in ("hidden", "heads", "key_heads", "layers", "base")}
    return Reader(sizes, {name: torch.from_numpy(np.array(each, np.float32)) for name, each in tensors.items()}).eval()


def _run(reader: Reader, block: Block, state: torch.Tensor) -> torch.Tensor:
    tokens = state.shape[1]
    made: torch.Tensor = block(state, reader.cos[:tokens], reader.sin[:tokens])
    return made


def _hear(reader: Reader, block: Block, matrix: Matrix, states: list[torch.Tensor]) -> Floats:
    """Return the sum of the products of all pairs of inputs that a matrix reads."""
    squares = torch.zeros(matrix.in_features, matrix.in_features)

    def hook(_: torch.nn.Module, inputs: tuple[torch.Tensor]) -> None:
        read = inputs[0].reshape(-1, matrix.in_features)
        squares.addmm_(read.T, read)

    handle = matrix.register_forward_pre_hook(hook)
    for state in states:
        _run(reader, block, state)
    handle.remove()
    return squares.numpy()
