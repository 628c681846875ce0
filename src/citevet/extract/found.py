"""What a finder returns, before citations are numbered, grouped and tied to the reference list."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from citevet.model import CitationKind, Locator, Span
from citevet.model.citation import NO_PARTS


@dataclass(frozen=True, slots=True)
class Found:
    """One citation of one work, by the finder of its form."""

    kind: CitationKind
    span: Span
    normal: str  # the form by which two citations of the same work are equal
    locator: Locator | None = None
    key: str | None = None  # the number, label or key to look up in the document's own list
    group: Span | None = None  # the whole marker, where it cites several works: [3–5, 9]
    parts: Mapping[str, str] = field(default_factory=lambda: NO_PARTS)
    fault: str | None = None  # what is wrong with the form, as a phrase
    mend: str | None = None  # the right text of the whole span, where it is certain
