"""IDN010."""

from collections.abc import Iterator
from typing import ClassVar

from citevet.contracts import Evidence, Fault
from citevet.model import Safety, Severity
from citevet.rules.identifiers.form import pasted_twice


class DoubledIdentifier:
    """An identifier was pasted twice.

    ## What it means
    The same DOI, id or address stands twice in a row without a space between.

    ## Why it matters
    The whole is taken for one identifier, and that one does not exist.

    ## Example
    ```markdown
    See doi:10.1000/18210.1000/182.
    ```

    ## How to mend it
    Remove one of the two; `citevet fix` does it.

    ## What we cannot see
    Two different identifiers that ran together.
    """

    name: ClassVar[str] = "doubled-identifier"
    severity: ClassVar[Severity] = Severity.ERROR
    fix: ClassVar[Safety | None] = Safety.SAFE

    def __call__(self, evidence: Evidence) -> Iterator[Fault]:
        return pasted_twice(evidence)
