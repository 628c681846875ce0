"""SUP003: the cited source supports only part of the claim, or says it less firmly."""

from collections.abc import Iterator
from typing import ClassVar

from citevet.contracts import Evidence, Fault
from citevet.model import Difference, Severity, Span
from citevet.rules.support.judged_claims import JudgedClaim, find_judged_claims, shorten_words, show_both_sides

_STOPS = ".!? "


class PartlySupportedClaim:
    """The cited source supports only part of the claim, or says it less firmly.

    ## Meaning
    The source supports some clauses of the claim but not others; the message names those that fail. If a language model
    votes "partial" and names no words, the message shows the passage. Or the source has a hedge ("may", "in some
    cases", "residents believe") that the claim drops. If several sources are cited for the same words, a clause that
    one of them supports does not fail. The rule needs a judge (`--judge small`). It does not run with `--risk`, which
    leaves everything open that is not called supported.

    ## Why it matters
    Readers assume that the citation backs the whole sentence.

    ## Example
    ```markdown
    Street trees cool the pavement and double the price of flats [REF-043].
    ```
    The source says the first, but nothing about prices.

    ## How to fix it
    Cite a source for the clause that fails, or remove the clause. Keep the hedge of the source.

    ## Limitations
    The small judge is right about 7 times in 10 on public test sets and reads English only. It splits clauses at
    conjunctions and relative pronouns; a second statement inside a noun phrase is not judged separately.
    """

    name: ClassVar[str] = "partly-supported-claim"
    severity: ClassVar[Severity] = Severity.WARNING

    def __call__(self, evidence: Evidence) -> Iterator[Fault]:
        for found in find_judged_claims(evidence, "partial"):
            if any(each.support == "supported" for each in found.other_judgements):
                continue
            if not found.differences("hedge", "clause"):  # votes of a language model that name no words
                message = f"only partly supported by {found.place}: the source has {found.nearest_words} ({found.odds})"
                yield Fault(found.span, message, citation=found.citation, claim=found.claim)
            for lost in _find_lost(found):
                span = lost.span or found.span
                yield Fault(span, _describe(found, lost), lost.claim, citation=found.citation, claim=found.claim)


def _find_lost(found: JudgedClaim) -> Iterator[Difference]:
    """Yield the hedges that were dropped, and the clauses that no other source of the same words supports."""
    yield from found.differences("hedge")
    partial = [each for each in found.other_judgements if each.support == "partial"]
    for clause in found.differences("clause"):
        if all(clause.span in _get_clauses(each.differences) for each in partial):
            yield clause


def _get_clauses(differences: tuple[Difference, ...]) -> set[Span | None]:
    return {each.span for each in differences if each.type == "clause"}


def _describe(found: JudgedClaim, lost: Difference) -> str:
    if lost.type == "hedge":
        return f"too firm for {found.place}: {show_both_sides(lost)} ({found.odds})"
    words = shorten_words(lost.claim.rstrip(_STOPS))
    return f'only partly supported by {found.source}: no support for "{words}" (whole claim: {found.odds})'
