"""MET003."""

from collections.abc import Iterator
from typing import ClassVar

from citevet.contracts import Evidence, Fault
from citevet.model import Safety, Severity
from citevet.rules.metadata.entry_faults import entry_faults


class IdMismatch:
    """The file name of a corpus entry says another id than its front matter.

    ## What it means
    An entry is a file `REF-043.md` or `REF-043-some-words.md`, and its front matter, where it gives an id, gives the
    same one. Here they differ, or its sidecar says that it belongs to another entry. Citations go by the file name.

    ## Why it matters
    A citation of either id may mean this source, and one of them is wrong.

    ## Example
    ```markdown
    ---
    ref_id: REF-034
    title: Voice in prose
    ---
    ```

    ## How to mend it
    Rename the file, or correct the id in it, and then look at the citations of both ids.

    ## What we cannot see
    Which of the two was meant.
    """

    name: ClassVar[str] = "id-mismatch"
    severity: ClassVar[Severity] = Severity.ERROR
    fix: ClassVar[Safety | None] = None

    def __call__(self, evidence: Evidence) -> Iterator[Fault]:
        return entry_faults(evidence, "id-mismatch")
