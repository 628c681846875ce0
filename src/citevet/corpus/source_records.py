"""What is known of a source before it becomes an entry: from its file, a DOI registry or a URL."""

import json
import os
import re
from collections.abc import Mapping, Sequence
from pathlib import Path, PurePosixPath
from typing import Any
from urllib.parse import quote, urlsplit

from citevet.corpus.document_text import block_text
from citevet.corpus.entry_fields import FrontMatter, UnboundedYaml, one_line, sanitize_yaml
from citevet.corpus.entry_metadata import read_authors, read_identifiers, read_year
from citevet.corpus.pagination import read_pagination
from citevet.corpus.title_page import Byline, PageIdentifiers, find_identifiers, find_journal_year, find_own_identifiers
from citevet.errors import MissingInput, ReadError, UsageError
from citevet.model import Document, Section
from citevet.model.document import BIBLIOGRAPHIES
from citevet.patterns import lazy_pattern
from citevet.read import READERS, parse
from citevet.read.files import load_file
from citevet.read.metadata import FileMetadata, read_metadata
from citevet.records import dataclass, field, replace
from citevet.text.names import fold_name
from citevet.world import web

_FIRST_PAGE = 6_000  # characters
_MAX_TITLE = 300
_MAX_TITLE_LINE = 150  # characters of a first line that may be a title
_UNMARKED_TITLES = frozenset({"text", "markdown", "docx"})  # formats in which people do not mark titles
# Not a sentence, a lead-in or a date.
_TITLE_LINE = lazy_pattern(r"(?=[^a-z])(?=.{0,150}[^\W\d_]{2})(?!.{0,150}[.!?。]\s).{0,149}[^\s.,;:!。…]")
_PLACEHOLDER_TITLE = lazy_pattern(
    r"(?!\d{4}\Z)"  # 1984
    r"(?:(?:powerpoint|scanned|untitled|new)\s)?"
    r"(?:untitled|title|document|presentation|slide|paper|manuscript|main|article|layout|scan|print)?\W{0,9}\d{0,9}",
    re.IGNORECASE,
)
_SECTION_TITLE = lazy_pattern(
    r"(?:abstract|introduction|contents|table of contents|초록|서론|목차|차례)\W{0,3}", re.IGNORECASE
)
_PERSON = lazy_pattern(r"[^\W\d_][\w'’.-]{0,40}(?:,?\s[^\W\d_][\w'’.-]{0,40}){1,4}")
_DEVICE_OR_PROGRAM = lazy_pattern(
    r"\b(?:owner|user|admin\w*|author|printer|scan\w*|office|microsoft|adobe|canon|xerox|ricoh|konica|hp|unknown|default|lab)\b",
    re.IGNORECASE,
)
_FILE_NAME = lazy_pattern(r"[\w.()-]*[\d_][\w.()-]*")  # one word with a digit or an underscore
_FILE_TITLE = lazy_pattern(
    r"(?:microsoft word|powerpoint)\s?- |.{1,200}\.(?:docx?|tex|dvi|pdf|indd|qxd|rtf)$", re.IGNORECASE
)

_RESOLVER = "https://doi.org"
_CSL = "application/vnd.citationstyles.csl+json"
_MAX_REGISTRY_RECORD = 4 * 1_048_576  # bytes; the record with the most authors has 2 MB
_TAG = lazy_pattern(r"</?[A-Za-z]{1,12}>")  # registries set titles in italics and small capitals
_FOUR_DIGITS = lazy_pattern(r"[1-9][0-9]{3}")
_OK, _NOT_FOUND = 200, frozenset({404, 410})
# Type of a work in the registries → type in the corpus; others stay unknown.
_SOURCE_TYPES = {
    **dict.fromkeys(("article-journal", "journal-article"), "journal"),
    **dict.fromkeys(("paper-conference", "proceedings-article"), "conference"),
    "posted-content": "preprint",
    **dict.fromkeys(("book", "monograph"), "book"),
    **dict.fromkeys(("chapter", "book-chapter"), "book chapter"),
    "report": "technical report",
    **dict.fromkeys(("thesis", "dissertation"), "thesis"),
    "standard": "standard",
    "webpage": "website",
    "post-weblog": "blog",
}
_SUFFIXES = {
    "application/pdf": ".pdf",
    "text/html": ".html",
    "application/xhtml+xml": ".html",
    "text/plain": ".txt",
    "text/markdown": ".md",
    "application/vnd.openxmlformats-officedocument.wordprocessingml.document": ".docx",
}


