"""MET010."""

from collections.abc import Iterator
from typing import ClassVar

from citevet.contracts import Evidence, Fault
from citevet.model import Safety, Severity
from citevet.rules.metadata.entry_faults import entry_faults


class OutdatedVerification:
    """A corpus entry was last verified more than 90 days ago.

    ## What it means
    The date in `last_verified` (or `documented_date`, `access_date`) lies more than 90 days before the day of the
    run.

    ## Why it matters
    Works are corrected and retracted, and addresses die.

    ## Example
    ```markdown
    ---
    ref_id: REF-043
    last_verified: 2026-01-31
    ---
    ```

    ## How to mend it
    Look at the source again and write the day of it.

    ## What we cannot see
    Entries that give no such date. A run that is not told the day asks nothing.
    """

    name: ClassVar[str] = "outdated-verification"
    severity: ClassVar[Severity] = Severity.INFO
    fix: ClassVar[Safety | None] = None

    def __call__(self, evidence: Evidence) -> Iterator[Fault]:
        return entry_faults(evidence, "outdated")
