"""A new text → the file it came from, whole or not at all."""

import os
import stat
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from tempfile import mkstemp

from citevet.errors import WriteError
from citevet.model import Document
from citevet.model.document import Format

# In these formats the text is the file; in the others it was taken out of it and cannot be put back.
WRITABLE: frozenset[Format] = frozenset({"markdown", "text", "latex", "html", "bibtex"})


def is_writable(document: Document) -> bool:
    """Say whether the text is the file; the Markdown of a notebook has its places in cells, and is not."""
    return document.format in WRITABLE and not document.places


def write(path: Path, document: Document, text: str) -> None:
    """Replace the text of the file that the document was read from; a link is followed, not replaced."""
    _check_format(path, document)
    data = _encoded(path, document, text)
    try:
        target = path.resolve(strict=True)
        _check_target(path, target)
        _replace(target, data, document)
    except OSError as error:
        raise WriteError(
            f"the file cannot be written ({error.strerror or error})",
            to=str(path),
            advice="Check that the file and its folder may be written to.",
        ) from error


def _check_format(path: Path, document: Document) -> None:
    if not is_writable(document):
        kind = document.format if document.format not in WRITABLE else Path(document.path).suffix.lstrip(".")
        raise WriteError(
            f"fixes are not written into {kind} files",
            to=str(path),
            advice="Use --diff to see what would change, and change it by hand.",
        )


def _check_target(path: Path, target: Path) -> None:
    if not target.is_file() or not os.access(target, os.W_OK):
        raise WriteError(
            "it is not a file that may be written to", to=str(path), advice="Check its kind and its permissions."
        )


def _encoded(path: Path, document: Document, text: str) -> bytes:
    """Return the new bytes, once it is proven that the old bytes can be had back from the old text."""
    try:
        exact = sha256(document.text.encode(document.encoding)).hexdigest() == document.sha256
    except (UnicodeEncodeError, LookupError):
        exact = False
    if not exact:
        raise WriteError(
            f"its bytes are not valid {document.encoding}, and writing would change more than the fix",
            to=str(path),
            advice="Convert the file to UTF-8 and run again.",
        )
    try:
        return text.encode(document.encoding)
    except UnicodeEncodeError as error:
        raise WriteError(
            f"the fix needs the character {error.object[error.start]!r}, which {document.encoding} does not have",
            to=str(path),
            advice="Convert the file to UTF-8 and run again.",
        ) from error


def _replace(target: Path, data: bytes, document: Document) -> None:
    """Write beside the target, then rename over it: whoever looks sees the old file or the new one."""
    handle, name = mkstemp(dir=target.parent, prefix=f".{target.name[:64]}.", suffix=".tmp")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            _like(target, Path(name))
            os.fsync(file.fileno())
        _check_unchanged(target, document)
        Path(name).replace(target)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
    _settle(target.parent)


def _like(target: Path, name: Path) -> None:
    """Give the new file the permissions of the old one, and its owner where the system lets us."""
    status = target.stat()
    if hasattr(os, "chown"):
        with suppress(PermissionError):
            os.chown(name, status.st_uid, status.st_gid)
    name.chmod(stat.S_IMODE(status.st_mode))


def _check_unchanged(target: Path, document: Document) -> None:
    if sha256(target.read_bytes()).hexdigest() != document.sha256:
        raise WriteError(
            "the file was changed while it was being checked", to=str(target), advice="Run again; nothing was written."
        )


def _settle(folder: Path) -> None:
    """Make the rename last through a power cut, where folders can be synchronised."""
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
