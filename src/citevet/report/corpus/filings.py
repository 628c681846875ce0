"""What became of the sources that were to be filed."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import PurePath
from typing import Any

from citevet.model import Entry
from citevet.report.phrase import count
from citevet.report.visible import one_line, visible

_NAMES = {"source_type": "source type"}


@dataclass(frozen=True, slots=True)
class Filing:
    """One source: the entry that it is now, or was before; or why it is none."""

    source: str  # the path, DOI or address that was given
    entry: Entry | None = None
    already: bool = False
    lacks: tuple[str, ...] = ()  # keys of the front matter that nobody knows
    notes: tuple[str, ...] = ()  # what was seen and not believed, a clause each
    trouble: str | None = None  # why it was not filed


def render(filings: Sequence[Filing]) -> str:
    """Return what was found of each source, and what is left to fill in."""
    return "".join(f"{line}\n" for filing in filings if filing.entry for line in _lines(filing, filing.entry))


def _lines(filing: Filing, entry: Entry) -> Iterator[str]:
    title = one_line(entry.title or f"no title ({PurePath(filing.source).name})")
    if filing.already:
        yield f"{visible(entry.id)}  {title}"
        yield f"  is in the corpus already: {visible(entry.path)}"
    else:
        yield f"{visible(entry.id)}  {title}"
        yield f"  filed as {visible(entry.path)}" + (f" with {visible(entry.file)}" if entry.file else "")
        yield from (f"  {name:<9} {one_line(value)}" for name, value in _found(entry) if value)
        yield from (f"  {line}" for line in _missing(filing, entry))
    yield from (f"  note: {one_line(note)}" for note in filing.notes)


def _found(entry: Entry) -> Iterator[tuple[str, str]]:
    yield "authors", ", ".join(entry.authors)
    yield "year", entry.year or ""
    yield "type", entry.source_type or ""
    yield from ((kind, value) for kind, value in sorted(entry.identifiers.items()))
    sections = f", {count(len(entry.sections), 'section')}" if entry.sections else ""
    yield "pages", f"{entry.pages}{sections}" if entry.pages else ""
    yield "sha256", f"{entry.file_sha256[:16]}…" if entry.file_sha256 else ""


def _missing(filing: Filing, entry: Entry) -> Iterator[str]:
    if filing.lacks:
        names = _joined([_NAMES.get(name, name) for name in filing.lacks], "or")
        keys = _joined([f"`{name}:`" for name in filing.lacks], "and")
        yield f"no {names} found: add {keys} to {visible(entry.path)}"


def _joined(words: Sequence[str], last: str) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} {last} {words[-1]}"


def shape(filings: Sequence[Filing]) -> dict[str, Any]:
    """Return the same for programs."""
    return {
        "version": 1,
        "added": [_filing_shape(filing, filing.entry) for filing in filings if filing.entry],
        "unread": [{"source": filing.source, "message": filing.trouble} for filing in filings if filing.trouble],
    }


def _filing_shape(filing: Filing, entry: Entry) -> dict[str, Any]:
    return {
        "source": filing.source,
        "id": entry.id,
        "already": filing.already,
        "path": entry.path,
        "file": entry.file,
        "title": entry.title,
        "authors": list(entry.authors),
        "year": entry.year,
        "source_type": entry.source_type,
        "identifiers": dict(entry.identifiers),
        "pages": entry.pages,
        "sections": [{"name": part.name, "first": part.first, "last": part.last} for part in entry.sections],
        "sha256": entry.file_sha256,
        "lacks": list(filing.lacks),
        "notes": list(filing.notes),
    }
