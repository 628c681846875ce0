"""Change the entries of a corpus one after the other: it is opened and indexed once, not once for each change."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import date
from hashlib import sha256
from pathlib import Path
from typing import Any

from citevet.corpus.corpus_folders import find_corpus_folders, path_from_root
from citevet.corpus.entry_writer import MARKDOWN_ENDINGS, find_free_number, lock_corpus, make_entry_files
from citevet.corpus.indexed_corpus import IndexedCorpus, open_corpus
from citevet.corpus.source_records import SourceRecord
from citevet.corpus.staging import place_files
from citevet.corpus.work_matching import Work, WorkIndex, record_of
from citevet.errors import UsageError
from citevet.model import Entry
from citevet.model.entry import CITATION_KEY, LISTED_IN
from citevet.read.files import load_file
from citevet.read.frontmatter import dump_front_matter
from citevet.records import replace
from citevet.text.names import fold_name
from citevet.world.file_writer import replace_file

_FIRST_PAGE = 6_000  # characters


_FENCE = "---"
_BOM = "\ufeff"


class CorpusEditor:
    """The entries of a corpus, an index over their works, and the changes that are made to them."""

    def __init__(self, root: Path, corpus: Path, *, database: str | None = None, today: date) -> None:
        self.root, self.corpus, self.today = root, corpus, today
        self.entries: dict[str, Entry] = {}
        self.index = WorkIndex()
        self.digests: dict[str, str] = {}  # SHA-256 of a file → the entry that has it
        self._database = database
        self._number = 1
        self._state: tuple[object, ...] = ()  # of the folders, when the entries were read

    @contextmanager
    def locked(self) -> Iterator[None]:
        """Keep other programs from changing the corpus, and read its entries."""
        with lock_corpus(self.root, self.corpus):
            if self._look() != self._state:
                self.load()
            try:
                yield
            finally:
                self._state = self._look()

    def _look(self) -> tuple[object, ...]:
        folders = find_corpus_folders(self.root, self.corpus)
        return tuple((str(folder), folder.stat().st_mtime_ns) for folder in folders)

    def find_named(self, name: str) -> Entry:
        """Return the entry with an id or a citation key."""
        keyed = [self.entries[work.ref] for work in self.index.by_key.get(name, ())]
        found = [self.entries[name.upper()]] if name.upper() in self.entries else keyed
        if len(found) == 1:
            return found[0]
        what = "several entries have this citation key" if found else "no entry has this id or citation key"
        raise UsageError(what, to=name, advice="`citevet corpus list` shows them.")

    def load(self) -> None:
        """Read the entries of the corpus."""
        opened = open_corpus(self.root, self.corpus, database=self._database)
        try:
            self._index(opened)
        finally:
            opened.close()

    def _index(self, opened: IndexedCorpus) -> None:
        self.entries, self.index, self.digests = {}, WorkIndex(), {}
        for entry in opened.entries():
            self.entries.setdefault(entry.id, entry)
            self.index.add(_work_of(entry))
            if entry.file_sha256:
                self.digests.setdefault(entry.file_sha256, entry.id)
        self._number = find_free_number(opened.root, opened.folders)

    def files_without_key(self) -> Iterator[tuple[Entry, SourceRecord]]:
        """Yield the entries that were made from a file, each with what that file shows."""
        opened = open_corpus(self.root, self.corpus, database=self._database)
        try:
            for entry in self.entries.values():
                if entry.file and not entry.keys:
                    pages = opened.body(entry).pages[:1]
                    first_page = pages[0].text[:_FIRST_PAGE] if pages else ""
                    yield entry, replace(record_of(entry), first_page=first_page, stem=entry.title)
        finally:
            opened.close()

    def reserve(self, record: SourceRecord, key: str, path: str = "") -> Entry:
        """Return a new entry that is known from now on, with the next free id."""
        ref = f"REF-{self._number:03d}"
        self._number += 1
        facts = {name: getattr(record, name) for name in ("title", "authors", "year", "source_type", "identifiers")}
        entry = Entry(ref, path, keys=(key,) if key else (), **facts)
        self.entries[ref] = entry
        self.index.add(_work_of(entry))
        return entry

    def add(self, record: SourceRecord, relevance: str | None) -> Entry:
        """Write a new entry with its file."""
        digest = sha256(record.data).hexdigest() if record.data is not None else None
        entry = self.reserve(record, "")
        files = make_entry_files(entry.id, record, relevance=relevance, today=self.today, digest=digest)
        place_files(self.corpus, files)
        note, *others = (path_from_root(self.corpus / name, self.root) for name in files)
        if digest:
            self.digests.setdefault(digest, entry.id)
        self.entries[entry.id] = replace(entry, path=note, file=next(iter(others), None), file_sha256=digest)
        return self.entries[entry.id]

    def write_new(self, added: Mapping[str, tuple[SourceRecord, str]]) -> None:
        """Write new entries from a library, all or none; each is named by its id, with its record and its list."""
        files: dict[str, bytes] = {}
        for ref, (record, listed_in) in added.items():
            keys = self.entries[ref].keys
            made = make_entry_files(ref, record, today=self.today, listed_in=listed_in, key=keys[0] if keys else "")
            files |= made
            path = path_from_root(self.corpus / next(iter(made)), self.root)
            self.entries[ref] = replace(self.entries[ref], path=path, metadata={LISTED_IN: listed_in})
        if files:
            place_files(self.corpus, files)

    def fill(self, entry: Entry, record: SourceRecord, key: str, *, keeps_title: bool) -> tuple[str, ...]:
        """Add what an entry lacks and a record knows, and return the names of these fields."""
        fields = _list_missing(entry, record, key)
        if not keeps_title and record.title and fold_name(record.title) != fold_name(entry.title):
            fields["title"] = record.title
        if fields:
            self.write_fields(entry, fields, title=str(fields.get("title", "")))
        return tuple(fields)

    def write_fields(self, entry: Entry, fields: Mapping[str, Any], *, title: str = "") -> None:
        """Write fields into the file of an entry."""
        path = self.root / entry.path
        text = set_fields(load_file(path).decode("utf-8", "surrogateescape"), fields)
        if title:
            text = replace_heading(text, entry.title, title)
        with replace_file(path) as draft:
            draft.write_bytes(text.encode("utf-8", "surrogateescape"))
        keys = fields.get(CITATION_KEY, entry.keys)
        known = {name: fields[name] for name in ("title", "source_type", "identifiers") if name in fields}
        known |= {"authors": tuple(fields["authors"])} if "authors" in fields else {}
        known |= {"year": str(fields["year"])} if "year" in fields else {}
        changed = replace(entry, keys=(keys,) if isinstance(keys, str) else tuple(keys), **known)
        self.entries[entry.id] = changed
        self.index.add(_work_of(changed))

    def merge(self, entry: Entry, other: Entry) -> None:
        """Give an entry what it lacks and another entry of the same work has: fields, keys, file and notes."""
        record = read_record(other, self.root)
        if record.data is not None and not entry.file:
            self.digests.pop(other.file_sha256 or "", None)  # a copy, since the other entry is removed with its file
            entry = self.attach(entry, record)
        fields = _list_missing(entry, record, "")
        keys = tuple(dict.fromkeys((*entry.keys, *other.keys)))
        if keys != entry.keys:
            fields[CITATION_KEY] = list(keys) if len(keys) > 1 else keys[0]
        if fields:
            self.write_fields(entry, fields)
        path, notes = self.root / entry.path, load_file(self.root / other.path).decode("utf-8", "replace")
        if words := find_notes(notes, other.title):
            text = load_file(path).decode("utf-8", "surrogateescape")
            with replace_file(path) as draft:
                own = f"{text.rstrip()}\n\n## Notes of {other.id}\n\n{words}\n"
                draft.write_bytes(own.encode("utf-8", "surrogateescape"))

    def attach(self, entry: Entry, record: SourceRecord) -> Entry:
        """File a document beside an entry that has none; one that another entry has is named, not copied."""
        data = record.data or b""
        digest = sha256(data).hexdigest()
        is_pdf = record.ending == ".pdf"
        if owner := self.entries.get(self.digests.get(digest, "")):
            name = (owner.file or "").rpartition("/")[2] if _folder(owner) == _folder(entry) else owner.file
        else:
            ending = ".markdown" if record.ending in MARKDOWN_ENDINGS else record.ending or ".txt"
            name = f"{Path(entry.path).stem}{ending}"
            place_files((self.root / entry.path).parent, {name: data})
        sections = [{"name": part.name, "pages": f"{part.first}-{part.last}"} for part in record.sections]
        fields = {
            ("pdf" if is_pdf else "file"): name,
            ("pdf_hash" if is_pdf else "file_sha256"): digest,
            **({"total_pages": record.pages} if record.pages and not entry.pages else {}),
            **({"sections": sections} if sections and not entry.sections else {}),
            **_list_missing(entry, replace(record, title=""), ""),
        }
        self.write_fields(entry, fields)
        file = path_from_root((self.root / entry.path).parent / str(name), self.root) if name else None
        self.digests.setdefault(digest, entry.id)
        filed = replace(self.entries[entry.id], file=file, file_sha256=digest, pages=record.pages)
        self.entries[entry.id] = filed
        return filed


def read_record(entry: Entry, root: Path) -> SourceRecord:
    """Return an entry with its file as a record."""
    record = replace(record_of(entry), source_type=entry.source_type, abstract=entry.abstract)
    if not entry.file:
        return record
    path = root / entry.file
    data = load_file(path)
    return replace(record, data=data, ending=path.suffix.lower(), pages=entry.pages, sections=entry.sections)


def _folder(entry: Entry) -> str:
    return entry.path.rpartition("/")[0]


def _work_of(entry: Entry) -> Work:
    return Work(entry.id, record_of(entry), entry.keys, bool(entry.file))


def _list_missing(entry: Entry, record: SourceRecord, key: str) -> dict[str, Any]:
    """Return the fields that the entry has not and the record has, under the keys of the front matter."""
    year = int(record.year) if record.year and record.year.isdecimal() else record.year
    own: dict[str, tuple[object, Any]] = {
        "title": (entry.title, record.title),
        "authors": (entry.authors, list(record.authors)),
        "year": (entry.year, year),
        "source_type": (entry.source_type, record.source_type),
        "venue": (entry.metadata.get("venue") or not record.venue, {"name": record.venue}),
        "abstract": (entry.abstract, record.abstract),
    }
    fields = {name: theirs for name, (ours, theirs) in own.items() if theirs and not ours}
    new = {kind: value for kind, value in record.identifiers.items() if kind not in entry.identifiers}
    if new:
        fields["identifiers"] = {**entry.identifiers, **new}
    if key and key not in entry.keys:
        fields[CITATION_KEY] = [*entry.keys, key] if entry.keys else key
    return fields


def set_fields(text: str, fields: Mapping[str, Any]) -> str:
    """Return the text of an entry with these fields at the end of its front matter, in place of those of that name."""
    newline = "\r\n" if "\r\n" in text[:2_000] else "\n"
    lines = text.removeprefix(_BOM).split(newline)
    head, body = _split(lines)
    for name in fields:
        head = _drop(head, name)
    written = dump_front_matter(fields).split("\n")[1:-2]
    return newline.join([_FENCE, *head, *written, _FENCE, *body])


def replace_heading(text: str, old: str, new: str) -> str:
    """Return the text with the heading that repeats the title changed."""
    return text.replace(f"\n# {old}\n", f"\n# {' '.join(new.split())}\n", 1) if old else text


def find_notes(text: str, title: str) -> str:
    """Return what people wrote below the front matter, without the heading that repeats the title."""
    _, body = _split(text.removeprefix(_BOM).replace("\r\n", "\n").split("\n"))
    return "\n".join(line for line in body if line.strip() != f"# {title}").strip()


def _split(lines: Sequence[str]) -> tuple[list[str], list[str]]:
    """Return the lines between the fences, and those after them; notes without front matter have none."""
    if lines and lines[0].rstrip() == _FENCE:
        ends = (at for at, line in enumerate(lines[1:], start=1) if line.rstrip() in {_FENCE, "..."})
        if end := next(ends, 0):
            return list(lines[1:end]), list(lines[end + 1 :])
    return [], ["", *lines]


def _drop(lines: Sequence[str], name: str) -> list[str]:
    """Return the lines without a key and what belongs to it: indented lines, and items of its list."""
    kept: list[str] = []
    inside = False
    for line in lines:
        if line[:1] not in {" ", "\t", "-", ""}:
            inside = line.partition(":")[0].strip() == name
        if not inside:
            kept.append(line)
    return kept
