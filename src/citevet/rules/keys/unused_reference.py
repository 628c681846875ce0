"""KEY002."""

from collections.abc import Iterator
from re import compile as pattern
from typing import ClassVar

from citevet.contracts import Evidence, Fault
from citevet.model import Document, Extraction, Reference, Safety, Severity
from citevet.rules.keys.authored import NONE, Authored
from citevet.rules.keys.entries import candidates, near, own
from citevet.rules.keys.names import cited

_KEYS = pattern(r"[^\s,;@\[\]{}]{1,200}")


class UnusedReference:
    r"""An entry of the document's own list is never cited.

    ## What it means
    A footnote is defined, or an entry stands in the reference list, and nothing in the text points to it. Entries
    without a label are counted only where other entries of the list are cited by author and year. An entry also
    counts as cited when the text holds its DOI or address.

    ## Why it matters
    It is a leftover of an earlier draft, or a claim lost its citation. Either way the list promises more than the
    text.

    ## Example
    ```markdown
    Only one of the two is cited.[^a]

    [^a]: Kim, 2019.
    [^b]: Lee, 2020.
    ```

    ## How to mend it
    Cite the entry where it belongs, or remove it. For a list of further reading, write
    `<!-- citevet: file-ignore[KEY002] further reading -->`; in LaTeX, `\nocite{*}` says the same.

    ## What we cannot see
    Entries of a shared .bib file are never reported: other documents may cite them. Citations in figures and in
    files that were not part of the run are not seen.
    """

    name: ClassVar[str] = "unused-reference"
    severity: ClassVar[Severity] = Severity.WARNING
    fix: ClassVar[Safety | None] = None

    def __call__(self, evidence: Evidence) -> Iterator[Fault]:
        extraction = evidence.extraction
        if extraction.document.format in {"bibtex", "ris", "csl-json"}:
            return
        named = _nocited(extraction.document)
        if "*" in named:
            return
        used = _used(extraction)
        forms = {each.normal for each in extraction.citations} | {
            form.normal for each in extraction.citations for form in each.also
        }
        for reference in _countable(extraction):
            identifiers = {identifier.normal for identifier in reference.identifiers}
            if reference.id not in used and reference.key not in named and not identifiers & forms:
                yield Fault(reference.span, f"{_what(reference)} is never cited", reference=reference)


def _used(extraction: Extraction) -> set[str]:
    """Return the ids of cited entries; where it is not clear which entry is meant, each that may be counts as cited."""
    used = {each.reference for each in extraction.citations if each.reference}
    for citation in extraction.citations:
        used.update(candidates(citation), near(citation))
    authored = Authored.of(extraction)
    unresolved = {cited(each) for each in extraction.citations if each.kind == "author-year" and not each.reference}
    for people in unresolved:
        used.update(each.id for works in authored.works.get(people, NONE).values() for each in works)
    keys = {(each.origin, each.key.casefold()) for each in extraction.references if each.id in used and each.key}
    return used | {each.id for each in extraction.references if (each.origin, each.key.casefold()) in keys}


def _countable(extraction: Extraction) -> Iterator[Reference]:
    cited_by_name = any(each.kind == "author-year" and each.reference for each in extraction.citations)
    # A list that several files of one paper share is used by all of them, and only one is at hand here.
    shared = bool(extraction.document.includes) or extraction.document.is_part
    for reference in own(extraction):
        if reference.origin == "file" or (shared and reference.origin == "list"):
            continue
        if reference.key or (cited_by_name and reference.authors and reference.year):
            yield reference


def _nocited(document: Document) -> set[str]:
    r"""Return the keys that the document lists without a place: `\nocite`, `nocite:`."""
    named = {key for mark in document.marks if "nocite" in mark.parts.get("macro", "") for key in _split(mark.target)}
    return named | set(_split(str(document.metadata.get("nocite", ""))))


def _split(keys: str) -> list[str]:
    return _KEYS.findall(keys)


def _what(reference: Reference) -> str:
    if reference.origin == "footnote":
        return f"footnote [^{reference.key}]"
    if not reference.key:
        return f"{reference.authors[0]} {reference.year}"
    return f"entry [{reference.key}]"
