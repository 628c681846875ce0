"""Claims of a document, and the citations that back them."""

from bisect import bisect_right
from operator import itemgetter
from typing import Literal

from citevet.model.document import Span
from citevet.model.entry import Grade
from citevet.records import dataclass

ClaimType = Literal["factual", "citation", "quantitative", "temporal", "other"]
ClaimStatus = Literal["cited", "unsourced", "skipped"]
How = Literal["clause", "sentence", "paragraph", "list", "note"]


@dataclass(frozen=True, slots=True)
class Tie:
    """The link between a claim and a citation that backs it."""

    citation: str  # the citation's id
    how: How  # "note": the citation is in a footnote with text of its own, so its source may back only that text
    span: Span | None = None  # the clause that it backs, when it is not the whole claim


@dataclass(frozen=True, slots=True)
class Plain:
    """Text without markup, markers and hyphenation, with a map back to the document."""

    text: str
    cuts: tuple[tuple[int, int], ...] = ((0, 0),)  # (offset in the plain text, offset in the document), both rising

    def back(self, offset: int) -> int:
        """Return the document offset of a plain offset."""
        index = max(bisect_right(self.cuts, offset, key=itemgetter(0)) - 1, 0)
        plain, document = self.cuts[index]
        return document + offset - plain

    def back_span(self, span: Span) -> Span:
        """Return the span of the document for a span of the plain text that is not empty."""
        return Span(self.back(span.start), self.back(span.end - 1) + 1)


@dataclass(frozen=True, slots=True)
class Quotation:
    """Quoted words inside a claim."""

    span: Span  # without the quotation marks
    text: str  # the exact slice
    plain: str  # without markup


@dataclass(frozen=True, slots=True)
class Wording:
    """Words of a claim that express certainty."""

    span: Span
    text: str
    grade: Grade | None  # the evidence that these words need; none: too strong for any evidence


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
    why: str | None = None  # for skipped: why it is not checked
    quotations: tuple[Quotation, ...] = ()
    wordings: tuple[Wording, ...] = ()
