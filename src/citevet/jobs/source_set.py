"""File the sources that came with a document: a corpus of its own, in which each file belongs to its work."""

import json
import os
import shutil
from collections.abc import Mapping, Sequence
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from secrets import token_hex
from time import time

from citevet.contracts import Progress
from citevet.corpus.additions import SourceDetails
from citevet.corpus.library_files import DOCUMENTS as LIBRARY_DOCUMENTS
from citevet.corpus.library_import import attach_chosen
from citevet.errors import CitevetError
from citevet.jobs.corpus.changes import add_sources, load_corpus_config, open_editor
from citevet.jobs.corpus.import_library import import_files
from citevet.model import Entry
from citevet.people.cited_name import format_cited_name
from citevet.records import dataclass
from citevet.session import Session
from citevet.world.paths import resolve_path

_KEPT = 4  # sets of one paper that are kept: a check of one before may still run
_FORM = 2  # of the folder of a set; another one is filed anew
_DRAFT = ".new-"
_INCOMING = "incoming"
_LONGEST = 24 * 3_600  # seconds that filing takes; what is older was left by a process that was killed
_LONGEST_NAME = 200  # bytes of a file name; systems take 255, and a corpus adds to it
_LONGEST_ENDING = 20
_DONE = "filed.json"
CORPUS = "corpus"
FiledSource = dict[str, str]  # what became of one file


@dataclass(frozen=True, slots=True)
class GivenFile:
    """A file that came along: its name for people, where its content lies, and the key of its work, if known."""

    name: str
    place: Path
    digest: str
    entry: str = ""


def file_sources(
    lists: Sequence[GivenFile], sources: Sequence[GivenFile], folder: Path, progress: Progress
) -> tuple[Path, list[FiledSource]]:
    """Return the folder of a project whose corpus has the sources, and what became of each file.

    A set of the same files is filed once. Checks may file at the same time: each works in a folder of its own, and the
    first that is done gives the set its place.
    """
    named = sorted((each.name, each.digest, each.entry) for each in (*lists, *sources))
    home = folder / sha256(f"{_FORM} {named!r}".encode()).hexdigest()[:20]
    known = _reuse(home)
    if known is not None:
        return home, known
    _drop_old(folder)
    draft = folder / f"{_DRAFT}{token_hex(8)}"
    try:
        filed = _make_project(draft, lists, sources, progress)
        try:
            draft.rename(home)
        except OSError:  # another check was faster
            known = _reuse(home)
            if known is None:
                raise
    finally:
        shutil.rmtree(draft, ignore_errors=True)
    return home, filed if known is None else known


def _reuse(home: Path) -> list[FiledSource] | None:
    """Return what became of a set that was filed before, and note that it is used."""
    done = home / _DONE
    try:
        filed: list[FiledSource] = json.loads(done.read_text("utf-8"))
        os.utime(done)
    except FileNotFoundError:
        return None
    return filed


def _drop_old(folder: Path) -> None:
    """Drop the sets that were not used for longest, and what is left of checks that were killed."""
    if not folder.is_dir():
        return
    homes = [each for each in folder.iterdir() if not each.name.startswith(_DRAFT)]
    killed = [each for each in folder.iterdir() if each.name.startswith(_DRAFT) and time() - _find_use(each) > _LONGEST]
    kept = sorted(homes, key=_find_use, reverse=True)[: _KEPT - 1]
    for old in (*killed, *(each for each in homes if each not in kept)):
        dropped = old.with_name(f"{_DRAFT}{token_hex(8)}")
        with suppress(OSError):  # another check drops it; at no time is there half of a set
            old.rename(dropped)
            shutil.rmtree(dropped, ignore_errors=True)


def _find_use(home: Path) -> float:
    """Return when a set was used last."""
    for path in (home / _DONE, home):
        with suppress(OSError):
            return path.stat().st_mtime
    return 0.0


