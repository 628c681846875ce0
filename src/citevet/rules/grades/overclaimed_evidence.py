"""GRD001."""

from collections.abc import Iterator
from typing import ClassVar

from citevet.contracts import Evidence, Fault
from citevet.model import Safety, Severity
from citevet.rules.grades.strength import Strength, reworded, strengths


class OverclaimedEvidence:
    """The words claim more than the cited source carries.

    ## What it means
    The sentence says that a source demonstrates, shows, confirms, suggests or supports something, and the corpus grades
    that source lower than these words need. *Demonstrates, shows, confirms, establishes* need HIGH evidence;
    *suggests, indicates, supports, points to* need MODERATE; *limited evidence, preliminary findings, may* need LOW;
    *anecdotal, exploratory* are for VERY LOW. Of several sources the best one counts.

    ## Why it matters
    A reader takes a case series for a fact. The next author repeats it without the source.

    ## Example
    ```markdown
    Research demonstrates that shade cools the street [REF-045].
    ```
    REF-045 is graded LOW: "Limited evidence suggests that shade cools the street [REF-045]."

    ## How to mend it
    Use words of the source's level, or cite stronger evidence. `citevet fix --unsafe-fixes` writes the weaker words.

    ## What we cannot see
    Whether the grade is right. Sentences that assert without such a verb, and subjects that only point back ("This
    shows that"). English only: Korean endings of certainty are not read. Where one of the sources behind a sentence has
    no grade, nothing is said.
    """

    name: ClassVar[str] = "overclaimed-evidence"
    severity: ClassVar[Severity] = Severity.WARNING
    fix: ClassVar[Safety | None] = Safety.ASK

    def __call__(self, evidence: Evidence) -> Iterator[Fault]:
        document = evidence.extraction.document
        for found in strengths(evidence, "overclaimed"):
            # What no evidence carries is a fault of its own: GRD003.
            if _is_graded(found):
                fix = reworded(document, found.span, found.difference.mend)
                about = found.difference.claim.lower()
                yield Fault(found.span, _message(found), about, fix, found.citation, claim=found.claim)


def _is_graded(found: Strength) -> bool:
    return any(wording.span == found.span and wording.grade for wording in found.claim.wordings)


def _message(found: Strength) -> str:
    said, level = found.difference.claim, found.difference.source
    instead = f": write “{found.difference.mend}”" if found.difference.mend else ""
    return f"“{said}” claims more than {level} evidence carries ({', '.join(found.sources)}){instead}"
