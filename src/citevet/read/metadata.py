"""Title, authors, year and DOI in a file's own metadata: the properties and XMP packet of a PDF, the head of a page."""

# the readers are imported when a file needs them

import re
from collections import defaultdict
from collections.abc import Iterator
from contextlib import closing
from html import unescape
from importlib import import_module
from pathlib import Path
from typing import Any, cast

from citevet.errors import ReadError
from citevet.identifiers import find, is_certain, read
from citevet.read.files import decode
from citevet.read.web_page import YEAR, put_on_one_line
from citevet.records import dataclass

_MAX_FRONT = 20_000  # characters of the first page
_MAX_AUTHORS = 5_000
_MAX_TAGS = 20_000  # of a page that are searched for its head
_TITLES = ("citation_title", "dc.title", "dcterms.title", "eprints.title", "bepress_citation_title")
_AUTHORS = ("citation_author", "dc.creator", "dcterms.creator", "eprints.creators_name", "bepress_citation_author")
_DATES = tuple(
    "citation_publication_date citation_date citation_online_date dc.date article:published_time date".split()
)
_DOIS = ("citation_doi", "bepress_citation_doi", "dc.identifier", "prism.doi")
# In the XMP packet that publishers put into a PDF, uncompressed so that others can find it.
_PACKET_DOI = re.compile(  # prism:doi, pdfx:doi, crossmark:DOI, dc:identifier
    rb":(?:doi|DOI|identifier)(?:>|=[\"'])\s{0,9}([^\s<>\"'][^<>\"']{1,300})"
)

# XMP packets
_MAX_PACKET = 200_000  # bytes
_MAX_PACKETS = 100  # that are read, from the end; figures bring their own
_MAX_XMP_AUTHORS = 500
_XMP_ITEM = re.compile(r"<rdf:li[^<>]{0,200}>([^<>]{1,1000})</rdf:li>")
# Only publishers write these; the other dates are those of the file.
_XMP_DATE = re.compile(
    r"prism:(?:publicationDate|coverDate|coverDisplayDate|copyrightYear)(?:[^<>=]{0,100}>|=[\"'])\s{0,9}([^<>\"']{4,40})"
)


@dataclass(frozen=True, slots=True)
class FileMetadata:
    """Metadata as the file states it, unchecked."""

    title: str = ""
    authors: tuple[str, ...] = ()
    owner: str = ""  # the author property of a PDF or page, which is often the owner of the program that wrote it
    year: str | None = None
    doi: str = ""
    front: str = ""  # the first page of a PDF with all that the reader drops: running heads, the arXiv stamp


def read_metadata(data: bytes, path: str) -> FileMetadata:
    """Return the metadata of a PDF or HTML file; empty for other formats."""
    ending = Path(path).suffix.lower()
    if ending == ".pdf":
        from citevet.read.pdf.process import ask_pdf_child  # 30 ms that other formats do not need

        try:
            return cast("FileMetadata", ask_pdf_child("metadata", data, path, FileMetadata))
        except ReadError:
            return FileMetadata()
    return _read_html(decode(data, path).text) if ending in {".html", ".htm", ".xhtml"} else FileMetadata()


def read_pdf_properties(data: bytes) -> FileMetadata:
    """Return the metadata of a PDF; for the process that reads PDFs."""
    from citevet.read.pdf.glyphs import PDFIUM_LOCK

    pypdfium2: Any = import_module("pypdfium2")  # late: it takes over 100 ms
    try:
        with PDFIUM_LOCK, closing(pypdfium2.PdfDocument(data)) as document:
            with closing(document[0]) as page, closing(page.get_textpage()) as text:
                front: str = text.get_text_range(count=min(text.count_chars(), _MAX_FRONT))
            properties = document.get_metadata_dict()
    except (pypdfium2.PdfiumError, IndexError, UnicodeDecodeError):
        return FileMetadata()
    title, owner, subject = (put_on_one_line(properties.get(key, "")) for key in ("Title", "Author", "Subject"))
    packet = read_xmp(data, title)
    title = title or put_on_one_line(packet.title)
    authors = tuple(filter(None, map(put_on_one_line, packet.authors)))
    return FileMetadata(title, authors, owner, packet.year, _pdf_doi(data, title, subject), front)


