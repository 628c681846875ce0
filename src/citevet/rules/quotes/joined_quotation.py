"""QUO004."""

from collections.abc import Iterator
from typing import ClassVar

from citevet.contracts import Evidence, Fault
from citevet.model import Safety, Severity
from citevet.rules.quotes.judged_quotes import judged_quotes
from citevet.rules.quotes.marked import marked, shortened


class JoinedQuotation:
    """The quotation is made of pieces that stand apart in the source.

    ## What it means
    Every piece is in the source word for word, but in different sentences or on different pages, in another order, or
    so far from one another that an ellipsis does not tell it. Quoted in one breath, they say what the source nowhere
    says.

    ## Why it matters
    Such a quotation survives a search for its parts, and can turn the sense of the whole.

    ## Example
    ```markdown
    The report says that "voice does improve quality in every case we saw" [REF-043, p. 15].
    ```
    "Voice does improve quality" stands on page 4, "in every case we saw" on page 15.

    ## How to mend it
    Quote the pieces one by one, each with its page, or mark what is left out by an ellipsis.

    ## What we cannot see
    Pieces of fewer than four words: they occur in most long texts by chance.
    """

    name: ClassVar[str] = "joined-quotation"
    severity: ClassVar[Severity] = Severity.ERROR
    fix: ClassVar[Safety | None] = None

    def __call__(self, evidence: Evidence) -> Iterator[Fault]:
        document = evidence.extraction.document
        for found in judged_quotes(evidence, "quote-pieces"):
            places = found.differences[0].source
            message = (
                f"{shortened(found.quotation.plain)} is joined from pieces that stand apart in {found.source}: {places}"
            )
            span = marked(document, found.quotation.span)
            yield Fault(span, message, found.quotation.plain, citation=found.citation, claim=found.claim)
