"""The closed lists of words that judgements are made of; reports, rules and projections depend on them."""

from typing import Literal, get_args

SourceKind = Literal["corpus", "artifact", "web", "record", "law", "given"]
Scope = Literal["full", "notes", "abstract", "snippet", "title"]
SCOPES: tuple[Scope, ...] = get_args(Scope)

Existence = Literal["found", "mismatched", "missing", "ambiguous", "unchecked"]
Support = Literal["supported", "partial", "unsupported", "contradicted", "unchecked"]

# Why something was not checked. Reports and projections depend on this closed list.
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

# Remarks of a judgement besides its two axes. Rules and projections depend on this closed list.
Flag = Literal[
    "wrong-page",  # the source has no such page
    "wrong-section",  # the page is in another section
    "unknown-section",
    "wrong-lines",  # the file has no such lines
    "outside-root",  # the path leads out of the project and was not followed
    "stale",  # the file changed since it was cited
    "unversioned",  # cited without a hash, so a change cannot be detected
    "moved",  # the cited lines are elsewhere in the file now
    "lines-changed",
    "lines-unchanged",
    "fabricated-quote",  # nothing similar is in the source
    "altered-quote",  # the source has it in other words
    "joined-quote",  # made of separate pieces of the source, without an ellipsis
    "misplaced-quote",  # word for word, on another page than cited
    "misplaced-claim",  # the source says it on another page than cited
    "unread-quote",  # the source has no text to search
    "overclaimed",
    "overhedged",
    "unassessed",  # the source has no grade
    "misattributed",
    "retracted",
    "repealed",
    "prospective",
    "secondary",
    "archived",
    "abstract-only",
    "conflicting",
]
