"""A file's bytes, within bounds, or one sentence that says why not."""

import stat
from pathlib import Path

from citevet.errors import MissingInput, NotADocument, TooLarge, UnreadableInput

MAX_BYTES = 64 * 1024 * 1024


def load(path: Path, *, max_bytes: int = MAX_BYTES, shown: str | None = None) -> bytes:
    """Return the bytes of a regular file that is not larger than the bound."""
    to = shown or path.as_posix()
    try:
        status = path.stat()
        _refuse(status.st_mode, status.st_size, max_bytes, to)
        with path.open("rb") as file:
            data = file.read(max_bytes + 1)
    except FileNotFoundError as error:
        raise MissingInput("no such file", to=to, advice="Check the name and the folder.") from error
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise UnreadableInput(f"cannot be opened ({reason})", to=to, advice="Check its permissions.") from error
    _refuse(status.st_mode, len(data), max_bytes, to)
    return data


def _refuse(mode: int, size: int, max_bytes: int, to: str) -> None:
    if stat.S_ISDIR(mode):
        raise NotADocument("this is a folder", to=to, advice="Name a file in it, or run `citevet check` on the folder.")
    if not stat.S_ISREG(mode):
        raise NotADocument("not a regular file", to=to, advice="Pipe its content in, and name it `-`.")
    if size > max_bytes:
        limit = f"{max_bytes / 1_048_576:g} MB"
        raise TooLarge(f"larger than {limit}", to=to, advice="Raise `max-bytes` in citevet.toml, or split the file.")
