"""Paths with their symbolic links followed, files opened, and the folders of the user."""

import errno
import os
import stat
import sys
from contextlib import suppress
from io import BufferedReader
from pathlib import Path

_AT_ONCE = getattr(os, "O_NONBLOCK", 0)  # a pipe would wait for a writer, even where it replaced a file just now


def resolve_path(path: Path) -> Path:
    """Follow the links of a path; a circle of links, or a name that no file can have, is returned as it is."""
    try:
        return Path(os.path.realpath(path))  # Path.resolve() raises on a circle before Python 3.13
    except (OSError, ValueError):
        return path.absolute()


def is_broken_link(path: Path) -> bool:
    """Check whether a link leads to no file, or back to itself."""
    return os.path.islink(path) and not os.path.exists(path)  # noqa: PTH110, PTH114 - these two never raise


def open_regular(path: str | Path) -> BufferedReader:
    """Open a regular file for reading; for a device, a pipe or a folder raise OSError at once."""
    _require_regular(os.stat(path).st_mode)  # noqa: PTH116 - ten thousand files: a Path each would take longer
    file = open(path, "rb", opener=lambda name, flags: os.open(name, flags | _AT_ONCE))  # noqa: SIM115 - likewise
    try:
        _require_regular(os.fstat(file.fileno()).st_mode)
    except OSError:
        file.close()
        raise
    return file


def _require_regular(mode: int) -> None:
    if not stat.S_ISREG(mode):
        raise OSError(errno.EINVAL, "not a regular file")


def find_only_file(folder: Path, name: str, *, most: int) -> Path | None:
    """Return the one file of that name below a folder; none if there are several, or more than `most` files in all.

    Hidden folders are left out, and links to folders are not followed.
    """
    found: list[Path] = []
    seen = 0
    for parent, folders, names in os.walk(folder):
        folders[:] = [each for each in folders if not each.startswith(".")]
        seen += 1 + len(names)
        found += [Path(parent, name)] if name in names else []
        if seen > most or len(found) > 1:
            return None
    return found[0] if found else None


def user_data_folder() -> Path:
    """Return the folder for what the user adds: models, data and the state of servers."""
    if sys.platform == "win32":
        return _local_app_data() / "citevet"
    if sys.platform == "darwin":
        return Path.home() / "Library/Application Support/citevet"
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local/share") / "citevet"


def user_cache_folder() -> Path:
    """Return the folder for what can be computed again, or the one that CITEVET_CACHE_DIR names."""
    if named := os.environ.get("CITEVET_CACHE_DIR"):
        return Path(named)
    if sys.platform == "win32":
        return _local_app_data() / "citevet" / "cache"
    if sys.platform == "darwin":
        return Path.home() / "Library/Caches/citevet"
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "citevet"


def _local_app_data() -> Path:
    return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData/Local")


def sync_file(file: Path) -> None:
    """Make the content of a file survive a power cut."""
    with file.open("r+b") as stream:
        os.fsync(stream.fileno())


def sync_folder(folder: Path) -> None:
    """Make the names in a folder survive a power cut, where folders can be synchronised."""
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
