"""`doi:10.1000/182`, `[3]`, `[@smith]`: an entry of the corpus, by an identifier of the work or of its reference."""

from collections.abc import Iterator

from citevet.model import Citation, Reference, Resolution
from citevet.resolve.corpus import found
from citevet.resolve.ground import Ground

_KINDS = frozenset({"doi", "arxiv", "isbn", "url"})  # what an entry of the corpus carries


def by_identifier(citation: Citation, reference: Reference | None, ground: Ground) -> Resolution | None:
    """Find the one entry that carries an identifier of the cited work; else the outside world is asked."""
    if not ground.shelf.is_kept:
        return None
    for kind, value in _names(citation, reference):
        entries = ground.shelf.identified(kind, value)
        if len(entries) == 1:
            return found(entries[0], citation)
    return None


def _names(citation: Citation, reference: Reference | None) -> Iterator[tuple[str, str]]:
    forms = [(citation.kind, citation.normal), *((form.kind, form.normal) for form in citation.also)]
    if reference:
        forms += [(each.kind, each.normal) for each in reference.identifiers if each.kind != "orcid"]
    for kind, normal in forms:
        name = "url" if kind == "link" else kind
        if name in _KINDS:
            yield name, normal
