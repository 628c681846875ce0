"""UNC004."""

from collections.abc import Iterator
from typing import ClassVar

from citevet.contracts import Evidence, Fault
from citevet.model import Safety, Severity
from citevet.rules.quotes.marked import shortened
from citevet.rules.uncited.sort import uncited


class UncitedQuotation:
    """Somebody's words are quoted without a source.

    ## What it means
    Five words or more stand between quotation marks, and no citation stands behind the sentence.

    ## Why it matters
    A quotation without a source cannot be checked, and invented quotations look just like this.

    ## Example
    ```markdown
    The report calls it "the first thing that any reader will notice".
    ```

    ## How to mend it
    Cite the source with its page.

    ## What we cannot see
    Dialogue, and titles in plain lower case. Words in title case are taken for a title and left alone.
    """

    name: ClassVar[str] = "uncited-quotation"
    severity: ClassVar[Severity] = Severity.WARNING
    fix: ClassVar[Safety | None] = None

    def __call__(self, evidence: Evidence) -> Iterator[Fault]:
        for claim, span, quoted in uncited(evidence, "quotation"):
            yield Fault(span, f"{shortened(quoted)} is quoted without a source", "quotation", claim=claim)
