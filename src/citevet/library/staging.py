"""A new entry with its file into a corpus folder: both or neither, whenever the process is killed.

The files are written into a folder `.adding` of the corpus. When all are safe on the disk, the Markdown file gets its
name there: from that moment the addition counts. Then the attached file is moved to its place, the Markdown file last.
Whoever holds the lock of the corpus and finds such a folder finishes the work, or undoes it.
"""

import errno
import os
import shutil
from contextlib import suppress
from pathlib import Path

from citevet.library.lock import locked
from citevet.library.places import is_entry

STAGING = ".adding"  # with its dot it is passed over when entries are looked for
_PART = "entry.part"


def place(corpus: Path, name: str, text: str, *, attached: tuple[str, bytes] | None = None) -> None:
    """Write an entry and its file; the caller holds the lock, so nobody else is adding."""
    staging = corpus / STAGING
    files = {**({attached[0]: attached[1]} if attached else {}), _PART: text.encode()}
    names = [name, *(attached[:1] if attached else ())]
    if any((corpus / each).exists() for each in names):
        raise FileExistsError(errno.EEXIST, "a file of this name is there", name)
    staging.mkdir()
    try:
        for part, data in files.items():
            _write(staging / part, data)
        _settle(staging)
        (staging / _PART).rename(staging / name)
        _settle(staging)
        _settle(corpus)
        _finish(corpus)
    except BaseException:
        for each in names:
            (corpus / each).unlink(missing_ok=True)
        shutil.rmtree(staging, ignore_errors=True)
        raise


def recover(corpus: Path, *, seconds: float = 0.0) -> None:
    """Finish or undo an addition that was broken off; one that is still going on is left alone, with a Busy error."""
    if (corpus / STAGING).is_dir():
        with locked(corpus, seconds):
            recover_held(corpus)


def recover_held(corpus: Path) -> None:
    """Do the same for a caller who holds the lock."""
    if (corpus / STAGING).is_dir():
        _finish(corpus)


def _finish(corpus: Path) -> None:
    """Move what counts to its place, the Markdown file last, and drop what does not count."""
    staging = corpus / STAGING
    files = sorted(staging.iterdir(), key=lambda file: is_entry(file.name))
    if files and is_entry(files[-1].name) and not any((corpus / file.name).exists() for file in files):
        for file in files:
            file.rename(corpus / file.name)
        _settle(corpus)
    shutil.rmtree(staging)


def _write(path: Path, data: bytes) -> None:
    with path.open("xb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())


def _settle(folder: Path) -> None:
    """Make names last through a power cut, where folders can be synchronised."""
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
