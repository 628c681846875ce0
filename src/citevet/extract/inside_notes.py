"""What stands inside each note, beside the markers of other notes."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import TypeVar

from citevet.extract.found import Found
from citevet.model import Citation, CitationKind, Span

MARKERS: frozenset[CitationKind] = frozenset({"footnote", "numeric"})

Cited = TypeVar("Cited", Found, Citation)


def inside_notes(notes: Mapping[str, Span], cited: Iterable[Cited]) -> Mapping[str, list[Cited]]:
    """Return what each note cites, by its id; one sweep over both, of which the cited come in order."""
    ordered = sorted(notes.items(), key=lambda note: note[1])
    inside: dict[str, list[Cited]] = defaultdict(list)
    index = 0
    for one in cited:
        while index < len(ordered) and ordered[index][1].end <= one.span.start:
            index += 1
        if index < len(ordered) and one.kind not in MARKERS and ordered[index][1].holds(one.span):
            inside[ordered[index][0]].append(one)
    return inside
