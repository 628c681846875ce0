"""Read one Markdown file of the corpus and the files that belong to it."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import date
from itertools import zip_longest
from pathlib import Path
from typing import Any

from citevet.corpus.corpus_folders import id_of_file_name, path_from_root
from citevet.corpus.document_text import BLOCK_SEPARATOR, plain_text, split_pages
from citevet.corpus.entry_fields import ALIASES, FrontMatter, UnboundedYaml, describe_type, one_line, sanitize_yaml
from citevet.corpus.entry_files import Attachment, read_attachment, read_edges, read_grade
from citevet.corpus.entry_metadata import read_authors, read_identifiers, read_last_verified, read_year
from citevet.corpus.entry_notes import read_key_quotes, read_note_fields, title_of_notes
from citevet.corpus.pagination import read_pagination
from citevet.errors import ReadError
from citevet.model import Body, Document, Entry, Page, Scope
from citevet.read import parse
from citevet.read.files import load_file
from citevet.text.patterns import lazy_pattern

MAX_ENTRY = 8 * 1_048_576  # bytes of notes; longer text is the work itself and belongs in an attached file
_ID = lazy_pattern(r"REF-[0-9]+[a-z]?(?:-[a-z]+)?")
_FRONT_MATTER_START = lazy_pattern(r"---[ \t]*\r?\n[ \t]*[\w-]+:")
_WORD = lazy_pattern(r"[a-z]+|[가-힣]+")
_PUBLISHED = frozenset("journal conference proceedings inproceedings 학술지 학술대회 논문지".split())
_PREPRINTS = frozenset("preprint arxiv 프리프린트".split())
_MIN_ABSTRACT = 8  # words; "n/a" and "see file" are not abstracts
_REQUIRED = ("id", "title", "authors", "year", "source type")


def read_entry(file: Path, *, root: Path, today: date | None = None) -> tuple[Entry, Body]:
    """Read an entry and its text; everything wrong with it is recorded in its faults."""
    notes, front, metadata = _read_notes(file)
    is_unread = bool(front.faults)  # then every field would be missing
    ref, other_id = _read_ids(front, file)
    attached = read_attachment(front, file, root=root, ref=ref)
    pages = read_pagination(front, attached.document if attached else None)
    quotes = read_key_quotes(front, notes, pages)
    grade = read_grade(front, file, root=root, ref=ref)
    edges = read_edges(front, file, ref=ref)
    identifiers = read_identifiers(front)
    source_type = front.text("source type")
    title = front.text("title") or (title_of_notes(notes) if notes else "")
    authors = read_authors(front)
    year = read_year(front)
    abstract = front.text("abstract") or ""
    last_verified = read_last_verified(front, today)
    if not is_unread:
        _find_missing(front, identifiers, source_type)
    entry = Entry(
        id=ref,
        path=path_from_root(file, root),
        title=title,
        authors=authors,
        year=year,
        source_type=source_type,
        identifiers=identifiers,
        abstract=abstract if len(abstract.split()) >= _MIN_ABSTRACT else "",
        pages=pages.count,
        labels=pages.labels,
        sections=pages.sections,
        quotes=quotes,
        grade=grade.level,
        graded_by=grade.place,
        assessment=grade.assessment,
        last_verified=last_verified,
        file=path_from_root(attached.path, root) if attached else None,
        file_sha256=attached.sha256 if attached else None,
        legible=not (attached and attached.reason),
        cites=edges.cites,
        cited_by=edges.cited_by,
        faults=tuple(front.faults),
        metadata=metadata,
        other_id=other_id,
    )
    return entry, _read_body(notes, attached, entry)


def _read_notes(file: Path) -> tuple[Document | None, FrontMatter, dict[str, Any]]:
    """Read the Markdown file, and its front matter or the facts at its start."""
    try:
        document = parse(load_file(file, max_bytes=MAX_ENTRY), file.name)
    except ReadError as error:
        front = FrontMatter({})
        front.add_fault("malformed", f"the entry cannot be read: {error.what}")
        return None, front, {}
    metadata, why = _read_metadata(document)
    front = FrontMatter(metadata or read_note_fields(document))
    if why:
        front.add_fault("malformed", why)
    return document, front, metadata


def _read_metadata(document: Document) -> tuple[dict[str, Any], str | None]:
    """Return the front matter as plain values, or why it cannot be read."""
    note = next((note for note in document.notes if note.startswith("The front matter")), None)
    if note:
        return {}, note[0].lower() + note[1:].rstrip(".")
    has_front_matter = any(region.kind == "metadata" for region in document.regions[:1])
    if not document.metadata and _FRONT_MATTER_START.match(document.text) and not has_front_matter:
        return {}, "the front matter has no end: a line of three dashes is missing"
    try:
        return sanitize_yaml(document.metadata), None
    except UnboundedYaml:
        return {}, "the front matter refers to itself, or unfolds without measure"


def _read_ids(front: FrontMatter, file: Path) -> tuple[str, str | None]:
    """Return the id in the file name, or else in the front matter; and that of the front matter if they differ."""
    named = id_of_file_name(file.name)
    key, value = front.find("id")
    if key is None:
        return named or file.stem, None
    stated = one_line(value)
    if not stated or not _ID.fullmatch(stated):
        shown = f"says {stated[:60]}" if stated else f"is {describe_type(value)}"
        front.add_fault("invalid-field", f"{key} {shown}; an id looks like REF-043", key)
        return named or file.stem, None
    if named and file.stem != stated and not file.stem.startswith(f"{stated}-"):
        front.add_fault("id-mismatch", f"the file name says {named}, {key} says {stated}", key)
        return named, stated
    return stated, None


def _find_missing(front: FrontMatter, identifiers: Mapping[str, str], source_type: str | None) -> None:
    """Add a fault for every required field and identifier that is missing."""
    for name in _REQUIRED:
        if all(isinstance(value, bool) for _, value in front.find_all(name)):
            verb = "are" if name.endswith("s") else "is"
            front.add_fault("missing-field", f"the {name} {verb} missing ({ALIASES[name][0]})", front.find_key(name))
    words = set(_WORD.findall((source_type or "").lower()))
    key, _ = front.find("source type")
    if words & _PREPRINTS and not identifiers.keys() & {"arxiv", "url", "doi"}:
        front.add_fault("missing-identifier", "a preprint needs an arXiv id or an address (url)", key)
    elif words & _PUBLISHED and not words & _PREPRINTS and "doi" not in identifiers:
        front.add_fault("missing-identifier", "a published paper needs its DOI (doi)", key)


def _read_body(notes: Document | None, attached: Attachment | None, entry: Entry) -> Body:
    """Return the text of the attached file, or else the abstract, or else the notes."""
    if attached and attached.document and not attached.reason:
        return Body(_label_pages(tuple(split_pages(attached.document)), attached.document, entry))
    own = entry.abstract or (plain_text(notes) if notes else "")  # next to an abstract, notes are the reader's opinion
    words = BLOCK_SEPARATOR.join(filter(None, (own, *(quote.text for quote in entry.quotes))))
    pages = (Page(words),) if words else ()
    scope: Scope = "abstract" if entry.abstract else "notes"
    return Body(pages, scope, attached.reason, attached.why) if attached else Body(pages, scope)


def _label_pages(pages: tuple[Page, ...], document: Document, entry: Entry) -> tuple[Page, ...]:
    """Give the pages their printed numbers; if the entry counts other pages, return the text as one page.

    The entry then has a fault, and a quotation is searched in the whole text.
    """
    if pages[0].number is None or any(page.label for page in pages):
        return pages
    if entry.pages != len(pages):
        return (Page(document.text),)
    return tuple(replace(page, label=label) for page, label in zip_longest(pages, entry.labels))
