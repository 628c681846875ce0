"""The files of a project in a zip archive, within limits."""

from collections.abc import Iterator
from pathlib import PurePosixPath

from citevet.read import READERS
from citevet.read.archive import open_archive

# What a document needs besides documents and bibliographies; of all others only the name counts, as of pictures.
_KEPT = frozenset({*READERS, ".sty", ".cls", ".bst", ".bbx", ".cbx", ".toml", ".tikz", ".pgf", ".inc", ".def"})
_HIDDEN = ("__MACOSX/", ".git/")


def list_project_files(data: bytes, path: str) -> Iterator[tuple[str, bytes]]:
    """Yield the name and the content of each file; a file that is not text has no content."""
    archive = open_archive(data, path)
    for name, entry in archive.entries.items():
        if entry.is_dir() or name.startswith(_HIDDEN):
            continue
        is_kept = PurePosixPath(name).suffix.lower() in _KEPT
        yield name, (archive.part(name) or b"") if is_kept else b""
