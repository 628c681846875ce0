"""Resolve citations within the project: its corpus and its files."""

from collections.abc import Callable, Hashable, Mapping

from citevet.model import Citation, CitationKind, Reference, Resolution
from citevet.resolve.local.artifacts import resolve_artifact, resolve_mention
from citevet.resolve.local.context import LocalContext
from citevet.resolve.local.corpus import CASE_KINDS, resolve_author_year, resolve_case, resolve_id, resolve_identifier

LocalResolver = Callable[[Citation, Reference | None, LocalContext], Resolution | None]

LOCAL_RESOLVERS: Mapping[CitationKind, LocalResolver] = {
    "corpus": resolve_id,
    "mention": resolve_mention,
    "artifact": resolve_artifact,
    "author-year": resolve_author_year,
    **dict.fromkeys(("doi", "arxiv", "isbn", "url", "link", "numeric", "footnote", "key"), resolve_identifier),
    **dict.fromkeys(CASE_KINDS, resolve_case),
}

_MAX_CACHED = 50_000  # resolutions; a hostile document has a million different ones


def resolve_locally(citation: Citation, reference: Reference | None, context: LocalContext) -> Resolution | None:
    """Return what a citation refers to within the project; None if only the outside world can answer."""
    resolver = LOCAL_RESOLVERS.get(citation.kind)
    if resolver is None:
        return None
    key = _cache_key(citation, reference)
    known = context.cache.resolutions
    if key not in known:
        found = resolver(citation, reference, context)
        if len(known) >= _MAX_CACHED:
            return found
        known[key] = found
    return known[key]


def _cache_key(citation: Citation, reference: Reference | None) -> tuple[Hashable, ...]:
    """Return everything a resolution depends on, without the ids of a document's records."""
    work: tuple[Hashable, ...] | None = None
    if reference:
        work = (reference.authors, reference.year, reference.likely_title, reference.identifiers, reference.text)
    also = tuple((form.kind, form.normal) for form in citation.also)
    return citation.kind, citation.normal, citation.text, citation.locator, tuple(citation.parts.items()), also, work
