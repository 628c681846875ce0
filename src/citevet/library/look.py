"""Whether a file or folder is there, asked thirty times for each of ten thousand entries."""

import os.path
from pathlib import Path

# A Path for each question takes four times as long as the question.


def file_in(folder: Path, *names: str) -> Path | None:
    """Return the first of the names that is a file in the folder."""
    start = f"{folder}{os.sep}"
    found = next((name for name in names if _is_file(start + name)), None)
    return folder / found if found is not None else None


def _is_file(path: str) -> bool:
    try:
        return os.path.isfile(path)  # noqa: PTH113 - see above
    except ValueError:  # a NUL in the name
        return False


def is_folder(path: str) -> bool:
    """Say whether a folder is there."""
    return os.path.isdir(path)  # noqa: PTH112 - see above
