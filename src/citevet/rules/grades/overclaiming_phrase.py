"""GRD003."""

from collections.abc import Iterator
from typing import ClassVar

from citevet.contracts import Evidence, Fault
from citevet.model import Claim, Grade, Safety, Severity, Wording
from citevet.model.restate import restate
from citevet.rules.grades.strength import reworded, strengths


class OverclaimingPhrase:
    """The phrase claims more than any evidence carries.

    ## What it means
    Research does not prove, studies do not definitively show, and nothing is demonstrated conclusively, undeniably or
    beyond doubt. The sentence says so all the same, with a source or without.

    ## Why it matters
    Such words close a question that evidence only ever answers for now. Careful readers stop trusting the rest.

    ## Example
    ```markdown
    Research proves that shade cools the street.
    ```

    ## How to mend it
    Leave out the word that is too strong, or write "shows"; where the cited source is graded, use the words of its
    level. `citevet fix --unsafe-fixes` does so.

    ## What we cannot see
    Irony, and a proof that is one: a person or a cited work may prove a theorem, and a sentence with a theorem, lemma
    or conjecture in it is left alone. So is "beyond reasonable doubt", which is a term of law.
    """

    name: ClassVar[str] = "overclaiming-phrase"
    severity: ClassVar[Severity] = Severity.WARNING
    fix: ClassVar[Safety | None] = Safety.ASK

    def __call__(self, evidence: Evidence) -> Iterator[Fault]:
        document = evidence.extraction.document
        judged = {found.span: found.difference.mend for found in strengths(evidence, "overclaimed")}
        for claim in evidence.extraction.claims:
            for wording in claim.wordings if claim.status != "skipped" else ():
                if wording.grade is None:
                    mend = judged[wording.span] if wording.span in judged else _lighter(claim, wording)
                    instead = f": write “{mend}”" if mend else ""
                    said = " ".join(wording.text.split())
                    message = f"“{said}” claims more than any evidence carries{instead}"
                    fix = reworded(document, wording.span, mend)
                    yield Fault(wording.span, message, said.lower(), fix, claim=claim)


def _lighter(claim: Claim, wording: Wording) -> str | None:
    return restate(wording.text, Grade.HIGH, claim.text[wording.span.end - claim.span.start :])
