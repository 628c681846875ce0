"""FMT007."""

from collections.abc import Iterator
from typing import ClassVar

from citevet.contracts import Evidence, Fault
from citevet.model import Citation, Locator, Safety, Severity

_PAGED = frozenset({"corpus", "numeric", "author-year", "key"})  # forms that can carry a page


class QuotationWithoutPage:
    """A quotation is cited without the page that it stands on.

    ## What it means
    A sentence quotes five words or more, and its citation, which could carry a page or section, carries none.

    ## Why it matters
    The reader has to search the whole work for the words. So have we: with a page the quotation can be checked where it
    should stand.

    ## Example
    ```markdown
    The report says that "voice is the first thing that readers notice" [REF-043].
    ```

    ## How to mend it
    Add the page: [REF-043, p.15].

    ## What we cannot see
    Works without pages, such as web pages cited by key, and quotations in block quotes.
    """

    name: ClassVar[str] = "quotation-without-page"
    severity: ClassVar[Severity] = Severity.INFO
    fix: ClassVar[Safety | None] = None

    def __call__(self, evidence: Evidence) -> Iterator[Fault]:
        citations = {citation.id: citation for citation in evidence.extraction.citations}
        for claim in evidence.extraction.claims:
            tied = [citations[tie.citation] for tie in claim.ties if tie.how in {"clause", "sentence"}]
            if tied and all(_pageless(each) for each in tied) and claim.quotations:
                message = f"{tied[0].text} is cited for a quotation without a page"
                yield Fault(tied[0].span, message, citation=tied[0], claim=claim)


def _pageless(citation: Citation) -> bool:
    return citation.kind in _PAGED and citation.locator in {None, Locator()}
