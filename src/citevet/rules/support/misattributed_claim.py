"""SUP004: another cited source supports the claim, but this one does not."""

from collections.abc import Iterator
from typing import ClassVar

from citevet.contracts import Evidence, Fault
from citevet.model import Severity
from citevet.rules.support.judged_claims import find_judged_claims


class MisattributedClaim:
    """Another cited source supports the claim, but this one does not.

    ## Meaning
    No source cited for the claim supports it, but a passage of another source in the document does. The message names
    the source and page. The rule needs a judge (`--judge small`). With `--risk` it runs only where the cited source
    contradicts the claim.

    ## Why it matters
    The claim is right, but readers are sent to the wrong source. This happens when paragraphs move without their
    citations.

    ## Example
    ```markdown
    Street trees cool the pavement by four degrees [REF-003]. Flats under the roof are the warmest [REF-007].
    ```
    REF-003 does not mention trees; REF-007 says it on page 4.

    ## How to fix it
    Read the passage and cite the source that supports the claim.

    ## Limitations
    Corpus sources that the document does not cite are not searched. Only the two nearest passages are judged, by a
    small model that is right about 7 times in 10 on public test sets and reads English only.
    """

    name: ClassVar[str] = "misattributed-claim"
    severity: ClassVar[Severity] = Severity.WARNING

    def __call__(self, evidence: Evidence) -> Iterator[Fault]:
        for found in find_judged_claims(evidence, "unsupported", "contradicted"):
            for other in found.differences("source"):
                message = f"not supported by {found.source}, but by {other.source} ({found.source}: {found.odds})"
                yield Fault(found.citation.span, message, citation=found.citation, claim=found.claim)
