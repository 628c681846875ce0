"""IDN011."""

from collections.abc import Iterator
from typing import ClassVar

from citevet.contracts import Evidence, Fault
from citevet.model import Safety, Severity
from citevet.rules.identifiers.form import with_tail


class TrackingTail:
    """An identifier carries the tail of a web address.

    ## What it means
    After the identifier stands what a web site added to its address: `?cookieSet=1`, `&utm_source=…`, `/abstract`.

    ## Why it matters
    A register does not know the identifier with its tail, and readers are tracked by it.

    ## Example
    ```markdown
    See https://doi.org/10.1000/182?cookieSet=1.
    ```

    ## How to mend it
    Cut the tail off; `citevet fix` does it where it is certain.

    ## What we cannot see
    Tails that could belong to the identifier; we leave them alone.
    """

    name: ClassVar[str] = "tracking-tail"
    severity: ClassVar[Severity] = Severity.WARNING
    fix: ClassVar[Safety | None] = Safety.SAFE

    def __call__(self, evidence: Evidence) -> Iterator[Fault]:
        return with_tail(evidence)
