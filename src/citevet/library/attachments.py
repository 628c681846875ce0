"""The PDF, HTML or text of an entry: where it lies, and what became of it when we read it."""

import os
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import file_digest, sha256
from pathlib import Path
from re import IGNORECASE
from re import compile as pattern
from typing import Literal

from citevet.errors import ReadError, TooLarge
from citevet.library.fields import Sheet, kind_of
from citevet.library.look import file_in, is_folder
from citevet.model import Document
from citevet.read import READERS, parse
from citevet.read.open_file import MAX_BYTES, load

PDFS = ".aiwg/research/pdfs"
# Tried in this order; .md is not among them: the entry itself is that.
_ENDINGS = (".pdf", ".PDF", ".html", ".htm", ".xhtml", ".docx", ".markdown", ".txt", ".text")
_ADDRESS = pattern(r"[a-z][a-z0-9+.-]{1,20}://", IGNORECASE)
_HASH = pattern(r"(?:sha-?256[:=-]\s?)?([0-9a-f]{64})", IGNORECASE)


@dataclass(frozen=True, slots=True)
class Attachment:
    """A file that belongs to an entry."""

    path: Path
    sha256: str | None = None
    document: Document | None = None  # none: it could not be read
    reason: Literal["no-text", "unreadable", "too-large"] | None = None
    why: str = ""


def attachment(sheet: Sheet, file: Path, *, root: Path, ref: str) -> Attachment | None:
    """Find and read the file of an entry, and compare it with the hash that the front matter gives."""
    path = _named(sheet, file, root) or _beside(file, root, ref)
    key, written = _promised(sheet)
    if path is None:
        return None
    found = _read(path)
    if key and written and found.sha256 and written != found.sha256:
        message = f"{path.name} has the SHA-256 {found.sha256[:16]}…, not {written[:16]}…"
        sheet.blame("checksum", message, key)
    return found


def _promised(sheet: Sheet) -> tuple[str | None, str | None]:
    """Return the hash in the front matter and its key."""
    key, value = sheet.find("hash")
    if key is None:
        return None, None
    match = _HASH.fullmatch(value.strip()) if isinstance(value, str) else None
    if not match:
        what = "64 hexadecimal digits"
        given = f"has {len(value.strip())} characters" if isinstance(value, str) else f"is {kind_of(value)}"
        sheet.blame("invalid-field", f"{key} {given}; a SHA-256 has {what}", key)
    return key, match[1].lower() if match else None


def _named(sheet: Sheet, file: Path, root: Path) -> Path | None:
    """Return the file that the front matter names; one that is not there, or not ours, is a fault."""
    for key, value in sheet.all("file"):
        if isinstance(value, bool) or (isinstance(value, str) and _ADDRESS.match(value)):
            continue
        if not isinstance(value, str):
            sheet.blame("invalid-field", f"{key} is {kind_of(value)}, not a path", key)
            continue
        written = value.strip().replace("\\", "/")
        there = [path for path in _meant(written, file, root) if file_in(path.parent, path.name)]
        ours = [_plain(path, root) for path in there if _is_ours(path, file, root)]
        if ours:
            return ours[0] if ours[0].resolve() != file.resolve() else None
        outside = there or written.startswith(("/", "~")) or not _may_be_ours(written, file, root)
        what = "lies outside the project and is not opened" if outside else "is not there"
        sheet.blame("missing-file", f"{written[:200]} {what}", key)
    return None


def _plain(path: Path, root: Path) -> Path:
    """Return the path without detours, below the root as the root is written."""
    real, top = path.resolve(), root.resolve()
    return root / real.relative_to(top) if real.is_relative_to(top) else real


def _meant(written: str, file: Path, root: Path) -> Iterator[Path]:
    for folder in (file.parent, root, root / PDFS, (root / PDFS).parent):
        yield folder / written


def _may_be_ours(written: str, file: Path, root: Path) -> bool:
    return any(
        Path(os.path.normpath(path)).is_relative_to(home)
        for path in _meant(written, file, root)
        for home in (root, file.parent)
    )


def _beside(file: Path, root: Path, ref: str) -> Path | None:
    """Return the file of the same name beside the entry or among the PDFs of the project."""
    names = [f"{stem}{ending}" for stem in dict.fromkeys((file.stem, ref)) for ending in _ENDINGS]
    path = file_in(file.parent, *names)
    if path is None and is_folder(f"{root}/{PDFS}"):
        path = file_in(root / PDFS, *names)
    return path if path and _is_ours(path, file, root) else None


def _is_ours(path: Path, file: Path, root: Path) -> bool:
    """Say whether a path stays in the project, links followed; or, for a corpus elsewhere, beside the entry."""
    real = path.resolve()
    return real.is_relative_to(root.resolve()) or real.is_relative_to(file.parent.resolve())


def _read(path: Path) -> Attachment:
    if path.suffix.lower() not in READERS:
        return Attachment(path, _digest(path), reason="unreadable", why=f"files of the kind {path.suffix} are not read")
    try:
        data = load(path)
    except TooLarge:
        why = f"the file is larger than {MAX_BYTES // 1_048_576} MB"
        return Attachment(path, _digest(path), reason="too-large", why=why)
    except ReadError as error:
        return Attachment(path, reason="unreadable", why=error.what)
    digest = sha256(data).hexdigest()
    try:
        document = parse(data, path.name)
    except TooLarge as error:
        return Attachment(path, digest, reason="too-large", why=error.what)
    except ReadError as error:
        return Attachment(path, digest, reason="unreadable", why=error.what)
    if not document.text.strip("\f\n\r\t "):
        what = "the PDF has no text layer" if document.format == "pdf" else "the file is empty"
        return Attachment(path, digest, document, "no-text", what)
    return Attachment(path, digest, document)


def _digest(path: Path) -> str | None:
    try:
        with path.open("rb") as data:
            return file_digest(data, "sha256").hexdigest()
    except OSError:
        return None
