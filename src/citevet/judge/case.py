"""A claim before one source: what a model said of the passages, and what follows from it."""

from collections.abc import Sequence
from dataclasses import dataclass

from citevet.contracts import Nli
from citevet.judge.calibration import Calibration, Signals, by_parts
from citevet.judge.opposing.parity import deny_alike
from citevet.judge.parts import Part
from citevet.judge.relevance import coverage, length, phrases
from citevet.model import Passage, Scope

ABOUT = 0.4  # share of the claim's words that a passage must have before it can contradict: below, models guess
DOUBT = 0.4  # below the cut: as far as a second judge is asked


@dataclass(frozen=True, slots=True)
class Weighed:
    """A passage with the model's weights."""

    passage: Passage
    supported: float
    neutral: float
    contradicted: float


@dataclass(frozen=True, slots=True)
class Case:
    """A claim before one source."""

    claim: str
    weighed: tuple[Weighed, ...]  # in the order of retrieval
    joined: Weighed  # the sentences that have most of the claim's words together
    nearest: Weighed  # the one sentence that is nearest to the claim
    near: float  # share of the claim's words in it
    windows: int  # of the whole source
    scope: Scope
    calibration: Calibration
    cut: float
    parts: tuple[Part, ...] = ()  # of a long claim

    @property
    def best(self) -> Weighed:
        """The passage that supports most."""
        return max(self.weighed, key=lambda each: each.supported)

    @property
    def read(self) -> tuple[str, ...]:
        """All that was read of the source."""
        return tuple(each.passage.text for each in self.weighed)

    @property
    def probability(self) -> float:
        """How likely the source supports the claim."""
        whole = self.calibration.support.probability(self.seen)
        return round(by_parts(whole, min((part.seen for part in self.parts), default=None)), 6)

    @property
    def is_opposed(self) -> bool:
        """Whether the model takes the source to say otherwise."""
        return self.calibration.contradiction.probability(self.seen) >= self.calibration.against

    @property
    def seen(self) -> Signals:
        """What the probability rests on."""
        about = max(coverage(self.claim, each.passage.text) for each in self.weighed)
        return Signals(
            window=self.best.supported,
            sentence=self.nearest.supported,
            joined=self.joined.supported,
            against=max(each.contradicted for each in self.weighed),
            sentence_against=self.nearest.contradicted,
            joined_against=self.joined.contradicted,
            windows=self.windows,
            near=self.near,
            about=about,
            abstract=self.scope == "abstract",
            length=length(self.claim),
            phrases=phrases(self.claim, self.joined.passage.text),
        )

    @property
    def is_likely(self) -> bool:
        """Whether the probability alone would call it supported."""
        return self.probability >= self.cut and not self.seen.is_opposed_only

    @property
    def is_held(self) -> bool:
        """Whether it counts as supported: likely, and not denied."""
        return self.is_likely and not self.is_denied

    @property
    def is_denied(self) -> bool:
        """Whether the nearest sentence is about the claim, denies more or less than it does, and leaves a doubt."""
        return is_denied((self.claim, self.nearest.passage.text), self.seen, certain=self.calibration.certain)

    @property
    def is_doubtful(self) -> bool:
        """Whether a second judge is worth its time: wherever support is likely, or not far from it."""
        return self.probability >= self.cut - DOUBT


def is_denied(texts: tuple[str, str], seen: Signals, *, certain: float) -> bool:
    """Say whether the nearest sentence is about the claim and denies otherwise, and the model leaves a doubt.

    It leaves none where it is sure of that sentence, or of the sentences joined, which may explain what that denies.
    """
    return seen.near >= ABOUT and max(seen.sentence, seen.joined) < certain and not deny_alike(*texts)


def weigh(claim: str, passages: Sequence[Passage], nli: Nli) -> tuple[Weighed, ...]:
    """Ask the model about each passage; equal ones are asked once."""
    texts = list(dict.fromkeys(passage.text for passage in passages))
    said = dict(zip(texts, nli([(text, claim) for text in texts]), strict=True))
    return tuple(Weighed(passage, *said[passage.text]) for passage in passages)
