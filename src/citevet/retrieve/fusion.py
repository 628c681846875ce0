"""Several rankings of the same passages made one.

Measured on 237 claims of WiCE with whole pages (sentences that decide among the best 4) and on claims among the
abstracts of 50 works (the right work among the best 5), by `python -m evals.retrieval`:

| | whole page | SciFact | Check-COVID | HealthVer |
|---|---|---|---|---|
| words alone | 89.3 | 99.0 | 87.3 | 63.3 |
| words, with a fifth of their neighbours | 91.1 | | | |
| words and vectors by rank (damped by 60) | 88.1 | 100.0 | 92.0 | 80.0 |
| words and vectors by score, halves | 89.6 | 99.5 | 92.7 | 80.7 |
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_BESIDE = 0.2  # of a neighbour's score: 0.1 to 0.3 come to the same
_DIGITS = 6


def order(scores: Sequence[float]) -> list[int]:
    """Return the places, the best first, the earlier of equals before the later."""
    return sorted(range(len(scores)), key=lambda place: (-scores[place], place))


def with_neighbours(scores: Sequence[float], parts: Sequence[int] | None = None) -> list[float]:
    """Add to each score a share of those beside it: what bears on a claim seldom ends where a window does.

    `parts` tells which text each window is of; those of two texts are no neighbours.
    """
    lifted = list(scores)
    for place, score in enumerate(scores):
        for beside in (place - 1, place + 1) if score else ():
            if 0 <= beside < len(scores) and (parts is None or parts[beside] == parts[place]):
                lifted[beside] += _BESIDE * score
    return lifted


def fused(words: Sequence[float], nearness: Sequence[float]) -> list[float]:
    """Return one score of two, each stretched between its least and its greatest."""
    return [(one + other) / 2 for one, other in zip(_stretched(words), _stretched(nearness), strict=True)]


def cosines(asked: "NDArray[np.float32]", rows: "NDArray[np.float32]") -> list[float]:
    """Return the cosines of unit rows with a unit row, each by itself: none depends on what else was asked."""
    import numpy as np  # noqa: PLC0415 - 0.1 s, and most commands compare no vectors

    return [min(max(round(cosine, _DIGITS), 0.0), 1.0) for cosine in np.vecdot(rows, asked).tolist()]


def _stretched(scores: Sequence[float]) -> list[float]:
    least, most = min(scores, default=0.0), max(scores, default=0.0)
    return [(score - least) / (most - least) if most > least else 0.0 for score in scores]
