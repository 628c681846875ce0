"""MET001 to MET012, QUO006 and QUO007: faults of a corpus entry, each at the line of its field in the front matter."""

from collections.abc import Iterator, Mapping

from citevet.contracts import Evidence, Fault
from citevet.model import Document, EntryFaultKind, Span
from citevet.rules.citation_judgements import find_named_citations

_MOST = 100_000  # lines of front matter; the reader takes 262,144 characters


def _report_faults(evidence: Evidence, kind: EntryFaultKind) -> Iterator[Fault]:
    """Report one kind of fault of a corpus entry, at the line of its field; other documents have none."""
    entry = evidence.entry
    found = [fault for fault in entry.faults if fault.kind == kind] if entry else []
    if not found or entry is None:
        return
    places = find_field_places(evidence.extraction.document)
    for fault in found:
        span = _nearest_place(places, fault.field or "")
        yield Fault(span, fault.message, about=f"{entry.id} {fault.field or fault.message}")


def _nearest_place(places: Mapping[str, Span], field: str) -> Span:
    """Return the line of a field, else of the field around it, else the first line of the file."""
    outer = field.partition("[")[0].partition(".")[0]
    return next(places[name] for name in (field, outer, "") if name in places)


def find_field_places(document: Document) -> dict[str, Span]:
    """Map `key`, `key.inner` and `key[2]` to their lines in the front matter, and the empty key to the first line."""
    places = {"": document.lines.span(1, document.text)}
    outer, item, indent = "", 0, 0
    for span in _find_lines(document):
        line = document.slice(span)
        start = document.lines.position(span.start)[1] - 1
        key = _parse_key(line, "=" if places[""].of(document.text).startswith("+++") else ":")
        if line.startswith("-") or start:
            if line.startswith("-") and (not item or start == indent):
                item, indent = item + 1, start
                places.setdefault(f"{outer}[{item}]", span)
            elif key and not item:
                places.setdefault(f"{outer}.{key}", span)
        elif key:
            outer, item = key, 0
            places.setdefault(outer, span)
    return places


def _find_lines(document: Document) -> Iterator[Span]:
    """Yield the lines of the front matter that are not blank or comments, without the white space around them."""
    front = document.regions[0].span if document.regions and document.regions[0].kind == "metadata" else Span(0, 0)
    if front.start:
        return
    last, _ = document.lines.position(max(front.end - 1, 0))
    for number in range(2, min(last, _MOST)):
        span = document.lines.span(number, document.text)
        line = document.slice(span)
        if line.strip() and not line.lstrip().startswith("#"):
            yield Span(span.end - len(line.lstrip()), span.start + len(line.rstrip()))


def _parse_key(line: str, sign: str) -> str:
    """Return the key of a line, without its quotation marks; empty where there is none."""
    head, found, _ = line.partition(sign)
    return head.strip().strip("\"'") if found else ""


def find_malformed_front_matter(evidence: Evidence) -> Iterator[Fault]:
    """The front matter of a corpus entry cannot be read.

    ## Meaning
    The YAML between the dashed lines is invalid, has no end, is not a mapping, or expands without limit; or the file,
    its sidecar or its quality assessment cannot be read.

    ## Why it matters
    Pages, sections, grade and hash of the source are unknown. Citations of the entry are checked against its notes
    only.

    ## Example
    ```markdown
    ---
    ref_id: REF-043
    title: "Voice in prose
    ---
    ```

    ## How to fix it
    Correct the YAML: close the quotation mark or bracket, indent with spaces, and quote a text that contains a colon.

    ## Limitations
    Only the first error is reported. An impossible date such as 2026-02-30, unquoted, also invalidates the block.
    """
    return _report_faults(evidence, "malformed")


def find_missing_field(evidence: Evidence) -> Iterator[Fault]:
    """A corpus entry lacks a required field.

    ## Meaning
    Every entry needs an id, title, authors, year and source type. One of them is missing or empty under all of its
    names (`ref`, `ref_id` and `id`; `source_type`, `publication_type` and `type`; and so on). An entry without front
    matter may give them in its notes, as in `**Year**: 1994`.

    ## Why it matters
    Without authors and year, author-year citations cannot be matched. Without a source type, the evidence cannot be
    graded.

    ## Example
    ```markdown
    ---
    ref_id: REF-043
    title: Voice in prose
    authors: [Kim, H.]
    year: 2021
    ---
    ```

    ## How to fix it
    Add the field, such as `source_type: journal`.

    ## Limitations
    The rule does not check whether the value is true.
    """
    return _report_faults(evidence, "missing-field")


