"""From what was seen of a claim and a source to probabilities that can be believed, and the cuts that follow."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations_with_replacement, product
from math import exp, log
from typing import Any

_SAID = ("window", "sentence", "joined", "against", "sentence_against", "joined_against")  # by the model
_SHARED = ("near", "about")  # words
SIGNALS = (*_SAID, "windows", *_SHARED, "abstract", "length", "phrases")
PAIRS = (*combinations_with_replacement(_SAID, 2), *product(_SAID, _SHARED))
TERMS = (*SIGNALS, *(f"{one}*{other}" for one, other in PAIRS))
# Words up to which the length of a claim counts; one of more is long. The few long ones that were fitted on are nearly
# all of one set: a curve without a bound called a scrambled claim of 70 words supported, which both judges took for
# contradicted.
LONG = 30
_NOWHERE, _SOMEWHERE = 0.1, 0.5  # weights up to which support is seen nowhere, and above which contradiction is seen
_UNSEEN, _PLAIN = 0.05, 0.6  # weights below which a part of a claim is seen nowhere, and from which it is plain
_LACKING = 0.3  # probability of a claim with a part that is seen nowhere: of 30 that a curve called supported, 10 are
_EDGE = 1e-4  # weights beyond this are as good as certain; a logit of infinity is none


@dataclass(frozen=True, slots=True)
class Signals:
    """What was seen: how sure the model is, and how much of the claim stands there at all."""

    window: float  # weight of support, of the window that supports most
    sentence: float  # the same for the one sentence that is nearest to the claim
    joined: float  # … for the sentences that have most of its words together
    against: float  # weight of contradiction, of the window that contradicts most
    sentence_against: float  # the same for that sentence
    joined_against: float  # … for those sentences together
    windows: int  # how many the source has
    near: float  # share of the claim's words in that sentence
    about: float  # … in the window that has most of them
    abstract: bool = False  # whether the source is an abstract, which says in a line what its work says on pages
    length: int = 0  # words of the claim: a judge is stricter with a long one than people are
    phrases: float = 0.0  # share of its pairs of neighbouring words in the sentences that have most of its words

    @property
    def is_opposed_only(self) -> bool:
        """Whether the model sees support nowhere and contradiction somewhere: no words in common make that green."""
        support = max(self.window, self.sentence, self.joined)
        return support < _NOWHERE and max(self.against, self.sentence_against, self.joined_against) > _SOMEWHERE


@dataclass(frozen=True, slots=True)
class Curve:
    """A probability from signals, singly and in pairs."""

    bias: float = 0.0
    weights: tuple[float, ...] = (0.0,) * len(TERMS)  # in the order of the terms

    @classmethod
    def over(cls, said: Mapping[str, Any]) -> "Curve":
        """Return the curve with some weights, by the names of their terms; the others are nought."""
        return cls(float(said.get("bias", 0)), tuple(float(said.get(name, 0)) for name in TERMS))

    def told(self) -> dict[str, float]:
        """Return the weights by name."""
        return {"bias": self.bias} | dict(zip(TERMS, self.weights, strict=True))

    def probability(self, seen: Signals) -> float:
        """Return the probability, strictly between 0 and 1."""
        value = self.bias + sum(
            weight * each for weight, each in zip(self.weights, terms(features(seen)), strict=True) if weight
        )
        return 1 / (1 + exp(-max(min(value, _FAR), -_FAR)))


_AS_SAID, _AS_DENIED = Curve.over({"window": 1}), Curve.over({"against": 1})
_FAR = 30.0  # a logit beyond which a float cannot tell the probability from certainty


@dataclass(frozen=True, slots=True)
class Calibration:
    """The curves of one model, fitted on labelled pairs of many kinds; the default takes the model at its word.

    Words in common are no support, and a model's weight alone is a poor guide where support is spread over a page.
    Together they tell more than either. In pairs they tell more still, also on kinds of pairs that no curve saw: what a
    model says of a sentence counts for more where the claim's words stand in it (area over six sets, each left out in
    turn: 82.3 singly, 83.8 in pairs).
    """

    support: Curve = _AS_SAID
    contradiction: Curve = _AS_DENIED
    cut: float = 0.5  # probability of support from which a claim counts as supported
    against: float = 0.5  # probability of contradiction from which one that does not counts as contradicted
    certain: float = 0.95  # weight of it, or of the sentences joined, from which the nearest one may deny otherwise
    risk: tuple[tuple[float, float], ...] = ()  # (share of wrong among those called supported, the cut that keeps it)

    @classmethod
    def of(cls, settings: Mapping[str, Any]) -> "Calibration":
        """Return what a model's manifest holds, or the default."""
        said = settings.get("calibration", {})
        curves = {name: Curve.over(said[name]) for name in ("support", "contradiction") if name in said}
        cuts = {name: float(said[name]) for name in ("cut", "against", "certain") if name in said}
        return cls(**curves, **cuts, risk=tuple((float(share), float(cut)) for share, cut in said.get("risk", ())))  # type: ignore[arg-type]  # curves and cuts go where their names say

    def told(self) -> dict[str, Any]:
        """Return what a manifest holds."""
        cuts = {"cut": self.cut, "against": self.against, "certain": self.certain}
        curves = {"support": self.support.told(), "contradiction": self.contradiction.told()}
        return curves | cuts | {"risk": [list(each) for each in self.risk]}

    def cut_for(self, risk: float) -> float | None:
        """Return the cut above which at most that share is wrong; none where no cut keeps it."""
        return min((cut for share, cut in self.risk if share <= risk), default=None)


def by_parts(whole: float, least: float | None) -> float:
    """Return the probability of a claim of parts: low where one is seen nowhere, high where each is plain.

    For claims longer than nearly all that a curve was fitted on. Of 288 by readers, both judges call 85 of 144 true
    ones supported instead of 71, and 25 of 144 false ones instead of 37. What is plain has the model's bare weight,
    which no curve has corrected.
    """
    if least is None or _UNSEEN <= least < _PLAIN:
        return whole
    return max(whole, least) if least >= _PLAIN else min(whole, _LACKING)


def features(seen: Signals) -> tuple[float, ...]:
    """Return the signals on the scales that a curve is fitted on."""
    said = (getattr(seen, name) for name in _SAID)
    pages, words = log(max(seen.windows, 1)), log(1 + min(seen.length, LONG))
    return (*map(_odds, said), pages, seen.near, seen.about, float(seen.abstract), words, seen.phrases)


def terms(signals: Sequence[float]) -> tuple[float, ...]:
    """Return the signals singly and in pairs."""
    by_name = dict(zip(SIGNALS, signals, strict=True))
    return (*signals, *(by_name[one] * by_name[other] for one, other in PAIRS))


def _odds(weight: float) -> float:
    held = min(max(weight, _EDGE), 1 - _EDGE)
    return log(held / (1 - held))
