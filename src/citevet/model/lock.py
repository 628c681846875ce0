"""What `citations.lock` holds: the verdict on each claim, and its evidence."""

from collections.abc import Mapping
from typing import Literal

from citevet.model.record import Existence, Reason, SourceKind, Support
from citevet.records import dataclass, field

# How the passage was found: by the judge, as the words of a quotation, or only as the nearest sentence by its words.
PassageOrigin = Literal["judge", "quotation", "words"]


@dataclass(frozen=True, slots=True)
class LockedPassage:
    """The sentence of the source that a verdict rests on."""

    text: str  # white space folded
    start: int  # in the text of its page
    end: int
    page: int | None = None
    by: PassageOrigin = "judge"


@dataclass(frozen=True, slots=True)
class LockedSource:
    """A source of a document, and the hash of its text, if that could be read."""

    id: str
    kind: SourceKind
    file: str | None = None
    url: str | None = None
    hash: str | None = None


@dataclass(frozen=True, slots=True)
class LockedClaim:
    """One claim and one of its citations, with the verdict."""

    text: str  # white space folded; of a citation outside every claim the citation itself
    cites: str  # the citation in its normal form
    entry: str | None = None  # hash of the entry in the reference list
    source: str | None = None  # id of the source
    existence: Existence = "unchecked"
    existence_reason: Reason | None = None
    support: Support = "unchecked"
    support_reason: Reason | None = None
    flags: tuple[str, ...] = ()
    by: str | None = None  # the language model that decided, if the embedded judge did not
    passage: LockedPassage | None = None


@dataclass(frozen=True, slots=True)
class LockedDocument:
    """The claims of one document, its sources, and the judge."""

    path: str  # from the folder of the lock file
    judge: str | None = None  # none: support was not judged
    model: str | None = None  # hash of the judge's files
    sources: Mapping[str, LockedSource] = field(default_factory=dict)
    claims: tuple[LockedClaim, ...] = ()
