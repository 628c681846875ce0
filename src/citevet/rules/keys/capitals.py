"""Keys that differ from their entry by capitals alone, where the tool that looks them up tells them apart."""

from collections.abc import Iterator
from re import compile as pattern

from citevet.model import Citation, Document, Extraction
from citevet.rules.keys.entries import by_id, key

_BIBER = pattern(r"\\add(?:bibresource|globalbib|sectionbib)\b")
_BIBTEX = pattern(r"backend\s{0,3}=\s{0,3}bibtex")


def miscased(extraction: Extraction) -> Iterator[tuple[Citation, str]]:
    """Yield such citations, each with the key as it should be.

    Biber tells capitals apart, and so does LaTeX itself. BibTeX finds the entry, and drops it where a document spells
    its key in two ways. Outside LaTeX the tools differ, and nothing is said.
    """
    entries = by_id(extraction)
    bibtex = _ignores_capitals(extraction.document)
    spelt: dict[str, str] = {}  # entry → the key by which it was cited first
    for citation in extraction.citations:
        entry = entries.get(citation.reference or "")
        if entry is None or "macro" not in citation.parts:
            continue
        right = spelt.setdefault(entry.id, key(citation)) if bibtex and entry.origin == "file" else entry.key
        if key(citation) != right and key(citation).casefold() == right.casefold():
            yield citation, right


def _ignores_capitals(document: Document) -> bool:
    r"""Say whether BibTeX looks the keys up. What a part of a paper uses its main file says, which is not at hand."""
    return document.is_part or not _BIBER.search(document.text) or _BIBTEX.search(document.text) is not None
