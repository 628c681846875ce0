"""The embedded models as the functions that a user could pass in."""

from collections.abc import Sequence
from functools import cache
from math import exp
from typing import TYPE_CHECKING

from citevet.judge.calibration import Calibration
from citevet.world.models import Model, load

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

EMBEDDER, JUDGE = "embedder", "small"


@cache
def model(name: str) -> Model:
    """Return a model, loaded once in this process."""
    return load(name)


def own_embed(texts: Sequence[str]) -> "NDArray[np.float32]":
    """Return one vector for each text."""
    return model(EMBEDDER).run([(text,) for text in texts])


def own_nli(pairs: Sequence[tuple[str, str]]) -> list[tuple[float, float, float]]:
    """Return for each pair of evidence and claim the weights supported, neutral, contradicted; they add up to 1."""
    return weigh(model(JUDGE), pairs)


def weigh(judge: Model, pairs: Sequence[tuple[str, str]]) -> list[tuple[float, float, float]]:
    """Return the weights of a judge for each pair of evidence and claim."""
    return [_softmax(row) for row in judge.run(list(pairs)).tolist()]


def own_calibration() -> Calibration:
    """Return the curve of the embedded judge."""
    return Calibration.of(model(JUDGE).settings)


def judge_notes(*, nli: bool, embed: bool) -> tuple[str, ...]:
    """Return what must be said of the models that ran."""
    names = [*([JUDGE] if nli else []), *([EMBEDDER] if embed else [])]
    return tuple(note for note in (model(name).note for name in names) if note)


def _softmax(logits: Sequence[float]) -> tuple[float, float, float]:
    highest = max(logits)
    supported, neutral, contradicted = (exp(value - highest) for value in logits)
    total = supported + neutral + contradicted
    return supported / total, neutral / total, contradicted / total
