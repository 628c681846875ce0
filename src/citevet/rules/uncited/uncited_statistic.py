"""UNC001."""

from collections.abc import Iterator
from typing import ClassVar

from citevet.contracts import Evidence, Fault
from citevet.model import Safety, Severity
from citevet.rules.uncited.sort import uncited


class UncitedStatistic:
    """A number is stated without a source.

    ## What it means
    A sentence states a percentage, a ratio, an amount or a count, and no citation stands behind it: not in the
    sentence, not at the end of its paragraph, not on the head of its list.

    ## Why it matters
    Numbers are what readers take along and what invented texts get wrong most often.

    ## Example
    ```markdown
    Fully 45% of readers notice the voice of a text.
    ```

    ## How to mend it
    Cite the source of the number, or say that it is your own measurement and accept the finding: `<!-- citevet:
    ignore[UNC001] measured here -->`.

    ## What we cannot see
    Numbers that the document itself derives, and figures that everybody knows. A bare number without unit or per cent
    sign is no statistic here; UNC003 reports such a sentence.
    """

    name: ClassVar[str] = "uncited-statistic"
    severity: ClassVar[Severity] = Severity.WARNING
    fix: ClassVar[Safety | None] = None

    def __call__(self, evidence: Evidence) -> Iterator[Fault]:
        for claim, span, number in uncited(evidence, "statistic"):
            yield Fault(span, f"{number}: no source is given", "statistic", claim=claim)
