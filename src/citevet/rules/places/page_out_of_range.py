"""PAG001: the source does not have the cited page."""

from collections.abc import Iterator
from typing import ClassVar

from citevet.contracts import Evidence, Fault
from citevet.model import Citation, Severity
from citevet.rules.citation_judgements import find_difference, find_flagged_citations


class PageOutOfRange:
    """The source does not have the cited page.

    ## Meaning
    The page number is beyond the source's pages, both counted from the first page and as printed.

    ## Why it matters
    Readers cannot find the passage, and a page that does not exist cannot have been read.

    ## Example
    ```markdown
    Voice matters [REF-021, p.45].
    ```
    REF-021 has 32 pages.

    ## How to fix it
    Correct the page, or the page count of the entry.

    ## Limitations
    Sources without a page count are not checked. A number that is not a printed page is accepted if the file has so
    many pages.
    """

    name: ClassVar[str] = "page-out-of-range"
    severity: ClassVar[Severity] = Severity.WARNING

    def __call__(self, evidence: Evidence) -> Iterator[Fault]:
        for citation, judgement in find_flagged_citations(evidence, "wrong-page"):
            page = find_difference(judgement, "page")
            if page and not _repeats_page(citation):
                word = "page" if page.claim.isalnum() else "pages"
                message = f"no {word} {page.claim} in {judgement.source} (it has pages {page.source})"
                yield Fault(citation.span, message, citation=citation)


def _repeats_page(citation: Citation) -> bool:
    """Check whether the page is that of the note before, which is reported there: "Ibid." alone."""
    return "again" in citation.parts and not any(char.isdigit() for char in citation.text)
