"""SUP004."""

from collections.abc import Iterator
from typing import ClassVar

from citevet.contracts import Evidence, Fault
from citevet.model import Safety, Severity
from citevet.rules.support.judged_support import judged_support


class MisattributedClaim:
    """Another source of the document says what the cited one does not.

    ## What it means
    No source behind the claim supports it, and a passage of another source that the document cites does. The message
    says which, and on what page. Only runs with a judge (`--judge small`) look for it; with `--risk` only where the
    cited source says otherwise, since what it does not say is left open there.

    ## Why it matters
    The claim is true to a source, and the reader is sent to the wrong one. This is what happens when paragraphs move
    and their markers do not.

    ## Example
    ```markdown
    Street trees cool the pavement by four degrees [REF-003]. Flats under the roof are the warmest [REF-007].
    ```
    REF-003 is silent on trees; REF-007 says it on page 4.

    ## How to mend it
    Read the passage, and cite the source that says it.

    ## What we cannot see
    Sources of the corpus that the document does not cite. Only the two passages that come nearest are judged, by a
    small model that is right about 7 times in 10 on public test sets and reads English only.
    """

    name: ClassVar[str] = "misattributed-claim"
    severity: ClassVar[Severity] = Severity.WARNING
    fix: ClassVar[Safety | None] = None

    def __call__(self, evidence: Evidence) -> Iterator[Fault]:
        for found in judged_support(evidence, "unsupported", "contradicted"):
            for other in found.differences("source"):
                odds = f"{found.odds} by {found.source}"
                message = f"{found.source} does not seem to say this; {other.source} does ({odds})"
                yield Fault(found.citation.span, message, citation=found.citation, claim=found.claim)
