"""IDN001."""

from collections.abc import Iterator
from typing import ClassVar

from citevet.contracts import Evidence, Fault
from citevet.model import Safety, Severity
from citevet.rules.identifiers.form import malformed


class MalformedDoi:
    """A DOI is not well formed.

    ## What it means
    A DOI is `10.`, a registrant of four or more digits, a slash and a suffix. Here a part is missing, or a letter
    stands where a digit must: `1O.1038`, `10.1038nature`.

    ## Why it matters
    The DOI leads nowhere, and no register can be asked about it.

    ## Example
    ```markdown
    See doi:1O.1038/nature12373.
    ```

    ## How to mend it
    Copy the DOI from the work itself. Where the right form is certain, `citevet fix` writes it.

    ## What we cannot see
    A DOI of good form that is not registered, or that belongs to another work: that takes a look at the register.
    """

    name: ClassVar[str] = "malformed-doi"
    severity: ClassVar[Severity] = Severity.ERROR
    fix: ClassVar[Safety | None] = Safety.SAFE

    def __call__(self, evidence: Evidence) -> Iterator[Fault]:
        return malformed(evidence, kinds=("doi",))
