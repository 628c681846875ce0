"""Where reports are kept beside a project, and files that are written whole or not at all."""

import errno
import os
from pathlib import Path
from tempfile import NamedTemporaryFile

from citevet.errors import WriteError


def report_path(root: Path, *parts: str) -> Path:
    """Return the place of a kept report: with the project's other reports where it has such a tree, else with ours."""
    home = ".aiwg" if (root / ".aiwg").is_dir() else ".citevet"
    return root.joinpath(home, "reports", *parts)


def save(text: str, path: Path) -> bool:
    """Write a file by renaming a finished one into its place, and say whether its folder was made for it.

    A pipe or device is written to.
    """
    try:
        if path.exists() and not path.is_file():
            path.write_text(text, encoding="utf-8")
            return False
        is_new = not path.parent.exists()
        path.parent.mkdir(parents=True, exist_ok=True)
        _replace(text, path.resolve())
    except OSError as error:
        raise unwritten(error, str(path)) from error
    return is_new


def unwritten(error: OSError, to: str) -> WriteError:
    """Return what to say and to do about a result that the system did not take."""
    advice = _ADVICE.get(error.errno or 0, "Check the folder and its permissions.")
    return WriteError(f"cannot be written ({error.strerror})", to=to, advice=advice)


_FULL = "Make room, or write elsewhere."
_ADVICE = {
    errno.ENOSPC: _FULL,
    errno.EDQUOT: _FULL,
    errno.EFBIG: _FULL,
    errno.EROFS: "Write elsewhere: nothing can be written there.",
    errno.EISDIR: "Name a file in that folder.",
    errno.EPIPE: "Whoever reads it went away before the end.",
}


def _replace(text: str, path: Path) -> None:
    with NamedTemporaryFile("w", encoding="utf-8", newline="", dir=path.parent, delete=False) as file:
        finished = Path(file.name)
        try:
            file.write(text)
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
