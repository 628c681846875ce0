"""Describe a corpus entry as a record, so that references are compared with it like with any other."""

from collections.abc import Mapping

from citevet.model import Entry, Record
from citevet.resolve.service_fields import years_in


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
