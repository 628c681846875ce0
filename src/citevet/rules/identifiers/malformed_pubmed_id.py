"""IDN003."""

from collections.abc import Iterator
from typing import ClassVar

from citevet.contracts import Evidence, Fault
from citevet.model import Safety, Severity
from citevet.rules.identifiers.form import malformed


class MalformedPubmedId:
    """A PMID or PMCID is not well formed.

    ## What it means
    A PMID is a number of one to eight digits and not 0; a PMCID is `PMC` and such a number.

    ## Why it matters
    PubMed cannot be asked for it.

    ## Example
    ```markdown
    See PMID: 286209431234.
    ```

    ## How to mend it
    Copy the number from PubMed.

    ## What we cannot see
    A number of good form that belongs to another paper; it takes a look at PubMed to know.
    """

    name: ClassVar[str] = "malformed-pubmed-id"
    severity: ClassVar[Severity] = Severity.ERROR
    fix: ClassVar[Safety | None] = None

    def __call__(self, evidence: Evidence) -> Iterator[Fault]:
        return malformed(evidence, kinds=("pmid", "pmcid"))
