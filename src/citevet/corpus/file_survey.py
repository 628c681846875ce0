"""The files of a corpus: size and time now, and how they were when they were indexed."""

import os
import re
import time
from collections import defaultdict
from collections.abc import Container, Iterable, Iterator, Sequence
from hashlib import sha256
from pathlib import Path

from citevet.corpus.corpus_folders import SHARED_FOLDER, find_entry_files, id_of_file_name, is_entry_name, walk_files
from citevet.corpus.index_format import FileState, SizeAndTime
from citevet.limits import HASHED_BYTES
from citevet.model import Entry
from citevet.patterns import lazy_pattern
from citevet.records import dataclass, field
from citevet.world.paths import open_regular

_SIBLING_FOLDERS = ("quality-assessments", "citations")  # next to a corpus folder, with files of its entries
_NOTE_FOLDERS = frozenset({"findings", "paper-analysis"})  # corpus folders with notes on sources of the others
_ID = lazy_pattern(r"REF-\d{1,32}")
_STATED_ID = lazy_pattern(
    r"^(?i:ref(?:[_-]id)?|id)[ \t]{0,9}:[ \t]{0,9}[\"']?(REF-\d{1,32}[a-z]?(?:-[a-z]{1,40})?)[\"']?\s*$", re.MULTILINE
)
_MAX_FRONT_MATTER = 16_384  # bytes that are searched for an id
_CHUNK = 1 << 20

_MISSING: SizeAndTime = (-1, 0)


@dataclass(frozen=True, slots=True)
class FileSurvey:
    """All files in the corpus folders, each looked at once."""

    entries: tuple[str, ...]
    looks: dict[str, SizeAndTime]
    by_id: dict[str, list[str]]  # REF-043 → the files with it in their name
    stated: dict[str, str] = field(default_factory=dict)  # entry without an id in its name → the id in its front matter
    undecodable: tuple[str, ...] = ()  # entries with names that are not UTF-8: no database or report can hold them
    unfiled: tuple[str, ...] = ()  # files without an id in their name

    def look(self, path: str) -> SizeAndTime:
        """Return size and time of any file."""
        found = self.looks.get(path)
        if found is None:
            found = self.looks[path] = _look(path)
        return found

    def relatives(self, path: str) -> Sequence[str]:
        """Return the files with the same id in their names: PDF, sidecar and assessment."""
        return self.by_id.get(self.stated.get(path) or _id_in_name(path), ())


def survey_files(root: Path, folders: Sequence[Path]) -> FileSurvey:
    """Look at every file of the corpus once."""
    looks: dict[str, SizeAndTime] = {}
    by_id: defaultdict[str, list[str]] = defaultdict(list)
    entries: list[str] = []
    others: list[os.DirEntry[str]] = []  # files without an id in their name

    def add(files: Iterable["os.DirEntry[str]"]) -> None:
        for item in files:
            path = item.path
            if path not in looks and _is_utf8(path):
                looks[path] = _look(path)
                by_id[_id_at(item.name)].append(path)

    for folder in folders:
        walked = list(walk_files(str(folder)))
        files = [item for item in walked if _id_at(item.name)]
        add(files)
        entries += _without_notes(folder, _entries_among(folder, files), entries)
        others += [item for item in walked if not id_of_file_name(item.name)]
    for top in (root / SHARED_FOLDER, *(folder.parent / name for folder in folders for name in _SIBLING_FOLDERS)):
        add(item for item in walk_files(str(top)) if _id_at(item.name))
    stated = _find_stated_ids(others, set(map(_id_in_name, entries)))
    stems = {path.removesuffix(".md"): ref for path, ref in stated.items()}
    for item in others:
        ref = stems.get(os.path.splitext(item.path)[0])  # noqa: PTH122 - as below
        if ref:
            by_id[ref].append(item.path)
    entries += stated
    odd = tuple(path for path in entries if not _is_utf8(path))
    unfiled = tuple(item.path for item in others if _is_utf8(item.path))
    return FileSurvey(tuple(path for path in entries if path not in odd), looks, dict(by_id), stated, odd, unfiled)


def _find_stated_ids(files: Iterable["os.DirEntry[str]"], known: Container[str]) -> dict[str, str]:
    """Return the files whose front matter has an id that no file name has; others are notes on that source."""
    notes = sorted(item.path for item in files if item.name.endswith(".md") and item.is_file(follow_symlinks=False))
    ids = {path: _read_stated_id(path) for path in notes if _is_utf8(path)}
    return {path: ref for path, ref in ids.items() if ref and ref not in known}


def _read_stated_id(path: str) -> str:
    try:
        with open_regular(path) as file:
            start = file.read(_MAX_FRONT_MATTER).decode("utf-8-sig", "replace")
    except (OSError, ValueError):
        return ""
    found = _STATED_ID.search(start.partition("\n---")[0]) if start.startswith("---") else None
    return found[1] if found else ""


def _without_notes(folder: Path, found: Sequence[str], known: Sequence[str]) -> Sequence[str]:
    """Leave out notes on an entry of another folder: findings carry the id of their source."""
    if folder.name not in _NOTE_FOLDERS:
        return found
    ids = set(map(_id_in_name, known))
    return [path for path in found if _id_in_name(path) not in ids]


def _entries_among(folder: Path, files: Sequence["os.DirEntry[str]"]) -> list[str]:
    """Return the entries among the files; Path objects, which are slow, are used only if there are links."""
    found = [item for item in files if is_entry_name(item.name)]
    if any(item.is_symlink() for item in found):
        return [str(file) for file in find_entry_files(folder)]
    return [item.path for item in found]


def _id_at(path: str, start: int = 0) -> str:
    found = _ID.match(path, start)
    return found[0] if found else ""


def _id_in_name(path: str) -> str:
    return _id_at(path, path.rfind(os.sep) + 1)


def _is_utf8(path: str) -> bool:
    return path.isascii() or not any("\ud800" <= letter <= "\udfff" for letter in path)


def _look(path: str) -> SizeAndTime:
    try:
        status = os.stat(path)  # noqa: PTH116 - ten thousand files: a Path each would take longer than the call
    except (OSError, ValueError):
        return _MISSING
    return status.st_size, status.st_mtime_ns


def named_files(entry: Entry, root: Path) -> Iterator[str]:
    """Yield the files that an entry names, missing ones too: when they appear, the entry changes."""
    for named in (entry.file, entry.graded_by):
        if named and "/" in named:
            yield str(root / named)
    for fault in entry.faults:
        value = entry.metadata.get(fault.field or "") if fault.kind == "missing-file" else None
        if isinstance(value, str) and value and _is_utf8(value):
            shared = root / SHARED_FOLDER
            yield from (str(folder / value) for folder in ((root / entry.path).parent, root, shared, shared / "pdfs"))


def hash_file(path: str, look: SizeAndTime) -> FileState:
    """Hash a file after its look; a change in between shows at the next look."""
    at = time.time_ns()
    digest = sha256()
    try:
        with open_regular(path) as file:
            for _ in range(HASHED_BYTES // _CHUNK):
                digest.update(file.read(_CHUNK))
                if file.tell() >= look[0]:
                    break
    except (OSError, ValueError):
        return FileState(look, "", at)
    return FileState(look, digest.hexdigest(), at)


def hash_all(files: Iterable[tuple[str, str]]) -> str:
    """Return one hash over the paths and hashes of all files."""
    state = sha256()
    for path, sha in files:
        state.update(f"{path}\0{sha}\n".encode())
    return state.hexdigest()
