"""One Markdown file of the corpus, with the files that belong to it, to an Entry and its words."""

from collections.abc import Mapping
from datetime import date
from pathlib import Path
from re import compile as pattern
from typing import Any

from citevet.errors import ReadError
from citevet.library.across import across
from citevet.library.assessment import graded
from citevet.library.attachments import attachment
from citevet.library.dating import last_verified, year
from citevet.library.fields import ALIASES, Sheet, kind_of, one_line
from citevet.library.identifiers import identifiers
from citevet.library.key_quotes import key_quotes
from citevet.library.note_fields import heading, note_fields
from citevet.library.pagination import pagination
from citevet.library.people import people
from citevet.library.places import named_id
from citevet.library.sidecar import edges
from citevet.library.tame import Unbounded, tame
from citevet.library.words import body
from citevet.model import Body, Document, Entry, EntryFault
from citevet.read import parse
from citevet.read.open_file import load

__all__ = ["across", "read_entry"]

MAX_ENTRY = 8 * 1_048_576  # bytes of notes; longer ones are the work itself, and belong in a file beside the entry
_ID = pattern(r"REF-[0-9]+[a-z]?(?:-[a-z]+)?")
_OPENS = pattern(r"---[ \t]*\r?\n[ \t]*[\w-]+:")
_WORD = pattern(r"[a-z]+|[가-힣]+")
_PUBLISHED = frozenset("journal conference proceedings inproceedings 학술지 학술대회 논문지".split())
_PREPRINTS = frozenset("preprint arxiv 프리프린트".split())
_FEWEST = 8  # words of an abstract
_REQUIRED = ("id", "title", "authors", "year", "source type")


def read_entry(file: Path, *, root: Path, today: date | None = None) -> tuple[Entry, Body]:
    """Read an entry; whatever is wrong with it is one of its faults."""
    notes, sheet, metadata = _notes(file)
    unread = bool(sheet.faults)  # everything would be missing
    ref = _id(sheet, file)
    found = attachment(sheet, file, root=root, ref=ref)
    pages = pagination(sheet, found.document if found else None)
    quotes = key_quotes(sheet, notes, pages)
    grade, graded_by = graded(sheet, file, root=root, ref=ref)
    network = edges(sheet, file, ref=ref)
    known = identifiers(sheet)
    source_type = sheet.text("source type")
    entry = Entry(
        id=ref,
        path=_shown(file, root),
        title=sheet.text("title") or (heading(notes) if notes else ""),
        authors=people(sheet),
        year=year(sheet),
        source_type=source_type,
        identifiers=known,
        abstract=_abstract(sheet),
        pages=pages.count,
        labels=pages.labels,
        sections=pages.sections,
        quotes=quotes,
        grade=grade,
        graded_by=graded_by,
        last_verified=last_verified(sheet, today),
        file=_shown(found.path, root) if found else None,
        file_sha256=found.sha256 if found else None,
        legible=not (found and found.reason),
        cites=network.cites,
        cited_by=network.cited_by,
        faults=tuple(sheet.faults) if unread else _faults(sheet, known, source_type),
        metadata=metadata,
    )
    return entry, body(notes, found, entry)


def _abstract(sheet: Sheet) -> str:
    """Return the abstract; "n/a" and "see file" are none."""
    said = sheet.text("abstract") or ""
    return said if len(said.split()) >= _FEWEST else ""


def _notes(file: Path) -> tuple[Document | None, Sheet, dict[str, Any]]:
    """Read the Markdown: its front matter or, without one, the facts at the head of the notes."""
    try:
        document = parse(load(file, max_bytes=MAX_ENTRY), file.name)
    except ReadError as error:
        sheet = Sheet({})
        sheet.blame("malformed", f"the entry cannot be read: {error.what}")
        return None, sheet, {}
    metadata, why = _metadata(document)
    sheet = Sheet(metadata or note_fields(document))
    if why:
        sheet.blame("malformed", why)
    return document, sheet, metadata


def _metadata(document: Document) -> tuple[dict[str, Any], str | None]:
    """Return the front matter as plain values, or why it cannot be read."""
    said = next((note for note in document.notes if note.startswith("The front matter")), None)
    if said:
        return {}, said[0].lower() + said[1:].rstrip(".")
    if not document.metadata and _OPENS.match(document.text) and not _has_front_matter(document):
        return {}, "the front matter has no end: a line of three dashes is missing"
    try:
        return tame(document.metadata), None
    except Unbounded:
        return {}, "the front matter refers to itself, or unfolds without measure"


def _has_front_matter(document: Document) -> bool:
    return any(region.kind == "metadata" for region in document.regions[:1])


def _id(sheet: Sheet, file: Path) -> str:
    """Return the id of the front matter where the file's name agrees, else that of the name."""
    named = named_id(file.name)
    key, value = sheet.find("id")
    said = one_line(value) if key else None
    if key is None:
        return named or file.stem
    if not said or not _ID.fullmatch(said):
        shown = f"says {said[:60]}" if said else f"is {kind_of(value)}"
        sheet.blame("invalid-field", f"{key} {shown}; an id looks like REF-043", key)
        return named or file.stem
    if named and file.stem != said and not file.stem.startswith(f"{said}-"):
        sheet.blame("id-mismatch", f"the file name says {named}, {key} says {said}", key)
        return named
    return said


def _faults(sheet: Sheet, known: Mapping[str, str], source_type: str | None) -> tuple[EntryFault, ...]:
    """Add what is missing to what is wrong."""
    for what in _REQUIRED:
        if all(isinstance(value, bool) for _, value in sheet.all(what)):
            verb = "are" if what.endswith("s") else "is"
            sheet.blame("missing-field", f"the {what} {verb} missing ({ALIASES[what][0]})", sheet.empty(what))
    words = set(_WORD.findall((source_type or "").lower()))
    key, _ = sheet.find("source type")
    if words & _PREPRINTS and not known.keys() & {"arxiv", "url", "doi"}:
        sheet.blame("missing-identifier", "a preprint needs an arXiv id or an address (url)", key)
    elif words & _PUBLISHED and not words & _PREPRINTS and "doi" not in known:
        sheet.blame("missing-identifier", "a published paper needs its DOI (doi)", key)
    return tuple(sheet.faults)


def _shown(path: Path, root: Path) -> str:
    """Return the path from the project's root where it lies below."""
    return (path.relative_to(root) if path.is_relative_to(root) else path).as_posix()
