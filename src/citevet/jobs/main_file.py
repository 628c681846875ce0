"""Find the main file of a chapter in LaTeX or Typst: it has the bibliography."""

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from pathlib import Path

from citevet.errors import ReadError
from citevet.model import Document
from citevet.read import read
from citevet.session import Session
from citevet.world.paths import resolve_path

_NAMED = re.compile(r"^%[ \t]*![ \t]*TEX[ \t]+root[ \t]*=[ \t]*(\S[^\r\n]{0,300})", re.IGNORECASE | re.MULTILINE)
_CITES = re.compile(r"@\w|[Cc]ite")
_CLASS = "\\documentclass"
_HEAD = 2_000  # characters in which an editor looks for the name of the main file
_FOLDERS, _FILES = 4, 50  # folders above a chapter that are searched, and files of each
_BYTES = 2**20  # bytes of a main file


def join_main_file(document: Document, file: Path, session: Session) -> Document:
    """Return a chapter as a part of its main file, with the bibliography of that; another document as it is."""
    is_typst = document.path.endswith(".typ") and not document.metadata.get("bibliography")
    if not (is_typst or document.format == "latex") or _CLASS in document.text or not _CITES.search(document.text):
        return document
    named = _NAMED.search(document.text, 0, _HEAD)
    name = named[1].strip() if named else ""
    part = session.once(("part of a main file", file, name), lambda: _find_part(document.path, file, name, session))
    if part is None:
        return document
    lost = {"missing_bibliography": part.metadata.get("missing_bibliography", ())}
    metadata = {**document.metadata, **lost}
    return replace(document, bibliography=part.bibliography, metadata=metadata, is_part=True)


def _find_part(shown: str, file: Path, name: str, session: Session) -> Document | None:
    """Return the chapter as its main file includes it, as it is on disk."""
    root = resolve_path(session.config_for(file).outer_root)
    for main in [file.parent / name] if name else _list_candidates(file, root):
        try:
            if not resolve_path(main).is_relative_to(root):
                continue
            document = read(main, shown=session.show(main), root=root, max_bytes=_BYTES)
        except ReadError:
            continue
        found = (part for part in document.includes if part.path == shown)
        if (part := next(found, None)) and (_CLASS in document.text or document.bibliography):
            return part
    return None


def _list_candidates(file: Path, root: Path) -> Iterator[Path]:
    """Yield the other files of the chapter's folder and of those above it in its format, inside the project."""
    for folder in [each for each in file.parents if resolve_path(each).is_relative_to(root)][:_FOLDERS]:
        yield from (each for each in islice(sorted(folder.glob(f"*{file.suffix}")), _FILES) if each != file)
