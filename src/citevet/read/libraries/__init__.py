"""Read what reference managers export: BibTeX, RIS, CSL-JSON, YAML, Zotero RDF, EndNote XML and tagged text."""

from collections.abc import Iterator
from pathlib import Path, PurePath

from citevet.errors import Damaged, NotADocument
from citevet.model import Document, Mark
from citevet.model.library import Library, LibraryItem
from citevet.read import parse
from citevet.read.files import decode
from citevet.read.libraries.file_fields import find_library_folders, split_file_field

LIBRARY_FILES = (".bib", ".ris", ".json", ".yaml", ".yml", ".rdf", ".xml", ".enw", ".txt")
_MARKED = frozenset({".bib", ".json", ".yaml", ".yml"})
_FILE_FIELDS = ("file", "local-url", "localfile", "pdf", "files")
_KEY_IN_NOTE = "citation key:"


def read_library(data: bytes, name: str, folder: Path) -> Library:
    """Read the works of an exported file; `folder` is where it lies."""
    ending = PurePath(name).suffix.lower()
    text = decode(data, name).text if ending not in {".rdf", ".xml"} else ""
    head = text[:4_000].lstrip("\ufeff \r\n")
    if ending in _MARKED or head.startswith("TY  -") or ending == ".ris":
        document = parse(data, name if ending in _MARKED else f"{name}.ris" if ending != ".ris" else name)
        items = tuple(_items_of_marks(document))
        return Library(name, items, document.notes, (folder, *find_library_folders(document.text, folder)))
    if ending in {".rdf", ".xml"}:
        from citevet.read.libraries.library_xml import read_library_xml  # lxml, which few libraries need

        return read_library_xml(data, name, folder)
    if head.startswith("%0 "):
        from citevet.read.libraries.endnote_tagged import read_tagged

        return Library(name, tuple(read_tagged(text)), (), (folder,))
    if ending == ".enw":
        raise Damaged("no record could be understood", to=name, advice="Export the library as EndNote again.")
    advice = f"Export it as {', '.join(LIBRARY_FILES[:-1])}; `citevet corpus add` adds papers and pages."
    raise NotADocument("not a bibliography", to=name, advice=advice)


def _items_of_marks(document: Document) -> Iterator[LibraryItem]:
    for mark in document.marks:
        line = document.lines.position(mark.span.start)[0]
        is_broken = mark.kind != "entry"
        yield LibraryItem(_find_key(mark), mark.parts, tuple(_list_files(mark)), line, is_broken)


def _find_key(mark: Mark) -> str:
    """Return the key that documents cite: Zotero's CSL-JSON keeps that of Better BibTeX in a note."""
    if key := mark.parts.get("citation-key"):
        return key
    lines = (line.strip() for line in mark.parts.get("note", "").splitlines())
    noted = next((line for line in lines if line.lower().startswith(_KEY_IN_NOTE)), "")
    return noted[len(_KEY_IN_NOTE) :].strip() or mark.target


def _list_files(mark: Mark) -> Iterator[str]:
    for name in _FILE_FIELDS:
        yield from split_file_field(mark.parts.get(name, ""))


def is_library(head: bytes, name: str) -> bool:
    """Check by the first bytes of a file, and its ending, whether it may be an exported library."""
    ending = PurePath(name).suffix.lower()
    start = head.lstrip(b"\xef\xbb\xbf \r\n")
    if ending in {".rdf", ".xml"}:
        return b"<rdf:RDF" in head or b"<records>" in head or b"<record>" in head
    if ending == ".json":
        return b'"title"' in head and (b'"type"' in head or b'"itemType"' in head)
    if ending == ".txt":
        return start.startswith((b"TY  -", b"%0 "))
    return ending in LIBRARY_FILES