@dataclass(frozen=True, slots=True)
class SourceRecord:
    """A source and its file, if there is one. Unknown fields stay empty; nothing is guessed."""

    title: str = ""
    authors: tuple[str, ...] = ()
    year: str | None = None
    source_type: str | None = None
    venue: str = ""
    identifiers: Mapping[str, str] = field(default_factory=dict)  # doi, arxiv, url …, in normal form
    abstract: str = ""
    pages: int | None = None
    sections: tuple[Section, ...] = ()
    data: bytes | None = None  # the file
    ending: str = ""  # of the file's name: ".pdf"
    stem: str = ""  # of the file's name, for a source without a title
    notes: tuple[str, ...] = ()  # what was found but not used, a clause each
    first_page: str = ""  # what the file starts with

    @property
    def lacks(self) -> tuple[str, ...]:
        """The fields that every entry should have and that are unknown."""
        required = {"title": self.title, "authors": self.authors, "year": self.year, "source_type": self.source_type}
        return tuple(name for name, value in required.items() if not value)


def describe_file(path: Path) -> SourceRecord:
    """Read a file, and return the facts that it states about itself."""
    return replace(describe_data(load_file(path), path.name), stem=path.stem)


def describe_data(data: bytes, name: str) -> SourceRecord:
    """Return the title, authors, year, identifiers, pages and sections that a file states."""
    document, stated = parse(data, name), read_metadata(data, name)
    if document.format in BIBLIOGRAPHIES and document.marks:  # its words say nothing of what the works say
        advice = f"Add the works with `citevet corpus import {name}`."
        raise UsageError("a bibliography is not a source", to=name, advice=advice)
    first_page = stated.front or document.text[:_FIRST_PAGE]
    front = _front_matter(document)
    pages = read_pagination(FrontMatter({}), document)
    own, seen = find_own_identifiers(document, first_page), find_identifiers(first_page)
    identifiers, doubts = _choose_identifiers(front, stated, own=own, seen=seen)
    title, title_notes = _choose_title(front, stated, document, first_page)
    unread = f" ({document.metadata['unread'].rstrip('.')})" if "unread" in document.metadata else ""
    empty = () if document.text.strip() else (f"it has no text, so quotations cannot be verified{unread}",)
    return SourceRecord(
        title=title,
        authors=read_authors(front) or _choose_authors(stated, document, first_page),
        year=read_year(front) or stated.year or find_journal_year(first_page),
        source_type=front.text("source type"),
        identifiers=identifiers,
        pages=pages.count,
        sections=pages.sections,
        data=data,
        ending=Path(name).suffix.lower(),
        notes=(*title_notes, *doubts, *empty),
        first_page=first_page,
    )


def _front_matter(document: Document) -> FrontMatter:
    """Return the front matter of a Markdown file; other files have none that people wrote."""
    if document.format != "markdown":
        return FrontMatter({})
    try:
        return FrontMatter(sanitize_yaml(document.metadata))
    except UnboundedYaml:
        return FrontMatter({})


def _choose_title(
    front: FrontMatter, stated: FileMetadata, document: Document, first_page: str
) -> tuple[str, tuple[str, ...]]:
    """Prefer the front matter, then the file's properties if the page shows the same, otherwise the page."""
    if front.find("title")[0]:
        return front.text("title") or "", ()
    shown = _heading(document) or _title_line(document)
    title = "" if _is_placeholder(stated.title, first_page) else stated.title
    if title and (document.format == "html" or fold_name(title) in fold_name(first_page)):
        return title[:_MAX_TITLE], ()
    if title and not shown:
        return title[:_MAX_TITLE], ("its title is that of its properties, which its first page does not show",)
    notes = (f"its properties give the title “{title[:80]}”, which its first page does not show",) if title else ()
    return shown, notes


