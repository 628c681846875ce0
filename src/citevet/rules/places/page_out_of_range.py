"""PAG001: the source does not have the cited page."""

import re
from collections.abc import Iterator
from typing import ClassVar

from citevet.contracts import Evidence, Fault
from citevet.model import Citation, Extraction, Severity
from citevet.rules.citation_judgements import find_difference, find_flagged_citations
from citevet.rules.keys.reference_list import complete_page, find_entry_pages, index_references

_PAGE = re.compile(r"[0-9]{1,6}(?=$|-)")


class PageOutOfRange:
    """The source does not have the cited page.

    ## Meaning
    The page number is beyond the source's pages, both counted from the first page and as printed. Pages are those of
    the corpus, or of the entry in the document's own list: p. 412 of an article with pages 359–378.

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
        yield from _compare_with_entries(evidence.extraction)


def _compare_with_entries(extraction: Extraction) -> Iterator[Fault]:
    """Yield the citations whose page is outside the pages of their own entry, also when counted from 1."""
    entries = index_references(extraction)
    for citation in extraction.citations:
        page = _PAGE.match((citation.locator.page or "") if citation.locator else "")
        entry = entries.get(citation.reference or "")
        ranges = list(find_entry_pages(entry)) if entry and page and not citation.group else []
        if page and entry and len(ranges) == 1 and not _has_page(int(page[0]), ranges[0]):
            name = f"[{entry.key}]" if entry.key else "its entry"
            message = f"no page {page[0]} in {citation.text}: {name} has pages {ranges[0]['pages']}"
            yield Fault(citation.span, message, citation=citation)


def _has_page(page: int, pages: re.Match[str]) -> bool:
    first, last = int(pages["first"]), complete_page(pages["first"], pages["last"])
    return last < first or first <= page <= last or page <= last - first + 1


def _repeats_page(citation: Citation) -> bool:
    """Check whether the page is that of the note before, which is reported there: "Ibid." alone."""
    return "again" in citation.parts and not any(char.isdigit() for char in citation.text)
