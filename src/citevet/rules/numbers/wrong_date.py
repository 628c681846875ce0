"""NUM002."""

from collections.abc import Iterator
from typing import ClassVar

from citevet.contracts import Evidence, Fault
from citevet.model import Safety, Severity
from citevet.rules.numbers.counted import counted


class WrongDate:
    """The cited source gives another date.

    ## What it means
    The date or year of the claim and the one that plays the same part in the passage differ; the message shows both.
    Dates are compared as exactly as the coarser of the two: "in 1998" agrees with "on 4 May 1998". No model can
    overrule the comparison. Only runs with a judge (`--judge small`) look for it.

    ## Why it matters
    A wrong year puts cause after effect, and sends readers to the wrong volume.

    ## Example
    ```markdown
    The bridge was opened in 1989 [REF-043, p. 2].
    ```
    The source has 1998.

    ## How to mend it
    Write the date of the source. If yours is from elsewhere, cite that.

    ## What we cannot see
    Dates in other calendars, and dates that the source counts from another ("two years later"). Which passage is
    compared the search and the small judge decide, and these are right about 7 times in 10 on public test sets, in
    English only.
    """

    name: ClassVar[str] = "wrong-date"
    severity: ClassVar[Severity] = Severity.ERROR
    fix: ClassVar[Safety | None] = None

    def __call__(self, evidence: Evidence) -> Iterator[Fault]:
        return counted(evidence, "date")
