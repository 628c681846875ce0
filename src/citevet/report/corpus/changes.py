"""Works that `corpus import` added, and entries that `corpus remove` deleted."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from citevet.model import Entry
from citevet.model.entry import ImportedWork
from citevet.report.findings import format_count
from citevet.report.json import pick
from citevet.report.safe_text import format_table, shorten, show_controls, to_line

_TITLE = 70  # columns
_STATUS = {
    "added": "added",
    "known": "already in the corpus",
    "untitled": "not added: no title",
    "broken": "not added: cannot be parsed",
}


@dataclass(frozen=True, slots=True)
class ImportedFile:
    """A bibliography given to `corpus import`: its works, or why it was not read."""

    file: str
    works: tuple[ImportedWork, ...] = ()
    notes: tuple[str, ...] = ()
    trouble: str | None = None
    dry: bool = False

    @property
    def is_complete(self) -> bool:
        """Whether every work is in the corpus now."""
        return self.trouble is None and all(work.entry.id for work in self.works)


def render_imported(files: Sequence[ImportedFile]) -> str:
    """Return the works of each bibliography with their entries, and a line with the totals."""
    return "".join(f"{line}\n" for file in files if file.trouble is None for line in _imported_lines(file))


def _imported_lines(file: ImportedFile) -> Iterator[str]:
    rows = [
        (
            work.entry.id or f"line {work.line}",
            shorten(to_line(work.entry.title or work.key or "no title"), _TITLE),
            _describe(work, dry=file.dry),
        )
        for work in file.works
    ]
    yield from format_table(rows) if rows else ()
    counts = Counter(_describe(work, dry=file.dry) for work in file.works)
    totals = ", ".join(f"{count} {status}" for status, count in counts.items())
    yield f"{format_count(len(file.works), 'work')} in {show_controls(file.file)}" + (f": {totals}" if totals else "")


def _describe(work: ImportedWork, *, dry: bool) -> str:
    return "would be added" if dry and work.status == "added" else _STATUS[work.status]


def imported_to_dict(files: Sequence[ImportedFile]) -> dict[str, Any]:
    """Return the imported works for JSON."""
    return {
        "version": 1,
        "dry_run": any(file.dry for file in files),
        "works": [
            {
                "file": file.file,
                **pick(work, "line", "key", "status"),
                "id": work.entry.id or None,
                **pick(work.entry, "title", "authors", "year", "source_type"),
                "identifiers": dict(work.entry.identifiers),
            }
            for file in files
            for work in file.works
        ],
        "unread": [{"source": file.file, "message": file.trouble} for file in files if file.trouble],
    }


@dataclass(frozen=True, slots=True)
class RemovedSource:
    """An entry given to `corpus remove`, its files, and where documents cite it."""

    entry: Entry
    files: tuple[str, ...]
    cited: tuple[str, ...]  # paper.md:12
    dry: bool = False


def render_removed(sources: Sequence[RemovedSource]) -> str:
    """Return the files of each removed entry, and the citations that now lead nowhere."""
    return "".join(f"{line}\n" for source in sources for line in _removed_lines(source))


def _removed_lines(source: RemovedSource) -> Iterator[str]:
    yield f"{show_controls(source.entry.id)}  {to_line(source.entry.title or 'no title')}"
    verb = "would remove" if source.dry else "removed"
    yield from (f"  {verb} {show_controls(file)}" for file in source.files)
    if source.cited:
        yield f"  {'cited' if source.dry else 'still cited'} in {show_controls(', '.join(source.cited))}"


def removed_to_dict(sources: Sequence[RemovedSource]) -> dict[str, Any]:
    """Return the removed entries for JSON."""
    return {
        "version": 1,
        "dry_run": any(source.dry for source in sources),
        "removed": [
            {**pick(source.entry, "id", "title", "path"), **pick(source, "files", "cited")} for source in sources
        ],
    }
