"""What the next commit brings: its documents as they are staged, and the findings on the lines that it adds."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from citevet.config import config
from citevet.errors import CitevetError
from citevet.jobs.audit_file import shown_path
from citevet.jobs.census import census, verdict
from citevet.jobs.changes import on_lines
from citevet.jobs.check import check
from citevet.jobs.discover import discover
from citevet.model import Audit, Document, Finding, Report, Unread
from citevet.read import DOCUMENTS, parse
from citevet.read.companions import with_companions
from citevet.world import git
from citevet.world.real_path import real


def check_staged(paths: Sequence[Path], flags: Mapping[str, Any]) -> Report:
    """Audit the staged documents among the paths, or all of them; what is removed never counts."""
    lines = git.staged(Path.cwd())
    read = {file: _staged(file, flags) for file in _meant(paths, lines, flags)}
    unread = [each for each in read.values() if isinstance(each, Unread)]
    documents = {each.path: file for file, each in read.items() if isinstance(each, Document)}
    report = check([each for each in read.values() if isinstance(each, Document)], flags=flags)
    audits = [replace(audit, findings=_added(audit, lines[documents[audit.document.path]])) for audit in report.audits]
    hidden = sum(len(old.findings) - len(new.findings) for old, new in zip(report.audits, audits, strict=True))
    counted = census(audits)
    level = config(Path.cwd(), flags).fail_level
    return replace(
        report,
        audits=tuple(audits),
        unread=tuple(unread),
        census=counted,
        verdict=verdict(audits, counted, level, unread=bool(unread)),
        run={**report.run, "outside_change": hidden},
    )


def _meant(paths: Sequence[Path], lines: Mapping[Path, Sequence[range]], flags: Mapping[str, Any]) -> list[Path]:
    """Return the staged files that a run is about; a hook also names what the project leaves out."""
    here = Path.cwd().resolve()
    below = {real(path) for path in discover([Path()], flags)}
    named = {real(path) for path in discover(paths or [Path()], flags)}
    folders = [path.resolve() for path in paths or [Path()] if path.is_dir()]
    meant = {file for file in named if file in below or not file.is_relative_to(here)}
    return [file for file in sorted(lines) if file in meant or _is_gone(file, folders)]


def _is_gone(file: Path, folders: Sequence[Path]) -> bool:
    """Say whether a document is staged and then deleted: the commit will still bring it."""
    below = any(file.is_relative_to(folder) for folder in folders)
    return below and not file.exists() and file.suffix.lower() in DOCUMENTS


def _staged(file: Path, flags: Mapping[str, Any]) -> Document | Unread:
    """Read a document as the commit will hold it, beside the bibliography that lies in the folder."""
    shown = shown_path(file)
    try:
        settings = config(file.parent, flags)
        data = git.indexed(git.top(Path.cwd()) or Path.cwd(), file)
        if data is None or len(data) > settings.max_bytes:
            return Unread(shown, f"{shown}: what is staged of it cannot be read. Look at `git show :{shown}`.")
        return with_companions(parse(data, shown), file, root=settings.root, parse=parse, max_bytes=settings.max_bytes)
    except CitevetError as error:
        return Unread(shown, str(error))


def _added(audit: Audit, ranges: Sequence[range]) -> tuple[Finding, ...]:
    return tuple(on_lines(audit, ranges))