def _is_placeholder(title: str, first_page: str) -> bool:
    """Check whether a program wrote the title: Untitled, Microsoft Word - draft.docx, scan_0012, 1706.03762v7.

    COVID-19 looks like a file name but is a title if it is a line of the page.
    """
    if _PLACEHOLDER_TITLE.fullmatch(title) or _FILE_TITLE.match(title):
        return True
    words = fold_name(title)
    return bool(_FILE_NAME.fullmatch(title)) and all(fold_name(line) != words for line in first_page.splitlines())


def _heading(document: Document) -> str:
    """Return the first heading, if it is at the start of the document."""
    for block in document.blocks[:20]:
        if block.kind == "heading" and block.span.start < _FIRST_PAGE:
            words = block_text(document, block) if document.format != "pdf" else document.slice(block.span)
            line = " ".join(words.split())
            return line if len(line) <= _MAX_TITLE and not _SECTION_TITLE.fullmatch(line) else ""
    return ""


def _title_line(document: Document) -> str:
    """Return the first line of a text without headings, if it stands alone and reads like a title."""
    first = document.blocks[0] if document.blocks and document.format in _UNMARKED_TITLES else None
    if first is None or first.kind != "paragraph" or first.quoted or len(document.blocks) == 1:
        return ""
    lines = document.slice(first.span)[: _MAX_TITLE_LINE + 1].splitlines()
    line = " ".join(block_text(document, first).split()) if len(lines) == 1 else ""
    is_title = len(line) <= _MAX_TITLE_LINE and _TITLE_LINE.fullmatch(line) and not _SECTION_TITLE.fullmatch(line)
    return line if is_title else ""


def _choose_authors(stated: FileMetadata, document: Document, first_page: str) -> tuple[str, ...]:
    """Return the authors in the head of a web page; of a PDF only names that its first page shows.

    Many PDFs name the owner of the program as author, so the metadata packet is tried before the properties.
    """
    owner = read_authors(FrontMatter({"authors": stated.owner}))
    if document.format == "html":
        is_person = not _DEVICE_OR_PROGRAM.search(stated.owner) and "://" not in stated.owner
        return stated.authors or (owner if is_person else ())
    names = stated.authors[0] if len(stated.authors) == 1 else list(stated.authors)
    listed = read_authors(FrontMatter({"authors": names}))
    return next((names for names in (listed, owner) if names and _are_shown(names, owner, first_page)), ())


def _are_shown(names: Sequence[str], owner: Sequence[str], first_page: str) -> bool:
    """Check that the page shows all names; the owner's only counts with a given name.

    Programs copy the owner into the metadata packet. A scanned page shows no names: there, any name of a person counts.
    """
    if any(_DEVICE_OR_PROGRAM.search(name) for name in names):
        return False
    page = Byline.of(first_page)
    if not page.written:
        return all(_PERSON.fullmatch(name) for name in names)
    return all(map(page.signs if names == owner else page.names, names))


def _choose_identifiers(
    front: FrontMatter, stated: FileMetadata, *, own: PageIdentifiers, seen: PageIdentifiers
) -> tuple[dict[str, str], tuple[str, ...]]:
    """Return the identifiers of the work, and notes on those not used: with several DOIs, none is known to be its."""
    known = read_identifiers(front) or read_identifiers(FrontMatter({"doi": stated.doi} if stated.doi else {}))
    if known:
        return known, ()
    found = {"doi": own.dois[0]} if len(own.dois) == 1 else {}
    found.update({"arxiv": own.arxivs[0]} if len(own.arxivs) == 1 else {})
    doubts = (_doubt("DOI", own.dois, seen.dois), _doubt("arXiv id", own.arxivs, seen.arxivs))
    return read_identifiers(FrontMatter(found)), tuple(doubt for doubt in doubts if doubt and not found)


