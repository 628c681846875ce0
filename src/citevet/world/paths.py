"""Paths with their symbolic links followed, for names of every kind."""

import os
from pathlib import Path


def resolve_path(path: Path) -> Path:
    """Follow the links of a path; a circle of links, or a name that no file can have, is returned as it is."""
    try:
        return Path(os.path.realpath(path))  # Path.resolve() raises on a circle before Python 3.13
    except (OSError, ValueError):
        return path.absolute()


def is_broken_link(path: Path) -> bool:
    """Check whether a link leads to no file, or back to itself."""
    return os.path.islink(path) and not os.path.exists(path)  # noqa: PTH110, PTH114 - these two never raise
