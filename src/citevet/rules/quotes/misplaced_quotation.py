"""QUO003: the quotation is on another page than the one cited."""

from collections.abc import Iterator
from typing import ClassVar

from citevet.contracts import Evidence, Fault
from citevet.model import Severity
from citevet.rules.quotes.judged_quotations import find_judged_quotations


class MisplacedQuotation:
    """The quotation is on another page than the one cited.

    ## Meaning
    The source has the words, but none of them on the cited page or lines. The message says where they are. Printed page
    numbers and pages counted in the file are both accepted. A quotation that continues on the next page is accepted.

    ## Why it matters
    Readers who open the cited page do not find the words.

    ## Example
    ```markdown
    The report says that "voice is the first thing that readers notice" [REF-043, p. 15].
    ```
    The words are on page 17.

    ## How to fix it
    Cite the page given in the message.

    ## Limitations
    Sources without pages, such as web pages and plain text without form feeds, are not checked. If the form feeds of a
    text do not match the entry's page count, no page is compared; MET008 reports it.
    """

    name: ClassVar[str] = "misplaced-quotation"
    severity: ClassVar[Severity] = Severity.WARNING

    def __call__(self, evidence: Evidence) -> Iterator[Fault]:
        for found in find_judged_quotations(evidence, "page", "lines"):
            place = found.differences[0]
            unit = "lines" if place.type == "lines" else "pages" if "-" in place.source else "page"
            message = f"quotation is on {unit} {place.source} of {found.source}, not on {place.claim}"
            yield Fault(found.citation.span, message, found.quotation.plain, citation=found.citation, claim=found.claim)
