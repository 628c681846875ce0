"""Write a fixed text back to its file, completely or not at all."""

import os
import stat
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from tempfile import mkstemp

from citevet.errors import WriteError
from citevet.model import Document
from citevet.model.document import Format
from citevet.world.paths import sync_folder

# In these formats the text is the file; from others it was extracted and cannot be written back.
WRITABLE_FORMATS: frozenset[Format] = frozenset({"markdown", "text", "latex", "html", "bibtex"})


def is_writable(document: Document) -> bool:
    """Check whether the text is the file; the Markdown of a notebook is spread over cells, and is not."""
    return document.format in WRITABLE_FORMATS and not document.places


def write_document(path: Path, document: Document, text: str) -> None:
    """Replace the text of the file that the document was read from; a link is followed, not replaced."""
    _check_format(path, document)
    data = _encode(path, document, text)
    try:
        target = path.resolve(strict=True)
        _check_target(path, target)
        _replace(target, data, document)
    except OSError as error:
        raise WriteError(
            f"cannot write the file ({error.strerror or error})",
            to=str(path),
            advice="Check the permissions of the file and its folder.",
        ) from error


def _check_format(path: Path, document: Document) -> None:
    if not is_writable(document):
        kind = document.format if document.format not in WRITABLE_FORMATS else Path(document.path).suffix.lstrip(".")
        raise WriteError(
            f"cannot write fixes to {kind} files",
            to=str(path),
            advice="Use --diff to see the changes, and make them by hand.",
        )


def _check_target(path: Path, target: Path) -> None:
    if not target.is_file() or not os.access(target, os.W_OK):
        raise WriteError("not a writable file", to=str(path), advice="Check its type and permissions.")


def _encode(path: Path, document: Document, text: str) -> bytes:
    """Return the new bytes, after a check that the old text encodes to the old bytes."""
    try:
        exact = sha256(document.text.encode(document.encoding)).hexdigest() == document.sha256
    except (UnicodeEncodeError, LookupError):
        exact = False
    if not exact:
        raise WriteError(
            f"not valid {document.encoding}: writing would change more than the fix",
            to=str(path),
            advice="Convert the file to UTF-8 and run again.",
        )
    try:
        return text.encode(document.encoding)
    except UnicodeEncodeError as error:
        raise WriteError(
            f"the fix needs the character {error.object[error.start]!r}, which {document.encoding} cannot encode",
            to=str(path),
            advice="Convert the file to UTF-8 and run again.",
        ) from error


def _replace(target: Path, data: bytes, document: Document) -> None:
    """Write next to the target, then rename over it: a reader sees the old file or the new one."""
    handle, name = mkstemp(dir=target.parent, prefix=f".{target.name[:64]}.", suffix=".tmp")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            _copy_permissions(target, Path(name))
            os.fsync(file.fileno())
        _check_unchanged(target, document)
        Path(name).replace(target)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
    sync_folder(target.parent)


def _copy_permissions(target: Path, name: Path) -> None:
    """Give the new file the permissions of the old one, and its owner where that is allowed."""
    status = target.stat()
    if hasattr(os, "chown"):
        with suppress(PermissionError):
            os.chown(name, status.st_uid, status.st_gid)
    name.chmod(stat.S_IMODE(status.st_mode))


def _check_unchanged(target: Path, document: Document) -> None:
    if sha256(target.read_bytes()).hexdigest() != document.sha256:
        raise WriteError("the file changed during the check", to=str(target), advice="Run again; nothing was written.")