def find_id_mismatch(evidence: Evidence) -> Iterator[Fault]:
    """The file name and the front matter of a corpus entry give different ids.

    ## Meaning
    An entry is a file `REF-043.md` or `REF-043-some-words.md`, and an id in its front matter must be the same. Here
    they differ, or the sidecar belongs to another entry. Citations of either id find the entry. A document that cites
    it reports the mismatch once, at the first citation; `citevet audit` reports it at the entry.

    ## Why it matters
    A citation of either id may mean this source, and one of the ids is wrong.

    ## Example
    ```markdown
    ---
    ref_id: REF-034
    title: Voice in prose
    ---
    ```

    ## How to fix it
    Rename the file or correct the id, then check the citations of both ids.

    ## Limitations
    The rule does not know which id is right.
    """
    yield from _report_faults(evidence, "id-mismatch")
    reported: set[str] = set()
    for citation, judgement in find_named_citations(evidence):
        source = evidence.source_of(judgement)
        entry = source.entry if source else None
        if entry and entry.other_id and entry.id not in reported:
            reported.add(entry.id)
            message = f"the file name of {entry.path} says {entry.id}, its front matter {entry.other_id}"
            yield Fault(citation.span, message, about=entry.id, citation=citation)


def find_duplicate_id(evidence: Evidence) -> Iterator[Fault]:
    """Two corpus entries have the same id.

    ## Meaning
    Two files have the same id, in one corpus folder or in two.

    ## Why it matters
    A citation of that id is ambiguous, and citevet checks it against neither.

    ## Example
    ```markdown
    ---
    ref_id: REF-003
    title: The second work that was filed as number 3
    ---
    ```

    ## How to fix it
    Give one entry the next free id and update its citations. If both files describe one work, merge them.

    ## Limitations
    Two ids for the same work are not reported.
    """
    return _report_faults(evidence, "duplicate-id")


def find_checksum_mismatch(evidence: Evidence) -> Iterator[Fault]:
    """The file of a corpus entry does not match its recorded hash.

    ## Meaning
    The SHA-256 of the PDF, HTML or text next to the entry differs from the one in its front matter (`pdf_hash`,
    `sha256`).

    ## Why it matters
    Pages and quotations were verified against a different file.

    ## Example
    ```markdown
    ---
    ref_id: REF-043
    pdf_hash: 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08
    ---
    ```

    ## How to fix it
    Restore the right file, or verify the entry against the new one and update the hash.

    ## Limitations
    The rule does not know what changed: a PDF that was saved again has a new hash and the same words.
    """
    return _report_faults(evidence, "checksum")


def find_missing_file(evidence: Evidence) -> Iterator[Fault]:
    """A corpus entry names a file that does not exist.

    ## Meaning
    The path in the front matter (`pdf`, `pdf_location`, `file`, `local_path`) exists neither in the entry's folder nor
    in the project's root; or it is outside the project and was not opened.

    ## Why it matters
    Without the file, quotations and pages of this source cannot be checked.

    ## Example
    ```markdown
    ---
    ref_id: REF-043
    pdf_location: pdfs/voice.pdf
    ---
    ```

    ## How to fix it
    Add the file, correct the path, or delete the field.

    ## Limitations
    Files that are kept elsewhere on purpose, such as PDFs that may not be shared, are reported too.
    """
    return _report_faults(evidence, "missing-file")


def find_invalid_field(evidence: Evidence) -> Iterator[Fault]:
    """A field of a corpus entry has an invalid value.

    ## Meaning
    Examples: an impossible year, a malformed DOI, arXiv id, ISBN or URL, a hash that is not a SHA-256, an unknown GRADE
    level, a list instead of a text, or a grade that differs from the quality assessment.

    ## Why it matters
    The field is ignored, so its information is lost.

    ## Example
    ```markdown
    ---
    ref_id: REF-043
    year: 3020
    doi: 10.1/x
    ---
    ```

    ## How to fix it
    Correct the field. Years are between 1500 and 2100; levels are high, moderate, low and very low.

    ## Limitations
    A valid value may belong to another work.
    """
    return _report_faults(evidence, "invalid-field")


def find_inconsistent_pages(evidence: Evidence) -> Iterator[Fault]:
    """The page counts of a corpus entry do not match.

    ## Meaning
    The page count differs from the PDF or from the form feeds of a text file, the page range has a different length, a
    section ends after the last page or runs backwards, or a key quote is on a page that does not exist.

    ## Why it matters
    Page numbers in citations are checked against these counts.

    ## Example
    ```markdown
    ---
    ref_id: REF-043
    total_pages: 24
    sections:
      - name: Methods
        pages: 20-32
    ---
    ```

    ## How to fix it
    Correct the counts. Section pages count from 1; printed numbers are allowed if `page_range` gives them.

    ## Limitations
    Ranges that match may still be wrong.
    """
    return _report_faults(evidence, "page-count")


