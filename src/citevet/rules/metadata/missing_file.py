"""MET006."""

from collections.abc import Iterator
from typing import ClassVar

from citevet.contracts import Evidence, Fault
from citevet.model import Safety, Severity
from citevet.rules.metadata.entry_faults import entry_faults


class MissingFile:
    """A corpus entry names a file that is not there.

    ## What it means
    The path in the front matter (`pdf`, `pdf_location`, `file`, `local_path`) leads to nothing, from the entry's
    folder and from the root of the project alike; or it leads out of the project, and was not opened.

    ## Why it matters
    Without the file, quotations and pages of this source cannot be checked.

    ## Example
    ```markdown
    ---
    ref_id: REF-043
    pdf_location: pdfs/voice.pdf
    ---
    ```

    ## How to mend it
    Put the file there, or correct the path, or delete the field.

    ## What we cannot see
    Files that are kept elsewhere on purpose, such as PDFs that may not be shared.
    """

    name: ClassVar[str] = "missing-file"
    severity: ClassVar[Severity] = Severity.WARNING
    fix: ClassVar[Safety | None] = None

    def __call__(self, evidence: Evidence) -> Iterator[Fault]:
        return entry_faults(evidence, "missing-file")
