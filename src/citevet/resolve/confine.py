"""Where a written path leads: to a file of the project, to nothing, or out of it, where we do not follow."""

import stat
from pathlib import Path
from re import compile as pattern

from citevet.model import Resolution

MISSING = Resolution("missing")
OUTSIDE = Resolution("unchecked", "blocked", flags=("outside-root",))
UNREADABLE = Resolution("unchecked", "unreadable")

_DRIVE = pattern(r"[A-Za-z]:")
_LONGEST = 4096  # characters of a path; the bound of Linux


def tidy(written: str) -> str | None:
    """Return a path from the project's root with slashes; none when it is absolute, or climbs with `..`."""
    path = written.replace("\\", "/")
    steps = [step for step in path.split("/") if step not in {"", "."}]
    if path.startswith(("/", "~")) or _DRIVE.match(path) or ".." in steps:
        return None
    return "/".join(steps)


def reach(written: str, root: Path) -> Path | Resolution:
    """Return the real place of a regular file inside the project, or what became of the search for it."""
    path = tidy(written)
    if path is None:
        return OUTSIDE
    if not path or "\0" in path or len(path) > _LONGEST:
        return UNREADABLE
    try:
        real = (root / path).resolve()
        if not real.is_relative_to(root.resolve()):
            return OUTSIDE
        mode = real.stat().st_mode
    except (FileNotFoundError, NotADirectoryError):
        return MISSING
    except (OSError, RuntimeError, ValueError):  # no permission, a loop of links, a name that no system can write
        return UNREADABLE
    return real if stat.S_ISREG(mode) else UNREADABLE
