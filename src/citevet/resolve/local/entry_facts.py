"""What an entry of the corpus says of its work, as a record and as a line of a reference list."""

from collections.abc import Mapping

from citevet.model import CitationKind, Entry, Identifier, Record, Reference, Span
from citevet.people.parser import read_name
from citevet.resolve.answers import years_in

_REGISTERED: tuple[CitationKind, ...] = ("doi", "arxiv", "pmid", "pmcid", "isbn", "url")
_MAX_AUTHORS = 100  # of an entry
_MAX_NAME = 300  # characters


def record_of(entry: Entry) -> Record:
    """Return the facts of an entry that a reference repeats."""
    venue = entry.metadata.get("venue")
    name = venue.get("name") if isinstance(venue, Mapping) else venue
    return Record(
        service="corpus",
        id=entry.id,
        title=entry.title,
        authors=entry.authors,
        years=years_in(entry.year or ""),
        venue=name if isinstance(name, str) else "",
        identifiers=entry.identifiers,
    )


def describe_entry(entry: Entry, span: Span) -> Reference:
    """Return an entry as a document would list it, so that registries can be asked about it."""
    known = [(kind, entry.identifiers[kind]) for kind in _REGISTERED if kind in entry.identifiers]
    text = f"{', '.join(entry.authors[:_MAX_AUTHORS])} ({entry.year or 'n.d.'}). {entry.title}."
    return Reference(
        "",
        entry.id,
        span,
        text,
        "list",
        identifiers=tuple(Identifier(kind, span, value, value) for kind, value in known),
        title=entry.title,
        authors=tuple(read_name(author[:_MAX_NAME]).shown for author in entry.authors[:_MAX_AUTHORS]),
        year=entry.year,
    )
