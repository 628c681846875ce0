"""List the sources of the corpus."""

from collections.abc import Mapping
from typing import Any

from citevet.jobs.corpus.kept import kept, settings_here
from citevet.library.shelf import Shelf
from citevet.model import Entry, Scope
from citevet.report.corpus.listing import Listed


def listing(flags: Mapping[str, Any]) -> list[Listed]:
    """Return every source in the order of ids, and how much of it the corpus holds."""
    shelf = kept(settings_here(flags))
    return [Listed(entry, _scope(entry, shelf)) for entry in shelf.entries()]


def _scope(entry: Entry, shelf: Shelf) -> Scope | None:
    """Say how much there is to read; a scan is a file, and has no words."""
    body = shelf.body(entry)
    return body.scope if body.pages else None
