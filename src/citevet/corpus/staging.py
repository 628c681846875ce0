"""Write a new entry and its file into a corpus folder: both or neither, even if the process is killed.

The files are first written into the folder `.adding` of the corpus. Once they are on disk, the Markdown file gets its
name there, which commits the addition. Then the attached file is moved into place, and the Markdown file last.
The next process that locks the corpus and finds such a folder finishes or undoes the addition.
"""

import errno
import os
import shutil
from contextlib import suppress
from pathlib import Path

from citevet.corpus.corpus_folders import is_entry_name, lock_folder

STAGING = ".adding"  # the search for entries skips names with a leading dot
_UNCOMMITTED = "entry.part"


def place_entry(corpus: Path, name: str, text: str, *, attached: tuple[str, bytes] | None = None) -> None:
    """Write an entry and its file; the caller holds the lock of the corpus."""
    staging = corpus / STAGING
    files = {**({attached[0]: attached[1]} if attached else {}), _UNCOMMITTED: text.encode()}
    names = [name, *(attached[:1] if attached else ())]
    if any((corpus / each).exists() for each in names):
        raise FileExistsError(errno.EEXIST, "a file of this name is there", name)
    staging.mkdir()
    try:
        for part, data in files.items():
            _write(staging / part, data)
        _sync(staging)
        (staging / _UNCOMMITTED).rename(staging / name)
        _sync(staging)
        _sync(corpus)
        _finish(corpus)
    except BaseException:
        for each in names:
            (corpus / each).unlink(missing_ok=True)
        shutil.rmtree(staging, ignore_errors=True)
        raise


def recover(corpus: Path, *, seconds: float = 0.0) -> None:
    """Finish or undo an interrupted addition; raise FolderBusy if it is still running."""
    if (corpus / STAGING).is_dir():
        with lock_folder(corpus, seconds):
            recover_locked(corpus)


def recover_locked(corpus: Path) -> None:
    """Finish or undo an interrupted addition; the caller holds the lock."""
    if (corpus / STAGING).is_dir():
        _finish(corpus)


def _finish(corpus: Path) -> None:
    """Move a committed addition into place, the Markdown file last; delete an uncommitted one."""
    staging = corpus / STAGING
    files = sorted(staging.iterdir(), key=lambda file: is_entry_name(file.name))
    if files and is_entry_name(files[-1].name) and not any((corpus / file.name).exists() for file in files):
        for file in files:
            file.rename(corpus / file.name)
        _sync(corpus)
    shutil.rmtree(staging)


def _write(path: Path, data: bytes) -> None:
    with path.open("xb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())


def _sync(folder: Path) -> None:
    """Flush the names in a folder to disk, where the system can do that."""
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
