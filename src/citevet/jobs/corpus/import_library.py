"""Import the libraries of reference managers, with the files that belong to their works."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from citevet.contracts import Progress
from citevet.corpus.additions import Choose
from citevet.corpus.corpus_editor import CorpusEditor
from citevet.corpus.library_files import LibraryFiles, list_documents
from citevet.corpus.library_import import attach_chosen, attach_documents, import_library
from citevet.corpus.zotero_database import find_zotero_database, read_zotero
from citevet.errors import CitevetError, MissingInput
from citevet.jobs.corpus.changes import load_corpus_config, open_editor
from citevet.model.entry import FiledDocument
from citevet.model.library import Library
from citevet.read.files import load_file
from citevet.read.libraries import LIBRARY_FILES, is_library, read_library
from citevet.records import replace
from citevet.report.corpus.imported import ImportedFile, ImportedLibrary
from citevet.session import Session
from citevet.world.paths import resolve_path

_EXPORTS = (".bib", ".ris", ".rdf", ".enw", ".xml", ".json")  # that a folder may hold beside its documents
_LIBRARY_BYTES = 512 * 2**20  # of one export


def import_files(
    names: Sequence[str],
    session: Session,
    *,
    within: Path | None = None,
    dry: bool = False,
    progress: Progress | None = None,
) -> ImportedLibrary:
    """Import bibliographies, exported folders and Zotero data folders; file the documents that belong to their works.

    What cannot be read is reported, and stops nothing else. Files outside of `within` are not there.
    """
    config = load_corpus_config(session, dry=dry)
    editor = open_editor(config)
    imported: list[ImportedFile] = []
    folders: list[Path] = []
    documents: list[Path] = []
    for name in names:
        try:
            libraries, others = _split(session.here / name, name)
        except CitevetError as error:
            imported.append(ImportedFile(name, trouble=str(error)))
            continue
        documents += others
        for path, shown in libraries:
            done, places = _import(editor, path, shown, dry=dry)
            imported.append(done)
            folders += places
    works = [work for each in imported for work in each.works]
    files = LibraryFiles(folders, documents, within=within)
    corpus = resolve_path(editor.corpus)
    outside = [path for path in list_documents(documents) if not resolve_path(path).is_relative_to(corpus)]
    filed = tuple(_rename(session, attach_documents(editor, works, files, outside, progress=progress, dry=dry)))
    return ImportedLibrary(tuple(imported), filed, dry=dry)


def _split(path: Path, name: str) -> tuple[list[tuple[Path, str]], list[Path]]:
    """Return the libraries that an argument names, each with its name for people, and the documents."""
    if not path.exists():
        what = "no such file" if path.suffix else "no such file or folder"
        raise MissingInput(what, to=name, advice="Check the name.")
    if database := find_zotero_database(path):
        return [(database, name)], []
    if path.is_dir():
        found = sorted(each for each in path.iterdir() if each.suffix.lower() in _EXPORTS and _is_library(each))
        return [(each, f"{name.rstrip('/')}/{each.name}") for each in found], [path]
    is_export = path.suffix.lower() in LIBRARY_FILES and (path.suffix.lower() != ".txt" or _is_library(path))
    is_document = not is_export and bool(list(list_documents([path])))
    return ([], [path]) if is_document else ([(path, name)], [])


def _is_library(path: Path) -> bool:
    try:
        with path.open("rb") as file:
            return is_library(file.read(4_096), path.name)
    except OSError:
        return False


def _import(editor: CorpusEditor, path: Path, shown: str, *, dry: bool) -> tuple[ImportedFile, Sequence[Path]]:
    try:
        library = _read(path, shown)
        works = import_library(editor, library, dry=dry)
    except CitevetError as error:
        return ImportedFile(shown, trouble=str(error)), ()
    return ImportedFile(shown, works, library.notes), library.folders


def _read(path: Path, shown: str) -> Library:
    if find_zotero_database(path):
        return read_zotero(path, shown)
    return read_library(load_file(path, max_bytes=_LIBRARY_BYTES, shown=shown), shown, path.parent)


def _rename(session: Session, filed: Iterator[FiledDocument]) -> Iterator[FiledDocument]:
    """Yield what became of each document, under the names that the user knows."""
    for each in filed:
        path = Path(each.path)
        yield replace(each, path=session.show(path) if path.is_absolute() and path.exists() else each.path)


def settle_questions(done: ImportedLibrary, session: Session, choose: Choose) -> ImportedLibrary:
    """Ask which work each document belongs to that fits several, and file it there."""
    editor = open_editor(load_corpus_config(session))

    def settle(each: FiledDocument) -> FiledDocument:
        entry = choose(each.path, each.candidates) if each.status == "ambiguous" else None
        if entry is None:
            return each
        with editor.locked():
            now = editor.entries[entry.id]
        return replace(attach_chosen(editor, session.here / each.path, now), path=each.path)

    return replace(done, documents=tuple(map(settle, done.documents)))
