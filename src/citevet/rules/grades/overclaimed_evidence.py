"""GRD001: the wording is too strong for the cited source."""

from collections.abc import Iterator
from typing import ClassVar

from citevet.contracts import Evidence, Fault
from citevet.model import Safety, Severity
from citevet.rules.grades.wording_strength import StrengthMismatch, find_strength_mismatches, make_rewording_fix


class OverclaimedEvidence:
    """The wording is too strong for the cited source.

    ## Meaning
    The sentence says that a source demonstrates, shows, confirms, suggests or supports something, and the source's
    GRADE level is too low for these words. *Demonstrates, shows, confirms, establishes* need HIGH evidence; *suggests,
    indicates, supports, points to* need MODERATE; *limited evidence, preliminary findings, may* need LOW; *anecdotal,
    exploratory* fit VERY LOW. With several sources, the best one counts.

    ## Why it matters
    Readers take weak evidence for a fact, and the next author repeats it without the source.

    ## Example
    ```markdown
    Research demonstrates that shade cools the street [REF-045].
    ```
    REF-045 is graded LOW: "Limited evidence suggests that shade cools the street [REF-045]."

    ## How to fix it
    Use words of the source's level, or cite stronger evidence. `citevet fix --unsafe-fixes` writes the weaker words.

    ## Limitations
    The grade itself may be wrong. Sentences without such a verb, and subjects that only point back ("This shows that"),
    are not checked. English only. If one of the sources has no grade, nothing is reported.
    """

    name: ClassVar[str] = "overclaimed-evidence"
    severity: ClassVar[Severity] = Severity.WARNING
    fix: ClassVar[Safety | None] = Safety.ASK

    def __call__(self, evidence: Evidence) -> Iterator[Fault]:
        document = evidence.extraction.document
        for found in find_strength_mismatches(evidence, "overclaimed"):
            # A wording that is too strong for any evidence has no grade: GRD003 reports it.
            if _is_graded(found):
                fix = make_rewording_fix(document, found.span, found.difference.correction)
                about = found.difference.claim.lower()
                yield Fault(found.span, _describe(found), about, fix, found.citation, claim=found.claim)


def _is_graded(found: StrengthMismatch) -> bool:
    return any(wording.span == found.span and wording.grade for wording in found.claim.wordings)


def _describe(found: StrengthMismatch) -> str:
    said, level = found.difference.claim, found.difference.source
    hint = f'; use "{found.difference.correction}"' if found.difference.correction else ""
    return f'"{said}" is too strong for {", ".join(found.sources)} (GRADE: {level.lower()}){hint}'
