"""Bring the works of a library into the corpus, and put documents beside the entries that they belong to."""

from collections.abc import Iterator, Sequence
from hashlib import sha256
from pathlib import Path

from citevet.contracts import Progress
from citevet.corpus.corpus_editor import CorpusEditor
from citevet.corpus.library_files import LibraryFiles
from citevet.corpus.library_records import read_library_record
from citevet.corpus.source_records import SourceRecord, describe_data
from citevet.corpus.work_matching import Work, WorkIndex
from citevet.errors import CitevetError
from citevet.model import Entry
from citevet.model.entry import FiledDocument, ImportedWork, ImportStatus
from citevet.model.library import Library, LibraryItem
from citevet.read.files import load_file
from citevet.records import dataclass, replace


@dataclass(frozen=True, slots=True)
class _Planned:
    """One item of a library, and the entry that it becomes or fills."""

    item: LibraryItem
    record: SourceRecord
    work: ImportedWork


def import_library(editor: CorpusEditor, library: Library, *, dry: bool = False) -> tuple[ImportedWork, ...]:
    """Add every new work, all or none, and fill in what known entries lack; with `dry` only tell what would change."""
    if dry:
        editor.load()
        return tuple(planned.work for planned in _plan(editor, library))
    with editor.locked():
        planned = list(_plan(editor, library))
        name = Path(library.name).name
        editor.write_new({each.work.entry.id: (each.record, name) for each in planned if each.work.status == "added"})
        return tuple(_fill(editor, each) for each in planned)


def _plan(editor: CorpusEditor, library: Library) -> Iterator[_Planned]:
    records = [read_library_record(item) for item in library.items]
    made_from_files = _match_files(editor, library, records)
    seen: set[str] = set()
    for number, (item, record) in enumerate(zip(library.items, records, strict=True)):
        if item.is_broken or not record.title:
            facts = Entry("", "", record.title, record.authors, record.year, identifiers=record.identifiers)
            yield _Planned(item, record, ImportedWork(facts, "broken" if item.is_broken else "untitled", *_place(item)))
            continue
        found = editor.index.find_record(record, item.key)
        ref = found.ref if found else made_from_files.get(number, "")
        entry = editor.entries[ref] if ref else editor.reserve(record, item.key)
        status: ImportStatus = "known" if ref in editor.entries and ref else "added"
        is_repeated = entry.id in seen
        seen.add(entry.id)
        shown = replace(entry, title=entry.title or record.title)
        work = ImportedWork(shown, status, *_place(item), files=item.files, is_repeated=is_repeated)
        yield _Planned(item, record, work)


def _place(item: LibraryItem) -> tuple[int, str]:
    return item.line, item.key


def _match_files(editor: CorpusEditor, library: Library, records: Sequence[SourceRecord]) -> dict[int, str]:
    """Return which items are the works of entries that were made from files, by what those files show."""
    index = WorkIndex()
    for number, (item, record) in enumerate(zip(library.items, records, strict=True)):
        if record.title and not item.is_broken and not editor.index.find_record(record, item.key):
            index.add(Work(str(number), record, (item.key,) if item.key else ()))
    matched: dict[int, str] = {}
    if not index.by_title:
        return matched
    for entry, shown in editor.files_without_key():
        found = index.find_file(shown)
        if len(found) == 1:
            matched.setdefault(int(found[0].ref), entry.id)
    return matched


def _fill(editor: CorpusEditor, planned: _Planned) -> ImportedWork:
    work = planned.work
    if work.status != "known":
        return replace(work, entry=editor.entries[work.entry.id]) if work.entry.id else work
    entry = editor.entries[work.entry.id]
    if not entry.path or not (editor.root / entry.path).is_file():  # listed twice in one library
        return work
    keeps_title = not entry.file or bool(entry.authors)  # the title that a file shows may be its name, or cut off
    filled = editor.fill(entry, planned.record, planned.item.key, keeps_title=keeps_title)
    return replace(work, entry=editor.entries[entry.id], filled=filled)


def attach_documents(
    editor: CorpusEditor,
    works: Sequence[ImportedWork],
    files: LibraryFiles,
    documents: Sequence[Path],
    *,
    progress: Progress | None = None,
    dry: bool = False,
) -> Iterator[FiledDocument]:
    """File the documents that the works name, then the others by what they show; yield what became of each."""
    if not dry:
        with editor.locked():  # reads the entries, if no library was imported before
            pass
    elif not editor.entries:
        editor.load()
    done: set[Path] = set()
    named = [work for work in works if work.entry.id and work.files]
    for number, work in enumerate(named):
        _report(progress, number, len(named), "works with files")
        yield from _file_named(editor, work, files, done, dry=dry)
    for number, path in enumerate(documents):
        _report(progress, number, len(documents), "documents")
        if path not in done:
            yield _file_document(editor, path, dry=dry)


