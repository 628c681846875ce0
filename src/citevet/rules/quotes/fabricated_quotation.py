"""QUO001."""

from collections.abc import Iterator
from typing import ClassVar

from citevet.contracts import Evidence, Fault
from citevet.model import Safety, Severity
from citevet.rules.quotes.judged_quotes import judged_quotes
from citevet.rules.quotes.marked import marked, shortened


class FabricatedQuotation:
    """The cited source has nothing like the quotation.

    ## What it means
    All words of the source were searched, and no passage of it resembles what is quoted.

    ## Why it matters
    Invented quotations look like any other. They are what language models get wrong most convincingly.

    ## Example
    ```markdown
    The report says that "voice is the last thing an editor should ever mend" [REF-043, p. 15].
    ```

    ## How to mend it
    Quote what the source says, cite the source that does say it, or drop the quotation marks and the claim.

    ## What we cannot see
    Words in pictures, and what the PDF's text layer garbles beyond recognition. A quotation translated by the author is
    not found: mark it as a translation and suppress the finding.
    """

    name: ClassVar[str] = "fabricated-quotation"
    severity: ClassVar[Severity] = Severity.ERROR
    fix: ClassVar[Safety | None] = None

    def __call__(self, evidence: Evidence) -> Iterator[Fault]:
        document = evidence.extraction.document
        for found in judged_quotes(evidence, "quote-missing"):
            message = (
                f"{shortened(found.quotation.plain)} is not in {found.differences[0].source}, nor anything like it"
            )
            span = marked(document, found.quotation.span)
            yield Fault(span, message, found.quotation.plain, citation=found.citation, claim=found.claim)
