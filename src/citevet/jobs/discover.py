"""Which documents a run is about."""

import os
from collections.abc import Iterable, Iterator, Mapping
from functools import cache, partial
from pathlib import Path
from typing import Any

from citevet.config import Config, config
from citevet.errors import ConfigError
from citevet.read import DOCUMENTS
from citevet.rules.select import matches
from citevet.world import git
from citevet.world.real_path import is_broken_link, real

# Kept by the project for its own sources; a corpus is what documents are checked against, not a document.
_CORPORA = (".citevet/corpus", ".aiwg/research", "docs/references")


def discover(paths: Iterable[Path], flags: Mapping[str, Any] | None = None) -> list[Path]:
    """Return the files that were named, and the documents below the folders that were named, each once, in order."""
    settings = cache(partial(_settings, flags=flags or {}))
    found: dict[Path, None] = {}
    for path in paths:
        if os.path.isdir(path):  # noqa: PTH112 - Path.is_dir() raises for a name that is too long
            below = (file for file in _below(path) if not _is_skipped(at := _place(file), settings(at.parent)))
            found.update(dict.fromkeys(below))
        else:
            found[path] = None
    return _each_once(found)


def _each_once(found: Iterable[Path]) -> list[Path]:
    """Leave out a link to a file that is here as well: one fault would be told twice, and one file mended twice."""
    paths = list(found)
    chosen: dict[Path, Path] = {}
    for path in paths:
        place = _place(path)
        if place not in chosen or (chosen[place].is_symlink() and not path.is_symlink()):
            chosen[place] = path
    kept = frozenset(chosen.values())
    return [path for path in paths if path in kept]


def _settings(folder: Path, flags: Mapping[str, Any]) -> Config | None:
    try:
        return config(folder, flags)
    except ConfigError:
        return None  # said once for each document that it holds for, and hides nothing of the others


def _below(folder: Path) -> Iterator[Path]:
    files = git.files(folder)
    for path in sorted(_walked(folder) if files is None else files):
        inside = path.relative_to(folder)
        if path.suffix.lower() in DOCUMENTS and not _is_hidden(inside) and _is_meant(path, folder):
            yield path


def _is_skipped(file: Path, settings: Config | None) -> bool:
    """Say whether the configuration nearest to a document leaves it out, or it is a source of the corpus."""
    if settings is None:
        return False
    if settings.corpus and file.is_relative_to(settings.corpus):
        return True
    name = (file.relative_to(settings.root) if file.is_relative_to(settings.root) else file).as_posix()
    return any(matches(name, glob) for glob in (*settings.exclude, *_CORPORA))


def _place(file: Path) -> Path:
    """Return where the configuration of a file is looked for: where its link leads, or where a broken one stands."""
    return real(file.parent) / file.name if is_broken_link(file) else real(file)


def _is_meant(path: Path, folder: Path) -> bool:
    """Say whether something is a file, or a broken link, which whoever reads it will name."""
    return is_broken_link(path) or (path.is_file() and _stays(path, folder))


def _stays(path: Path, folder: Path) -> bool:
    """Say whether a link leads nowhere outside: what was not named must not be read, let alone mended, elsewhere."""
    return not path.is_symlink() or real(path).is_relative_to(real(folder))


def _walked(folder: Path) -> Iterator[Path]:
    for parent, folders, names in os.walk(folder):
        folders[:] = [name for name in folders if not name.startswith(".")]
        yield from (Path(parent, name) for name in names)


def _is_hidden(path: Path) -> bool:
    return any(part.startswith(".") for part in path.parts)
