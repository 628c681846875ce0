"""GRD002."""

from collections.abc import Iterator
from typing import ClassVar

from citevet.contracts import Evidence, Fault
from citevet.model import Safety, Severity
from citevet.rules.grades.strength import strengths


class NeedlessHedge:
    """The words claim less than the cited source carries.

    ## What it means
    The source is graded HIGH, and the sentence speaks of it only in the words for LOW or VERY LOW evidence: *may*,
    *limited evidence*, *preliminary*, *anecdotal*. Words for MODERATE evidence are left alone: one level of caution is
    the author's good right.

    ## Why it matters
    A reader takes settled evidence for a guess.

    ## Example
    ```markdown
    Limited evidence suggests that shade cools the street [REF-013].
    ```
    REF-013 is graded HIGH.

    ## How to mend it
    Say that the source shows or demonstrates it, or what else makes you doubt.

    ## What we cannot see
    Why the author is careful: the source may be strong and its bearing on this sentence weak. A *may* that permits
    ("the court may order") is left out where a person or an office is the subject, and else taken for a hedge.
    """

    name: ClassVar[str] = "needless-hedge"
    severity: ClassVar[Severity] = Severity.INFO
    fix: ClassVar[Safety | None] = None

    def __call__(self, evidence: Evidence) -> Iterator[Fault]:
        for found in strengths(evidence, "overhedged"):
            said = found.difference.claim
            message = f"“{said}” claims less than HIGH evidence carries ({', '.join(found.sources)})"
            yield Fault(found.span, message, said.lower(), citation=found.citation, claim=found.claim)
