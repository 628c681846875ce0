"""GRD002: the wording is too weak for the cited source."""

from collections.abc import Iterator
from typing import ClassVar

from citevet.contracts import Evidence, Fault
from citevet.model import Severity
from citevet.rules.grades.wording_strength import find_strength_mismatches


class NeedlessHedge:
    """The wording is too weak for the cited source.

    ## Meaning
    The source is graded HIGH, and the sentence uses words for LOW or VERY LOW evidence: *may*, *limited evidence*,
    *preliminary*, *anecdotal*. Words for MODERATE evidence are accepted.

    ## Why it matters
    Readers take solid evidence for a guess.

    ## Example
    ```markdown
    Limited evidence suggests that shade cools the street [REF-013].
    ```
    REF-013 is graded HIGH.

    ## How to fix it
    Write that the source shows or demonstrates it, or give the reason for doubt.

    ## Limitations
    The source may be strong but only weakly related to the sentence. A *may* of permission ("the court may order") is
    ignored if a person or an office is the subject; otherwise it counts as a hedge.
    """

    name: ClassVar[str] = "needless-hedge"
    severity: ClassVar[Severity] = Severity.INFO

    def __call__(self, evidence: Evidence) -> Iterator[Fault]:
        for found in find_strength_mismatches(evidence, "overhedged"):
            said = found.difference.claim
            message = f'"{said}" is too weak for {", ".join(found.sources)} (GRADE: high)'
            yield Fault(found.span, message, said.lower(), citation=found.citation, claim=found.claim)
