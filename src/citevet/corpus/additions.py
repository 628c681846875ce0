"""Add a file, a record or the works of a bibliography to the corpus, as new entries, unless they are there already."""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from datetime import date
from hashlib import sha256
from pathlib import Path

from citevet.corpus.corpus_folders import FolderBusy, find_corpus_folders, lock_folder
from citevet.corpus.entry_fields import FrontMatter
from citevet.corpus.entry_metadata import read_authors, read_identifiers, read_year
from citevet.corpus.file_survey import survey_files
from citevet.corpus.indexed_corpus import IndexedCorpus, open_corpus
from citevet.corpus.source_records import SourceRecord, describe_file
from citevet.corpus.staging import place_files, recover_locked
from citevet.errors import WriteError
from citevet.model import Document, Entry, Mark
from citevet.model.entry import LISTED_IN, ImportedWork, ImportStatus
from citevet.read.frontmatter import dump_front_matter
from citevet.records import dataclass, field, replace
from citevet.text.names import family_names, fold_name

_LOCK_TIMEOUT = 60.0  # seconds that another addition may take
_MAX_ID = 1_000_000  # higher ids are ignored when the next one is chosen
_MAX_SLUG = 60  # characters; in Hangul 180 bytes, and a file name may have 255
_MARKDOWN = frozenset({".md", ".markdown", ".mdx", ".qmd", ".rmd"})
_NUMBER = re.compile(r"REF-(\d{1,32})")
_NOT_ATTACHED = (
    "it is the same work by its identifier, and the file was not filed; put it beside {ref} to give that its text"
)
_UNCONFIRMED = "it was imported from a bibliography; `citevet corpus confirm {ref}` if it is this work"
BIBLIOGRAPHIES = (".bib", ".json", ".ris")
_ARXIV = re.compile(r"arxiv[.:\s]{1,3}([0-9]{4}\.[0-9]{4,5})", re.IGNORECASE)
_ARXIV_ID = re.compile(r"[0-9]{4}\.[0-9]{4,5}(?:v[0-9]{1,3})?|[a-z-]{2,12}(?:\.[A-Z]{2})?/[0-9]{7}")
_MAX_YEARS_APART = 1  # a preprint and its article; a later year is another edition
# Type of an entry in BibTeX, CSL and RIS → type in the corpus; others stay unknown.
_SOURCE_TYPES = {
    name: source_type
    for source_type, names in {
        "journal": "article article-journal jour",
        "conference": "inproceedings conference paper-conference cpaper conf",
        "preprint": "preprint",
        "book": "book mvbook collection proceedings",
        "book chapter": "incollection inbook chapter chap",
        "technical report": "techreport report rprt",
        "thesis": "phdthesis mastersthesis thesis thes",
        "standard": "standard stand",
        "documentation": "manual",
        "news": "article-newspaper news article-magazine mgzn",
        "website": "online electronic www webpage elec web",
        "blog": "post-weblog blog",
    }.items()
    for name in names.split()
}


@dataclass(frozen=True, slots=True)
class SourceDetails:
    """What the user says about a source; it overrides what the file says."""

    title: str | None = None
    authors: tuple[str, ...] = ()
    year: str | None = None
    source_type: str | None = None
    relevance: str | None = None


@dataclass(frozen=True, slots=True)
class Addition:
    """Where a source is in the corpus."""

    entry: str  # REF-043
    path: Path  # of its Markdown file
    already: bool = False
    lacks: tuple[str, ...] = ()  # unknown fields, to be filled in by hand
    notes: tuple[str, ...] = ()  # what was found but not used, a clause each


def add_source(
    root: Path,
    corpus: Path,
    source: Path | SourceRecord,
    *,
    given: SourceDetails | None = None,
    database: str | None = None,
    today: date,
) -> Addition:
    """Write an entry and its file; concurrent additions get different ids, and a killed one leaves nothing."""
    given = given or SourceDetails()
    record = _name_untitled(_override(describe_file(source) if isinstance(source, Path) else source, given))
    with lock_corpus(root, corpus):
        opened = open_corpus(root, corpus, database=database)
        return _add(record, opened, corpus=corpus, relevance=given.relevance, today=today)


@contextmanager
def lock_corpus(root: Path, corpus: Path) -> Iterator[None]:
    """Lock all corpus folders of a project for a change in one of them, which is made if it does not exist."""
    try:
        corpus.mkdir(parents=True, exist_ok=True)
        with ExitStack() as locks:
            for folder in sorted({*find_corpus_folders(root, corpus), corpus}):  # ids are unique across all folders
                locks.enter_context(lock_folder(folder, _LOCK_TIMEOUT))
                recover_locked(folder)
            yield
    except FolderBusy as error:
        advice = "Wait until the other change has ended, and try again."
        raise WriteError("another program is changing the corpus", to=str(corpus), advice=advice) from error
    except OSError as error:
        what = f"the corpus cannot be changed ({error.strerror or error})"
        advice = "Nothing was changed; check the disk and the folder."
        raise WriteError(what, to=str(corpus), advice=advice) from error


