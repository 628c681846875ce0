"""FMT007: a quotation is cited without a page."""

from collections.abc import Iterator
from typing import ClassVar

from citevet.contracts import Evidence, Fault
from citevet.model import Citation, Locator, Severity

_PAGED = frozenset({"corpus", "numeric", "author-year", "key"})  # forms that can carry a page


class QuotationWithoutPage:
    """A quotation is cited without a page.

    ## Meaning
    A sentence quotes five words or more. Its citation could have a page or section, but has none.

    ## Why it matters
    Readers have to search the whole work for the words. With a page, citevet can check the quotation in its place.

    ## Example
    ```markdown
    The report says that "voice is the first thing that readers notice" [REF-043].
    ```

    ## How to fix it
    Add the page: [REF-043, p.15].

    ## Limitations
    Works without pages, such as web pages cited by key, are reported too. Block quotes are not checked.
    """

    name: ClassVar[str] = "quotation-without-page"
    severity: ClassVar[Severity] = Severity.INFO

    def __call__(self, evidence: Evidence) -> Iterator[Fault]:
        citations = {citation.id: citation for citation in evidence.extraction.citations}
        for claim in evidence.extraction.claims:
            tied = [citations[tie.citation] for tie in claim.ties if tie.how in {"clause", "sentence"}]
            if tied and all(_lacks_page(each) for each in tied) and claim.quotations:
                message = f"no page for the quotation from {tied[0].text}"
                yield Fault(tied[0].span, message, citation=tied[0], claim=claim)


def _lacks_page(citation: Citation) -> bool:
    return citation.kind in _PAGED and citation.locator in {None, Locator()}
