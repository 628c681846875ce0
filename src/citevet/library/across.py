"""What shows only when all entries of a corpus are seen: one id twice, and edges that nothing answers."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from citevet.model import Entry, EntryFault

_PROFILE = "PROF-"  # people, bodies and funders: nodes of the graph that are no sources


def across(entries: Sequence[Entry]) -> tuple[Entry, ...]:
    """Return the entries, in their order, with the faults that each has beside the others."""
    called: dict[str, list[Entry]] = defaultdict(list)
    for entry in entries:
        called[entry.id].append(entry)
    cites = {ref: {each for one in same for each in one.cites} for ref, same in called.items()}
    cited_by = {ref: {each for one in same for each in one.cited_by} for ref, same in called.items()}
    found = ((*_duplicates(entry, called[entry.id]), *_edges(entry, cites, cited_by)) for entry in entries)
    return tuple(
        replace(entry, faults=(*entry.faults, *faults)) if faults else entry
        for entry, faults in zip(entries, found, strict=True)
    )


def _duplicates(entry: Entry, same: Sequence[Entry]) -> Iterator[EntryFault]:
    other = next((each.path for each in same if each is not entry), None)
    if other is not None:
        more = f" and of {len(same) - 2} more" if len(same) > 2 else ""  # noqa: PLR2004 - itself and the one named
        yield EntryFault("duplicate-id", f"{entry.id} is also the id of {other}{more}")


def _edges(entry: Entry, cites: Mapping[str, set[str]], cited_by: Mapping[str, set[str]]) -> Iterator[EntryFault]:
    yield from _one_way(entry, entry.cites, there=cites, back=cited_by)
    yield from _one_way(entry, entry.cited_by, there=cited_by, back=cites)


def _one_way(
    entry: Entry, named: Sequence[str], *, there: Mapping[str, set[str]], back: Mapping[str, set[str]]
) -> Iterator[EntryFault]:
    """Yield what is wrong with the edges of one direction; an entry that keeps no edges contradicts none."""
    cites = named is entry.cites
    verb = "cites" if cites else "is cited by"
    for ref in named:
        if ref.startswith(_PROFILE):
            continue
        if ref not in there:
            yield EntryFault("dangling-edge", f"its sidecar says that it {verb} {ref}, which the corpus does not have")
        elif entry.id not in back[ref] and (there[ref] or back[ref]):
            other = f"{entry.id} cites it" if cites else f"it cites {entry.id}"
            message = f"its sidecar says that it {verb} {ref}; the sidecar of {ref} does not say that {other}"
            yield EntryFault("one-sided-edge", message)
