"""SUP001."""

from collections.abc import Iterator
from typing import ClassVar

from citevet.contracts import Evidence, Fault
from citevet.model import Safety, Severity, Span
from citevet.rules.support.judged_support import COUNTED, OPPOSED, JudgedSupport, both, is_told_apart, judged_support


class ContradictedClaim:
    """The cited source says the opposite.

    ## What it means
    A passage of the source is about the claim and says otherwise: it denies what the claim asserts, has it the
    other way round, or has another name in the same place. The message shows both sides. Only runs with a judge
    (`--judge small`) look for it. A number or a date that differs is NUM001 or NUM002 instead, and what the model
    alone takes for a contradiction is SUP006.

    ## Why it matters
    A reader who looks the source up finds the claim refuted by it.

    ## Example
    ```markdown
    Street trees raise the temperature of the pavement [REF-043, p. 15].
    ```
    The source says that they lower it.

    ## How to mend it
    Read the passage. Say what it says, or cite a source that says what you mean.

    ## What we cannot see
    The small judge is right about 7 times in 10 on public test sets, and reads English only; other languages stay
    unchecked. It sees four passages of the source, not the whole; irony, tables and what a pronoun stands for
    escape it. That Oslo lies in Norway nobody tells it: a place called by the one that holds it may pass for another.
    With NUM deselected, nobody reports a wrong number.
    """

    name: ClassVar[str] = "contradicted-claim"
    severity: ClassVar[Severity] = Severity.ERROR
    fix: ClassVar[Safety | None] = None

    def __call__(self, evidence: Evidence) -> Iterator[Fault]:
        for found in judged_support(evidence, "contradicted"):
            if is_told_apart(found.judgement) and not found.differences(*COUNTED):
                yield Fault(_span(found), _message(found), citation=found.citation, claim=found.claim)


_SHOWN = 2  # differences in one message


def _span(found: JudgedSupport) -> Span:
    spans = [each.span for each in found.differences(*OPPOSED) if each.span]
    return spans[0] if len(spans) == 1 else found.span


def _message(found: JudgedSupport) -> str:
    opposed = "; ".join(f"{each.type}: {both(each)}" for each in found.differences(*OPPOSED)[:_SHOWN])
    return f"{found.place} says otherwise: {opposed or found.said} ({found.odds})"
