"""Keys that differ from their entry by capitals alone, where the tool that looks them up tells them apart."""

from collections.abc import Iterator
from re import compile as pattern

from citevet.model import Citation, Document, Extraction, Reference
from citevet.rules.keys.entries import by_id, key

_BIBER = pattern(r"\\add(?:bibresource|globalbib|sectionbib)\b")
_AT = pattern(r"(?<!\w)@[\w{]")
_BIBTEX = pattern(r"backend\s{0,3}=\s{0,3}bibtex")


def miscased(extraction: Extraction) -> Iterator[tuple[Citation, str]]:
    """Yield such citations, each with the key as it should be.

    Biber tells capitals apart, and so do LaTeX itself and pandoc. BibTeX finds the entry, and drops it where a document
    spells its key in two ways. Of other tools nothing is said: pybtex, behind the roles of Sphinx, ignores capitals.
    """
    entries = by_id(extraction)
    exact = {entry.key for entry in entries.values()}
    bibtex = extraction.document.format == "latex" and _ignores_capitals(extraction.document)
    spelt: dict[str, str] = {}  # entry → the key by which it was cited first
    for citation in extraction.citations:
        entry = entries.get(citation.reference or "")
        if entry is None or not ("macro" in citation.parts or _is_pandoc(citation, entry)):
            continue
        right = spelt.setdefault(entry.id, key(citation)) if bibtex and entry.origin == "file" else entry.key
        other = key(citation) if bibtex or key(citation) not in exact else right
        if other != right and other.casefold() == right.casefold():
            yield citation, right


def _is_pandoc(citation: Citation, entry: Reference) -> bool:
    """Say whether pandoc looks the key up in a bibliography: [@smith2020], @smith2020 and @{smith2020}."""
    return citation.kind == "key" and entry.origin == "file" and _AT.search(citation.text) is not None


def _ignores_capitals(document: Document) -> bool:
    r"""Say whether BibTeX looks the keys up. What a part of a paper uses its main file says, which is not at hand."""
    return document.is_part or not _BIBER.search(document.text) or _BIBTEX.search(document.text) is not None
