"""Where a path leads, for names of every kind: a loop of links or an impossible name is for the reader to report."""

import os
from pathlib import Path


def real(path: Path) -> Path:
    """Return a path with its links followed; one that leads in a circle, or that no file can have, stays as it is."""
    try:
        return Path(os.path.realpath(path))  # Path.resolve() raises on a circle before Python 3.13
    except (OSError, ValueError):
        return path.absolute()


def is_broken_link(path: Path) -> bool:
    """Say whether a link leads to nothing, or back to itself."""
    return os.path.islink(path) and not os.path.exists(path)  # noqa: PTH110, PTH114 - these two never raise
