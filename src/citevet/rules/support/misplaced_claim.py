"""SUP007: the source supports the claim on another page than the one cited."""

from collections.abc import Iterator
from typing import ClassVar

from citevet.contracts import Evidence, Fault
from citevet.model import Severity
from citevet.rules.support.judged_claims import find_judged_claims


class MisplacedClaim:
    """The source supports the claim on another page than the one cited.

    ## Meaning
    The source supports the claim, but the cited page does not. The message names the page that does. Printed page
    numbers and pages counted in the file are both accepted. A sentence at the edge of a page may continue on the next
    one and is accepted. For quotations see QUO003. The rule needs a judge (`--judge small`).

    ## Why it matters
    Readers who open the cited page do not find the claim.

    ## Example
    ```markdown
    Street trees cool the pavement by four degrees [REF-043, p. 3].
    ```
    Page 3 describes the sensors; the four degrees are on page 7.

    ## How to fix it
    Read the page named in the message, and cite it.

    ## Limitations
    Sources without pages, and figures and scanned tables, are not checked. The small judge is right about 7 times in 10
    on public test sets and reads English only. Nothing is reported if its answer on either page is unclear, if the
    cited page has nearly all words of the claim, or for an open range such as `p. 12 ff.`
    """

    name: ClassVar[str] = "misplaced-claim"
    severity: ClassVar[Severity] = Severity.WARNING

    def __call__(self, evidence: Evidence) -> Iterator[Fault]:
        for found in find_judged_claims(evidence, "supported"):
            for page in found.differences("support-page"):
                cited = f"p. {page.claim}" if page.claim.isalnum() else f"pp. {page.claim}"
                message = f"{found.source} supports this on p. {page.source}, not on {cited} ({found.odds})"
                yield Fault(found.citation.span, message, citation=found.citation, claim=found.claim)
