"""Loud channels made quiet before the weights are rounded: what a model says stays the same.

A token is multiplied in int8 on one scale, which its loudest channel sets. A channel's factor can be moved to the
weights that read it from whatever made it: a norm, the values, or one side of the gate.
"""

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from citevet.world.decoder_runner import Shape

Floats = NDArray[np.float32]


def evened(
    model: Mapping[str, Floats], loud: Mapping[str, Floats], shape: Shape, power: float = 0.5
) -> dict[str, Floats]:
    """Return the model with a part of each channel's loudness moved into the weights that read it.

    `loud` has the usual size of each channel that a matrix reads.
    """
    made = {name: tensor.copy() for name, tensor in model.items()}
    for layer in range(shape.layers):
        name = f"layer{layer}"
        for norm, matrix in (("norm1", "attend"), ("norm2", "open")):
            factor = _factors(loud[f"{name}.{matrix}"], made[f"{name}.{matrix}"], power)
            made[f"{name}.{norm}"] /= factor
            made[f"{name}.{matrix}"] *= factor[:, None]
        _even_values(made, name, loud[f"{name}.mixed"], shape, power)
        factor = _factors(loud[f"{name}.close"], made[f"{name}.close"], power)
        made[f"{name}.open"][:, len(factor) :] /= factor  # the side of the gate that is only multiplied
        made[f"{name}.close"] *= factor[:, None]
    return made


def _even_values(made: dict[str, Floats], name: str, loud: Floats, shape: Shape, power: float) -> None:
    """Move factors behind the values, which several heads share."""
    each, many = shape.hidden // shape.heads, shape.heads // shape.key_heads
    shared = loud.reshape(shape.key_heads, many, each).max(1)
    read = np.abs(made[f"{name}.mixed"]).reshape(shape.key_heads, many, each, -1).max(1)
    factor = _factors(shared.reshape(-1), read.reshape(shape.key_heads * each, -1), power)
    made[f"{name}.attend"][:, -len(factor) :] /= factor
    made[f"{name}.attend.bias"][-len(factor) :] /= factor
    spread = np.repeat(factor.reshape(shape.key_heads, 1, each), many, 1).reshape(-1, 1)
    made[f"{name}.mixed"] *= spread


def _factors(loud: Floats, weight: Floats, power: float) -> Floats:
    read = np.abs(weight).max(1) + 1e-9
    factor = (loud + 1e-9) ** power / read ** (1 - power)
    return np.asarray(np.clip(factor / np.exp(np.log(factor).mean()), 1e-2, 1e2), np.float32)
