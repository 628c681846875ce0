"""SUP001: the cited source contradicts the claim."""

from collections.abc import Iterator
from typing import ClassVar

from citevet.contracts import Evidence, Fault
from citevet.model import Severity, Span
from citevet.rules.support.judged_claims import (
    NUMERIC_TYPES,
    OPPOSED_TYPES,
    JudgedClaim,
    find_judged_claims,
    show_both_sides,
)

_SHOWN = 2  # differences in one message


class ContradictedClaim:
    """The cited source contradicts the claim.

    ## Meaning
    A passage of the source is about the claim and says the opposite: it negates the claim, reverses it, or has another
    name in its place. The message shows both sides. The rule needs a judge (`--judge small`). A different number or
    date is reported as NUM001 or NUM002, and a contradiction that only the model sees as SUP006.

    ## Why it matters
    Readers who check the source find the claim refuted.

    ## Example
    ```markdown
    Street trees raise the temperature of the pavement [REF-043, p. 15].
    ```
    The source says that they lower it.

    ## How to fix it
    Read the passage and correct the claim, or cite a source that supports it.

    ## Limitations
    The small judge is right about 7 times in 10 on public test sets and reads English only; other languages stay
    unchecked. It reads four passages of the source. It misses irony, tables and the meaning of pronouns. It does not
    know that Oslo is in Norway: a place named by its region may count as another place. If NUM rules are deselected,
    wrong numbers are not reported.
    """

    name: ClassVar[str] = "contradicted-claim"
    severity: ClassVar[Severity] = Severity.ERROR

    def __call__(self, evidence: Evidence) -> Iterator[Fault]:
        for found in find_judged_claims(evidence, "contradicted"):
            if found.is_compared and not found.differences(*NUMERIC_TYPES):
                yield Fault(_find_span(found), _describe(found), citation=found.citation, claim=found.claim)


def _find_span(found: JudgedClaim) -> Span:
    spans = [each.span for each in found.differences(*OPPOSED_TYPES) if each.span]
    return spans[0] if len(spans) == 1 else found.span


def _describe(found: JudgedClaim) -> str:
    opposed = "; ".join(show_both_sides(each) for each in found.differences(*OPPOSED_TYPES)[:_SHOWN])
    said = opposed or f"the source has {found.nearest_words}"
    return f"contradicted by {found.place}: {said} ({found.odds})"
