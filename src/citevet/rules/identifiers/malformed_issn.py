"""IDN005."""

from collections.abc import Iterator
from typing import ClassVar

from citevet.contracts import Evidence, Fault
from citevet.model import Safety, Severity
from citevet.rules.identifiers.form import malformed


class MalformedIssn:
    """An ISSN fails its check digit or has the wrong length.

    ## What it means
    An ISSN has eight places, the last of which follows from the others (modulo 11, X for ten). This one does not
    add up, or is all zeros.

    ## Why it matters
    A digit is wrong: no journal has this number.

    ## Example
    ```markdown
    See ISSN 0378-5954.
    ```

    ## How to mend it
    Copy the number from the journal's page.

    ## What we cannot see
    A number that adds up and belongs to another journal.
    """

    name: ClassVar[str] = "malformed-issn"
    severity: ClassVar[Severity] = Severity.ERROR
    fix: ClassVar[Safety | None] = None

    def __call__(self, evidence: Evidence) -> Iterator[Fault]:
        return malformed(evidence, kinds=("issn",))
