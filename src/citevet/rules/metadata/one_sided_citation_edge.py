"""MET012."""

from collections.abc import Iterator
from typing import ClassVar

from citevet.contracts import Evidence, Fault
from citevet.model import Safety, Severity
from citevet.rules.metadata.entry_faults import entry_faults


class OneSidedCitationEdge:
    """Two sidecars do not agree on whether one work cites the other.

    ## What it means
    This entry's sidecar says that it cites another, or is cited by it, and the other's sidecar does not say the same.
    Entries without any edges are not asked.

    ## Why it matters
    Whoever walks the graph from the other side misses the edge; or there is none.

    ## Example
    ```markdown
    | Title | REF |
    |---|---|
    | On tone | REF-018 |
    ```

    ## How to mend it
    Add the row to the other sidecar, or delete it here.

    ## What we cannot see
    Which of the two is right.
    """

    name: ClassVar[str] = "one-sided-citation-edge"
    severity: ClassVar[Severity] = Severity.INFO
    fix: ClassVar[Safety | None] = None

    def __call__(self, evidence: Evidence) -> Iterator[Fault]:
        return entry_faults(evidence, "one-sided-edge")