def _pdf_doi(data: bytes, title: str, subject: str) -> str:
    """Return the DOI of the XMP packet, or else of the properties; none where two differ."""
    values = (read("doi", value.decode("ascii", "ignore")) for value in _PACKET_DOI.findall(data))
    lines = (each for line in (title, subject) for each in find(line, {"doi"}) if not each.text.startswith("10."))
    packet = {each.normal for each in values if each and is_certain(each)}
    found = packet or {each.normal for each in lines if is_certain(each)}
    return next(iter(found)) if len(found) == 1 else ""


def _read_html(text: str) -> FileMetadata:
    from citevet.read.html_page import tokenize_html

    named: defaultdict[str, list[str]] = defaultdict(list)
    for count, token in enumerate(tokenize_html(text)):
        if token.name == "body" or count > _MAX_TAGS:
            break
        if token.name == "title" and token.kind == "raw":
            inside = text[token.span.start : token.span.end]
            named["title"].append(put_on_one_line(unescape(inside[inside.find(">") + 1 : inside.rfind("<")])))
        elif token.name == "meta":
            meta = token.parsed()
            name = (meta.get("name") or meta.get("property") or "").lower()
            named[name].append(put_on_one_line(meta.get("content", "")))
    date = YEAR.search(_first(named, _DATES))
    authors, owners = (
        next((named[key] for key in keys if named.get(key)), [])[:_MAX_AUTHORS]
        for keys in (_AUTHORS, ("author", "article:author"))
    )
    title, year = _first(named, (*_TITLES, "title")), date[0] if date else None
    return FileMetadata(title, tuple(authors), "; ".join(owners), year, _first(named, _DOIS))


def _first(named: dict[str, list[str]], keys: tuple[str, ...]) -> str:
    return next((value for key in keys for value in named.get(key, ()) if value), "")


def read_xmp(data: bytes, title: str = "") -> FileMetadata:
    """Return the XMP packet of a PDF, preferring the one with the title in the properties; empty where it has none."""
    text = max(_find_packets(data), key=lambda text: _rank_packet(text, title), default="")
    date = _XMP_DATE.search(text)
    year = YEAR.search(date[1]) if date else None
    authors = tuple(_xmp_items(text, "dc:creator")[:_MAX_XMP_AUTHORS])
    return FileMetadata(_xmp_title(text), authors, year=year[0] if year else None)


def _find_packets(data: bytes) -> Iterator[str]:
    """Yield the packets, the last first: programs that change a PDF append."""
    start = len(data)
    for _ in range(_MAX_PACKETS):
        start = data.rfind(b"<x:xmpmeta", 0, start)
        if start < 0:
            return
        end = data.find(b"</x:xmpmeta>", start, start + _MAX_PACKET)
        if end >= 0:
            yield data[start:end].decode("utf-8", "replace")


def _rank_packet(text: str, title: str) -> int:
    """Rank the packet of the document above that of a figure: by its title, else by publishers' and PDF fields."""
    if title and title.split() == _xmp_title(text).split():
        return 3
    return 2 if "prism:" in text else int("pdf:Producer" in text)


def _xmp_title(text: str) -> str:
    return next(iter(_xmp_items(text, "dc:title")), "")


def _xmp_items(text: str, name: str) -> list[str]:
    """Return the list in the first element of a name; only the first is searched, so that time stays linear."""
    opening = text.find(f"<{name}")
    start = text.find(">", opening) if opening >= 0 else -1
    end = text.find(f"</{name}>", start) if start >= 0 else -1
    return [unescape(item) for item in _XMP_ITEM.findall(text, start, end)] if end >= 0 else []
