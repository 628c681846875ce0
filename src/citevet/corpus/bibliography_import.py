"""Add the works of a bibliography to the corpus, one entry each; works that the corpus has are skipped."""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from datetime import date
from pathlib import Path

from citevet.corpus.additions import find_free_number, lock_corpus, make_entry_files
from citevet.corpus.entry_fields import FrontMatter
from citevet.corpus.entry_metadata import read_authors, read_identifiers, read_year
from citevet.corpus.indexed_corpus import open_corpus
from citevet.corpus.source_records import SourceRecord
from citevet.corpus.staging import place_files
from citevet.model import Document, Entry, Mark
from citevet.model.entry import ImportedWork, ImportStatus
from citevet.records import dataclass, field
from citevet.text.names import family_names, fold_name

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
                files |= make_entry_files(work.entry.id, record, today=today)
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