def find_missing_identifier(evidence: Evidence) -> Iterator[Fault]:
    """A published paper has no DOI, or a preprint has neither an arXiv id nor a URL.

    ## Meaning
    The source type says that the work appeared in a journal or at a conference, but the entry has no DOI; or it is a
    preprint without an arXiv id, DOI or URL.

    ## Why it matters
    Without an identifier the work cannot be fetched or compared with its record, and a retraction goes unnoticed.

    ## Example
    ```markdown
    ---
    ref_id: REF-043
    source_type: journal
    title: Voice in prose
    ---
    ```

    ## How to fix it
    Add `doi: 10.1000/182` or, for a preprint, `arxiv: "2301.00001"`, at the top level or below `identifiers`.

    ## Limitations
    Some papers have no DOI, for example at some conferences. Suppress the finding with a comment.
    """
    return _report_faults(evidence, "missing-identifier")


def find_outdated_verification(evidence: Evidence) -> Iterator[Fault]:
    """A corpus entry was last verified more than 90 days ago.

    ## Meaning
    The date in `last_verified` (or `documented_date`, `access_date`) is more than 90 days before the day of the run.

    ## Why it matters
    Works are corrected and retracted, and URLs stop working.

    ## Example
    ```markdown
    ---
    ref_id: REF-043
    last_verified: 2026-01-31
    ---
    ```

    ## How to fix it
    Check the source again and update the date.

    ## Limitations
    Entries without such a date are not reported. The rule needs a run with a date.
    """
    return _report_faults(evidence, "outdated")


def find_dangling_citation_edge(evidence: Evidence) -> Iterator[Fault]:
    """The sidecar of a corpus entry names an id that is not in the corpus.

    ## Meaning
    The tables of `REF-043-citations.md` list the corpus works that this one cites and that cite it. One of the ids has
    no entry.

    ## Why it matters
    The citation graph has a broken link: an entry was renamed, deleted, or never added.

    ## Example
    ```markdown
    | Title | Inducted REF |
    |---|---|
    | On tone | REF-999 |
    ```

    ## How to fix it
    Add the work, correct the id, or replace the id with a dash.

    ## Limitations
    Cited works that are missing from the table are not noticed. Profiles (`PROF-P-…`) are not looked up.
    """
    return _report_faults(evidence, "dangling-edge")


def find_one_sided_citation_edge(evidence: Evidence) -> Iterator[Fault]:
    """Two sidecars disagree on whether one work cites the other.

    ## Meaning
    This entry's sidecar says that it cites another entry, or is cited by it, and the other sidecar does not say so.
    Entries without any links are not compared.

    ## Why it matters
    The link is missing when the citation graph is read from the other side, or it is wrong.

    ## Example
    ```markdown
    | Title | REF |
    |---|---|
    | On tone | REF-018 |
    ```

    ## How to fix it
    Add the row to the other sidecar, or delete it here.

    ## Limitations
    The rule does not know which sidecar is right.
    """
    return _report_faults(evidence, "one-sided-edge")


def find_wrong_key_quote(evidence: Evidence) -> Iterator[Fault]:
    """A key quote of a corpus entry is not in its source, or not on its page.

    ## Meaning
    The entry records a verbatim quote in its front matter (`key_quotes`) or notes, and the entry's file does not have
    these words, or has them on another page.

    ## Why it matters
    Documents quote from the entry in good faith.

    ## Example
    ```markdown
    ---
    ref_id: REF-043
    key_quotes:
      - quote: "voice is the last thing that readers notice"
        page: 15
    ---
    ```

    ## How to fix it
    Copy the words from the source again, with their page.

    ## Limitations
    Entries without a file, and PDFs without a text layer, are not checked.
    """
    return _report_faults(evidence, "quote-not-found")


def find_unvalidated_key_quote(evidence: Evidence) -> Iterator[Fault]:
    """A key quote of a corpus entry was never compared with the source.

    ## Meaning
    The front matter does not have `validated: true` for the quote; or it has, but without a date (`validation_date`) or
    a person (`validator`).

    ## Why it matters
    Documents that quote from the entry rely on an unchecked copy.

    ## Example
    ```markdown
    ---
    ref_id: REF-043
    key_quotes:
      - quote: "voice is the first thing that readers notice"
        page: 15
        validated: false
    ---
    ```

    ## How to fix it
    Compare the quote with the source, then add `validated: true`, the date and your name.

    ## Limitations
    The rule cannot know whether the comparison took place. Quotes in the notes have no such field and are not reported.
    """
    return _report_faults(evidence, "quote-unvalidated")
