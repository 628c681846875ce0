"""Add files to a corpus folder or remove them: all files of a change or none, even if the process is killed.

A change is prepared in a hidden folder of the corpus. The new name of that folder commits the change. The next process
that locks the corpus and finds such a folder finishes a committed change, and undoes the others.
"""

import errno
import json
import shutil
from collections.abc import Mapping, Sequence
from pathlib import Path

from citevet.corpus.corpus_folders import is_entry_name, lock_folder
from citevet.world.paths import sync_file, sync_folder

# The search for entries skips names with a leading dot.
_ADDING, _ADDED = ".adding", ".added"
_REMOVING, _REMOVED = ".removing", ".removed"
_ORIGINS = "origins.json"  # where removed files were, by number


def place_files(corpus: Path, files: Mapping[str, bytes]) -> None:
    """Write new files, entries last; the caller holds the lock of the corpus."""
    if taken := next((name for name in files if (corpus / name).exists()), None):
        raise FileExistsError(errno.EEXIST, "a file of this name is there", taken)
    staging = corpus / _ADDING
    staging.mkdir()
    try:
        for name, data in files.items():
            _write(staging / name, data)
        sync_folder(staging)
        staging.rename(corpus / _ADDED)
        sync_folder(corpus)
        _finish(corpus)
    except BaseException:
        for name in files:
            (corpus / name).unlink(missing_ok=True)
        for each in (_ADDING, _ADDED):
            shutil.rmtree(corpus / each, ignore_errors=True)
        raise


def remove_files(corpus: Path, files: Sequence[Path]) -> None:
    """Delete files; the caller holds the lock of the corpus."""
    staging = corpus / _REMOVING
    staging.mkdir()
    try:
        _write(staging / _ORIGINS, json.dumps([str(file) for file in files]).encode())
        sync_folder(staging)
        for number, file in enumerate(files):
            file.rename(staging / str(number))
        staging.rename(corpus / _REMOVED)
    except BaseException:
        _restore(staging)
        raise
    sync_folder(corpus)
    shutil.rmtree(corpus / _REMOVED)


def recover(corpus: Path) -> None:
    """Finish or undo an interrupted change; raise FolderBusy if it is still running."""
    if any((corpus / name).is_dir() for name in (_ADDING, _ADDED, _REMOVING, _REMOVED)):
        with lock_folder(corpus, 0.0):
            recover_locked(corpus)


def recover_locked(corpus: Path) -> None:
    """Finish or undo an interrupted change; the caller holds the lock."""
    if (corpus / _ADDED).is_dir():
        _finish(corpus)
    if (corpus / _REMOVING).is_dir():
        _restore(corpus / _REMOVING)
    for name in (_ADDING, _REMOVED):
        if (corpus / name).is_dir():
            shutil.rmtree(corpus / name)


def _finish(corpus: Path) -> None:
    """Move added files into place, never over another file."""
    staging = corpus / _ADDED
    for file in sorted(staging.iterdir(), key=lambda file: (is_entry_name(file.name), file.name)):
        if not (corpus / file.name).exists():
            file.rename(corpus / file.name)
    sync_folder(corpus)
    shutil.rmtree(staging)


def _restore(staging: Path) -> None:
    """Move removed files back to where they were."""
    try:
        origins = json.loads((staging / _ORIGINS).read_bytes())
    except (OSError, ValueError):  # killed before the list was written: nothing was moved yet
        origins = []
    for number, origin in enumerate(map(Path, origins)):
        if (staging / str(number)).exists() and not origin.exists():
            origin.parent.mkdir(parents=True, exist_ok=True)
            (staging / str(number)).rename(origin)
    shutil.rmtree(staging, ignore_errors=True)


def _write(path: Path, data: bytes) -> None:
    with path.open("xb") as file:
        file.write(data)
    sync_file(path)
