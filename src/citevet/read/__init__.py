"""Bytes to a Document, one file per format; used for manuscripts and for sources alike."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from hashlib import sha256
from importlib import import_module
from pathlib import Path
from typing import Literal

from citevet.model import Document
from citevet.read.companions import with_companions
from citevet.read.decode import decode
from citevet.read.open_file import MAX_BYTES, load

# File ending → the module that reads it, and whether that takes decoded text or bytes. The modules are imported
# when first needed: a Markdown run should not pay for PDF.
READERS: Mapping[str, tuple[str, Literal["text", "bytes"]]] = {
    ".md": ("markdown", "text"),
    ".markdown": ("markdown", "text"),
    ".mdx": ("markdown", "text"),
    ".qmd": ("markdown", "text"),
    ".rmd": ("markdown", "text"),
    ".ipynb": ("notebook", "text"),
    ".txt": ("text", "text"),
    ".text": ("text", "text"),
    ".html": ("html", "text"),
    ".htm": ("html", "text"),
    ".xhtml": ("html", "text"),
    ".docx": ("docx", "bytes"),
    ".docm": ("docx", "bytes"),
    ".pdf": ("pdf", "bytes"),
    ".tex": ("latex", "text"),
    ".ltx": ("latex", "text"),
    ".bbl": ("latex", "text"),
    ".bib": ("bibtex", "text"),
    ".ris": ("ris", "text"),
    ".json": ("csl", "text"),
}

# What `citevet check` looks for below a folder; the rest is read when it is named, or as a companion.
DOCUMENTS = frozenset(READERS) - {".ipynb", ".text", ".bbl", ".bib", ".ris", ".json"}


def read(path: Path, *, shown: str | None = None, root: Path | None = None, max_bytes: int = MAX_BYTES) -> Document:
    """Read a file and the files it names inside `root`; `shown` is the path that findings carry."""
    data = load(path, max_bytes=max_bytes, shown=shown or path.as_posix())
    document = parse(data, shown or path.as_posix())
    return with_companions(document, path, root=root or path.parent, parse=parse, max_bytes=max_bytes)


def parse(data: bytes, path: str) -> Document:
    """Read bytes as the kind of file that the path's ending names; anything unknown is plain text."""
    name, takes = READERS.get(Path(path).suffix.lower(), ("text", "text"))
    reader: Callable[..., Document] = import_module(f"citevet.read.{name}").read
    digest = sha256(data).hexdigest()
    if takes == "bytes":
        return replace(reader(data, path), sha256=digest)
    text, encoding, notes = decode(data, path)
    document = reader(text, path)
    return replace(document, sha256=digest, encoding=encoding, notes=(*notes, *document.notes))


def parse_text(text: str, path: str = "text.md") -> Document:
    """Read a string as the kind of file that the path's ending names."""
    return parse(text.encode("utf-8", errors="replace"), path)
