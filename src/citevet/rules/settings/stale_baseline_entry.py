"""CFG005."""

from collections.abc import Iterator
from typing import ClassVar

from citevet.contracts import Evidence, Fault
from citevet.model import Safety, Severity, Span
from citevet.rules.settings.afterwards import Afterwards


class StaleBaselineEntry:
    """The baseline accepts a finding that is no longer there.

    ## What it means
    An entry of the baseline names a rule that ran on this document and found nothing with that fingerprint.

    ## Why it matters
    The fault was mended, which is good news; left in the baseline, the entry would accept the same fault when it
    comes back.

    ## Example
    ```json
    {"version": 1, "entries": {"paper.md": [{"code": "KEY001", "fingerprint": "0123456789abcdef"}]}}
    ```
    and `paper.md` has no undefined citation any more.

    ## How to mend it
    Write the baseline anew with `citevet baseline`.

    ## What we cannot see
    Entries of documents that were not part of the run, and of rules that were not selected.
    """

    name: ClassVar[str] = "stale-baseline-entry"
    severity: ClassVar[Severity] = Severity.WARNING
    fix: ClassVar[Safety | None] = None

    def __call__(self, evidence: Evidence) -> Iterator[Fault]:
        if isinstance(evidence, Afterwards):
            for entry in evidence.stale:
                message = f": {entry.message}" if entry.message else ""
                yield Fault(
                    Span(0, 0),
                    f"the baseline lists {entry.code} {entry.fingerprint}, which is gone{message}",
                    f"{entry.code} {entry.fingerprint}",
                )
