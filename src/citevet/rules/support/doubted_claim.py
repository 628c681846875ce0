"""SUP006: the judge model reads the cited source as a contradiction."""

from collections.abc import Iterator
from typing import ClassVar

from citevet.contracts import Evidence, Fault
from citevet.model import Severity
from citevet.rules.support.judged_claims import find_judged_claims


class DoubtedClaim:
    """The judge model reads the cited source as a contradiction.

    ## Meaning
    The model reads a passage of the source as a contradiction of the claim, which it takes to be more likely than not,
    but no comparison of the words confirms it. The message shows the sentence of the source. A weaker doubt is reported
    as SUP002. If a negation, a direction or a number differs, SUP001, NUM001 or NUM002 is reported instead. The rule
    needs a judge (`--judge small`).

    ## Why it matters
    Four out of five of these claims are wrong or overstated in our test set.

    ## Example
    ```markdown
    The chain reported the breach in time [REF-043].
    ```
    The source says that it took nine days, and that the law allows three.

    ## How to fix it
    Read the passage and correct the claim if they disagree. Otherwise ignore the finding.

    ## Limitations
    One in five findings is wrong in our test set, because the model alone can misread a paraphrase. This is why it is a
    warning. English only; four passages of the source are read.
    """

    name: ClassVar[str] = "doubted-claim"
    severity: ClassVar[Severity] = Severity.WARNING

    def __call__(self, evidence: Evidence) -> Iterator[Fault]:
        for found in find_judged_claims(evidence, "contradicted"):
            if not found.is_compared:
                said = f"probably contradicted by {found.place}: the source has {found.nearest_words}"
                message = f"{said} (model only, {found.odds})"
                yield Fault(found.span, message, citation=found.citation, claim=found.claim)
