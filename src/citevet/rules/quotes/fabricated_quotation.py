"""QUO001: the quotation is not in the cited source."""

from collections.abc import Iterator
from typing import ClassVar

from citevet.contracts import Evidence, Fault
from citevet.model import Severity
from citevet.rules.quotes.judged_quotations import find_judged_quotations, include_marks, shorten_quotation


class FabricatedQuotation:
    """The quotation is not in the cited source.

    ## Meaning
    The whole text of the source was searched, and no passage is similar to the quotation.

    ## Why it matters
    Invented quotations look like any other. They are the most convincing errors of language models.

    ## Example
    ```markdown
    The report says that "voice is the last thing an editor should ever change" [REF-043, p. 15].
    ```

    ## How to fix it
    Quote the words of the source, cite the source that has the words, or remove the quotation marks and the claim.

    ## Limitations
    Words in images, and text that the PDF's text layer garbles, are not found. Neither is a quotation that the author
    translated: mark it as a translation and suppress the finding.
    """

    name: ClassVar[str] = "fabricated-quotation"
    severity: ClassVar[Severity] = Severity.ERROR

    def __call__(self, evidence: Evidence) -> Iterator[Fault]:
        document = evidence.extraction.document
        for found in find_judged_quotations(evidence, "quote-missing"):
            quoted = shorten_quotation(found.quotation.plain)
            message = f"quotation not found in {found.differences[0].source}: {quoted}"
            span = include_marks(document, found.quotation.span)
            yield Fault(span, message, found.quotation.plain, citation=found.citation, claim=found.claim)
