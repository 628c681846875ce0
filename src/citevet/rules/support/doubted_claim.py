"""SUP006."""

from collections.abc import Iterator
from typing import ClassVar

from citevet.contracts import Evidence, Fault
from citevet.model import Safety, Severity
from citevet.rules.support.judged_support import is_told_apart, judged_support


class DoubtedClaim:
    """The judge takes the cited source for saying otherwise.

    ## What it means
    The model reads a passage of the source as a contradiction of the claim, and no comparison shows in which words
    they differ. The message shows the sentence of the source. Where the words can be set apart, a denial, a
    direction, a number, it is SUP001, NUM001 or NUM002 instead. Only runs with a judge (`--judge small`) look for it.

    ## Why it matters
    Most of these claims are wrong, or say more than the source: on our own set four in five.

    ## Example
    ```markdown
    The chain reported the breach in time [REF-043].
    ```
    The source says that it took nine days, and that the law allows three.

    ## How to mend it
    Read the passage. If it says otherwise, mend the claim; if it does not, nothing has to be done.

    ## What we cannot see
    One in five of these alarms is false on our own set: a model alone mistakes what is merely put in other words. It
    is a warning for that reason. English only; four passages of the source are read.
    """

    name: ClassVar[str] = "doubted-claim"
    severity: ClassVar[Severity] = Severity.WARNING
    fix: ClassVar[Safety | None] = None

    def __call__(self, evidence: Evidence) -> Iterator[Fault]:
        for found in judged_support(evidence, "contradicted"):
            if not is_told_apart(found.judgement):
                message = f"{found.place} seems to say otherwise: {found.said} (the model alone says so; {found.odds})"
                yield Fault(found.span, message, citation=found.citation, claim=found.claim)
