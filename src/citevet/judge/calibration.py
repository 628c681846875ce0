"""From what was seen of a claim and a source to a probability that can be believed, and the cuts that follow."""

from collections.abc import Mapping
from dataclasses import dataclass
from math import exp, log
from typing import Any

WEIGHTS = ("window", "sentence", "joined", "against", "sentence_against", "windows", "near", "about")
_EDGE = 1e-4  # weights beyond this are as good as certain; a logit of infinity is none


@dataclass(frozen=True, slots=True)
class Signals:
    """What was seen: how sure the model is, and how much of the claim stands there at all."""

    window: float  # weight of support, of the window that supports most
    sentence: float  # the same for the one sentence that is nearest to the claim
    joined: float  # … for the sentences that have most of its words together
    against: float  # weight of contradiction, of the window that contradicts most
    sentence_against: float  # the same for that sentence
    windows: int  # how many the source has
    near: float  # share of the claim's words in that sentence
    about: float  # … in the window that has most of them


@dataclass(frozen=True, slots=True)
class Calibration:
    """The curve of one model, fitted on labelled pairs of many kinds; the default takes the model at its word.

    Words in common are no support, and a model's weight alone is a poor guide where support is spread over a page.
    Together they tell more than either: on whole web pages 69 % balanced accuracy against 58 % of the weight alone.
    """

    bias: float = 0.0
    window: float = 1.0
    sentence: float = 0.0
    joined: float = 0.0
    against: float = 0.0
    sentence_against: float = 0.0
    windows: float = 0.0
    near: float = 0.0
    about: float = 0.0
    cut: float = 0.5  # probability of support from which a claim counts as supported
    contradiction: float = 0.5  # weight of contradiction from which a claim counts as contradicted
    certain: float = 0.95  # weight from which the nearest sentence may deny otherwise than the claim
    risk: tuple[tuple[float, float], ...] = ()  # (share of wrong among those called supported, the cut that keeps it)

    @classmethod
    def of(cls, settings: Mapping[str, Any]) -> "Calibration":
        """Return the curve that a model's manifest holds, or the default."""
        return cls._read(settings.get("calibration", {}))

    @classmethod
    def beside(cls, settings: Mapping[str, Any], digest: str) -> "Calibration":
        """Return the curve of a model together with a second one, which its manifest holds by the digest of that."""
        return cls._read(settings.get("beside", {}).get(digest, {}))

    @classmethod
    def _read(cls, said: Mapping[str, Any]) -> "Calibration":
        numbers = {name: float(value) for name, value in said.items() if name != "risk"}
        return cls(**numbers, risk=tuple((float(share), float(cut)) for share, cut in said.get("risk", ())))

    def probability(self, seen: Signals) -> float:
        """Return how likely it is that the source supports the claim."""
        value = self.bias + sum(weight * each for weight, each in zip(self._weights(), features(seen), strict=True))
        return 1 / (1 + exp(-value))

    def cut_for(self, risk: float) -> float | None:
        """Return the cut above which at most that share is wrong; none where no cut keeps it."""
        return min((cut for share, cut in self.risk if share <= risk), default=None)

    def _weights(self) -> tuple[float, ...]:
        return tuple(getattr(self, name) for name in WEIGHTS)


def features(seen: Signals) -> tuple[float, ...]:
    """Return the signals on the scales that the curve is fitted on."""
    said = (seen.window, seen.sentence, seen.joined, seen.against, seen.sentence_against)
    return (*map(_odds, said), log(max(seen.windows, 1)), seen.near, seen.about)


def _odds(weight: float) -> float:
    held = min(max(weight, _EDGE), 1 - _EDGE)
    return log(held / (1 - held))