def _report(progress: Progress | None, done: int, total: int, what: str) -> None:
    if progress:
        progress(done, total, what)


def _file_named(
    editor: CorpusEditor, work: ImportedWork, files: LibraryFiles, done: set[Path], *, dry: bool
) -> Iterator[FiledDocument]:
    """File the first readable one of the documents that a work names; PDFs come before saved web pages."""
    entry = editor.entries.get(work.entry.id, work.entry)
    found = dict.fromkeys(path for written in work.files if (path := files.find(written)) is not None)
    if not found and not entry.file:
        yield FiledDocument(work.files[0], "missing", entry, note="the file that the library names is not there")
    ordered = sorted(found, key=lambda path: path.suffix.lower() != ".pdf")
    done.update(ordered)
    scans: list[Path] = []
    is_settled = False
    for path in ordered:
        if is_settled:
            yield FiledDocument(str(path), "extra", entry)
            continue
        if len(ordered) > 1 and not entry.file and _is_scan(path):
            scans.append(path)
            continue
        filed = _file_for(editor, path, entry, dry=dry)
        is_settled = filed.status in {"filed", "known", "second"}
        yield filed
    for path in scans:
        yield FiledDocument(str(path), "extra", entry) if is_settled else _file_for(editor, path, entry, dry=dry)
        is_settled = True


def _is_scan(path: Path) -> bool:
    """Check whether a document can be read and has no text, so that another one of its work is better."""
    try:
        return not _describe(path).first_page.strip()
    except CitevetError:
        return False


def _file_for(editor: CorpusEditor, path: Path, entry: Entry, *, dry: bool) -> FiledDocument:
    """File a document beside the entry that names it."""
    try:
        record = _describe(path)
    except CitevetError as error:
        return FiledDocument(str(path), "unreadable", entry, note=error.explanation)
    if (known := _known(path, entry, record)) is not None:
        return known
    others = [work for work in editor.index.find_file(record) if work.ref != entry.id]
    own = {work.ref for work in editor.index.find_file(record)}
    doi, own_doi = entry.identifiers.get("doi"), record.identifiers.get("doi")
    if others and entry.id not in own and doi and own_doi and doi != own_doi:
        return FiledDocument(str(path), "other-work", entry, note=f"it shows another DOI, {own_doi}")
    return _attach(editor, path, entry, record, dry=dry)


def _file_document(editor: CorpusEditor, path: Path, *, dry: bool) -> FiledDocument:
    """File a document beside the entry that it shows to be its own."""
    try:
        record = _describe(path)
    except CitevetError as error:
        return FiledDocument(str(path), "unreadable", note=error.explanation)
    digest = sha256(record.data or b"").hexdigest()
    if owner := editor.digests.get(digest):
        return FiledDocument(str(path), "known", editor.entries[owner])
    found = [editor.entries[work.ref] for work in editor.index.find_file(record)]
    if not found:
        return FiledDocument(str(path), "unmatched")
    if len(found) > 1:
        return FiledDocument(str(path), "ambiguous", candidates=tuple(found))
    return _known(path, found[0], record) or _attach(editor, path, found[0], record, dry=dry)


def _known(path: Path, entry: Entry, record: SourceRecord) -> FiledDocument | None:
    """Return what to say of a document whose entry has one already."""
    if not entry.file:
        return None
    if entry.file_sha256 == sha256(record.data or b"").hexdigest():
        return FiledDocument(str(path), "known", entry)
    return FiledDocument(str(path), "second", entry, note=f"the entry has {Path(entry.file).name} already")


def _attach(editor: CorpusEditor, path: Path, entry: Entry, record: SourceRecord, *, dry: bool) -> FiledDocument:
    notes = tuple(note for note in record.notes if "no text" in note)
    if dry:
        editor.entries[entry.id] = replace(entry, file=str(path), file_sha256=sha256(record.data or b"").hexdigest())
        return FiledDocument(str(path), "filed", entry, note="; ".join(notes))
    with editor.locked():
        now = editor.entries.get(entry.id)
        if now is None or now.file:  # another program changed it meanwhile
            return FiledDocument(str(path), "second", entry, note="its entry was changed by another program")
        return FiledDocument(str(path), "filed", editor.attach(now, record), note="; ".join(notes))


def _describe(path: Path) -> SourceRecord:
    """Return what a file shows of itself; a title that is only its name says nothing."""
    return replace(describe_data(load_file(path), path.name), stem=path.stem)


def attach_chosen(editor: CorpusEditor, path: Path, entry: Entry) -> FiledDocument:
    """File a document beside the entry that the user chose of several."""
    record = _describe(path)
    return _known(path, entry, record) or _attach(editor, path, entry, record, dry=False)
