"""MET001."""

from collections.abc import Iterator
from typing import ClassVar

from citevet.contracts import Evidence, Fault
from citevet.model import Safety, Severity
from citevet.rules.metadata.entry_faults import entry_faults


class MalformedFrontMatter:
    """The front matter of a corpus entry cannot be read.

    ## What it means
    The YAML between the lines of dashes is broken, has no end, is no mapping, or is built to unfold without measure;
    or the whole file, its sidecar or its quality assessment cannot be read.

    ## Why it matters
    Nothing that it says of the source counts: pages, sections, grade and hash are unknown, and citations of the entry
    are checked against its notes alone.

    ## Example
    ```markdown
    ---
    ref_id: REF-043
    title: "Voice in prose
    ---
    ```

    ## How to mend it
    Correct the YAML: close the quotation mark or bracket, indent with spaces, put a text with a colon in quotation
    marks.

    ## What we cannot see
    More than the first place that the reader stumbled over. An impossible date such as 2026-02-30, unquoted, also
    breaks the whole block.
    """

    name: ClassVar[str] = "malformed-front-matter"
    severity: ClassVar[Severity] = Severity.ERROR
    fix: ClassVar[Safety | None] = None

    def __call__(self, evidence: Evidence) -> Iterator[Fault]:
        return entry_faults(evidence, "malformed")
