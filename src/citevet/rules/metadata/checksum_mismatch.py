"""MET005."""

from collections.abc import Iterator
from typing import ClassVar

from citevet.contracts import Evidence, Fault
from citevet.model import Safety, Severity
from citevet.rules.metadata.entry_faults import entry_faults


class ChecksumMismatch:
    """The file of a corpus entry is no longer the one whose hash the entry gives.

    ## What it means
    The SHA-256 of the PDF, HTML or text beside the entry is not the one in its front matter (`pdf_hash`, `sha256`).

    ## Why it matters
    Pages and quotations were verified against other bytes than those that lie there now.

    ## Example
    ```markdown
    ---
    ref_id: REF-043
    pdf_hash: 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08
    ---
    ```

    ## How to mend it
    Put the right file back; or, when the new one is meant, verify the entry again and then write its hash.

    ## What we cannot see
    What changed, and whether it matters: a PDF that was saved again has other bytes and the same words.
    """

    name: ClassVar[str] = "checksum-mismatch"
    severity: ClassVar[Severity] = Severity.ERROR
    fix: ClassVar[Safety | None] = None

    def __call__(self, evidence: Evidence) -> Iterator[Fault]:
        return entry_faults(evidence, "checksum")
