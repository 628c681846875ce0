"""Many files on several cores; the result does not depend on how many."""

import os
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from signal import SIG_DFL, SIGINT, signal
from typing import Any

from citevet.config import config
from citevet.contracts import Progress
from citevet.errors import CitevetError
from citevet.jobs.audit_file import Result, audit_file, shown_path
from citevet.jobs.remembered import recalled, remember
from citevet.model import Audit, Unread
from citevet.world.real_path import real

# Below this much work a second process costs more than it saves: starting one takes about 0.3 s, as long as 1 MB.
_WORTH_A_POOL = 2_000_000
_SILENT = (SIGINT, SIG_DFL)  # on Ctrl-C a worker ends without a traceback; the run itself says that it was interrupted


def audit_files(
    files: Sequence[Path], flags: Mapping[str, Any], *, jobs: int = 0, progress: Progress | None = None
) -> list[Result]:
    """Audit each file with the configuration nearest to it; a part or bibliography that several name, once."""
    found: list[Result] = []
    parts: set[str] = set()
    for number, (file, results) in enumerate(_remembered(files, flags, jobs, progress=progress), 1):
        parts.update(result.document.path for result in results[1:] if isinstance(result, Audit))
        found += results
        if progress is not None:
            progress(number, len(files), f"documents: {file.as_posix()}")
    return list(_once(found, parts))


def _remembered(
    files: Sequence[Path], flags: Mapping[str, Any], jobs: int, *, progress: Progress | None
) -> Iterator[tuple[Path, list[Result]]]:
    """Yield each file with its results, those of an earlier run where they still hold."""
    known = recalled(files, flags)
    rest = [file for file in files if file not in known]
    new: dict[Path, list[Result]] = {}
    fresh = zip(rest, _each(rest, flags, jobs, progress=progress), strict=True)
    for file in files:
        if file in known:
            yield file, known[file]
        else:
            _, new[file] = next(fresh)
            yield file, new[file]
    remember(new, flags)


def _once(found: Sequence[Result], parts: set[str]) -> Iterator[Result]:
    """Leave out a part read on its own when its main file, which knows the bibliography, is here; and repetitions."""
    seen: set[str] = set()
    for result in found:
        path = result.document.path if isinstance(result, Audit) else result.message
        alone = isinstance(result, Audit) and path in parts and not result.document.is_part
        if not alone and path not in seen:
            seen.add(path)
            yield result


def _each(
    files: Sequence[Path], flags: Mapping[str, Any], jobs: int, *, progress: Progress | None
) -> Iterator[list[Result]]:
    workers = min(jobs or os.cpu_count() or 1, len(files))
    audit = partial(audit_file, flags=flags)
    if workers < 2 or _shares_a_budget(files, flags) or (not jobs and sum(map(_size, files)) < _WORTH_A_POOL):  # noqa: PLR2004
        # From another process nobody can be told.
        yield from map(partial(audit, progress=progress) if progress else audit, files)
        return
    # Late: 30 ms, for runs of one file.
    from concurrent.futures import ProcessPoolExecutor  # noqa: PLC0415
    from concurrent.futures.process import BrokenProcessPool  # noqa: PLC0415

    done = 0
    try:
        with ProcessPoolExecutor(workers, initializer=signal, initargs=_SILENT) as pool:
            for results in pool.map(audit, files, chunksize=max(1, len(files) // (workers * 8))):
                done += 1
                yield results
    except BrokenProcessPool:
        yield from (_alone(file, flags) for file in files[done:])


def _shares_a_budget(files: Sequence[Path], flags: Mapping[str, Any]) -> bool:
    """Say whether a language model may be asked: its budget is spent in the order of the files, in one process."""
    try:
        return any(config(real(file).parent, flags).llm for file in files)
    except CitevetError:
        return False  # whoever reads the file will say what is wrong


def _alone(file: Path, flags: Mapping[str, Any]) -> list[Result]:
    """Audit a file in a process of its own: somewhere here is the one that takes its process down."""
    from concurrent.futures import ProcessPoolExecutor  # noqa: PLC0415
    from concurrent.futures.process import BrokenProcessPool  # noqa: PLC0415

    try:
        with ProcessPoolExecutor(1, initializer=signal, initargs=_SILENT) as pool:
            return pool.submit(audit_file, file, flags).result()
    except BrokenProcessPool:
        message = f"{shown_path(file)}: reading it brought the process down. Leave it out, and please report it."
        return [Unread(shown_path(file), message)]


def _size(file: Path) -> int:
    try:
        return file.stat().st_size
    except OSError:
        return 0
