"""SUP005."""

from collections.abc import Iterator
from typing import ClassVar

from citevet.contracts import Evidence, Fault
from citevet.model import Safety, Severity
from citevet.rules.support.judged_support import judged_support


class SecondaryCitation:
    """The cited source has this from another work, and says so.

    ## What it means
    The sentence that supports the claim ascribes it to somebody else: "according to Kim et al. (2019)", "as shown by
    [12]", or a citation at its end. A claim that names that work itself is left alone. Only runs with a judge
    (`--judge small`) look for it.

    ## Why it matters
    The work that found it has the method and the limits; what others say of it loses them, copy by copy.

    ## Example
    ```markdown
    Street trees cool the pavement by four degrees [REF-043, p. 2].
    ```
    Page 2 of the source: "According to Kim et al. (2019), street trees cool the pavement by four degrees."

    ## How to mend it
    Read and cite the other work, or say "Kim et al. (2019), as cited in REF-043".

    ## What we cannot see
    Works that are named without a year or a number ("as the ministry found"), and attributions in another sentence
    than the one that supports the claim. A work that cites an earlier one of its own authors is reported too.
    """

    name: ClassVar[str] = "secondary-citation"
    severity: ClassVar[Severity] = Severity.INFO
    fix: ClassVar[Safety | None] = None

    def __call__(self, evidence: Evidence) -> Iterator[Fault]:
        for found in judged_support(evidence, "supported", "partial"):
            for other in found.differences("secondary"):
                message = f"{found.place} has this from {other.source}: {found.said} ({found.odds})"
                yield Fault(found.citation.span, message, citation=found.citation, claim=found.claim)
