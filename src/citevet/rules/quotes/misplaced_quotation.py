"""QUO003."""

from collections.abc import Iterator
from typing import ClassVar

from citevet.contracts import Evidence, Fault
from citevet.model import Safety, Severity
from citevet.rules.quotes.judged_quotes import judged_quotes


class MisplacedQuotation:
    """The quotation stands on another page of the source than the one cited.

    ## What it means
    The words are in the source, as quoted, and none of them on the cited page or lines. The message says where they
    are. A page counts by its printed number and by its place in the file: either will do. A quotation that runs over
    the end of the cited page is in its place.

    ## Why it matters
    A reader who turns to the page does not find the words, and doubts the rest.

    ## Example
    ```markdown
    The report says that "voice is the first thing that readers notice" [REF-043, p. 15].
    ```
    The words stand on page 17.

    ## How to mend it
    Cite the page on which the words stand.

    ## What we cannot see
    Pages of sources that have none, such as web pages and plain text without form feeds. Where form feeds part another
    number of pages than the entry counts, no page is compared, and `inconsistent-pages` says so.
    """

    name: ClassVar[str] = "misplaced-quotation"
    severity: ClassVar[Severity] = Severity.WARNING
    fix: ClassVar[Safety | None] = None

    def __call__(self, evidence: Evidence) -> Iterator[Fault]:
        for found in judged_quotes(evidence, "page", "lines"):
            place = found.differences[0]
            unit = "lines" if place.type == "lines" else "pages" if "-" in place.source else "page"
            message = f"the quotation stands on {unit} {place.source} of {found.source}, not {place.claim}"
            yield Fault(found.citation.span, message, found.quotation.plain, citation=found.citation, claim=found.claim)
