"""PAG and SEC: cited pages, sections and lines that do not exist."""

import re
from collections.abc import Iterator

from citevet.contracts import Evidence, Fault
from citevet.model import Citation, Difference, Extraction
from citevet.rules.citation_judgements import find_difference, find_flagged_citations, find_judged_citations
from citevet.rules.keys.reference_list import find_entry_pages
from citevet.text.page_lists import complete_page, parse_pages


def find_page_out_of_range(evidence: Evidence) -> Iterator[Fault]:
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
    Sources without a page count are not checked. If neither a PDF nor an entry shows the printed page numbers, a
    number beyond the pages of the PDF is not checked. A number that is not a printed page is accepted if the file has
    so many pages. A page before the first one of the entry may be that of a preprint, so the finding is a note.
    """
    for citation, judgement in find_flagged_citations(evidence, "wrong-page"):
        page = find_difference(judgement, "page")
        if page and not _repeats_page(citation):
            word = "page" if page.claim.isalnum() else "pages"
            message = f"no {word} {page.claim} in {judgement.source} (it has pages {page.source})"
            yield Fault(citation.span, message, citation=citation)
    yield from _compare_with_entries(evidence.extraction)


def _compare_with_entries(extraction: Extraction) -> Iterator[Fault]:
    """Yield the citations whose page is outside the pages of their own entry, also when counted from 1."""
    entries = extraction.references_by_id
    for citation in extraction.citations:
        pages = [int(each.first) for each in parse_pages(citation.place.page or "") if each.first.isdigit()]
        entry = entries.get(citation.reference or "")
        # A page after several works, \cite[120]{king, moore}, may be that of any.
        is_own = bool(pages) and (not citation.group or str(pages[0]) in citation.text)
        # A note has the pages that it cites: "Ibid." may mean another one of the work.
        ranges = list(find_entry_pages(entry)) if entry and is_own and not entry.is_note else []
        absent = [page for page in pages if len(ranges) == 1 and not _has_page(page, ranges[0])]
        if entry and absent and not _is_shown(extraction.document.text, citation):
            name = f"[{entry.key}]" if entry.key else "its entry"
            named = f"page{'s' if len(absent) > 1 else ''} {', '.join(map(str, absent))}"
            message = f"no {named} in {citation.text}: {name} has pages {ranges[0]['pages']}"
            before = absent[-1] < int(ranges[0]["first"])  # it may be a page of a preprint
            yield Fault(citation.span, message, citation=citation, is_doubtful=before)


def _is_shown(text: str, citation: Citation) -> bool:
    r"""Check whether the line has the citation before, as code: the manual of a class shows \verb|\cite[42]{zhang}|."""
    line = text.rfind("\n", 0, citation.span.start) + 1
    return citation.text in text[line : citation.span.start]


def _has_page(page: int, pages: re.Match[str]) -> bool:
    first, last = int(pages["first"]), int(complete_page(pages["first"], pages["last"]))
    return last < first or first <= page <= last or page <= last - first + 1


def _repeats_page(citation: Citation) -> bool:
    """Check whether the page is that of the note before, which is reported there: "Ibid." alone."""
    return citation.is_short_form and not any(char.isdigit() for char in citation.text)


def find_backward_page_range(evidence: Evidence) -> Iterator[Fault]:
    """A page range runs backwards in the numbering of the source.

    ## Meaning
    One of several ranges, a range in roman numerals, or a range from the main text into the preface ends before it
    begins. A single range in digits (pp. 44-41) is reported by KEY013.

    ## Why it matters
    It is unclear which pages are meant.

    ## Example
    ```markdown
    Voice matters [REF-043, pp. 3, 9-7].
    ```

    ## How to fix it
    Reverse the range or correct the number.

    ## Limitations
    A range in the right order may still be wrong.
    """
    for citation, judgement in find_judged_citations(evidence, "corpus", "author-year"):
        backward = [each for each in judgement.differences if each.type == "page-order"]
        if backward and not _is_reported(citation, backward[0]):
            ranges = ", ".join(each.claim for each in backward)
            yield Fault(citation.span, f"backward page range {ranges} in {citation.text}", citation=citation)


def _is_reported(citation: Citation, backward: Difference) -> bool:
    """Check whether KEY013 reports it already: one range, all in digits, that descends."""
    first, _, last = backward.claim.partition("-")
    pages = citation.place.page or ""
    return "," not in pages and first.isdigit() and last.isdigit() and int(last) < int(first)


def find_lines_out_of_range(evidence: Evidence) -> Iterator[Fault]:
    """The file does not have the cited lines.

    ## Meaning
    The cited lines are after the last line of the file. If the file has changed and git has the cited version, the
    lines are counted in that version.

    ## Why it matters
    Lines that do not exist cannot have been read.

    ## Example
    ```markdown
    Login retries twice [src/auth/login.ts, L42-58].
    ```
    The file has 10 lines.

    ## How to fix it
    Open the file and cite the lines that you mean.

    ## Limitations
    The rule does not check what the lines say.
    """
    for citation, judgement in find_flagged_citations(evidence, "wrong-lines"):
        if lines := find_difference(judgement, "lines"):
            word = "line" if lines.claim.isdigit() else "lines"
            hint = "the file is empty" if lines.source == "none" else f"it has lines {lines.source}"
            yield Fault(citation.span, f"no {word} {lines.claim} in the file ({hint})", citation=citation)


def find_wrong_section(evidence: Evidence) -> Iterator[Fault]:
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
    for citation, judgement in find_flagged_citations(evidence, "wrong-section"):
        section = find_difference(judgement, "section")
        page = citation.place.page
        if section:
            actual = f'in section "{section.source}", not in' if section.source else "outside section"
            yield Fault(citation.span, f'page {page} is {actual} "{section.claim}"', citation=citation)


def find_unknown_section(evidence: Evidence) -> Iterator[Fault]:
    """The source does not have the cited section.

    ## Meaning
    The entry of the source lists its sections, and none has this name or number, or a name that contains it.

    ## Why it matters
    Readers cannot find the passage.

    ## Example
    ```markdown
    Voice matters [REF-018, Section 9].
    ```
    The entry lists five sections.

    ## How to fix it
    Correct the section, or complete the list of sections in the entry.

    ## Limitations
    Subsections that the entry does not list are accepted if the section exists: 3.2 is accepted where there is a 3.
    Where the only section is the whole work, as in a PDF whose only heading is its title, the sections are unknown and
    citations of them are not checked.
    """
    for citation, judgement in find_flagged_citations(evidence, "unknown-section"):
        if section := find_difference(judgement, "section"):
            message = f'no section "{section.claim}" in {judgement.source} (it has {section.source})'
            yield Fault(citation.span, message, citation=citation)
