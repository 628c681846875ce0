"""Two judges as one: the mean of their logits, which is better than either on all sets that we know."""

from collections.abc import Iterable, Sequence
from math import sqrt

from citevet.contracts import Nli

_LEAST = 1e-12  # a weight of nothing would let one judge silence the other
Weights = tuple[float, float, float]


def together(one: Nli, other: Nli) -> Nli:
    """Return a judge that asks both."""
    return lambda pairs: mean(one(pairs), other(pairs))


def mean(one: Iterable[Sequence[float]], other: Iterable[Sequence[float]]) -> list[Weights]:
    """Return what two judges say of some pairs, as weights that add up to one."""
    return [_mean(mine, theirs) for mine, theirs in zip(one, other, strict=True)]


def _mean(mine: Sequence[float], theirs: Sequence[float]) -> Weights:
    # The mean of logits is the geometric mean of weights.
    supported, neutral, contradicted = (
        sqrt(max(a, _LEAST) * max(b, _LEAST)) for a, b in zip(mine, theirs, strict=True)
    )
    total = supported + neutral + contradicted
    return supported / total, neutral / total, contradicted / total
