"""Write reports: where they are kept, files that are whole or absent, and paths as a forge knows them."""

import errno
import os
import re
from dataclasses import replace
from pathlib import Path
from tempfile import NamedTemporaryFile

from citevet.errors import WriteError
from citevet.model import Audit, Report, Unread
from citevet.session import Session
from citevet.world import git
from citevet.world.paths import resolve_path

_SAMPLE = 2_000  # bytes at the start and at the end of a file, which show who wrote it
_OWN_REPORT = re.compile(
    rb'"tool": "citevet |"name": "citevet"|<testsuites name="citevet"|^Made by citevet |'  # json, sarif, junit, …
    rb'<meta name="generator" content="citevet |\A<svg [^>]*aria-label="citevet|^%Made by citevet |'  # html, badge, pdf
    rb'^(?:PASS|FAIL|INCOMPLETE|NOTHING TO CHECK)[ :] |\A\{"record": "|'  # full, concise, github, audit; jsonl
    rb'\A\[\s*(?:\]|\{"description": )|\A\{\s*"version": 1,\s*"entries": |'  # gitlab; a baseline
    rb'^(?:NOT )?GROUNDED|^NOT CHECKED: |"overallGrounded": ',  # verify
    re.MULTILINE,
)
ROOTED = frozenset({"github", "gitlab", "sarif"})  # formats whose readers look for a path in the repository


def find_report_path(root: Path, *parts: str) -> Path:
    """Return where a report is saved: in .aiwg where the project has that folder, else in .citevet."""
    home = ".aiwg" if (root / ".aiwg").is_dir() else ".citevet"
    return root.joinpath(home, "reports", *parts)


def require_replaceable(output: str | None, *, force: bool = False) -> None:
    """Raise where a report would replace a file that citevet did not write: most likely somebody's manuscript."""
    path = Path(output or "-")
    if force or output in {None, "-"} or not os.path.isfile(path):  # noqa: PTH113 - Path.is_file() raises for a long name
        return
    try:
        with path.open("rb") as file:
            head = file.read(_SAMPLE)
            file.seek(-min(_SAMPLE, path.stat().st_size), os.SEEK_END)
            is_own = not head or _OWN_REPORT.search(head + b"\n" + file.read())
    except OSError:
        return  # writing to it says why
    if not is_own:
        what = "exists, and is not a report of citevet"
        raise WriteError(what, to=str(path), advice="Name another file, or add --force to replace it.")


def save(content: str | bytes, path: Path) -> bool:
    """Write a file by renaming a finished one into its place, and return whether its folder had to be made.

    A pipe or device is written to directly.
    """
    data = content.encode() if isinstance(content, str) else content
    try:
        if path.exists() and not path.is_file():
            path.write_bytes(data)
            return False
        is_new = not path.parent.exists()
        path.parent.mkdir(parents=True, exist_ok=True)
        _replace(data, resolve_path(path))
    except OSError as error:
        raise explain_write_error(error, str(path)) from error
    return is_new


def explain_write_error(error: OSError, to: str) -> WriteError:
    """Return the error for a result that the system did not take, with advice."""
    advice = _ADVICE.get(error.errno or 0, "Check the folder and its permissions.")
    return WriteError(f"cannot be written ({error.strerror})", to=to, advice=advice)


_FULL = "Make room, or write elsewhere."
_ADVICE = {
    errno.ENOSPC: _FULL,
    errno.EDQUOT: _FULL,
    errno.EFBIG: _FULL,
    errno.EROFS: "Write elsewhere: nothing can be written there.",
    errno.EISDIR: "Name a file in that folder.",
    errno.EPIPE: "The program that reads it stopped before the end.",
}


def _replace(data: bytes, path: Path) -> None:
    with NamedTemporaryFile(dir=path.parent, delete=False) as file:
        finished = Path(file.name)
        try:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
            finished.chmod(_mode(path))
            finished.replace(path)
        except BaseException:
            finished.unlink(missing_ok=True)
            raise


def _mode(path: Path) -> int:
    """Return the permissions of the file that is replaced, or those that a new file gets here."""
    if path.exists():
        return path.stat().st_mode & 0o777
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask


def use_repository_paths(report: Report, session: Session) -> Report:
    """Return a report with its paths from the root of the checkout; unchanged where there is none."""
    root = _find_checkout(session)
    if root is None or root == session.here:
        return report
    audits = tuple(_move_audit(audit, root, session) for audit in report.audits)
    return replace(report, audits=audits, unread=tuple(_move_unread(each, root, session) for each in report.unread))


def _find_checkout(session: Session) -> Path | None:
    """Return the folder that GitHub checks out into, where that holds us, else the top of the git checkout."""
    given = os.environ.get("GITHUB_WORKSPACE")
    workspace = resolve_path(Path(given)) if given else None
    if workspace and session.here.is_relative_to(workspace):
        return workspace
    return git.find_repository_root(session.here)


def _move_audit(audit: Audit, root: Path, session: Session) -> Audit:
    document = replace(audit.document, path=_make_relative(audit.document.path, root, session))
    return replace(audit, extraction=replace(audit.extraction, document=document))


def _move_unread(unread: Unread, root: Path, session: Session) -> Unread:
    path = _make_relative(unread.path, root, session)
    message = unread.message.removeprefix(f"{unread.path}: ")
    return Unread(path, f"{path}: {message}" if message != unread.message else message)


def _make_relative(path: str, root: Path, session: Session) -> str:
    """Return a path from the root; links are not followed, because the repository has the link."""
    absolute = Path(os.path.abspath(session.here / path))  # noqa: PTH100 - resolve() would follow links
    return absolute.relative_to(root).as_posix() if absolute.is_relative_to(root) else path
