"""What a document asserts, and which citations stand behind it."""

from bisect import bisect_right
from dataclasses import dataclass
from operator import itemgetter
from typing import Literal

from citevet.model.grade import Grade
from citevet.model.span import Span

ClaimType = Literal["factual", "citation", "quantitative", "temporal", "other"]
ClaimStatus = Literal["cited", "unsourced", "skipped"]
How = Literal["clause", "sentence", "paragraph", "list", "note"]


@dataclass(frozen=True, slots=True)
class Tie:
    """A citation stands behind a claim, and how we know."""

    citation: str  # the citation's id
    how: How  # by "note", the note that cites says something itself, and its source need not say the same
    span: Span | None = None  # the clause that it backs, when it is not the whole claim


@dataclass(frozen=True, slots=True)
class Plain:
    """The words of a stretch without markup, markers and hyphenation, and the way back."""

    text: str
    cuts: tuple[tuple[int, int], ...] = ((0, 0),)  # (offset in the plain text, offset in the document), both rising

    def back(self, offset: int) -> int:
        """Return the document offset of a plain offset."""
        index = max(bisect_right(self.cuts, offset, key=itemgetter(0)) - 1, 0)
        plain, document = self.cuts[index]
        return document + offset - plain


@dataclass(frozen=True, slots=True)
class Quotation:
    """Somebody else's words inside a claim."""

    span: Span  # without the marks
    text: str  # the exact slice
    plain: str  # without markup


@dataclass(frozen=True, slots=True)
class Wording:
    """The words by which a claim says how sure it is."""

    span: Span
    text: str
    grade: Grade | None  # the evidence that these words need; none: more than any evidence carries


@dataclass(frozen=True, slots=True)
class Claim:
    """A sentence, list item or table row that asserts something."""

    id: str  # k1, k2 … in document order
    span: Span
    text: str  # the exact slice
    plain: Plain  # what is judged
    type: ClaimType
    audit_reason: str  # why it has that type, as a phrase
    ties: tuple[Tie, ...] = ()
    status: ClaimStatus = "unsourced"
    why: str | None = None  # for skipped: the reason that we do not check it
    quotations: tuple[Quotation, ...] = ()
    wordings: tuple[Wording, ...] = ()
