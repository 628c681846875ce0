"""What `citevet corpus import` did: the works of each library, and the documents that were filed with them."""

from collections import Counter
from collections.abc import Iterator, Sequence
from shlex import quote
from typing import Any

from citevet.model.entry import FiledDocument, ImportedWork
from citevet.people.cited_name import format_cited_name
from citevet.records import dataclass
from citevet.report.findings import format_count
from citevet.report.json import pick
from citevet.report.safe_text import format_table, join_lines, shorten, show_controls, to_line

_TITLE = 70  # columns
_MAX_ROWS = 200  # works of a library that are listed one by one
_STATUS = {
    "added": "added",
    "known": "already in the corpus",
    "untitled": "not added: no title",
    "broken": "not added: cannot be parsed",
}
_FIELDS = {"citation_key": "citation key", "source_type": "type"}


@dataclass(frozen=True, slots=True)
class ImportedFile:
    """A bibliography given to `corpus import`: its works, or why it was not read."""

    file: str
    works: tuple[ImportedWork, ...] = ()
    notes: tuple[str, ...] = ()
    trouble: str | None = None

    @property
    def is_complete(self) -> bool:
        """Whether every work is in the corpus now."""
        return self.trouble is None and all(work.entry.id for work in self.works)


@dataclass(frozen=True, slots=True)
class ImportedLibrary:
    """Everything that one import did."""

    files: tuple[ImportedFile, ...]
    documents: tuple[FiledDocument, ...] = ()
    dry: bool = False

    @property
    def is_complete(self) -> bool:
        """Whether every work is in the corpus, and every document could be read and has one place."""
        wrong = {"unreadable", "ambiguous", "other-work"}
        return all(file.is_complete for file in self.files) and not any(each.status in wrong for each in self.documents)


@join_lines
def render_imported(done: ImportedLibrary) -> Iterator[str]:
    """Return the works of each library with their entries, what became of each document, and the totals."""
    words = {**_STATUS, "added": "would be added"} if done.dry else _STATUS
    for file in (each for each in done.files if each.trouble is None):
        rows = [_work_row(work, words) for work in file.works[:_MAX_ROWS]]
        yield from format_table(rows) if rows else ()
        if len(file.works) > _MAX_ROWS:
            yield f"and {len(file.works) - _MAX_ROWS:,} more"
        counts = Counter(words[work.status] for work in file.works)
        totals = ", ".join(f"{count} {status}" for status, count in counts.items())
        number = format_count(len(file.works), "work")
        yield f"{number} in {show_controls(file.file)}" + (f": {totals}" if totals else "")
    yield from _document_lines(done)


def _work_row(work: ImportedWork, words: dict[str, str]) -> tuple[str, ...]:
    said = words[work.status]
    if work.filled:
        names = ", ".join(_FIELDS.get(name, name) for name in work.filled)
        said += f"; added its {names}"
    elif work.is_repeated:
        said = "the same work as above"
    place = (work.key or work.entry.id) if work.entry.id else f"line {work.line}" if work.line else ""
    return to_line(place), shorten(to_line(work.entry.title or work.key or "no title"), _TITLE), said


def _document_lines(done: ImportedLibrary) -> Iterator[str]:
    if not done.documents:
        return
    filed = [each for each in done.documents if each.status == "filed"]
    for each in filed[:_MAX_ROWS]:
        note = f" ({to_line(each.note)})" if each.note else ""
        yield f"{to_line(each.path)} → {_name(each)}{note}"
    if len(filed) > _MAX_ROWS:
        yield f"and {len(filed) - _MAX_ROWS:,} more"
    verb = "would be filed" if done.dry else "filed"
    known = sum(each.status == "known" for each in done.documents)
    total = sum(each.status != "extra" for each in done.documents)
    text = f"{len(filed)} of {format_count(total, 'document')} {verb} with their works"
    extra = sum(each.status == "extra" for each in done.documents)
    yield text + (f", {known} filed before" if known else "")
    if extra:
        yield f"{format_count(extra, 'more file')} of these works {'stays' if extra == 1 else 'stay'} where they are"


def list_open_questions(done: ImportedLibrary) -> Iterator[str]:
    """Yield a line for each document that was not filed: what is wrong, and what to do."""
    for each in done.documents:
        path = to_line(each.path)
        if each.status == "ambiguous":
            names = "; ".join(_name_entry(each, number) for number in range(len(each.candidates[:5])))
            advice = (
                f"`citevet corpus add {quote(path)} --to {next(iter(each.candidates[0].keys), each.candidates[0].id)}`"
            )
            yield f"{path}: {len(each.candidates)} works fit ({names}). Say which: {advice}"
        elif each.status == "unmatched":
            advice = f"To add it as a source of its own: `citevet corpus add {quote(path)}`"
            yield f"{path}: no work of the library fits. {advice}"
        elif each.status == "second":
            yield f"{path}: not filed: it is {_name(each)}, and {to_line(each.note)}"
        elif each.status == "missing":
            yield f"{path}: {to_line(each.note)} ({_name(each)})"
        elif each.status == "unreadable":
            yield f"{path}: {to_line(each.note)}"
        elif each.status == "other-work":
            key = each.entry.id if each.entry else ""
            yield f"{path}: not filed with {_name(each)}: {to_line(each.note)}. If it is right: --to {key}"


def _name(each: FiledDocument) -> str:
    if each.entry is None:
        return "no work"
    name = format_cited_name(each.entry.authors, each.entry.year) or each.entry.title
    return to_line(f"{name} [{', '.join(each.entry.keys) or each.entry.id}]")


def _name_entry(each: FiledDocument, number: int) -> str:
    entry = each.candidates[number]
    name = format_cited_name(entry.authors, entry.year) or entry.title[:_TITLE]
    return to_line(f"{entry.keys[0] if entry.keys else entry.id}: {name}")


def imported_to_dict(done: ImportedLibrary) -> dict[str, Any]:
    """Return the import for JSON."""
    return {
        "version": 1,
        "dry_run": done.dry,
        "works": [
            {
                "file": file.file,
                **pick(work, "line", "key", "status", "filled"),
                "id": work.entry.id or None,
                **pick(work.entry, "title", "authors", "year", "source_type"),
                "identifiers": dict(work.entry.identifiers),
            }
            for file in done.files
            for work in file.works
        ],
        "documents": [_document_to_dict(each) for each in done.documents],
        "unread": [{"source": file.file, "message": file.trouble} for file in done.files if file.trouble],
    }


def _document_to_dict(each: FiledDocument) -> dict[str, Any]:
    candidates: Sequence[str] = [entry.id for entry in each.candidates]
    entry = each.entry.id if each.entry else None
    return {**pick(each, "path", "status", "note"), "id": entry, "candidates": candidates}
