"""The verdict on one claim and one citation: two axes and flags, never one word."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from citevet.model.source import Passage

Existence = Literal["found", "mismatched", "missing", "ambiguous", "unchecked"]
Support = Literal["supported", "partial", "unsupported", "contradicted", "unchecked"]

# Why something was not checked. The list is closed: a new reason needs a name here first.
Reason = Literal[
    "offline",
    "not-asked",  # rule deselected, stage or extra not installed: the only one that leaves a run complete
    "not-in-corpus",
    "no-text",
    "blocked",
    "paywalled",
    "timeout",
    "unreadable",
    "too-large",
    "language",
    "budget",
    "abstained",
    "partial-scope",
    "model-missing",
]


@dataclass(frozen=True, slots=True)
class Difference:
    """What the claim says and what the source says instead."""

    type: str  # number, date, quote, negation …
    claim: str
    source: str


@dataclass(frozen=True, slots=True)
class Judgement:
    """Whether the source exists and whether it says so; `unchecked` carries its reason and never counts as a pass."""

    claim: str | None  # the claim's id; none for a citation that backs no claim
    citation: str
    source: str | None = None
    existence: Existence = "unchecked"
    existence_reason: Reason | None = None
    support: Support = "unchecked"
    support_reason: Reason | None = None
    flags: tuple[str, ...] = ()
    confidence: float | None = None
    evidence: tuple[Passage, ...] = ()
    differences: tuple[Difference, ...] = ()


_FIRST: tuple[Support, ...] = ("contradicted", "supported", "partial", "unsupported", "unchecked")


def roll_up(supports: Iterable[Support]) -> Support:
    """Return a claim's support: contradicted if any source contradicts it, else the best; unchecked if none looked."""
    return min(supports, key=_FIRST.index, default="unchecked")
