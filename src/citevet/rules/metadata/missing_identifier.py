"""MET009."""

from collections.abc import Iterator
from typing import ClassVar

from citevet.contracts import Evidence, Fault
from citevet.model import Safety, Severity
from citevet.rules.metadata.entry_faults import entry_faults


class MissingIdentifier:
    """A published paper has no DOI, or a preprint neither arXiv id nor address.

    ## What it means
    The source type of the entry says that it appeared in a journal or at a conference, and it gives no DOI; or that
    it is a preprint, and it gives no arXiv id, DOI or address.

    ## Why it matters
    Without an identifier nobody can fetch the work, compare its record, or learn that it was retracted.

    ## Example
    ```markdown
    ---
    ref_id: REF-043
    source_type: journal
    title: Voice in prose
    ---
    ```

    ## How to mend it
    Add `doi: 10.1000/182` or, for a preprint, `arxiv: "2301.00001"`, at the top or below `identifiers`.

    ## What we cannot see
    Papers that never got a DOI, as at some conferences: accept the finding with a comment.
    """

    name: ClassVar[str] = "missing-identifier"
    severity: ClassVar[Severity] = Severity.WARNING
    fix: ClassVar[Safety | None] = None

    def __call__(self, evidence: Evidence) -> Iterator[Fault]:
        return entry_faults(evidence, "missing-identifier")