def _override(record: SourceRecord, given: SourceDetails) -> SourceRecord:
    return replace(
        record,
        title=given.title or " ".join(record.title.split()),
        authors=given.authors or record.authors,
        year=given.year or record.year,
        source_type=given.source_type or record.source_type,
    )


def _name_untitled(record: SourceRecord) -> SourceRecord:
    """Use the file name as title if none was found."""
    name = " ".join(record.stem.replace("_", " ").replace("-", " ").split())
    if record.title or not name:
        return record
    note = "no title was found, so the name of the file is used"
    return replace(record, title=name, notes=(*record.notes, note))


def _add(record: SourceRecord, opened: IndexedCorpus, *, corpus: Path, relevance: str | None, today: date) -> Addition:
    digest = sha256(record.data).hexdigest() if record.data is not None else None
    try:
        if known := _find_known(opened, record, digest):
            said = [] if digest in {None, known.file_sha256} else [_NOT_ATTACHED]
            said += [_UNCONFIRMED] if known.is_listed_only else []
            notes = tuple(each.format(ref=known.id) for each in said)
            return Addition(known.id, opened.root / known.path, already=True, notes=notes)
        ref = f"REF-{find_free_number(opened.root, opened.folders):03d}"
    finally:
        opened.close()
    files = make_entry_files(ref, record, relevance=relevance, today=today, digest=digest)
    place_files(corpus, files)
    return Addition(ref, corpus / next(iter(files)), lacks=record.lacks, notes=record.notes)


def make_entry_files(
    ref: str,
    record: SourceRecord,
    *,
    relevance: str | None = None,
    today: date,
    digest: str | None = None,
    listed_in: str | None = None,
) -> dict[str, bytes]:
    """Return the Markdown file of an entry and the file of its source, by name.

    `listed_in` is the bibliography that alone says that the work exists.
    """
    stem = "-".join(filter(None, (ref, _slug(record))))
    ending = ".markdown" if record.ending in _MARKDOWN else record.ending  # a .md file would be another entry
    attached = {f"{stem}{ending or '.txt'}": record.data} if record.data is not None else {}
    fields = (*_entry_fields(ref, record, next(iter(attached), None), digest), (LISTED_IN, listed_in))
    text = _entry_text(dict(fields), relevance=" ".join((relevance or "").split()), today=today)
    return {f"{stem}.md": text.encode(), **attached}


def _find_known(corpus: IndexedCorpus, record: SourceRecord, digest: str | None) -> Entry | None:
    """Return the entry with the same file, DOI, arXiv id, ISBN or, for a record without a file, URL."""
    if digest is not None and (found := corpus.holding(digest)):
        return found[0]
    kinds = ("doi", "arxiv", "isbn") if digest is not None else ("doi", "arxiv", "isbn", "url")
    named = (corpus.entries_by_identifier(kind, record.identifiers.get(kind, "")) for kind in kinds)
    return next((entries[0] for entries in named if entries), None)


def find_free_number(root: Path, folders: Sequence[Path]) -> int:
    """Return the number after the highest in any file name, so that an orphaned file gets no new owner."""
    numbers = (int(found[1]) for ref in survey_files(root, folders).by_id if (found := _NUMBER.fullmatch(ref)))
    return max((number for number in numbers if number < _MAX_ID), default=0) + 1


def _slug(record: SourceRecord) -> str:
    """Return the title or the stem of the file as part of a file name; never with the ending of a sidecar."""
    words = fold_name(record.title or record.stem)[:_MAX_SLUG].split()
    while words and words[-1] == "citations":
        words.pop()
    return "-".join(words)


def _entry_text(fields: dict[str, object], *, relevance: str, today: date) -> str:
    values = {name: value for name, value in fields.items() if value}
    head = dump_front_matter({**values, **({"relevance": relevance} if relevance else {}), "documented_date": today})
    title = fields["title"] or fields["ref_id"]
    return f"{head}\n# {title}\n" + (f"\n## Relevance\n\n{relevance}\n" if relevance else "")


def _entry_fields(ref: str, record: SourceRecord, file: str | None, digest: str | None) -> Iterator[tuple[str, object]]:
    is_pdf = record.ending == ".pdf"
    yield "ref_id", ref
    yield "title", record.title
    yield "authors", list(record.authors)
    yield "year", int(record.year) if record.year and record.year.isdigit() else record.year
    yield "source_type", record.source_type
    yield "venue", {"name": record.venue} if record.venue else None
    yield "identifiers", dict(record.identifiers)
    yield "abstract", record.abstract
    yield "total_pages", record.pages
    yield "sections", [{"name": part.name, "pages": f"{part.first}-{part.last}"} for part in record.sections]
    yield ("pdf" if is_pdf else "file"), file
    yield ("pdf_hash" if is_pdf else "file_sha256"), digest


