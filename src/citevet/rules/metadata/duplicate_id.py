"""MET004."""

from collections.abc import Iterator
from typing import ClassVar

from citevet.contracts import Evidence, Fault
from citevet.model import Safety, Severity
from citevet.rules.metadata.entry_faults import entry_faults


class DuplicateId:
    """Two entries of the corpus have the same id.

    ## What it means
    The same id stands on two files, in one corpus folder or in two of them.

    ## Why it matters
    A citation of that id points to either; we call it ambiguous and check it against none.

    ## Example
    ```markdown
    ---
    ref_id: REF-003
    title: The second work that was filed as number 3
    ---
    ```

    ## How to mend it
    Give one of them the next free id and mend its citations; or join the two files, when they are about one work.

    ## What we cannot see
    Two ids for the same work.
    """

    name: ClassVar[str] = "duplicate-id"
    severity: ClassVar[Severity] = Severity.ERROR
    fix: ClassVar[Safety | None] = None

    def __call__(self, evidence: Evidence) -> Iterator[Fault]:
        return entry_faults(evidence, "duplicate-id")
