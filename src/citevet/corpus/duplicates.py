"""Entries of the corpus that are one work: of one identifier, or of one title, people and year."""

from collections.abc import Iterable, Iterator

from citevet.corpus.work_matching import IDENTIFIERS, may_be_same, record_of
from citevet.model import Entry
from citevet.people.parser import read_name
from citevet.text.names import fold_name

_MIN_TITLE = 4  # words of a title that names one work where an entry has no authors


def find_duplicates(entries: Iterable[Entry]) -> tuple[tuple[Entry, ...], ...]:
    """Return the groups of entries that are one work, the one to keep first in each."""
    groups: dict[str, list[Entry]] = {}  # id → the group of that entry
    first: dict[tuple[str, str], Entry] = {}
    for entry in entries:
        for sign in _signs(entry):
            known = first.setdefault(sign, entry)
            if known is not entry and _is_same(known, entry, sign[0]):
                group = groups.setdefault(known.path, [known])
                if entry not in group:
                    group.append(entry)
                groups[entry.path] = group
                break
    unique = {id(group): group for group in groups.values()}
    return tuple(tuple(sorted(group, key=_rank)) for group in unique.values())


def _signs(entry: Entry) -> Iterator[tuple[str, str]]:
    yield from ((kind, entry.identifiers[kind]) for kind in IDENTIFIERS if kind in entry.identifiers)
    if title := fold_name(entry.title):
        yield "title", title


def _is_same(one: Entry, other: Entry, sign: str) -> bool:
    """Check two entries of one title further: people and year of both, or a title that is long enough alone."""
    if sign != "title":
        return True
    if not may_be_same(record_of(one), record_of(other)):
        return False
    if one.authors and other.authors:
        return not read_name(one.authors[0]).forms().isdisjoint(read_name(other.authors[0]).forms())
    return len(fold_name(one.title).split()) >= _MIN_TITLE


def _rank(entry: Entry) -> tuple[bool, bool, str]:
    """Sort the entry with a file first, then that with a citation key."""
    return not entry.file, not entry.keys, entry.id
