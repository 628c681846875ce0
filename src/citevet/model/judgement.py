"""The verdict on one claim and one citation: two axes and flags, never one word."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from citevet.model.source import Passage, Source
from citevet.model.span import Span

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

# What a judgement remarks beside its two axes. Closed as well: rules and projections hang on these words.
Flag = Literal[
    "wrong-page",  # the source has no such page
    "wrong-section",  # the page lies in another section
    "unknown-section",
    "wrong-lines",  # the file has no such lines
    "outside-root",  # the path leads out of the project, and was not followed
    "stale",  # the file is no longer the one that was cited
    "unversioned",  # cited without a hash: nobody can tell whether it changed
    "moved",  # the cited lines stand elsewhere in the file now
    "lines-changed",
    "lines-unchanged",
    "fabricated-quote",  # nothing like it is in the source
    "altered-quote",  # it is there in other words
    "joined-quote",  # made of pieces that stand apart in the source, without a sign of it
    "misplaced-quote",  # word for word, on another page than cited
    "misplaced-claim",  # the source says it on another page than cited
    "unread-quote",  # there is no text to look for it in
    "overclaimed",
    "overhedged",
    "unassessed",  # nobody graded the source
    "misattributed",
    "retracted",
    "repealed",
    "prospective",
    "secondary",
    "archived",
    "abstract-only",
    "conflicting",
]


@dataclass(frozen=True, slots=True)
class Difference:
    """What the claim says and what the source says instead."""

    type: str  # number, date, quote, page, section, lines, hash, strength …
    claim: str
    source: str
    span: Span | None = None  # where the claim's side stands in the document
    mend: str | None = None  # what to write in that place instead


@dataclass(frozen=True, slots=True)
class Resolution:
    """What a citation led to: the source, if there is one, and what was seen on the way."""

    existence: Existence = "unchecked"
    reason: Reason | None = None
    source: Source | None = None
    flags: tuple[Flag, ...] = ()
    differences: tuple[Difference, ...] = ()


@dataclass(frozen=True, slots=True)
class Ruling:
    """What the words of one source say to one claim."""

    support: Support = "unchecked"
    reason: Reason | None = None
    confidence: float | None = None  # the calibrated probability that the source supports the claim
    evidence: tuple[Passage, ...] = ()  # what it rests on, the weightiest first
    differences: tuple[Difference, ...] = ()
    flags: tuple[Flag, ...] = ()
    by: str | None = None  # whose votes decided, where it was not the embedded judge


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
    flags: tuple[Flag, ...] = ()
    confidence: float | None = None
    evidence: tuple[Passage, ...] = ()
    differences: tuple[Difference, ...] = ()
    by: str | None = None  # whose votes decided on support, where it was not the embedded judge


_FIRST: tuple[Support, ...] = ("contradicted", "supported", "partial", "unsupported", "unchecked")


def roll_up(supports: Iterable[Support]) -> Support:
    """Return a claim's support: contradicted if any source contradicts it, else the best; unchecked if none looked."""
    return min(supports, key=_FIRST.index, default="unchecked")
