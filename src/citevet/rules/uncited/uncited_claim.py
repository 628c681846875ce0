"""UNC003."""

from collections.abc import Iterator
from typing import ClassVar

from citevet.contracts import Evidence, Fault
from citevet.model import Safety, Severity
from citevet.rules.uncited.sort import uncited


class UncitedClaim:
    """A checkable claim has no source.

    ## What it means
    A sentence asserts a fact or an event that could be looked up, and no citation stands behind it.

    ## Why it matters
    In a text that cites, a reader takes uncited sentences for the author's own knowledge.

    ## Example
    ```markdown
    The treaty was signed in 1648 in Münster.
    ```

    ## How to mend it
    Cite a source, or accept the finding where the fact is common knowledge or your own.

    ## What we cannot see
    What is common knowledge, and what the document shows by itself.
    """

    name: ClassVar[str] = "uncited-claim"
    severity: ClassVar[Severity] = Severity.INFO
    fix: ClassVar[Safety | None] = None

    def __call__(self, evidence: Evidence) -> Iterator[Fault]:
        for claim, span, reason in uncited(evidence, "claim"):
            yield Fault(span, f"no source is given ({reason})", "claim", claim=claim)
