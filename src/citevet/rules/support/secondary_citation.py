"""SUP005: the cited source attributes the claim to another work."""

from collections.abc import Iterator
from typing import ClassVar

from citevet.contracts import Evidence, Fault
from citevet.model import Severity
from citevet.rules.support.judged_claims import find_judged_claims


class SecondaryCitation:
    """The cited source attributes the claim to another work.

    ## Meaning
    The sentence that supports the claim names another work: "according to Kim et al. (2019)", "as shown by [12]", or a
    citation at its end. A claim that names that work itself is accepted. The rule needs a judge (`--judge small`).

    ## Why it matters
    The original work has the methods and limits, which are lost when others repeat its result.

    ## Example
    ```markdown
    Street trees cool the pavement by four degrees [REF-043, p. 2].
    ```
    Page 2 of the source: "According to Kim et al. (2019), street trees cool the pavement by four degrees."

    ## How to fix it
    Read and cite the original work, or write "Kim et al. (2019), as cited in REF-043".

    ## Limitations
    Works named without a year or number ("as the ministry found"), and attributions in another sentence, are not
    recognized. A work that cites its own authors' earlier work is reported too.
    """

    name: ClassVar[str] = "secondary-citation"
    severity: ClassVar[Severity] = Severity.INFO

    def __call__(self, evidence: Evidence) -> Iterator[Fault]:
        for found in find_judged_claims(evidence, "supported", "partial"):
            for other in found.differences("secondary"):
                cited = f"secondary citation: {found.place} cites {other.source} for this"
                message = f"{cited}: {found.nearest_words} ({found.odds})"
                yield Fault(found.citation.span, message, citation=found.citation, claim=found.claim)
