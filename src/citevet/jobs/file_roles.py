"""What each file of a set is for: the document, a part of it, a bibliography, or a source that it cites."""

from collections.abc import Iterable, Mapping
from pathlib import PurePosixPath
from typing import Literal

from citevet.read import BIBLIOGRAPHY_FILES, DOCUMENTS
from citevet.read.libraries import is_library

FileKind = Literal["main", "part", "text", "pdf", "page", "bibliography", "other"]
FileRole = Literal["document", "part", "bibliography", "source", "other"]
_TEX = frozenset({".tex", ".ltx"})
_PAGES = frozenset({".txt", ".html", ".htm", ".xhtml", ".epub"})  # a document of its own only where there is no other
_HEAD = 200_000  # bytes in which the class of a LaTeX document is named
_FOLDERS = frozenset({"source", "sources", "papers", "literature", "pdf", "pdfs", "storage", "files"})
# In the order in which a file is taken for the document.
_CANDIDATES: tuple[FileKind, ...] = ("main", "text", "page", "pdf", "part", "bibliography")


def find_kind(name: str, data: bytes) -> FileKind:
    """Return what a file looks like by its name and its first bytes."""
    ending = PurePosixPath(name).suffix.lower()
    if ending in _TEX:
        return "main" if b"\\documentclass" in data[:_HEAD] else "part"
    if ending in BIBLIOGRAPHY_FILES - {".json", ".yml", ".yaml"} or is_library(data[:4_096], name):
        return "bibliography"
    if ending == ".pdf" or data[:5] == b"%PDF-":
        return "pdf"
    if ending in _PAGES:
        return "page"
    return "text" if ending in DOCUMENTS else "other"


def sort_roles(kinds: Mapping[str, FileKind], chosen: Mapping[str, str]) -> dict[str, FileRole]:
    """Return the role of each file by name; what the user has chosen stays.

    Where several files may be the document, none is: the user decides.
    """
    main = _find_document(kinds, chosen)
    return {name: _read_role(chosen.get(name, "")) or _find_role(name, kind, main) for name, kind in kinds.items()}


def _read_role(given: str) -> FileRole | None:
    roles: Iterable[FileRole] = ("document", "part", "bibliography", "source", "other")
    return next((role for role in roles if role == given), None)


def _find_document(kinds: Mapping[str, FileKind], chosen: Mapping[str, str]) -> str:
    named = [name for name, role in chosen.items() if role == "document" and name in kinds]
    if named:
        return named[0]
    open_files = {name: kind for name, kind in kinds.items() if not chosen.get(name)}
    for wanted in _CANDIDATES:
        found = [name for name, kind in open_files.items() if kind == wanted]
        outside = [name for name in found if not _lies_with_sources(name)] or found
        if found:
            return outside[0] if len(outside) == 1 else ""
    return ""


def _lies_with_sources(name: str) -> bool:
    return any(part.lower() in _FOLDERS for part in PurePosixPath(name).parts[:-1])


def _find_role(name: str, kind: FileKind, main: str) -> FileRole:
    if name == main:
        return "document"
    if kind in {"main", "part"}:
        return "part"
    if kind == "bibliography":
        return "bibliography"
    return "other" if kind == "other" else "source"
