"""Files of the corpus that belong to no entry: papers that nobody can cite."""

import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from re import compile as pattern

from citevet.library.attachments import PDFS
from citevet.model import Entry

_KINDS = frozenset({".pdf", ".html", ".htm", ".xhtml", ".docx", ".txt", ".text", ".epub", ".ps", ".djvu"})
_OTHERS = frozenset({"readme", "license", "licence", "index"})  # what folders have that are no sources
_ID = pattern(r"(REF-\d{1,32})(?!\d)")
_DEEPEST = 8  # folders below; as deep as entries are looked for


def orphans(root: Path, folders: Iterable[Path], entries: Iterable[Entry]) -> list[str]:
    """Return the papers that are no entry's file, and the sidecars and assessments of ids that are not there."""
    ids: set[str] = set()
    owned: set[Path] = set()
    for entry in entries:
        ids.add(entry.id)
        owned.update((root / path).resolve() for path in (entry.path, entry.file) if path)
    places = dict.fromkeys((*folders, root / PDFS))
    return sorted({_shown(path, root) for place in places for path in _below(place, 0) if _is_orphan(path, ids, owned)})


def sidecars(folders: Iterable[Path]) -> int:
    """Count the files that say what a source cites."""
    return sum(path.name.endswith("-citations.md") for folder in folders for path in _below(folder, 0))


def _is_orphan(path: Path, ids: set[str], owned: set[Path]) -> bool:
    named = _ID.match(path.name)
    if named and path.suffix.lower() not in _KINDS:
        return named[1] not in ids and path.resolve() not in owned
    return path.suffix.lower() in _KINDS and path.stem.lower() not in _OTHERS and path.resolve() not in owned


def _below(folder: Path, depth: int) -> Iterator[Path]:
    try:
        with os.scandir(folder) as listing:
            found = sorted(listing, key=lambda item: item.name)
    except OSError:
        return  # not there, or not ours to read
    for item in found:
        if item.name.startswith("."):
            continue
        if item.is_dir(follow_symlinks=False):
            if depth < _DEEPEST:
                yield from _below(Path(item.path), depth + 1)
        else:
            yield Path(item.path)


def _shown(path: Path, root: Path) -> str:
    return path.relative_to(root).as_posix() if path.is_relative_to(root) else path.as_posix()
