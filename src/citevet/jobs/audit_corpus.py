"""The entries of the corpus as documents: each with what is wrong with it."""

from collections.abc import Iterator
from dataclasses import replace

from citevet.config import Config
from citevet.contracts import Evidence
from citevet.errors import CitevetError
from citevet.jobs.audit_file import named, shown_path
from citevet.judge.key_quotes import key_quote_faults
from citevet.library.shelf import Shelf
from citevet.model import Audit, Entry, Extraction, Unread
from citevet.read import read

# What is asked of an entry: the notes in it are no manuscript, and other rules would scold the librarian for them.
_FAMILIES = ("MET", "QUO006", "QUO007")


def audit_entries(shelf: Shelf, settings: Config) -> list[Audit | Unread]:
    """Return an audit of each entry that something is wrong with; what is in order needs no page in a report."""
    return [_audit(entry, settings) for entry in _compared(shelf) if entry.faults]


def _compared(shelf: Shelf) -> Iterator[Entry]:
    """Yield the entries, with the key quotes that are not in their files among the faults."""
    for entry in shelf.entries():
        lost = key_quote_faults(entry, shelf.body(entry)) if entry.quotes and entry.file else ()
        yield replace(entry, faults=(*entry.faults, *lost)) if lost else entry


def _audit(entry: Entry, settings: Config) -> Audit | Unread:
    path = settings.root / entry.path
    try:
        document = read(path, shown=shown_path(path), max_bytes=settings.max_bytes)
    except CitevetError as error:
        return Unread(shown_path(path), str(error))
    return named(Evidence(Extraction(document), entry=entry), settings, families=_FAMILIES)
