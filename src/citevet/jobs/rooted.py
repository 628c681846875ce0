"""Paths as a forge knows them: from the root of the checkout, wherever in it the command was called."""

import os
from dataclasses import replace
from pathlib import Path

from citevet.model import Audit, Report, Unread
from citevet.world import git
from citevet.world.real_path import real

ROOTED = frozenset({"github", "gitlab", "sarif"})  # forms whose readers look for a path in the repository


def rooted(report: Report) -> Report:
    """Return a report with its paths from the root; as it is where there is no checkout, or this is its root."""
    root = _root()
    if root is None or root == Path.cwd():
        return report
    audits = tuple(_audit(audit, root) for audit in report.audits)
    return replace(report, audits=audits, unread=tuple(_unread(each, root) for each in report.unread))


def _root() -> Path | None:
    """Return the folder that GitHub checks out into, where that holds us, else the top of the git checkout."""
    given = os.environ.get("GITHUB_WORKSPACE")
    workspace = real(Path(given)) if given else None
    if workspace and Path.cwd().is_relative_to(workspace):
        return workspace
    return git.top(Path.cwd())


def _audit(audit: Audit, root: Path) -> Audit:
    document = replace(audit.document, path=_from(root, audit.document.path))
    return replace(audit, extraction=replace(audit.extraction, document=document))


def _unread(unread: Unread, root: Path) -> Unread:
    path = _from(root, unread.path)
    said = unread.message.removeprefix(f"{unread.path}: ")
    return Unread(path, f"{path}: {said}" if said != unread.message else said)


def _from(root: Path, path: str) -> str:
    """Return a path from the root; links are not followed, for the repository holds the link."""
    absolute = Path(os.path.abspath(path))  # noqa: PTH100 - resolve() would follow links
    return absolute.relative_to(root).as_posix() if absolute.is_relative_to(root) else path
