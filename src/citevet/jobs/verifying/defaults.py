"""The embedded models as the functions that a user could pass in."""

from collections.abc import Sequence
from functools import cache
from math import exp, isfinite
from os import cpu_count
from typing import TYPE_CHECKING

from citevet.errors import ModelError
from citevet.world.models import Model, load

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

EMBEDDER = "embedder"
_THREADS = min(cpu_count() or 1, 4)  # rows that run at once; no value depends on it


@cache
def model(name: str) -> Model:
    """Return a model, loaded once in this process."""
    return load(name, threads=_THREADS)


def own_embed(texts: Sequence[str]) -> "NDArray[np.float32]":
    """Return one vector for each text."""
    return model(EMBEDDER).run([(text,) for text in texts])


def weigh(judge: Model, pairs: Sequence[tuple[str, str]]) -> list[tuple[float, float, float]]:
    """Return the weights of a judge for each pair of evidence and claim."""
    rows: list[list[float]] = judge.run(list(pairs)).tolist()
    if not all(isfinite(value) for row in rows for value in row):
        advice = "Name another judge, or another export of this one."
        raise ModelError("gives values that are no finite numbers", to=judge.name, advice=advice)
    return [_softmax(row) for row in rows]


def embedder_notes() -> tuple[str, ...]:
    """Return what must be said of the embedder."""
    return tuple(note for note in [model(EMBEDDER).note] if note)


def _softmax(logits: Sequence[float]) -> tuple[float, float, float]:
    highest = max(logits)
    supported, neutral, contradicted = (exp(value - highest) for value in logits)
    total = supported + neutral + contradicted
    return supported / total, neutral / total, contradicted / total
