"""SUP007."""

from collections.abc import Iterator
from typing import ClassVar

from citevet.contracts import Evidence, Fault
from citevet.model import Safety, Severity
from citevet.rules.support.judged_support import judged_support


class MisplacedClaim:
    """The source says this on another page than the one cited.

    ## What it means
    The source supports the claim, and the cited page does not; the message says which page does. A page counts by its
    printed number and by its place in the file: either will do. A sentence at the edge of a page may run over from the
    page beside it, and counts as in its place. Of a quotation QUO003 says the same. Only runs with a judge
    (`--judge small`) look for it.

    ## Why it matters
    A reader who turns to the page does not find the claim, and takes it for made up.

    ## Example
    ```markdown
    Street trees cool the pavement by four degrees [REF-043, p. 3].
    ```
    Page 3 describes the sensors; the four degrees stand on page 7.

    ## How to mend it
    Read the page that the message names, and cite it.

    ## What we cannot see
    Pages of sources that have none, such as web pages and plain text, and what a figure or a scanned table on the
    cited page shows. The small judge is right about 7 times in 10 on public test sets, and reads English only. Nothing
    is said where its answer on either page is not clear, where the cited page has nearly all words of the claim, as a
    table may, and of `p. 12 ff.`, which has no end.
    """

    name: ClassVar[str] = "misplaced-claim"
    severity: ClassVar[Severity] = Severity.WARNING
    fix: ClassVar[Safety | None] = None

    def __call__(self, evidence: Evidence) -> Iterator[Fault]:
        for found in judged_support(evidence, "supported"):
            for page in found.differences("support-page"):
                silent = f"p. {page.claim} does not" if page.claim.isalnum() else f"pp. {page.claim} do not"
                message = f"{found.source}, {silent} seem to say this; p. {page.source} does ({found.odds})"
                yield Fault(found.citation.span, message, citation=found.citation, claim=found.claim)
