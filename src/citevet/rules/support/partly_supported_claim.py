"""SUP003."""

from collections.abc import Iterator
from typing import ClassVar

from citevet.contracts import Evidence, Fault
from citevet.model import Difference, Safety, Severity, Span
from citevet.rules.support.judged_support import JudgedSupport, both, judged_support, shortened

_STOPS = ".!? "


class PartlySupportedClaim:
    """The cited source says part of this, or says it less surely.

    ## What it means
    Of several clauses the source supports some and not others: the message names those that fail. Or the source says
    it with a reserve ("may", "in some cases") that the claim drops. Where several sources stand behind the same words,
    a clause that one of them supports does not fail. Only runs with a judge (`--judge small`) look for it, and none
    with `--risk`: there all that is not called supported is left open.

    ## Why it matters
    The half that nobody wrote borrows the credit of the half that somebody did.

    ## Example
    ```markdown
    Street trees cool the pavement and double the price of flats [REF-043].
    ```
    The source says the first, and nothing of prices.

    ## How to mend it
    Put a source of its own behind the clause that fails, or take it out; keep the reserve of the source.

    ## What we cannot see
    The small judge is right about 7 times in 10 on public test sets, and reads English only. It cuts clauses at
    conjunctions and relative pronouns: a second statement inside a noun phrase is not judged by itself.
    """

    name: ClassVar[str] = "partly-supported-claim"
    severity: ClassVar[Severity] = Severity.WARNING
    fix: ClassVar[Safety | None] = None

    def __call__(self, evidence: Evidence) -> Iterator[Fault]:
        for found in judged_support(evidence, "partial"):
            if any(each.support == "supported" for each in found.beside):
                continue
            for lost in _lost(found):
                span = lost.span or found.span
                yield Fault(span, _message(found, lost), lost.claim, citation=found.citation, claim=found.claim)


def _lost(found: JudgedSupport) -> Iterator[Difference]:
    """Yield the reserves that were dropped, and the clauses that no other source of the same words supports."""
    yield from found.differences("hedge")
    partial = [each for each in found.beside if each.support == "partial"]
    for clause in found.differences("clause"):
        if all(clause.span in _clauses(each.differences) for each in partial):
            yield clause


def _clauses(differences: tuple[Difference, ...]) -> set[Span | None]:
    return {each.span for each in differences if each.type == "clause"}


def _message(found: JudgedSupport, lost: Difference) -> str:
    if lost.type == "hedge":
        return f"{found.place} says it less surely: {both(lost)} ({found.odds})"
    words = shortened(lost.claim.rstrip(_STOPS))
    return f"{found.source} does not seem to say “{words}”, only the rest ({found.odds} as a whole)"
