"""One file to its audits, and many files on several cores; the result does not depend on how many."""

import os
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from citevet.config import Config, config
from citevet.contracts import Evidence, Policy, Progress
from citevet.errors import CitevetError
from citevet.extract import extract
from citevet.jobs.accepted import accepted
from citevet.jobs.unlooked import unlooked
from citevet.model import Audit, Document, Unread
from citevet.read import read
from citevet.rules.engine import findings
from citevet.rules.select import select
from citevet.world import clock

Result = Audit | Unread

# Below this much work a second process costs more than it saves: starting one takes about 0.3 s, as long as 1 MB.
_WORTH_A_POOL = 2_000_000


def audit_files(
    files: Sequence[Path], flags: Mapping[str, Any], *, jobs: int = 0, progress: Progress | None = None
) -> list[Result]:
    """Audit each file with the configuration nearest to it; a part or bibliography that several name, once."""
    found: list[Result] = []
    parts: set[str] = set()
    for number, (file, results) in enumerate(zip(files, _each(files, flags, jobs), strict=True), 1):
        parts.update(result.document.path for result in results[1:] if isinstance(result, Audit))
        found += results
        if progress is not None:
            progress(number, len(files), file.as_posix())
    return list(_once(found, parts))


def _once(found: Sequence[Result], parts: set[str]) -> Iterator[Result]:
    """Leave out a part read on its own when its main file, which knows the bibliography, is here; and repetitions."""
    seen: set[str] = set()
    for result in found:
        path = result.document.path if isinstance(result, Audit) else result.path
        alone = isinstance(result, Audit) and path in parts and not result.document.is_part
        if not alone and path not in seen:
            seen.add(path)
            yield result


def audit_file(file: Path, flags: Mapping[str, Any]) -> list[Result]:
    """Audit a file and the parts that it pulls in; whatever goes wrong is said, and stops nothing else."""
    shown = _shown(file)
    try:
        settings = config(file.resolve().parent, flags)
        document = read(file, shown=shown, root=_root(file, settings), max_bytes=settings.max_bytes)
        parts = (document, *document.includes, *(replace(file, is_part=True) for file in document.bibliography))
        return [audit_document(part, settings) for part in parts]
    except CitevetError as error:
        return [Unread(shown, str(error))]
    except Exception as error:  # noqa: BLE001 - a defect of ours in one file must not hide the findings in the others
        return [Unread(shown, f"{shown}: internal error ({type(error).__name__}: {error}). Please report it.")]


def audit_document(document: Document, settings: Config) -> Audit:
    """Audit a document that was read already."""
    extraction = extract(document)
    judgements = unlooked(extraction, offline=settings.is_offline)
    policy = Policy(settings.corpus_only, settings.require_reasons, settings.today or clock.today())
    path = Path(document.path)
    inside = path.resolve().relative_to(settings.root) if path.resolve().is_relative_to(settings.root) else path
    codes = select(
        select=settings.select,
        ignore=settings.ignore,
        per_file_ignores=settings.per_file_ignores,
        path=inside.as_posix(),
    )
    found = findings(
        Evidence(extraction, judgements, policy),
        selected=codes,
        severities=settings.severities,
        strict=settings.strict,
        baseline=accepted(settings, document.path),
    )
    return Audit(extraction, judgements, found)


def _each(files: Sequence[Path], flags: Mapping[str, Any], jobs: int) -> Iterator[list[Result]]:
    workers = min(jobs or os.cpu_count() or 1, len(files))
    audit = partial(audit_file, flags=flags)
    if workers < 2 or (not jobs and sum(map(_size, files)) < _WORTH_A_POOL):  # noqa: PLR2004
        yield from map(audit, files)
        return
    done = 0
    try:
        with ProcessPoolExecutor(workers) as pool:
            for results in pool.map(audit, files, chunksize=max(1, len(files) // (workers * 8))):
                done += 1
                yield results
    except BrokenProcessPool:
        yield from (_alone(file, flags) for file in files[done:])


def _alone(file: Path, flags: Mapping[str, Any]) -> list[Result]:
    """Audit a file in a process of its own: somewhere here is the one that takes its process down."""
    try:
        with ProcessPoolExecutor(1) as pool:
            return pool.submit(audit_file, file, flags).result()
    except BrokenProcessPool:
        message = f"{_shown(file)}: reading it brought the process down. Leave it out, and please report it."
        return [Unread(_shown(file), message)]


def _root(file: Path, settings: Config) -> Path:
    """Return the folder that companions must lie in: the project's, when the file is inside it."""
    return settings.root if file.resolve().is_relative_to(settings.root) else file.resolve().parent


def _size(file: Path) -> int:
    try:
        return file.stat().st_size
    except OSError:
        return 0


def _shown(file: Path) -> str:
    """Return the path as people know it: from where they stand, if it lies below."""
    absolute, here = Path(os.path.abspath(file)), Path.cwd()  # noqa: PTH100 - resolve() would follow links
    return absolute.relative_to(here).as_posix() if absolute.is_relative_to(here) else file.as_posix()
