"""MET002."""

from collections.abc import Iterator
from typing import ClassVar

from citevet.contracts import Evidence, Fault
from citevet.model import Safety, Severity
from citevet.rules.metadata.entry_faults import entry_faults


class MissingField:
    """A corpus entry lacks one of the fields that every entry needs.

    ## What it means
    An entry says its id, title, authors, year and source type. One of them is missing or empty, under each of the
    names that we know for it (`ref`, `ref_id` and `id`; `source_type`, `publication_type` and `type`; and so on). An
    entry without front matter may give them in its notes, as in `**Year**: 1994`.

    ## Why it matters
    Without authors and year a citation by name cannot be found; without a source type its evidence cannot be graded.

    ## Example
    ```markdown
    ---
    ref_id: REF-043
    title: Voice in prose
    authors: [Kim, H.]
    year: 2021
    ---
    ```

    ## How to mend it
    Add the field; here `source_type: journal`.

    ## What we cannot see
    Whether what the field says is true.
    """

    name: ClassVar[str] = "missing-field"
    severity: ClassVar[Severity] = Severity.WARNING
    fix: ClassVar[Safety | None] = None

    def __call__(self, evidence: Evidence) -> Iterator[Fault]:
        return entry_faults(evidence, "missing-field")
