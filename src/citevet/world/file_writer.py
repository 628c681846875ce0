"""Write a file completely or not at all; write a fixed text back to its document."""

import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from hashlib import sha256
from pathlib import Path

from citevet.errors import WriteError
from citevet.model import Document
from citevet.model.document import BIBLIOGRAPHIES, Format
from citevet.world.paths import sync_file, sync_folder

# In these formats the text is the file; from others it was extracted and cannot be written back.
WRITABLE_FORMATS: frozenset[Format] = BIBLIOGRAPHIES | {"markdown", "text", "latex", "html"}


def is_writable(document: Document) -> bool:
    """Check whether the text is the file; the Markdown of a notebook is spread over cells, and is not."""
    return document.format in WRITABLE_FORMATS and not document.places


def write_document(path: Path, document: Document, text: str) -> None:
    """Replace the text of the file that the document was read from; a link is followed, not replaced."""
    if not is_writable(document):
        kind = document.format if document.format not in WRITABLE_FORMATS else Path(document.path).suffix.lstrip(".")
        advice = "Use --diff to see the changes, and make them by hand."
        raise WriteError(f"cannot write fixes to {kind} files", to=str(path), advice=advice)
    data = _encode(path, document, text)
    try:
        target = path.resolve(strict=True)
        if not target.is_file() or not os.access(target, os.W_OK):
            raise WriteError("not a writable file", to=str(path), advice="Check its type and permissions.")
        with replace_file(target) as draft:
            draft.write_bytes(data)
            sync_file(draft)  # takes the longest; the file is read again after it
            _check_unchanged(target, document)
    except OSError as error:
        what = f"cannot write the file ({error.strerror or error})"
        raise WriteError(what, to=str(path), advice="Check the permissions of the file and its folder.") from error


def encode_document(document: Document, text: str) -> bytes:
    """Return the bytes of a document with another text, in its own encoding."""
    return _encode(Path(document.path), document, text)


def _encode(path: Path, document: Document, text: str) -> bytes:
    """Return the new bytes, after a check that the old text encodes to the old bytes."""
    advice = "Convert the file to UTF-8 and run again."
    try:
        exact = sha256(document.text.encode(document.encoding)).hexdigest() == document.sha256
    except (UnicodeEncodeError, LookupError):
        exact = False
    if not exact:
        what = f"not valid {document.encoding}: writing would change more than the fix"
        raise WriteError(what, to=str(path), advice=advice)
    try:
        return text.encode(document.encoding)
    except UnicodeEncodeError as error:
        char = error.object[error.start]
        what = f"the fix needs the character {char!r}, which {document.encoding} cannot encode"
        raise WriteError(what, to=str(path), advice=advice) from error


def _check_unchanged(target: Path, document: Document) -> None:
    if sha256(target.read_bytes()).hexdigest() != document.sha256:
        raise WriteError("the file changed during the check", to=str(target), advice="Run again; nothing was written.")


@contextmanager
def replace_file(file: Path, *, mode: int | None = None) -> Iterator[Path]:
    """Yield a new file next to this one, and rename it at the end: a reader sees the old file or the new one.

    Without a mode, the permissions of the old file are kept.
    """
    from tempfile import mkstemp  # 4 ms, and most runs write no file

    file.parent.mkdir(parents=True, exist_ok=True)
    handle, name = mkstemp(dir=file.parent, prefix=f".{file.name[:48]}.", suffix=".tmp")
    os.close(handle)
    draft = Path(name)
    try:
        yield draft
        _set_permissions(draft, file, mode)
        sync_file(draft)
        draft.replace(file)
    except BaseException:
        draft.unlink(missing_ok=True)
        raise
    sync_folder(file.parent)


def _set_permissions(draft: Path, file: Path, mode: int | None) -> None:
    """Give a file its mode: one that is named, that of the old file with its owner, or that of new files here."""
    if mode is None and file.exists():
        status = file.stat()
        mode = stat.S_IMODE(status.st_mode)
        if hasattr(os, "chown"):
            with suppress(OSError):  # only root may, and only where the owner is known
                os.chown(draft, status.st_uid, status.st_gid)
    if mode is None:
        mask = os.umask(0)
        os.umask(mask)
        mode = 0o666 & ~mask
    draft.chmod(mode)
