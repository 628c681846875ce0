"""Find the files that a library names, wherever they lie now, and the documents in folders."""

import os
from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path, PurePosixPath
from unicodedata import normalize

from citevet.corpus.corpus_folders import is_entry_name, walk_files
from citevet.patterns import lazy_pattern
from citevet.world.paths import resolve_path

DOCUMENTS = (".pdf", ".html", ".htm", ".xhtml", ".docx", ".odt", ".epub", ".txt", ".text")
_INTERNAL = "internal-pdf://"
_DRIVE = lazy_pattern(r"[A-Za-z]:/")
_MAX_PARTS = 12  # of a path from another machine that are tried
_NO_SOURCES = frozenset({"readme", "license", "licence", "index"})


class LibraryFiles:
    """The places where the files of a library may be: its own folders, and those that the user named.

    A library that a stranger sent may name any file of this machine; `within` is the folder that its files must be in.
    """

    def __init__(self, folders: Sequence[Path], named: Sequence[Path] = (), *, within: Path | None = None) -> None:
        self._within = resolve_path(within) if within else None
        self.folders = tuple(dict.fromkeys((*folders, *named)))
        self._by_name: dict[str, list[Path]] = defaultdict(list)
        for path in list_documents(named):
            self._by_name[_fold_file_name(path.name)].append(path)

    def find(self, written: str) -> Path | None:
        """Return the file at a path as a program wrote it, perhaps on another machine; none if it is not there."""
        if PurePosixPath(written.replace("\\", "/")).suffix.lower() not in DOCUMENTS:
            return None
        for path in filter(self._may_read, self._candidates(written)):
            for form in dict.fromkeys((str(path), normalize("NFC", str(path)), normalize("NFD", str(path)))):
                if os.path.isfile(form):  # noqa: PTH113 - a path with a null character raises in pathlib only
                    return Path(form)
        same = self._by_name.get(_fold_file_name(PurePosixPath(written.replace("\\", "/")).name), ())
        return same[0] if len(same) == 1 else None

    def _may_read(self, path: Path) -> bool:
        return self._within is None or resolve_path(path).is_relative_to(self._within)

    def _candidates(self, written: str) -> Iterator[Path]:
        path = written.removeprefix(_INTERNAL).replace("\\", "/").replace("\0", "")
        if path.startswith("~"):
            yield Path(path).expanduser()
        elif path.startswith("/"):
            yield Path(path)
        inner = _DRIVE.sub("", path).lstrip("/")
        parts = PurePosixPath(inner).parts
        for folder in self.folders:
            yield folder / inner
        if not _DRIVE.match(path) and len(parts) > 1:
            yield Path("/", *parts)  # Mendeley leaves out the first slash
        for start in range(max(1, len(parts) - _MAX_PARTS), len(parts)):
            for folder in self.folders:
                yield Path(folder, *parts[start:])


def list_documents(places: Sequence[Path]) -> Iterator[Path]:
    """Yield the documents among the files, and in and below the folders, sorted; no entry of a corpus is one."""
    for place in places:
        found = (Path(item.path) for item in walk_files(str(place))) if place.is_dir() else (place,)
        for path in found:
            is_source = path.suffix.lower() in DOCUMENTS and path.stem.lower() not in _NO_SOURCES
            if is_source and not is_entry_name(path.name) and path.is_file():
                yield path


def _fold_file_name(name: str) -> str:
    return normalize("NFC", name).casefold()