@dataclass(slots=True)
class _KnownWorks:
    """The works of the corpus and of this import, by identifier and title."""

    by_identifier: dict[tuple[str, str], str] = field(default_factory=dict)
    by_title: dict[str, list[tuple[str, SourceRecord]]] = field(default_factory=lambda: defaultdict(list))

    def add(self, ref: str, record: SourceRecord) -> None:
        """Remember a work and its entry."""
        for kind in ("doi", "arxiv"):
            if value := record.identifiers.get(kind):
                self.by_identifier.setdefault((kind, value), ref)
        if title := fold_name(record.title):
            self.by_title[title].append((ref, record))

    def find(self, record: SourceRecord) -> str | None:
        """Return the entry with the same DOI or arXiv id, or with the same title and nothing against it."""
        named = (self.by_identifier.get(item) for item in record.identifiers.items())
        alike = (ref for ref, other in self.by_title.get(fold_name(record.title), ()) if _may_be_same(record, other))
        return next(filter(None, named), None) or next(alike, None)


def _may_be_same(one: SourceRecord, other: SourceRecord) -> bool:
    """Check that two works of the same title have no different DOI, first author or year."""
    dois = {record.identifiers["doi"] for record in (one, other) if "doi" in record.identifiers}
    years = [int(record.year) for record in (one, other) if record.year]
    first, second = (family_names(record.authors[0]) if record.authors else frozenset() for record in (one, other))
    is_same_year = max(years, default=0) - min(years, default=0) <= _MAX_YEARS_APART
    return len(dois) <= 1 and is_same_year and not (first and second and first.isdisjoint(second))


def import_works(
    root: Path, corpus: Path, document: Document, *, database: str | None = None, today: date, dry: bool = False
) -> tuple[ImportedWork, ...]:
    """Add every new work of a bibliography, all or none; with `dry` only tell what would be added."""
    if dry:
        return tuple(work for work, _ in _choose_works(root, corpus, document, database))
    with lock_corpus(root, corpus):
        works = _choose_works(root, corpus, document, database)
        files: dict[str, bytes] = {}
        for work, record in works:
            if work.status == "added":
                files |= make_entry_files(work.entry.id, record, today=today, listed_in=Path(document.path).name)
        if files:
            place_files(corpus, files)
    return tuple(work for work, _ in works)


def _choose_works(
    root: Path, corpus: Path, document: Document, database: str | None
) -> list[tuple[ImportedWork, SourceRecord]]:
    opened = open_corpus(root, corpus, database=database)
    try:
        known = _KnownWorks()
        for entry in opened.entries():
            known.add(entry.id, SourceRecord(entry.title, entry.authors, entry.year, identifiers=entry.identifiers))
        number = find_free_number(root, opened.folders)
    finally:
        opened.close()
    return list(_choose_each(document, known, number))


def _choose_each(document: Document, known: _KnownWorks, number: int) -> Iterator[tuple[ImportedWork, SourceRecord]]:
    for mark in document.marks:
        record, ref = _read_record(mark), ""
        status: ImportStatus = "untitled" if mark.kind == "entry" else "broken"
        if mark.kind == "entry" and record.title:
            found = known.find(record)
            status, ref = ("known", found) if found else ("added", f"REF-{number:03d}")
        if status == "added":
            known.add(ref, record)
            number += 1
        facts = {name: getattr(record, name) for name in ("title", "authors", "year", "source_type", "identifiers")}
        entry = Entry(ref, "", **facts)
        yield ImportedWork(entry, status, document.lines.position(mark.span.start)[0], mark.target), record


def _read_record(mark: Mark) -> SourceRecord:
    """Return what an entry of a bibliography says about its work."""
    parts = mark.parts
    identifiers = _read_identifiers(parts)
    source_type = _SOURCE_TYPES.get(parts.get("type", "").lower())
    if "arxiv" in identifiers and (source_type is None or "arxiv" in parts.get("journal", "arxiv").lower()):
        source_type = "preprint"
    return SourceRecord(
        title=" ".join(parts.get("title", "").split()),
        authors=_read_authors(parts.get("author") or parts.get("editor") or ""),
        year=read_year(FrontMatter({"year": parts.get("year", "")})),
        source_type=source_type,
        venue=parts.get("journal") or parts.get("journaltitle") or parts.get("booktitle") or "",
        identifiers=identifiers,
        abstract=" ".join(parts.get("abstract", "").split()),
    )


def _read_identifiers(parts: Mapping[str, str]) -> dict[str, str]:
    eprint = parts.get("eprint", "").strip()
    is_arxiv = "arxiv" in (parts.get("archiveprefix") or parts.get("eprinttype") or "arxiv").lower()
    written = _ARXIV.search(parts.get("journal", "")[:200])
    arxiv = eprint if is_arxiv and _ARXIV_ID.fullmatch(eprint) else written[1] if written else ""
    named = {kind: parts.get(kind, "") for kind in ("doi", "isbn", "pmid", "pmcid", "url")}
    return read_identifiers(FrontMatter({**named, "arxiv": arxiv}))


def _read_authors(written: str) -> tuple[str, ...]:
    names = [name.removesuffix(",") for name in " ".join(written.split()).split(" and ") if name]
    listed = [name for name in names if name != "others"]
    if len(listed) == 1 and len(names) > 1:
        listed = [f"{listed[0]} et al."]
    return read_authors(FrontMatter({"authors": listed}))
