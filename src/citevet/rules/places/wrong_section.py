"""SEC001: the cited page is not in the cited section."""

from collections.abc import Iterator
from typing import ClassVar

from citevet.contracts import Evidence, Fault
from citevet.model import Severity
from citevet.rules.citation_judgements import find_difference, find_flagged_citations


class WrongSection:
    """The cited page is not in the cited section.

    ## Meaning
    The entry of the source lists its sections with their pages, and the page is in another section or in none.

    ## Why it matters
    Either the page or the section is wrong, and readers do not know which.

    ## Example
    ```markdown
    Voice matters [REF-018, Section Introduction, p.8].
    ```
    The entry has the Introduction on pages 1-3 and Methods on 4-9.

    ## How to fix it
    Correct the page or the section.

    ## Limitations
    Sources without a list of sections are not checked. PAG001 reports a page that the source does not have.
    """

    name: ClassVar[str] = "wrong-section"
    severity: ClassVar[Severity] = Severity.WARNING

    def __call__(self, evidence: Evidence) -> Iterator[Fault]:
        for citation, judgement in find_flagged_citations(evidence, "wrong-section"):
            section = find_difference(judgement, "section")
            page = citation.locator.page if citation.locator else None
            if section:
                actual = f'in section "{section.source}", not in' if section.source else "outside section"
                message = f'page {page} is {actual} "{section.claim}"'
                yield Fault(citation.span, message, citation=citation)
