"""The files that entries are made of: what they looked like when they were indexed, and what they look like now."""

import os
import time
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from re import compile as pattern
from typing import NamedTuple

from citevet.library.places import entry_files, is_entry
from citevet.model import Entry

_SHARED = ".aiwg/research"  # where that layout keeps PDFs and assessments for all of its corpus folders
_BESIDE = ("quality-assessments", "citations")  # folders beside a corpus folder whose files belong to entries
_SAID_OF = frozenset({"findings", "paper-analysis"})  # corpus folders with notes on the sources of the others
_ID = pattern(r"REF-\d{1,32}")
_DEEPEST = 8  # folders below; as deep as entries are looked for
_TICK = 2_000_000_000  # ns: the coarsest clock of a file system in use (FAT) counts in twos of seconds
_CHUNK = 1 << 20

Look = tuple[int, int]  # size and mtime in ns
_ABSENT: Look = (-1, 0)


class Seen(NamedTuple):
    """A file as it was when it was indexed."""

    look: Look
    sha256: str  # empty: it was not there
    at_ns: int  # when it was hashed

    @property
    def is_racy(self) -> bool:
        """Whether it may have changed since without a change of size and time."""
        return self.look[1] > self.at_ns - _TICK


@dataclass(frozen=True, slots=True)
class Survey:
    """All that lies in the corpus folders, at one look each."""

    entries: tuple[str, ...]
    looks: dict[str, Look]
    by_id: dict[str, list[str]]  # REF-043 → the files with it in their name
    unnamable: tuple[str, ...] = ()  # entries whose names are no UTF-8: no database and no report can hold them

    def look(self, path: str) -> Look:
        """Return size and time of a file, wherever it lies."""
        found = self.looks.get(path)
        if found is None:
            found = self.looks[path] = _look(path)
        return found

    def relatives(self, path: str) -> Sequence[str]:
        """Return the files with the same id in their names: its PDF, sidecar and assessment, if it has them."""
        return self.by_id.get(_id(path, path.rfind(os.sep) + 1), ())


def _id(path: str, start: int = 0) -> str:
    found = _ID.match(path, start)
    return found[0] if found else ""


def survey(root: Path, folders: Sequence[Path]) -> Survey:
    """Look at every file of the corpus once."""
    looks: dict[str, Look] = {}
    by_id: defaultdict[str, list[str]] = defaultdict(list)
    entries: list[str] = []
    for folder in folders:
        files = [item for item in _below(str(folder), 0) if _id(item.name)]
        _note(files, looks, by_id)
        entries += _new(folder, _entries(folder, files), entries)
    for top in (root / _SHARED, *(folder.parent / name for folder in folders for name in _BESIDE)):
        _note((item for item in _below(str(top), 0) if _id(item.name)), looks, by_id)
    odd = tuple(path for path in entries if not _is_text(path))
    return Survey(tuple(path for path in entries if path not in odd), looks, dict(by_id), odd)


def _new(folder: Path, found: Sequence[str], known: Sequence[str]) -> Sequence[str]:
    """Leave out what is only said of an entry elsewhere: findings carry the id of the source that they are on."""
    if folder.name not in _SAID_OF:
        return found
    filed = {_id(os.path.basename(path)) for path in known}  # noqa: PTH119 - ten thousand of them, as below
    return [path for path in found if _id(os.path.basename(path)) not in filed]  # noqa: PTH119


def _note(files: Iterable["os.DirEntry[str]"], looks: dict[str, Look], by_id: dict[str, list[str]]) -> None:
    for item in files:
        path = item.path
        if path not in looks and _is_text(path):
            looks[path] = _look(path)
            by_id[_id(item.name)].append(path)


def _entries(folder: Path, files: Sequence["os.DirEntry[str]"]) -> list[str]:
    """List the entries among the files; a Path for each takes longer than all the rest, so only where links are."""
    found = [item for item in files if is_entry(item.name)]
    if any(item.is_symlink() for item in found):
        return [str(file) for file in entry_files(folder)]
    return [item.path for item in found]


def _is_text(path: str) -> bool:
    return path.isascii() or not any("\ud800" <= letter <= "\udfff" for letter in path)


def _below(folder: str, depth: int) -> Iterator["os.DirEntry[str]"]:
    try:
        with os.scandir(folder) as listing:
            found = list(listing)
    except OSError:
        return  # not there, or not ours to read: nothing of it is in the corpus
    for item in found:
        if not item.is_dir(follow_symlinks=False):
            yield item
        elif depth < _DEEPEST and not item.name.startswith("."):
            yield from _below(item.path, depth + 1)


def _look(path: str) -> Look:
    try:
        status = os.stat(path)  # noqa: PTH116 - ten thousand of them: a Path each would take longer than the look
    except (OSError, ValueError):
        return _ABSENT
    return status.st_size, status.st_mtime_ns


def belongings(entry: Entry, root: Path) -> Iterator[str]:
    """Yield the files that an entry names, those that are not there among them: when they come, it changes."""
    for named in (entry.file, entry.graded_by):
        if named and "/" in named:
            yield str(root / named)
    for fault in entry.faults:
        value = entry.metadata.get(fault.field or "") if fault.kind == "missing-file" else None
        if isinstance(value, str) and value and _is_text(value):
            shared = root / _SHARED
            yield from (str(folder / value) for folder in ((root / entry.path).parent, root, shared, shared / "pdfs"))


def see(path: str, look: Look) -> Seen:
    """Hash a file that was looked at before; if it changes meanwhile, the next look tells."""
    at = time.time_ns()
    digest = sha256()
    try:
        with open(path, "rb") as file:  # noqa: PTH123 - as above
            while chunk := file.read(_CHUNK):
                digest.update(chunk)
    except (OSError, ValueError):
        return Seen(look, "", at)
    return Seen(look, digest.hexdigest(), at)


def digest(files: Iterable[tuple[str, str]]) -> str:
    """Return one hash over the paths and hashes of all files."""
    state = sha256()
    for path, sha in files:
        state.update(f"{path}\0{sha}\n".encode())
    return state.hexdigest()
