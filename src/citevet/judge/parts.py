"""The parts of a long claim, each held against the source by itself: a model loses sight of one among many."""

from collections.abc import Sequence
from dataclasses import dataclass

from citevet.contracts import Nli
from citevet.judge.calibration import LONG
from citevet.judge.clauses import clauses
from citevet.judge.focus import joined
from citevet.judge.relevance import coverage, length
from citevet.model import Passage, Span

_MOST = 12  # parts; what has more is no claim but a page of them
_HELD = 0.5  # weight from which a part counts as supported


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a claim with the weight of support where it is seen best."""

    span: Span
    seen: float

    @property
    def is_held(self) -> bool:
        """Whether the source supports it."""
        return self.seen >= _HELD


def several(claim: str) -> tuple[Span, ...]:
    """Return the clauses of a claim, if there are more than one and not too many to ask about each."""
    found = clauses(claim)
    return found if 1 < len(found) <= _MOST else ()


def parts(claim: str) -> tuple[Span, ...]:
    """Return the clauses of a long claim that has several; none of any other."""
    return several(claim) if length(claim) > LONG else ()


def asked(part: str, passages: Sequence[Passage]) -> tuple[tuple[str, str], tuple[str, str]]:
    """Return a part with what it is held against: the passage, and the few sentences, that have most of its words.

    All passages and the nearest sentence as well cost three times as much, and of 288 long claims two are told better.
    """
    window = max(passages, key=lambda each: coverage(part, each.text))
    return (window.text, part), (joined(part, passages).text, part)


def seen(claim: str, passages: Sequence[Passage], nli: Nli) -> tuple[Part, ...]:
    """Return the parts of a long claim, all asked at once."""
    spans = parts(claim)
    pairs = [asked(claim[span.start : span.end], passages) for span in spans]
    once = list(dict.fromkeys(pair for both in pairs for pair in both))
    said = dict(zip(once, nli(once) if once else (), strict=True))
    return tuple(Part(span, max(said[pair][0] for pair in both)) for span, both in zip(spans, pairs, strict=True))
