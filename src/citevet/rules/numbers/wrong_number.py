"""NUM001."""

from collections.abc import Iterator
from typing import ClassVar

from citevet.contracts import Evidence, Fault
from citevet.model import Safety, Severity
from citevet.rules.numbers.counted import counted


class WrongNumber:
    """The cited source gives another number.

    ## What it means
    The number of the claim and the number that plays the same part in the passage differ in value or in unit; the
    message shows both. Rounding, "about", spelled-out numbers and other units of the same measure agree. No model can
    overrule the comparison: what the judge makes of the passage stands beside it. Only runs with a judge (`--judge
    small`) look for it.

    ## Why it matters
    Numbers are what readers carry away, and what is mistyped and invented most.

    ## Example
    ```markdown
    Consistent voice improves perceived quality by 45 % [REF-043, p. 15].
    ```
    The source has 23 %.

    ## How to mend it
    Write the number of the source. If yours is from elsewhere, cite that.

    ## What we cannot see
    Numbers that the source has in a table or a figure, or that follow from others by arithmetic. Which passage is
    compared the search and the small judge decide, and these are right about 7 times in 10 on public test sets, in
    English only.
    """

    name: ClassVar[str] = "wrong-number"
    severity: ClassVar[Severity] = Severity.ERROR
    fix: ClassVar[Safety | None] = None

    def __call__(self, evidence: Evidence) -> Iterator[Fault]:
        return counted(evidence, "number", "unit")
