"""MET011."""

from collections.abc import Iterator
from typing import ClassVar

from citevet.contracts import Evidence, Fault
from citevet.model import Safety, Severity
from citevet.rules.metadata.entry_faults import entry_faults


class DanglingCitationEdge:
    """The sidecar of a corpus entry names an id that the corpus does not have.

    ## What it means
    The tables of `REF-043-citations.md` say which works of the corpus this one cites, and which cite it. One of the
    ids is not the id of any entry.

    ## Why it matters
    The graph of the corpus has an end that leads nowhere: an entry was renamed, deleted, or never filed.

    ## Example
    ```markdown
    | Title | Inducted REF |
    |---|---|
    | On tone | REF-999 |
    ```

    ## How to mend it
    File the work, correct the id, or write a dash in its place.

    ## What we cannot see
    Works that it cites and that nobody entered in the table. Profiles (`PROF-P-…`) are not looked up.
    """

    name: ClassVar[str] = "dangling-citation-edge"
    severity: ClassVar[Severity] = Severity.WARNING
    fix: ClassVar[Safety | None] = None

    def __call__(self, evidence: Evidence) -> Iterator[Fault]:
        return entry_faults(evidence, "dangling-edge")
