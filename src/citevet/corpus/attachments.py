"""Find and read the PDF, HTML or text file of an entry."""

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import file_digest, sha256
from pathlib import Path
from typing import Literal

from citevet.corpus.corpus_folders import PDF_FOLDER, find_file, is_folder
from citevet.corpus.entry_fields import FrontMatter, describe_type
from citevet.errors import ReadError, TooLarge
from citevet.limits import FILE_BYTES, HASHED_BYTES
from citevet.model import Document
from citevet.read import READERS, parse
from citevet.read.files import load_file
from citevet.world.paths import open_regular, resolve_path

# Tried in this order. Not .md: that is the entry itself.
_SUFFIXES = (".pdf", ".PDF", ".html", ".htm", ".xhtml", ".docx", ".markdown", ".txt", ".text")
_URL = re.compile(r"[a-z][a-z0-9+.-]{1,20}://", re.IGNORECASE)
_HASH = re.compile(r"(?:sha-?256[:=-]\s?)?([0-9a-f]{64})", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Attachment:
    """A file that belongs to an entry."""

    path: Path
    sha256: str | None = None
    document: Document | None = None  # None: it could not be read
    reason: Literal["no-text", "unreadable", "too-large"] | None = None
    why: str = ""


def read_attachment(front: FrontMatter, file: Path, *, root: Path, ref: str) -> Attachment | None:
    """Find and read the file of an entry, and compare it with the hash in the front matter."""
    path = _find_named(front, file, root) or _find_beside(file, root, ref)
    key, stated = _stated_hash(front)
    if path is None:
        return None
    found = _read(path)
    if key and stated and found.sha256 and stated != found.sha256:
        message = f"{path.name} has the SHA-256 {found.sha256[:16]}…, not {stated[:16]}…"
        front.add_fault("checksum", message, key)
    return found


def _stated_hash(front: FrontMatter) -> tuple[str | None, str | None]:
    """Return the key and the hash in the front matter."""
    key, value = front.find("hash")
    if key is None:
        return None, None
    match = _HASH.fullmatch(value.strip()) if isinstance(value, str) else None
    if not match:
        given = f"has {len(value.strip())} characters" if isinstance(value, str) else f"is {describe_type(value)}"
        front.add_fault("invalid-field", f"{key} {given}; a SHA-256 has 64 hexadecimal digits", key)
    return key, match[1].lower() if match else None


def _find_named(front: FrontMatter, file: Path, root: Path) -> Path | None:
    """Return the file that the front matter names; one that is missing or outside the project is a fault."""
    for key, value in front.find_all("file"):
        if isinstance(value, bool) or (isinstance(value, str) and _URL.match(value)):
            continue
        if not isinstance(value, str):
            front.add_fault("invalid-field", f"{key} is {describe_type(value)}, not a path", key)
            continue
        written = value.strip().replace("\\", "/")
        existing = [path for path in _candidates(written, file, root) if find_file(path.parent, path.name)]
        allowed = next((_resolve(path, root) for path in existing if _is_allowed(path, file, root)), None)
        if allowed:
            return allowed if resolve_path(allowed) != resolve_path(file) else None
        outside = existing or written.startswith(("/", "~")) or not _may_be_inside(written, file, root)
        what = "lies outside the project and is not opened" if outside else "is not there"
        front.add_fault("missing-file", f"{written[:200]} {what}", key)
    return None


def _resolve(path: Path, root: Path) -> Path:
    """Return the real path, below the root as the root is written."""
    real, top = resolve_path(path), resolve_path(root)
    return root / real.relative_to(top) if real.is_relative_to(top) else real


def _candidates(written: str, file: Path, root: Path) -> Iterator[Path]:
    for folder in (file.parent, root, root / PDF_FOLDER, (root / PDF_FOLDER).parent):
        yield folder / written


def _may_be_inside(written: str, file: Path, root: Path) -> bool:
    return any(
        Path(os.path.normpath(path)).is_relative_to(home)
        for path in _candidates(written, file, root)
        for home in (root, file.parent)
    )


def _find_beside(file: Path, root: Path, ref: str) -> Path | None:
    """Return the file of the same name next to the entry or in the PDF folder of the project."""
    names = [f"{stem}{suffix}" for stem in dict.fromkeys((file.stem, ref)) for suffix in _SUFFIXES]
    path = find_file(file.parent, *names)
    if path is None and is_folder(f"{root}/{PDF_FOLDER}"):
        path = find_file(root / PDF_FOLDER, *names)
    return path if path and _is_allowed(path, file, root) else None


def _is_allowed(path: Path, file: Path, root: Path) -> bool:
    """Check that a path, links followed, is in the project or, for a corpus elsewhere, next to the entry."""
    real = resolve_path(path)
    return real.is_relative_to(resolve_path(root)) or real.is_relative_to(resolve_path(file.parent))


def _read(path: Path) -> Attachment:
    if path.suffix.lower() not in READERS:
        why = f"files of the kind {path.suffix} are not read"
        return Attachment(path, _hash_file(path), reason="unreadable", why=why)
    try:
        data = load_file(path)
    except TooLarge:
        why = f"the file is larger than {FILE_BYTES // 1_048_576} MB"
        return Attachment(path, _hash_file(path), reason="too-large", why=why)
    except ReadError as error:
        return Attachment(path, reason="unreadable", why=error.what)
    digest = sha256(data).hexdigest()
    try:
        document = parse(data, path.name)
    except ReadError as error:
        reason: Literal["too-large", "unreadable"] = "too-large" if isinstance(error, TooLarge) else "unreadable"
        return Attachment(path, digest, reason=reason, why=error.what)
    if not document.text.strip("\f\n\r\t "):
        why = "the PDF has no text layer" if document.format == "pdf" else "the file is empty"
        return Attachment(path, digest, document, "no-text", why)
    return Attachment(path, digest, document)


def _hash_file(path: Path) -> str | None:
    try:
        with open_regular(path) as data:
            if os.fstat(data.fileno()).st_size > HASHED_BYTES:
                return None
            return file_digest(data, "sha256").hexdigest()
    except OSError:
        return None
