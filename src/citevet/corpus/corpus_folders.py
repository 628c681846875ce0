"""Where a project keeps its corpus, which files there are entries, and locks on folders."""

import os
import re
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path

from citevet.errors import ConfigError
from citevet.limits import CORPUS_DEPTH, CORPUS_FILES, CORPUS_SECONDS
from citevet.patterns import lazy_pattern
from citevet.world.paths import resolve_path

# In this order; a configured folder comes first.
DEFAULT_FOLDERS = (
    ".citevet/corpus",
    ".aiwg/research/corpus",
    ".aiwg/research/sources",
    ".aiwg/research/findings",
    ".aiwg/research/paper-analysis",
    "docs/references",
)
SHARED_FOLDER = ".aiwg/research"  # that layout keeps PDFs and assessments for all corpus folders here
PDF_FOLDER = f"{SHARED_FOLDER}/pdfs"
_ENTRY_NAME = lazy_pattern(r"(REF-[0-9]+[a-z]?)(?:-[^/\0]*)?\.md")
_SIDECAR = "-citations.md"
_LOCK_RETRY = 0.005  # seconds


def find_corpus_folders(root: Path, configured: Path | None) -> tuple[Path, ...]:
    """Return the corpus folders of a project, none inside another; only a configured one may be outside the root."""
    own = [root / place for place in DEFAULT_FOLDERS if resolve_path(root / place).is_relative_to(resolve_path(root))]
    folders = [folder for folder in ([configured] if configured else []) + own if folder.is_dir()]
    real: dict[Path, Path] = {}
    for folder in folders:
        real.setdefault(resolve_path(folder), folder)
    return tuple(folder for each, folder in real.items() if not any(_covers(other, each) for other in real))


def _covers(outer: Path, inner: Path) -> bool:
    """Check whether the walk through one folder visits the other; it skips names with a leading dot."""
    if outer == inner or not inner.is_relative_to(outer):
        return False
    return not any(part.startswith(".") for part in inner.relative_to(outer).parts)


def find_entry_files(folder: Path) -> Iterator[Path]:
    """Yield the Markdown files of the entries in and below a folder, sorted by path."""
    top = resolve_path(folder)
    for item in walk_files(str(folder)):
        if is_entry_name(item.name) and _is_inside(item, top):
            yield Path(item.path)


def walk_files(folder: str) -> Iterator["os.DirEntry[str]"]:
    """Yield the files in and below a folder, sorted by path, within limits of depth, number and time."""
    yield from _walk(folder, 0, count(1), time.monotonic() + CORPUS_SECONDS)


def _walk(folder: str, depth: int, seen: "count[int]", until: float) -> Iterator["os.DirEntry[str]"]:
    try:
        with os.scandir(folder) as listing:
            found = sorted((item for item in listing if not _is_too_much(seen, until)), key=lambda item: item.name)
    except PermissionError as error:  # its sources are there, so none of them is missing
        what = f"this folder of the corpus cannot be opened ({error.strerror})"
        raise ConfigError(what, to=folder, advice="Check its permissions.") from error
    except OSError:
        return  # missing, or deleted since it was listed
    for item in found:
        if not item.is_dir(follow_symlinks=False):
            yield item
        elif depth < CORPUS_DEPTH and not item.name.startswith("."):
            yield from _walk(item.path, depth + 1, seen, until)


def _is_too_much(seen: "count[int]", until: float) -> bool:
    if next(seen) > CORPUS_FILES or time.monotonic() > until:
        what = f"more than {CORPUS_FILES:,} files, or more than {CORPUS_SECONDS:.0f} s to list them"
        raise ConfigError(f"the corpus has {what}", to="corpus", advice="Name the folder of the entries themselves.")
    return False


def _is_inside(item: "os.DirEntry[str]", top: Path) -> bool:
    """Check that a file is in the corpus itself; a link to another entry would count it twice."""
    if not item.is_symlink():
        return item.is_file(follow_symlinks=False)
    target = resolve_path(Path(item.path))
    return target.is_relative_to(top) and target.is_file() and not is_entry_name(target.name)


def is_entry_name(name: str) -> bool:
    """Check whether a file name is that of an entry: REF-043.md or REF-043-slug.md, but not a sidecar."""
    return bool(_ENTRY_NAME.fullmatch(name)) and not name.endswith(_SIDECAR)


def id_of_file_name(name: str) -> str | None:
    """Return the id in a file name: REF-043 for REF-043-slug.md."""
    found = _ENTRY_NAME.fullmatch(name)
    return found[1] if found else None


def path_from_root(path: Path, root: Path) -> str:
    """Return a path relative to the project's root if it is below it."""
    return (path.relative_to(root) if path.is_relative_to(root) else path).as_posix()


# Both functions below are called thirty times for each entry: a Path per call takes four times as long.
def find_file(folder: Path, *names: str) -> Path | None:
    """Return the first of the names that is a file in the folder."""
    for name in names:
        try:
            if os.path.isfile(f"{folder}{os.sep}{name}"):  # noqa: PTH113 - see above
                return folder / name
        except ValueError:  # a NUL in the name
            continue
    return None


def is_folder(path: str) -> bool:
    """Check whether a folder exists."""
    return os.path.isdir(path)  # noqa: PTH112 - see above


class FolderBusy(OSError):
    """Another process kept the lock on the folder for too long."""


@contextmanager
def lock_folder(folder: Path, seconds: float, *, shared: bool = False) -> Iterator[None]:
    """Lock a folder across processes, without a lock file; the lock of a killed process is released."""
    if sys.platform == "win32":  # folders cannot be opened there, so two processes are not kept apart
        yield
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        _acquire(handle, time.monotonic() + seconds, shared=shared)
        yield
    finally:
        os.close(handle)


def _acquire(handle: int, until: float, *, shared: bool) -> None:
    import fcntl  # missing on Windows

    kind = (fcntl.LOCK_SH if shared else fcntl.LOCK_EX) | fcntl.LOCK_NB
    while True:
        try:
            fcntl.flock(handle, kind)
        except BlockingIOError as error:
            if time.monotonic() > until:
                raise FolderBusy("another program holds the folder") from error
            time.sleep(_LOCK_RETRY)
        else:
            return


def list_own_corpus_files(root: Path, configured: Path | None, pattern: str) -> dict[str, str]:
    """Return the path of each source by the id that its file name starts with; the work wins over notes on it."""
    form = re.compile(rf"(?:{pattern})(?![A-Za-z0-9_])")
    found: dict[str, str] = {}
    for folder in find_corpus_folders(root, configured):
        inside = resolve_path(folder).is_relative_to(resolve_path(root))
        for item in walk_files(str(folder)) if inside else ():
            name = form.match(item.name)
            if name and item.is_file(follow_symlinks=False):
                path = path_from_root(Path(item.path), root)
                is_work = os.path.splitext(path)[1] != ".md"  # noqa: PTH122 - a Path per file takes longer
                if name[0] not in found or (is_work and found[name[0]].endswith(".md")):
                    found[name[0]] = path
    return found
