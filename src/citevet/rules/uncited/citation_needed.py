"""UNC005."""

from collections.abc import Iterator
from typing import ClassVar

from citevet.contracts import Evidence, Fault
from citevet.model import Safety, Severity
from citevet.rules.uncited.needed import needed


class CitationNeeded:
    r"""The author marked a place where a source is missing.

    ## What it means
    A mark such as `[citation needed]`, `{{citation needed}}`, `[TODO: cite]`, `\todo{cite}` or `[출처 필요]` stands
    in the text.

    ## Why it matters
    The document is not finished, and says so itself.

    ## Example
    ```markdown
    Coffee was first drunk in Ethiopia [citation needed].
    ```

    ## How to mend it
    Find the source and cite it in the place of the mark, or take the claim out.

    ## What we cannot see
    Marks of your own invention, marks inside comments, and marks on a claim that already has a citation.
    """

    name: ClassVar[str] = "citation-needed"
    severity: ClassVar[Severity] = Severity.WARNING
    fix: ClassVar[Safety | None] = None

    def __call__(self, evidence: Evidence) -> Iterator[Fault]:
        text = evidence.extraction.document.text
        for span, claim in needed(evidence.extraction):
            if claim is None or not claim.ties:
                yield Fault(span, f"{span.of(text)} still stands here", "needed", claim=claim)
