"""UNC006."""

from collections.abc import Iterator
from typing import ClassVar

from citevet.contracts import Evidence, Fault
from citevet.model import Safety, Severity
from citevet.rules.uncited.sort import uncited


class UncitedComparison:
    """Two things are compared in numbers without a source.

    ## What it means
    A sentence says that something is so many times, so many per cent or twice as large, fast or likely as something
    else, and no citation stands behind it.

    ## Why it matters
    Behind such a sentence there must be a measurement of both; without it the comparison is advertising.

    ## Example
    ```markdown
    The new parser is 3x faster than the old one.
    ```

    ## How to mend it
    Cite the benchmark or study, or describe the measurement and accept the finding.

    ## What we cannot see
    Comparisons that follow from numbers given elsewhere in the document.
    """

    name: ClassVar[str] = "uncited-comparison"
    severity: ClassVar[Severity] = Severity.WARNING
    fix: ClassVar[Safety | None] = None

    def __call__(self, evidence: Evidence) -> Iterator[Fault]:
        for claim, span, compared in uncited(evidence, "comparison"):
            yield Fault(span, f'"{compared}" compares without a source', "comparison", claim=claim)
