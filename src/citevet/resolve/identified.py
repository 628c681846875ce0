"""`doi:10.1000/182`, `[3]`, `[@smith]`: an entry of the corpus, by what identifies the work or its reference."""

from collections.abc import Iterator

from citevet.model import Citation, CitationKind, Reference, Resolution
from citevet.resolve.authors import described
from citevet.resolve.corpus import found
from citevet.resolve.ground import Ground

_POINTING: frozenset[CitationKind] = frozenset({"numeric", "footnote", "key"})
_KINDS = frozenset({"doi", "arxiv", "isbn", "url"})  # what an entry of the corpus carries


def by_identifier(citation: Citation, reference: Reference | None, ground: Ground) -> Resolution | None:
    """Find the one entry with an identifier of the cited work, or that is it by all else; else the world is asked."""
    if not ground.shelf.is_kept:
        return None
    for kind, value in _names(citation, reference):
        entries = ground.shelf.identified(kind, value)
        if len(entries) == 1:
            return found(entries[0], citation)
    entries = described(reference, ground) if reference and citation.kind in _POINTING else ()
    return found(entries[0], citation) if len(entries) == 1 else None


def _names(citation: Citation, reference: Reference | None) -> Iterator[tuple[str, str]]:
    forms = [(citation.kind, citation.normal), *((form.kind, form.normal) for form in citation.also)]
    if reference:
        forms += [(each.kind, each.normal) for each in reference.identifiers if each.kind != "orcid"]
    for kind, normal in forms:
        name = "url" if kind == "link" else kind
        if name in _KINDS:
            yield name, normal
