"""SUP002."""

from collections.abc import Iterator
from typing import ClassVar

from citevet.contracts import Evidence, Fault
from citevet.model import Safety, Severity
from citevet.rules.support.judged_support import judged_support

_TOLD = frozenset({"misattributed", "fabricated-quote", "altered-quote"})  # another rule says it, and says more


class UnsupportedClaim:
    """The cited source does not say this.

    ## What it means
    The full text of the source was read, and no passage of it supports the claim. The message shows what comes
    nearest. A quotation that the source does not have is QUO001 or QUO002 instead. Where several sources stand behind
    the same words, one that supports them is enough. Only runs with a judge (`--judge small`) look for it, and none
    with `--risk`: there all that is not called supported is left open.

    ## Why it matters
    A citation promises that the source says so. That it is about the same subject is not enough.

    ## Example
    ```markdown
    Street trees double the price of a flat [REF-043].
    ```
    The source speaks of street trees and temperature, and of no prices.

    ## How to mend it
    Cite the source that says it, narrow the claim to what this one says, or leave the citation out.

    ## What we cannot see
    The small judge is right about 7 times in 10 on public test sets, and reads English only; other languages stay
    unchecked. What follows from several pages together, from a table or a figure, it does not see. Of sources of
    which only notes or an abstract are here, nobody can say what they lack: they stay unchecked.
    """

    name: ClassVar[str] = "unsupported-claim"
    severity: ClassVar[Severity] = Severity.WARNING
    fix: ClassVar[Safety | None] = None

    def __call__(self, evidence: Evidence) -> Iterator[Fault]:
        for found in judged_support(evidence, "unsupported"):
            carried = any(each.support in {"supported", "partial"} for each in found.beside)
            if not carried and not _TOLD.intersection(found.judgement.flags):
                page = found.place.removeprefix(found.source).removeprefix(", ")
                near = f"on {page}: {found.said}" if page else found.said
                message = f"{found.source} does not seem to say this; nearest is {near} ({found.odds})"
                yield Fault(found.span, message, citation=found.citation, claim=found.claim)
