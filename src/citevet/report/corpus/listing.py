"""What the corpus holds, one line for each source."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from citevet.model import Entry, Scope
from citevet.report.corpus.table import cut, table
from citevet.report.phrase import count
from citevet.report.visible import one_line, visible

_TITLE = 60  # columns
_AUTHORS = 28


@dataclass(frozen=True, slots=True)
class Listed:
    """A source, and how much of it the corpus holds."""

    entry: Entry
    scope: Scope | None  # none: nothing of it can be read


def render(found: Sequence[Listed]) -> str:
    """Return a table of the sources."""
    return "".join(f"{line}\n" for line in _lines(found))


def _lines(found: Sequence[Listed]) -> Iterator[str]:
    if found:
        yield from table([_row(listed) for listed in found])
    full = sum(listed.scope == "full" for listed in found)
    graded = sum(listed.entry.grade is not None for listed in found)
    yield f"{count(len(found), 'source')}: {full} with full text, {graded} assessed"


def _row(listed: Listed) -> tuple[str, ...]:
    entry = listed.entry
    return (
        visible(entry.id),
        one_line(entry.year or "no year"),
        cut(one_line(names(entry)), _AUTHORS),
        cut(one_line(entry.title or "no title"), _TITLE),
        f"{entry.pages} p." if entry.pages else "no pages",
        str(entry.grade or "unassessed"),
        listed.scope or "no text",
        visible(entry.path),
    )


def names(entry: Entry) -> str:
    """Return the authors as a citation names them: one, two, or the first and others."""
    if not entry.authors:
        return "no authors"
    first = entry.authors[0]
    if len(entry.authors) == 1:
        return first
    return f"{first} and {entry.authors[1]}" if len(entry.authors) == 2 else f"{first} et al."  # noqa: PLR2004


def shape(found: Sequence[Listed]) -> dict[str, Any]:
    """Return the list for programs."""
    return {"version": 1, "sources": [source_shape(listed) for listed in found]}


def source_shape(listed: Listed) -> dict[str, Any]:
    """Return one source for programs."""
    entry = listed.entry
    return {
        "id": entry.id,
        "title": entry.title,
        "authors": list(entry.authors),
        "year": entry.year,
        "source_type": entry.source_type,
        "identifiers": dict(entry.identifiers),
        "pages": entry.pages,
        "grade": str(entry.grade) if entry.grade else None,
        "scope": listed.scope,
        "path": entry.path,
        "file": entry.file,
        "faults": [{"kind": fault.kind, "field": fault.field, "message": fault.message} for fault in entry.faults],
    }
