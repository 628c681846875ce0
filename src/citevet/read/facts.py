"""What a file says of itself: the properties of a PDF, the head of a web page."""

from collections import defaultdict
from contextlib import closing
from dataclasses import dataclass
from html import unescape
from importlib import import_module
from pathlib import Path
from re import IGNORECASE
from re import compile as pattern
from typing import Any

from citevet.read.decode import decode
from citevet.read.html_tokens import tokens
from citevet.read.pdf import ONE_AT_A_TIME
from citevet.read.xmp import packet

_FRONT = 20_000  # characters of the first page
_LONGEST = 1_000  # characters of one fact
_MOST = 5_000  # authors
_TAGS = 20_000  # of a page that are looked at; the head is at its head
_YEAR = pattern(r"(?<!\d)(?:1[5-9]|20)\d\d(?!\d)")
_TITLES = ("citation_title", "dc.title", "dcterms.title", "eprints.title", "bepress_citation_title")
_AUTHORS = ("citation_author", "dc.creator", "dcterms.creator", "eprints.creators_name", "bepress_citation_author")
_DATES = ("citation_publication_date", "citation_date", "citation_online_date", "dc.date", "article:published_time")
_DOIS = ("citation_doi", "bepress_citation_doi", "dc.identifier", "prism.doi")
# In the packet of metadata that publishers put into a PDF, uncompressed so that others can find it.
_PACKET_DOI = pattern(
    rb":(?:doi|DOI|identifier)(?:>|=[\"'])\s{0,9}"  # prism:doi, pdfx:doi, crossmark:DOI, dc:identifier
    rb"(?:doi:\s?|https?://(?:dx\.)?doi\.org/)?(10\.[0-9]{4,9}(?:\.[0-9]{1,9}){0,4}/[^\s<>\"']{1,200})"
)
_PROPERTY_DOI = pattern(r"\b(?:doi:\s?|doi\.org/)(10\.[0-9]{4,9}(?:\.[0-9]{1,9}){0,4}/\S{1,200})", IGNORECASE)


@dataclass(frozen=True, slots=True)
class Facts:
    """As it is said, and not yet believed."""

    title: str = ""
    authors: tuple[str, ...] = ()
    owner: str = ""  # whom the properties of a PDF call its author: often whose program wrote it
    year: str | None = None
    doi: str = ""
    front: str = ""  # the first page of a PDF with all that the reader leaves out: running heads, the arXiv stamp


def facts(data: bytes, path: str) -> Facts:
    """Return what the file says; nothing for kinds that say nothing."""
    ending = Path(path).suffix.lower()
    if ending == ".pdf":
        return _pdf(data)
    return _html(decode(data, path).text) if ending in {".html", ".htm", ".xhtml"} else Facts()


def _pdf(data: bytes) -> Facts:
    pypdfium2: Any = import_module("pypdfium2")  # late: it takes over 100 ms
    try:
        with ONE_AT_A_TIME, closing(pypdfium2.PdfDocument(data)) as document:
            with closing(document[0]) as page, closing(page.get_textpage()) as text:
                front: str = text.get_text_range(count=min(text.count_chars(), _FRONT))
            said = document.get_metadata_dict()
    except (pypdfium2.PdfiumError, IndexError, UnicodeDecodeError):
        return Facts()
    title, owner, subject = (_line(said.get(key, "")) for key in ("Title", "Author", "Subject"))
    told = packet(data, title)
    title = title or _line(told.title)
    authors = tuple(filter(None, map(_line, told.authors)))
    return Facts(title, authors, owner, told.year, _pdf_doi(data, title, subject), front)


def _pdf_doi(data: bytes, title: str, subject: str) -> str:
    """Return the DOI of the properties, the newer packet before the older lines; of two that differ none."""
    packet = {found.decode("ascii", "ignore").lower() for found in _PACKET_DOI.findall(data)}
    lines = {found.lower().rstrip(".,;)") for line in (title, subject) for found in _PROPERTY_DOI.findall(line)}
    found = packet or lines
    return next(iter(found)) if len(found) == 1 else ""


def _html(text: str) -> Facts:
    named: defaultdict[str, list[str]] = defaultdict(list)
    for count, token in enumerate(tokens(text)):
        if token.name == "body" or count > _TAGS:
            break
        if token.name == "title" and token.kind == "raw":
            inside = text[token.span.start : token.span.end]
            named["title"].append(_line(unescape(inside[inside.find(">") + 1 : inside.rfind("<")])))
        elif token.name == "meta":
            said = token.parsed()
            named[(said.get("name") or said.get("property") or "").lower()].append(_line(said.get("content", "")))
    dates = _YEAR.search(_first(named, _DATES))
    return Facts(
        _first(named, (*_TITLES, "title")),
        tuple(next((named[key] for key in _AUTHORS if named.get(key)), []))[:_MOST],
        year=dates[0] if dates else None,
        doi=_first(named, _DOIS),
    )


def _first(named: dict[str, list[str]], keys: tuple[str, ...]) -> str:
    return next((value for key in keys for value in named.get(key, ()) if value), "")


def _line(value: str) -> str:
    return " ".join("".join(letter if letter.isprintable() else " " for letter in value[:_LONGEST]).split())
