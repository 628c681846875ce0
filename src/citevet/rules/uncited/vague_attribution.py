"""UNC002."""

from collections.abc import Iterator
from typing import ClassVar

from citevet.contracts import Evidence, Fault
from citevet.model import Safety, Severity
from citevet.rules.uncited.sort import uncited


class VagueAttribution:
    """A claim is laid on sources that are not named.

    ## What it means
    The sentence says that studies show it, that experts agree or that it is well known, and names neither.

    ## Why it matters
    It borrows the weight of evidence without giving any; nobody can look it up.

    ## Example
    ```markdown
    Studies show that readers notice the voice of a text.
    ```

    ## How to mend it
    Name the study, or drop the phrase and say it yourself.

    ## What we cannot see
    A name in the sentence before: "She studied this for years. Research shows …". A phrase with a possessive or a
    proper name before it ("our data show", "Gallup surveys found") is left alone.
    """

    name: ClassVar[str] = "vague-attribution"
    severity: ClassVar[Severity] = Severity.WARNING
    fix: ClassVar[Safety | None] = None

    def __call__(self, evidence: Evidence) -> Iterator[Fault]:
        for claim, span, question in uncited(evidence, "vague"):
            yield Fault(span, f"no source is named: {question}", "vague", claim=claim)
