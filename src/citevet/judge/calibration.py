"""From a model's weights to a probability that can be believed, and the cuts that follow."""

from collections.abc import Mapping
from dataclasses import dataclass
from math import exp, log
from typing import Any

_NUMBERS = frozenset({"bias", "slope", "windows", "cut", "contradiction"})
_EDGE = 1e-4  # weights beyond this are as good as certain; a logit of infinity is none


@dataclass(frozen=True, slots=True)
class Calibration:
    """The curve of one model, fitted on held-out halves; the default takes the model at its word."""

    bias: float = 0.0
    slope: float = 1.0  # on the log odds of the best passage
    windows: float = 0.0  # on the logarithm of how many windows the source has
    cut: float = 0.5  # probability of support from which a claim counts as supported
    contradiction: float = 0.5  # weight of contradiction from which a claim counts as contradicted
    risk: tuple[tuple[float, float], ...] = ()  # (share of wrong among those called supported, the cut that keeps it)

    @classmethod
    def of(cls, settings: Mapping[str, Any]) -> "Calibration":
        """Return the curve that a model's manifest holds, or the default."""
        said = settings.get("calibration", {})
        numbers = {name: float(value) for name, value in said.items() if name in _NUMBERS}
        risk = tuple((float(share), float(cut)) for share, cut in said.get("risk", ()))
        return cls(**numbers, risk=risk)

    def probability(self, weight: float, windows: int) -> float:
        """Return how likely it is that a source of so many windows supports a claim."""
        return _sigmoid(self.bias + self.slope * _odds(weight) + self.windows * log(max(windows, 1)))

    def cut_for(self, risk: float) -> float | None:
        """Return the cut above which at most that share is wrong; none where no cut keeps it."""
        kept = [cut for share, cut in self.risk if share <= risk]
        return min(kept, default=None)


def _odds(weight: float) -> float:
    held = min(max(weight, _EDGE), 1 - _EDGE)
    return log(held / (1 - held))


def _sigmoid(value: float) -> float:
    return 1 / (1 + exp(-value))