def _make_project(
    home: Path, lists: Sequence[GivenFile], sources: Sequence[GivenFile], progress: Progress
) -> list[FiledSource]:
    (home / CORPUS).mkdir(parents=True)
    home = resolve_path(home)
    (home / "citevet.toml").write_text(f'corpus = "{CORPUS}"\nexclude = ["*"]\n', "utf-8")
    incoming = home / _INCOMING
    paths = {_put(each, incoming / str(number)): each for number, each in enumerate((*lists, *sources))}
    session = Session({"offline": True, "corpus": str(home / CORPUS)}, here=home, ceiling=home)
    try:
        filed = [_clean(each, home, paths) for each in _file(paths, len(lists), session, progress)]
    finally:
        session.close()
    shutil.rmtree(incoming)
    shutil.rmtree(home / ".citevet", ignore_errors=True)  # the index is of another place than the set will have
    (home / _DONE).write_text(json.dumps(filed), "utf-8")
    return filed


def _clean(filed: FiledSource, home: Path, paths: Mapping[Path, GivenFile]) -> FiledSource:
    """Name files in a note as they were given: neither where this server keeps them, nor as they were copied."""
    note = filed["note"]
    if _INCOMING in note:
        for path, given in paths.items():
            note = note.replace(str(path), given.name).replace(path.relative_to(home).as_posix(), given.name)
    return {**filed, "note": note.replace(f"{home}{os.sep}", "")}


def _put(given: GivenFile, folder: Path) -> Path:
    """Copy a file under its name, by which works are found; systems count the bytes of a name."""
    folder.mkdir(parents=True)
    name = Path(given.name)
    ending = name.suffix if len(name.suffix.encode()) <= _LONGEST_ENDING else ""
    stem = name.name.removesuffix(ending).encode()[: _LONGEST_NAME - len(ending.encode())].decode(errors="ignore")
    path = folder / f"{stem}{ending}"
    shutil.copyfile(given.place, path)
    return path


def _file(paths: Mapping[Path, GivenFile], lists: int, session: Session, progress: Progress) -> list[FiledSource]:
    """Import the lists, put the files beside the works that they show, and make entries of the others."""
    order = list(paths)
    chosen = [path for path in order[lists:] if paths[path].entry]
    others = [path for path in order[lists:] if not paths[path].entry]
    readable = [path for path in others if path.suffix.lower() in LIBRARY_DOCUMENTS]

    def report(done: int, total: int, _: str) -> None:
        progress(done, total, "sources")

    given = [str(path) for path in (*order[:lists], *readable)]
    imported = import_files(given, session, within=session.here, progress=report)
    found = {session.here / each.path: each for each in imported.documents}
    waiting = [path for path in others if path not in found or found[path].status == "unmatched"]
    report(0, len(waiting), "")
    added = add_sources([str(path) for path in waiting], session, SourceDetails())
    filed = [
        _describe(path, paths[path], each.status, each.entry, each.note)
        for path, each in found.items()
        if path in paths and each.status != "unmatched"
    ]
    filed += [
        _describe(path, paths[path], "added" if each.entry else "unreadable", each.entry, each.trouble or "")
        for path, each in zip(waiting, added, strict=True)
    ]
    filed += [
        _describe(path, paths[path], "unreadable", None, each.trouble)
        for path, each in zip(order[:lists], imported.files, strict=False)
        if each.trouble
    ]
    return [*filed, *(_attach(path, paths[path], session) for path in chosen)]


def _attach(path: Path, given: GivenFile, session: Session) -> FiledSource:
    """Put a file beside the entry that the user chose."""
    editor = open_editor(load_corpus_config(session))
    editor.load()
    try:
        entry = editor.find_named(given.entry)
        filed = attach_chosen(editor, path, entry)
    except CitevetError as error:
        return _describe(path, given, "unreadable", None, str(error))
    return _describe(path, given, filed.status, filed.entry, filed.note)


def _describe(path: Path, given: GivenFile, status: str, entry: Entry | None, note: str) -> FiledSource:
    key = entry.keys[0] if entry and entry.keys else ""
    return {
        "file": given.name,
        "digest": given.digest,
        "status": status,
        "key": key,
        "source": entry.id if entry else "",
        "work": format_cited_name(entry.authors, entry.year) if entry else "",
        "title": entry.title if entry else "",
        "note": note if path.name == Path(given.name).name else note.replace(path.name, given.name),
    }
