"""Works that were looked up, for people and as JSON."""

from collections.abc import Iterator, Sequence
from typing import Any, Protocol

from citevet.model import Notice, Record, Resolution
from citevet.report.json import record_to_dict
from citevet.report.safe_text import to_line

_WIDTH = 10  # of the names of the lines below a work
_MOST_AUTHORS = 3
_MARKS = {"found": "✓", "missing": "✗", "mismatched": "✗", "ambiguous": "?", "unchecked": "○"}


class LookedUpWork(Protocol):
    """A work as it was asked for, and what became of it."""

    @property
    def asked(self) -> str:
        """The identifier, citation or reference, as written."""

    @property
    def path(self) -> str:
        """The file that names it."""

    @property
    def line(self) -> int | None:
        """The line there."""

    @property
    def resolution(self) -> Resolution:
        """What became of it."""


def render_works(works: Sequence[LookedUpWork]) -> str:
    """Return a few lines for each work, and the counts."""
    blocks = ["\n".join(_describe_work(work)) for work in works]
    counts: dict[str, int] = {}
    for work in works:
        counts[work.resolution.existence] = counts.get(work.resolution.existence, 0) + 1
    total = ", ".join(f"{count} {word}" for word, count in sorted(counts.items()))
    return "\n\n".join([*blocks, total or "nothing to look up"]) + "\n"


def _describe_work(work: LookedUpWork) -> Iterator[str]:
    found = work.resolution
    place = f"{work.path}:{work.line} " if work.path else ""
    reason = f" ({found.reason})" if found.reason else ""
    retracted = "retracted" in found.flags and found.existence == "found"
    mark, more = ("✗", ", retracted") if retracted else (_MARKS[found.existence], "")
    yield to_line(f"{mark} {found.existence}{more}{reason}: {place}{work.asked[:160]}")
    record = found.source.record if found.source else None
    if record:
        yield _line("record", describe_record(record))
        yield from (_line(name, value) for name, value in record.identifiers.items())
        yield from (_line(notice.kind, _describe_notice(notice)) for notice in record.notices)
    for each in found.differences:
        yield _line(
            each.type, each.source if each.type == "candidate" else f"you: {each.claim} / record: {each.source}"
        )
    if found.note:
        yield _line("note", found.note)
    if record:
        yield from (_line("copy", copy) for copy in record.copies[:1])
        if record.url:
            yield _line("see", record.url)


def _line(name: str, value: str) -> str:
    return f"    {name:<{_WIDTH}} {to_line(value)}"


def _describe_notice(notice: Notice) -> str:
    return ", ".join(part for part in (notice.by, notice.date, notice.id, notice.why) if part)


def describe_record(record: Record) -> str:
    """Return a record as one line: authors (year). Title. Venue volume, pages."""
    shown = [author.partition(",")[0] for author in record.authors[:_MOST_AUTHORS]]
    authors = ", ".join(shown) + (" et al." if len(record.authors) > _MOST_AUTHORS else "")
    year = f" ({record.years[0]})" if record.years else ""
    head = f"{authors}{year}".strip()
    where = ", ".join(part for part in (f"{record.venue} {record.volume}".strip(), record.pages) if part)
    return ". ".join(part for part in (head, record.title, where) if part)


def work_to_dict(work: LookedUpWork) -> dict[str, Any]:
    """Return a work with its record."""
    found = work.resolution
    record = found.source.record if found.source else None
    return {
        "asked": work.asked,
        "path": work.path or None,
        "line": work.line,
        "existence": found.existence,
        "reason": found.reason,
        "note": found.note,
        "flags": list(found.flags),
        "differences": [{"type": each.type, "claim": each.claim, "source": each.source} for each in found.differences],
        "record": record_to_dict(record) if record else None,
    }
