"""PAG001."""

from collections.abc import Iterator
from typing import ClassVar

from citevet.contracts import Evidence, Fault
from citevet.model import Citation, Safety, Severity
from citevet.rules.existence.judged import difference, flagged


class PageOutOfRange:
    """A page is cited that the source does not have.

    ## What it means
    The number lies beyond the source's pages, whether they are counted from the first or as they are printed.

    ## Why it matters
    Nobody can look the passage up, and a page that does not exist was not read.

    ## Example
    ```markdown
    Voice matters [REF-021, p.45].
    ```

    with an entry REF-021 of 32 pages.

    ## How to mend it
    Look the passage up and correct the page, or the page count of the entry.

    ## What we cannot see
    Sources without a page count. A number that is no printed page but could be counted in the file is accepted.
    """

    name: ClassVar[str] = "page-out-of-range"
    severity: ClassVar[Severity] = Severity.WARNING
    fix: ClassVar[Safety | None] = None

    def __call__(self, evidence: Evidence) -> Iterator[Fault]:
        for citation, judgement in flagged(evidence, "wrong-page"):
            page = difference(judgement, "page")
            if page and not _is_passed_on(citation):
                word = "page" if page.claim.isalnum() else "pages"
                message = f"{citation.text}: {judgement.source} has pages {page.source}, and no {word} {page.claim}"
                yield Fault(citation.span, message, citation=citation)


def _is_passed_on(citation: Citation) -> bool:
    """Say whether the page is that of the note before, where it is told: "Ibid." alone."""
    return "again" in citation.parts and not any(char.isdigit() for char in citation.text)
