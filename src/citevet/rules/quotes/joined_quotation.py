"""QUO004: the quotation joins words that are apart in the source."""

from collections.abc import Iterator
from typing import ClassVar

from citevet.contracts import Evidence, Fault
from citevet.model import Severity
from citevet.rules.quotes.judged_quotations import find_judged_quotations, include_marks, shorten_quotation


class JoinedQuotation:
    """The quotation joins words that are apart in the source.

    ## Meaning
    Every piece is in the source word for word, but in different sentences, on different pages, in another order, or too
    far apart for an ellipsis. Together they say something that the source does not say.

    ## Why it matters
    A search finds each piece, so the error is easy to miss, and it can change the meaning.

    ## Example
    ```markdown
    The report says that "voice does improve quality in every case we saw" [REF-043, p. 15].
    ```
    "Voice does improve quality" is on page 4, "in every case we saw" on page 15.

    ## How to fix it
    Quote the pieces separately, each with its page, or mark the omission with an ellipsis.

    ## Limitations
    Pieces of fewer than four words are not considered, since they occur in most long texts by chance.
    """

    name: ClassVar[str] = "joined-quotation"
    severity: ClassVar[Severity] = Severity.ERROR

    def __call__(self, evidence: Evidence) -> Iterator[Fault]:
        document = evidence.extraction.document
        for found in find_judged_quotations(evidence, "quote-pieces"):
            places = found.differences[0].source
            quoted = shorten_quotation(found.quotation.plain)
            message = f"quotation joins separate passages of {found.source} ({places}): {quoted}"
            span = include_marks(document, found.quotation.span)
            yield Fault(span, message, found.quotation.plain, citation=found.citation, claim=found.claim)
