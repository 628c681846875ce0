"""Which documents a run is about."""

import os
from collections.abc import Iterable, Iterator
from fnmatch import fnmatch
from pathlib import Path

from citevet.read import DOCUMENTS
from citevet.world import git

# Kept by the project for its own sources; a corpus is what documents are checked against, not a document.
_CORPORA = (".citevet/corpus", ".aiwg/research", "docs/references")


def discover(paths: Iterable[Path], *, exclude: Iterable[str] = (), corpus: str | None = None) -> list[Path]:
    """Return the files that were named, and the documents below the folders that were named, each once, in order."""
    folders = (*_CORPORA, corpus.rstrip("/")) if corpus else _CORPORA
    skipped = [*exclude, *(f"{folder}/*" for folder in folders)]
    found: dict[Path, None] = {}
    for path in paths:
        if path.is_dir():
            found.update(dict.fromkeys(_below(path, skipped)))
        else:
            found[path] = None
    return list(found)


def _below(folder: Path, skipped: list[str]) -> Iterator[Path]:
    files = git.files(folder)
    for path in sorted(_walked(folder) if files is None else files):
        inside = path.relative_to(folder)
        if path.suffix.lower() in DOCUMENTS and not _is_hidden(inside) and not _is_skipped(inside, skipped):
            yield path


def _is_skipped(inside: Path, globs: list[str]) -> bool:
    name = inside.as_posix()
    return any(fnmatch(name, glob) or fnmatch(f"/{name}", f"*/{glob}") for glob in globs)


def _walked(folder: Path) -> Iterator[Path]:
    for parent, folders, names in os.walk(folder):
        folders[:] = [name for name in folders if not name.startswith(".")]
        yield from (Path(parent, name) for name in names)


def _is_hidden(path: Path) -> bool:
    return any(part.startswith(".") for part in path.parts)
