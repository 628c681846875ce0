"""Add a file or a record to the corpus: beside the entry of its work, or else as a new entry."""

from collections.abc import Callable, Sequence
from datetime import date
from hashlib import sha256
from pathlib import Path

from citevet.corpus.corpus_editor import CorpusEditor
from citevet.corpus.source_records import SourceRecord, describe_file
from citevet.errors import Damaged, UsageError
from citevet.model import Entry
from citevet.people.cited_name import format_cited_name
from citevet.records import dataclass, replace

_SECOND_FILE = "the entry has another file, {file}, so this one was not filed"
_UNCONFIRMED = "it was imported from a bibliography; `citevet corpus confirm {ref}` if it is this work"
_OF_FILES = ("doi", "arxiv", "isbn", "pmid", "pmcid")
Choose = Callable[[str, Sequence[Entry]], Entry | None]  # asks the user which of several entries a file belongs to


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
    attached: bool = False  # the entry had no file, and has this one now


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
    return add_to(CorpusEditor(root, corpus, database=database, today=today), source, given)


def add_to(
    editor: CorpusEditor,
    source: Path | SourceRecord,
    given: SourceDetails | None = None,
    *,
    to: str = "",
    choose: Choose | None = None,
) -> Addition:
    """Add one source of several to a corpus; `to` names the entry that it belongs to, by id or citation key."""
    given = given or SourceDetails()
    record = _override(describe_file(source) if isinstance(source, Path) else source, given)
    if record.data is not None and not record.data.strip():  # it would stand for the work, and its citations be found
        raise Damaged("the file is empty", to=str(source), advice="Fetch the work again.")
    with editor.locked():
        own = editor.find_named(to) if to else _find_own(editor, record, source, choose)
        if own is not None:
            return _add_known(editor, own, record)
        return _add_new(editor, _name_untitled(record), given.relevance)


def _find_own(
    editor: CorpusEditor, record: SourceRecord, source: Path | SourceRecord, choose: Choose | None
) -> Entry | None:
    """Return the entry of the work: by the same file, an identifier or, for a file, by what it shows."""
    is_file = record.data is not None
    digest = sha256(record.data).hexdigest() if record.data is not None else ""
    if owner := editor.digests.get(digest):
        return editor.entries[owner]
    if work := editor.index.find_identifier(record, _OF_FILES if is_file else (*_OF_FILES, "url")):
        return editor.entries[work.ref]
    found = [editor.entries[work.ref] for work in editor.index.find_file(record)] if is_file else []
    if len(found) > 1:
        name = source.name if isinstance(source, Path) else record.title
        chosen = choose(name, found) if choose else None
        if chosen is None:
            names = "; ".join(f"{entry.keys[0] if entry.keys else entry.id}, {_describe(entry)}" for entry in found[:5])
            advice = f"Say which: `citevet corpus add FILE --to {found[0].keys[0] if found[0].keys else found[0].id}`."
            raise UsageError(f"several entries fit ({names})", to=name, advice=advice)
        return chosen
    return found[0] if found else None


def _describe(entry: Entry) -> str:
    return f"{format_cited_name(entry.authors, entry.year)}: {entry.title[:60]}"


def _add_known(editor: CorpusEditor, entry: Entry, record: SourceRecord) -> Addition:
    """File a document beside the entry of its work, and fill in what the entry lacks."""
    path = editor.root / entry.path
    digest = sha256(record.data).hexdigest() if record.data is not None else None
    if record.data is not None and not entry.file:
        editor.attach(entry, record)
        return Addition(entry.id, path, already=True, notes=record.notes, attached=True)
    said = [_SECOND_FILE.format(file=Path(entry.file or "").name)] if digest not in {None, entry.file_sha256} else []
    said += [_UNCONFIRMED.format(ref=entry.id)] if entry.is_listed_only else []
    return Addition(entry.id, path, already=True, notes=tuple(said))


def _add_new(editor: CorpusEditor, record: SourceRecord, relevance: str | None) -> Addition:
    entry = editor.add(record, relevance)
    return Addition(entry.id, editor.root / entry.path, lacks=record.lacks, notes=record.notes)


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
