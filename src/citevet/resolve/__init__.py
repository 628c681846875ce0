"""A citation to its source, as far as the project itself can answer; everything else belongs to the outside world."""

from collections.abc import Callable, Hashable, Mapping

from citevet.model import Citation, CitationKind, Reference, Resolution
from citevet.resolve import artifact, authors, corpus, identified, mention
from citevet.resolve.ground import Ground

__all__ = ["LOCAL", "Ground", "local"]

LocalResolver = Callable[[Citation, Reference | None, Ground], Resolution | None]

# What the project itself holds, by kind; the answer none hands the citation on to the outside world.
LOCAL: Mapping[CitationKind, LocalResolver] = {
    "corpus": corpus.by_id,
    "mention": mention.by_path,
    "artifact": artifact.by_path,
    "author-year": authors.by_authors,
    **dict.fromkeys(("doi", "arxiv", "isbn", "url", "link", "numeric", "footnote", "key"), identified.by_identifier),
}

_MOST = 50_000  # answers that are kept; a hostile document has a million different ones


def local(citation: Citation, reference: Reference | None, ground: Ground) -> Resolution | None:
    """Return what a citation leads to within the project; none for what only the outside world can answer."""
    resolver = LOCAL.get(citation.kind)
    if resolver is None:
        return None
    key = _key(citation, reference)
    if key not in ground.seen.answers:
        found = resolver(citation, reference, ground)
        if len(ground.seen.answers) >= _MOST:
            return found
        ground.seen.answers[key] = found
    return ground.seen.answers[key]


def _key(citation: Citation, reference: Reference | None) -> tuple[Hashable, ...]:
    """Return all that an answer hangs on; the ids of a document's records are not part of it."""
    work = (reference.authors, reference.year, reference.title, reference.identifiers) if reference else None
    also = tuple((form.kind, form.normal) for form in citation.also)
    return citation.kind, citation.normal, citation.text, citation.locator, tuple(citation.parts.items()), also, work
