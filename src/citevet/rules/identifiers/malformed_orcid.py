"""IDN013."""

from collections.abc import Iterator
from typing import ClassVar

from citevet.contracts import Evidence, Fault
from citevet.model import Safety, Severity
from citevet.rules.identifiers.form import malformed


class MalformedOrcid:
    """An ORCID fails its check digit.

    ## What it means
    An ORCID has four groups of four places; the last follows from the others (modulo 11-2). This one does not add
    up. It is looked for in the list, in the text, in links and addresses, and in the front matter.

    ## Why it matters
    The id names nobody, or somebody else.

    ## Example
    ```markdown
    [1] Kim, H. (2019). On effects. ORCID 0000-0002-1825-0098
    ```

    ## How to mend it
    Copy the id from the person's record.

    ## What we cannot see
    An id that adds up and belongs to another person.
    """

    name: ClassVar[str] = "malformed-orcid"
    severity: ClassVar[Severity] = Severity.ERROR
    fix: ClassVar[Safety | None] = None

    def __call__(self, evidence: Evidence) -> Iterator[Fault]:
        return malformed(evidence, kinds=("orcid",))