def _doubt(kind: str, own: Sequence[str], seen: Sequence[str]) -> str | None:
    """Explain why identifiers on the page were not used."""
    names = sorted({*own, *seen})
    if len(own) == 1 or not names:
        return None
    if len(names) > 1:
        return f"its first page shows {len(names)} {kind}s, and which is its own is not known"
    return f"its first page shows the {kind} {names[0]}, perhaps that of a work that it cites: it was not taken"


def fetch_doi(doi: str) -> SourceRecord:
    """Return the registry's record of a DOI; an unregistered DOI is an error."""
    normal = read_identifiers(FrontMatter({"doi": doi})).get("doi")
    if normal is None:
        raise UsageError("this is not a DOI", to=doi[:200], advice="A DOI is 10. + four digits or more + / + a suffix.")
    resolver = os.environ.get("CITEVET_DOI_RESOLVER") or _RESOLVER
    answer = web.get(f"{resolver.rstrip('/')}/{quote(normal)}", accept=_CSL, max_bytes=_MAX_REGISTRY_RECORD)
    if answer.status in _NOT_FOUND:
        raise MissingInput("the DOI is not registered", to=normal, advice="Check it against the paper.")
    if answer.status != _OK:
        raise _lookup_error(normal, f"the registry answered {answer.status}")
    return _record_of_csl(_parse_csl(answer.data, normal), normal)


def fetch_url(url: str) -> SourceRecord:
    """Fetch a page or paper, and return the facts that it states, with the file."""
    answer = web.get(url)
    if answer.status != _OK:
        raise _lookup_error(url, f"the server answered {answer.status}")
    ending = _SUFFIXES.get(answer.media_type) or PurePosixPath(urlsplit(answer.url).path).suffix.lower()
    if ending not in READERS:
        raise _lookup_error(url, f"it is {answer.media_type or 'of an unknown kind'}, which is not read")
    record = describe_data(answer.data, f"page{ending}")
    return replace(record, identifiers={**record.identifiers, **read_identifiers(FrontMatter({"url": url}))})


def _lookup_error(to: str, why: str) -> ReadError:
    return ReadError(f"could not look: {why}", to=to[:200], advice="Try again later, or add the file itself.")


def _parse_csl(data: bytes, doi: str) -> Mapping[str, Any]:
    """Parse the registry's answer, and check that it is about the DOI."""
    try:
        found = sanitize_yaml(json.loads(data))
    except (ValueError, RecursionError, AttributeError, UnboundedYaml) as error:
        raise _lookup_error(doi, "the registry's answer is not CSL-JSON") from error
    answered = read_identifiers(FrontMatter({"doi": found.get("DOI")})).get("doi")
    if answered not in {None, doi}:
        raise _lookup_error(doi, f"the registry answered for another work ({answered})")
    return found


def _record_of_csl(item: Mapping[str, Any], doi: str) -> SourceRecord:
    link = read_identifiers(FrontMatter({"url": item.get("URL")})).get("url", "")
    url = {} if not link or "doi.org/" in link else {"url": link}
    return SourceRecord(
        title=_TAG.sub("", _first_text(item.get("title"))),
        authors=read_authors(FrontMatter({"authors": item.get("author") or []})),
        year=_issued_year(item.get("issued")),
        source_type=_SOURCE_TYPES.get(_first_text(item.get("type"))),
        venue=_first_text(item.get("container-title")),
        identifiers={"doi": doi, **url},
    )


def _first_text(value: object) -> str:
    first = value[0] if isinstance(value, list) and value else value
    return one_line(first) or ""


def _issued_year(issued: object) -> str | None:
    """Return the year of {"date-parts": [[2021, 3]]}."""
    try:
        year = int(issued["date-parts"][0][0])  # type: ignore[index]  # any other shape raises
    except (KeyError, IndexError, TypeError, ValueError):
        return None
    return str(year) if _FOUR_DIGITS.fullmatch(str(year)) else None
