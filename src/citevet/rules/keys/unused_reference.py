"""KEY002: an entry of the reference list is never cited."""

import re
from collections import Counter
from collections.abc import Iterator
from difflib import get_close_matches
from typing import ClassVar

from citevet.contracts import Evidence, Fault
from citevet.model import Document, Extraction, Reference, Severity
from citevet.rules.keys.author_index import AuthorIndex, get_cited_authors
from citevet.rules.keys.named_works import find_loose_mentions, find_named_works
from citevet.rules.keys.reference_list import (
    get_candidate_ids,
    get_key,
    get_near_ids,
    is_template,
    list_own_references,
    parse_number,
)
from citevet.text.addresses import make_page_key

_KEYS = re.compile(r"[^\s,;@\[\]{}]{1,200}")
_GUESSES = 100  # misspelt labels whose entries are looked for, among 1,000 entries


class UnusedReference:
    r"""An entry of the reference list is never cited.

    ## Meaning
    A footnote is defined, or an entry is in the reference list, and the text does not cite it. Entries without a label
    count only if other entries of the list are cited by author and year. An entry whose DOI or address appears in the
    text counts as cited, and so does one whose label the text misspells (KEY001).

    ## Why it matters
    The entry is left over from an earlier draft, or a claim has lost its citation.

    ## Example
    ```markdown
    Only one of the two is cited.[^a]

    [^a]: Kim, 2019.
    [^b]: Lee, 2020.
    ```

    ## How to fix it
    Cite the entry or remove it. For a list of further reading, write `<!-- citevet: file-ignore[KEY002] further reading
    -->`; in LaTeX use `\nocite{*}`.

    ## Limitations
    Entries of a .bib file are left to KEY017. An entry that the text names by author and year, or by title, counts as
    cited. Where the text has the number in some bracket, the label in some other place, or the name of the first
    author, the entry may be cited in a form that is not recognized, and the finding is a note. So it is in a template
    that still cites its sample entries. Citations in figures, and in files outside the run, are not seen.
    """

    name: ClassVar[str] = "unused-reference"
    severity: ClassVar[Severity] = Severity.WARNING

    def __call__(self, evidence: Evidence) -> Iterator[Fault]:
        extraction = evidence.extraction
        # In a PDF a marker may be a raised digit or be cut by a column, and its entry would seem unused.
        if extraction.document.format in {"bibtex", "ris", "csl-json", "pdf"}:
            return
        named = find_nocited(extraction.document)
        if "*" in named:
            return
        used = find_used(extraction)
        forms = {_make_work_key(each.kind, each.normal) for each in extraction.citations}
        forms |= {_make_work_key(form.kind, form.normal) for each in extraction.citations for form in each.also}
        countable = list(_find_countable(extraction))
        unused = [
            each
            for each in countable
            if each.id not in used
            and each.key not in named
            and not forms & {_make_work_key(identifier.kind, identifier.normal) for identifier in each.identifiers}
        ]
        listed, left = (Counter(each.origin for each in entries) for entries in (countable, unused))
        in_words = find_named_works(extraction, unused)
        body = find_loose_mentions(extraction) if unused else None
        sample = is_template(extraction) if unused else False
        for reference in (each for each in unused if each.id not in in_words):
            # Where most entries are never cited, the list is further reading, or another file cites it.
            if reference.origin == "footnote" or 2 * left[reference.origin] <= listed[reference.origin]:
                doubtful = sample or (body is not None and body.may_mean(reference))
                yield Fault(
                    reference.span, f"unused {_make_label(reference)}", reference=reference, is_doubtful=doubtful
                )


def _make_work_key(kind: str, normal: str) -> str:
    return make_page_key(normal) if kind in {"url", "link"} else normal


def find_used(extraction: Extraction) -> set[str]:
    """Return the ids of cited entries; where it is not clear which entry is meant, each that may be counts as cited."""
    used = {each.reference for each in extraction.citations if each.reference and "listed" not in each.parts}
    for citation in extraction.citations:
        used.update(get_candidate_ids(citation), get_near_ids(citation))
    index = AuthorIndex.from_extraction(extraction)
    unresolved = [each for each in extraction.citations if each.kind == "author-year" and not each.reference]
    for authors in {get_cited_authors(each) for each in unresolved}:
        used.update(each.id for works in index.find_works(authors).values() for each in works)
    meant = _find_meant(extraction)
    known = (each for each in extraction.references if each.key and (each.id in used or each.key in meant))
    keys = {(each.origin, each.key.casefold()) for each in known}
    return used | {each.id for each in extraction.references if (each.origin, each.key.casefold()) in keys}


def _find_meant(extraction: Extraction) -> set[str]:
    """Return the labels nearest to misspelt ones, which KEY001 reports: the entry behind a slip is not unused too."""
    lost = [get_key(each) for each in extraction.citations if each.kind in {"key", "footnote"} and not each.reference]
    keys = [each.key[:100] for each in extraction.references if each.key and parse_number(each.key) is None]
    guesses = (get_close_matches(label[:100], keys[:1000], n=1, cutoff=0.7) for label in lost[:_GUESSES])
    return {key for near in guesses for key in near}


def _find_countable(extraction: Extraction) -> Iterator[Reference]:
    cited_by_name = any(each.kind == "author-year" and each.reference for each in extraction.citations)
    # A numbered list that no number of the text points to is a list of links.
    numbered = {each.reference for each in extraction.citations if each.kind == "numeric"}
    cited_by_number = any(each.id in numbered for each in extraction.references if each.origin == "list")
    # Several files of one paper share a list, and only one of them is read here.
    shared = bool(extraction.document.includes) or extraction.document.is_part
    for reference in list_own_references(extraction):
        if reference.origin == "file" or (shared and reference.origin == "list"):
            continue
        if reference.origin == "list" and parse_number(reference.key) is not None and not cited_by_number:
            continue
        if reference.key or (cited_by_name and reference.authors and reference.year):
            yield reference


def find_nocited(document: Document) -> set[str]:
    r"""Return the keys that the document lists without a place: `\nocite`, `nocite:`."""
    macros = [mark.target for mark in document.marks if "nocite" in mark.parts.get("macro", "")]
    named = {key for target in macros for key in _KEYS.findall(target)}
    return named | set(_KEYS.findall(str(document.metadata.get("nocite", ""))))


def _make_label(reference: Reference) -> str:
    if reference.origin == "footnote":
        return f"footnote [^{reference.key}]"
    if not reference.key:
        return f"entry {reference.authors[0]} {reference.year}"
    return f"entry [{reference.key}]"
