"""Read bytes into a Document, one module or sub-package per format; used for manuscripts and sources alike."""

from collections.abc import Callable, Mapping
from functools import partial
from hashlib import sha256
from importlib import import_module
from pathlib import Path
from types import MappingProxyType
from typing import Literal

from citevet.errors import TooComplex, require_kind
from citevet.limits import FILE_BYTES
from citevet.model import Document
from citevet.read.companions import add_companions
from citevet.read.files import allow_seconds, decode, load_file
from citevet.read.named_files import note_missing_files
from citevet.records import replace
from citevet.world.time_limit import limit_time

# File ending → the module that reads it, and whether it takes decoded text or bytes. The modules are imported at first
# use: reading Markdown should not cost the import of a PDF library.
READERS: Mapping[str, tuple[str, Literal["text", "bytes"]]] = {
    **dict.fromkeys((".md", ".markdown", ".mdx", ".qmd", ".rmd"), ("markdown", "text")),
    ".ipynb": ("notebook", "text"),
    **dict.fromkeys((".txt", ".text"), ("text", "text")),
    **dict.fromkeys((".org", ".rst", ".adoc", ".asciidoc", ".typ"), ("light_markup", "text")),
    **dict.fromkeys((".html", ".htm", ".xhtml"), ("html", "text")),
    **dict.fromkeys((".docx", ".docm"), ("docx", "bytes")),
    **dict.fromkeys((".odt", ".ott"), ("odt", "bytes")),
    ".epub": ("epub", "bytes"),
    ".rtf": ("rtf", "bytes"),
    ".pdf": ("pdf.process", "bytes"),
    **dict.fromkeys((".tex", ".ltx", ".bbl"), ("latex", "text")),
    ".bib": ("bibtex", "text"),
    **dict.fromkeys((".ris", ".json", ".yml", ".yaml"), ("reference_files", "text")),
}
_PACKAGES = (".sty", ".cls")  # of LaTeX: they are no documents, but may name a bibliography
# Endings that `citevet check` looks for in a folder; other files are read when they are named, or as companions.
BIBLIOGRAPHY_FILES = frozenset({".bbl", ".bib", ".ris", ".json", ".yml", ".yaml"})
DOCUMENTS = frozenset(READERS) - {".text"} - BIBLIOGRAPHY_FILES


def read(
    path: str | Path,
    *,
    shown: str | None = None,
    root: str | Path | None = None,
    max_bytes: int = FILE_BYTES,
    ocr: bool = True,
    project: Mapping[str, str] = MappingProxyType({}),
    parse_companion: Callable[[bytes, str], Document] | None = None,
) -> Document:
    """Read a file and the files it names inside `root`; `shown` is the path that findings carry.

    `project` are the bibliographies that the settings of its project name, each with the file that does.
    """
    require_kind(path, (str, Path), to="read_document", advice="Give the path of a file as a string or Path.")
    path = Path(path)
    data = load_file(path, max_bytes=max_bytes, shown=shown or path.as_posix())
    document = parse(data, shown or path.as_posix(), ocr=ocr)
    companion = parse_companion or parse
    inside = Path(root) if root else path.parent
    add = partial(add_companions, root=inside, parse=companion, max_bytes=max_bytes, project=project)
    return note_missing_files(add(document, path), path, inside)


def parse(data: bytes, path: str, *, ocr: bool = True) -> Document:
    """Read bytes in the format of the path's ending; an unknown ending means plain text. `ocr` is for scanned PDFs."""
    try:
        with limit_time(allow_seconds(len(data)), path):
            return _parse(data, path, ocr=ocr)
    except (RecursionError, MemoryError) as error:
        what = "too large or too complex: nested too deep, or it needs too much memory"
        raise TooComplex(what, to=path, advice="Split the file, or leave it out.") from error


def _parse(data: bytes, path: str, *, ocr: bool) -> Document:
    ending = Path(path).suffix.lower()
    name, takes = READERS.get(".tex" if ending in _PACKAGES else ending, ("text", "text"))
    reader: Callable[..., Document] = import_module(f"citevet.read.{name}").read
    digest = sha256(data).hexdigest()
    if takes == "bytes":
        return replace(reader(data, path, **({"ocr": ocr} if name == "pdf.process" else {})), sha256=digest)
    text, encoding, notes = decode(data, path)
    document = reader(text, path)
    return replace(document, sha256=digest, encoding=encoding, notes=(*notes, *document.notes))


def parse_text(text: str, path: str | Path = "text.md") -> Document:
    """Read a string in the format of the path's ending."""
    require_kind(text, str, to="parse_text", advice="Give a string; read_document(path) reads a file.")
    require_kind(path, (str, Path), to="parse_text", advice="Give the name of the text, such as paper.md.")
    return parse(text.encode("utf-8", errors="replace"), str(path))
