"""MET008."""

from collections.abc import Iterator
from typing import ClassVar

from citevet.contracts import Evidence, Fault
from citevet.model import Safety, Severity
from citevet.rules.metadata.entry_faults import entry_faults


class InconsistentPages:
    """The pages that a corpus entry counts do not fit its file, or one another.

    ## What it means
    The front matter counts other pages than the PDF has or the form feeds of a text part, its page range covers more or
    fewer, a section ends beyond the last page or runs backwards, or a key quote stands on a page that there is not.

    ## Why it matters
    Page numbers in citations are checked against these.

    ## Example
    ```markdown
    ---
    ref_id: REF-043
    total_pages: 24
    sections:
      - name: Methods
        pages: 20-32
    ---
    ```

    ## How to mend it
    Count again. Section pages count from 1; printed numbers may be used when `page_range` gives them.

    ## What we cannot see
    Ranges that fit and are wrong all the same.
    """

    name: ClassVar[str] = "inconsistent-pages"
    severity: ClassVar[Severity] = Severity.WARNING
    fix: ClassVar[Safety | None] = None

    def __call__(self, evidence: Evidence) -> Iterator[Fault]:
        return entry_faults(evidence, "page-count")
