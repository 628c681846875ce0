"""Read one Markdown file of the corpus with its notes and key quotes, and the files that belong to it."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import date
from itertools import zip_longest
from pathlib import Path
from typing import Any

from citevet.corpus.corpus_folders import id_of_file_name, path_from_root
from citevet.corpus.document_text import BLOCK_SEPARATOR, block_text, plain_text, split_pages
from citevet.corpus.entry_fields import (
    ALIASES,
    FrontMatter,
    Pagination,
    UnboundedYaml,
    describe_type,
    one_line,
    parse_page_range,
    sanitize_yaml,
)
from citevet.corpus.entry_files import Attachment, read_attachment, read_edges, read_grade
from citevet.corpus.entry_metadata import read_authors, read_identifiers, read_last_verified, read_year
from citevet.corpus.pagination import read_pagination
from citevet.errors import ReadError
from citevet.model import Body, Document, Entry, KeyQuote, Page, Scope
from citevet.patterns import lazy_pattern
from citevet.read import parse
from citevet.read.files import load_file
from citevet.text.names import fold_name

MAX_ENTRY = 8 * 1_048_576  # bytes of notes; longer text is the work itself and belongs in an attached file
_ID = lazy_pattern(r"REF-[0-9]+[a-z]?(?:-[a-z]+)?")
_FRONT_MATTER_START = lazy_pattern(r"---[ \t]*\r?\n[ \t]*[\w-]+:")
_WORD = lazy_pattern(r"[a-z]+|[가-힣]+")
_PUBLISHED = frozenset("journal conference proceedings inproceedings 학술지 학술대회 논문지".split())
_PREPRINTS = frozenset("preprint arxiv 프리프린트".split())
_MIN_ABSTRACT = 8  # words; "n/a" and "see file" are not abstracts
_REQUIRED = ("id", "title", "authors", "year", "source type")
_FIRST_BLOCKS = 60  # of the notes that may hold facts about the source
_FACT = lazy_pattern(r"\*\*([^*\n]{1,40}?):?\*\*:?[ \t]*([^\n|]{1,1000})")
_LINK = lazy_pattern(r"\[([^\[\]]{1,500})\]\(([^()\s]{1,1000})\)")
_REF = lazy_pattern(r"(REF-[0-9]+[a-z]?)[:.\s—–-]{0,5}")
# Only these: notes are full of bold words before a colon.
_FACT_NAMES = frozenset(
    "doi arxiv isbn url link year authors author title type venue pages total_pages source_type".split()
)

_MAX_KEYS = 50
_MAX_QUOTES = 2_000
_QUOTES_HEADING = lazy_pattern(
    r"(?:[0-9.]{1,6}\s)?(?:(?:key|notable|important|direct)\s(?:quotes?|quotations?)|(?:핵심|주요)\s?인용)",
    re.IGNORECASE,
)
_QUOTED = lazy_pattern(
    r'"([^"]{8,5000})"|“([^“”]{8,5000})”|„([^„“”]{8,5000})[“”]|「([^「」]{4,5000})」|«([^«»]{8,5000})»'
)
_PAGE = lazy_pattern(
    r"\b(?:pp?\.?|pages?)\s?([0-9]{1,6}(?:\s?[-–]\s?[0-9]{1,6})?|[ivxlc]{1,8})\b|([0-9]{1,6})\s?[쪽면]", re.IGNORECASE
)
_PAGE_AT_END = lazy_pattern(r"\s?[(\[—–-]\s?(?:pp?\.?|pages?)\s?[0-9ivxlc–-]{1,13}[)\].]{0,2}$", re.IGNORECASE)


def read_entry(file: Path, *, root: Path, today: date | None = None) -> tuple[Entry, Body]:
    """Read an entry and its text; everything wrong with it is recorded in its faults."""
    notes, front, metadata = _read_notes(file)
    is_unread = bool(front.faults)  # then every field would be missing
    ref, other_id = _read_ids(front, file)
    attached = read_attachment(front, file, root=root, ref=ref)
    pages = read_pagination(front, attached.document if attached else None)
    quotes = read_key_quotes(front, notes, pages)
    grade = read_grade(front, file, root=root, ref=ref)
    edges = read_edges(front, file, ref=ref)
    identifiers = read_identifiers(front)
    source_type = front.text("source type")
    title = front.text("title") or (title_of_notes(notes) if notes else "")
    authors = read_authors(front)
    year = read_year(front)
    abstract = front.text("abstract") or ""
    last_verified = read_last_verified(front, today)
    if not is_unread:
        _find_missing(front, identifiers, source_type)
    entry = Entry(
        id=ref,
        path=path_from_root(file, root),
        title=title,
        authors=authors,
        year=year,
        source_type=source_type,
        identifiers=identifiers,
        abstract=abstract if len(abstract.split()) >= _MIN_ABSTRACT else "",
        pages=pages.count,
        labels=pages.labels,
        sections=pages.sections,
        quotes=quotes,
        grade=grade.level,
        graded_by=grade.place,
        assessment=grade.assessment,
        last_verified=last_verified,
        file=path_from_root(attached.path, root) if attached else None,
        file_sha256=attached.sha256 if attached else None,
        legible=not (attached and attached.reason),
        bare=notes is not None and not quotes and fold_name(plain_text(notes)) in _name_work(ref, title),
        cites=edges.cites,
        cited_by=edges.cited_by,
        faults=tuple(front.faults),
        metadata=metadata,
        other_id=other_id,
        keys=_read_keys(front),
    )
    return entry, _read_body(notes, attached, entry)


def _read_notes(file: Path) -> tuple[Document | None, FrontMatter, dict[str, Any]]:
    """Read the Markdown file, and its front matter or the facts at its start."""
    try:
        document = parse(load_file(file, max_bytes=MAX_ENTRY), file.name)
    except ReadError as error:
        front = FrontMatter({})
        front.add_fault("malformed", f"the entry cannot be read: {error.what}")
        return None, front, {}
    metadata, why = _read_metadata(document)
    front = FrontMatter(metadata or read_note_fields(document))
    if why:
        front.add_fault("malformed", why)
    return document, front, metadata


def _read_metadata(document: Document) -> tuple[dict[str, Any], str | None]:
    """Return the front matter as plain values, or why it cannot be read."""
    if note := next((note for note in document.notes if note.startswith("The front matter")), None):
        return {}, note[0].lower() + note[1:].rstrip(".")
    has_front_matter = any(region.kind == "metadata" for region in document.regions[:1])
    if not document.metadata and _FRONT_MATTER_START.match(document.text) and not has_front_matter:
        return {}, "the front matter has no end: a line of three dashes is missing"
    try:
        return sanitize_yaml(document.metadata), None
    except UnboundedYaml:
        return {}, "the front matter refers to itself, or unfolds without measure"


def _read_ids(front: FrontMatter, file: Path) -> tuple[str, str | None]:
    """Return the id in the file name, or else in the front matter; and that of the front matter if they differ."""
    named = id_of_file_name(file.name)
    key, value = front.find("id")
    if key is None:
        return named or file.stem, None
    stated = one_line(value)
    if not stated or not _ID.fullmatch(stated):
        shown = f"says {stated[:60]}" if stated else f"is {describe_type(value)}"
        front.add_fault("invalid-field", f"{key} {shown}; an id looks like REF-043", key)
        return named or file.stem, None
    if named and file.stem != stated and not file.stem.startswith(f"{stated}-"):
        front.add_fault("id-mismatch", f"the file name says {named}, {key} says {stated}", key)
        return named, stated
    return stated, None


def _read_keys(front: FrontMatter) -> tuple[str, ...]:
    """Return the citation keys: one, or a list."""
    _, value = front.find("citation key")
    lines = (one_line(each) for each in (value if isinstance(value, list) else [value])[:_MAX_KEYS])
    return tuple(line for line in lines if line)


def _find_missing(front: FrontMatter, identifiers: Mapping[str, str], source_type: str | None) -> None:
    """Add a fault for every required field and identifier that is missing."""
    for name in _REQUIRED:
        if all(isinstance(value, bool) for _, value in front.find_all(name)):
            verb = "are" if name.endswith("s") else "is"
            front.add_fault("missing-field", f"the {name} {verb} missing ({ALIASES[name][0]})", front.find_key(name))
    words = set(_WORD.findall((source_type or "").lower()))
    key, _ = front.find("source type")
    if words & _PREPRINTS and not identifiers.keys() & {"arxiv", "url", "doi"}:
        front.add_fault("missing-identifier", "a preprint needs an arXiv id or an address (url)", key)
    elif words & _PUBLISHED and not words & _PREPRINTS and "doi" not in identifiers:
        front.add_fault("missing-identifier", "a published paper needs its DOI (doi)", key)


def _read_body(notes: Document | None, attached: Attachment | None, entry: Entry) -> Body:
    """Return the text of the attached file, or else the abstract, or else the notes."""
    if attached and attached.document and not attached.reason:
        return Body(_label_pages(tuple(split_pages(attached.document)), attached.document, entry))
    own = entry.abstract or (plain_text(notes) if notes else "")  # next to an abstract, notes are the reader's opinion
    words = BLOCK_SEPARATOR.join(filter(None, (own, *(quote.text for quote in entry.quotes))))
    pages = (Page(words),) if words else ()
    scope: Scope = "abstract" if entry.abstract else "title" if entry.bare else "notes"
    return Body(pages, scope, attached.reason, attached.why) if attached else Body(pages, scope)


def _name_work(ref: str, title: str) -> tuple[str, ...]:
    """Return the words of notes that say nothing of the work but what it is called."""
    return "", fold_name(title), fold_name(f"{ref} {title}"), fold_name(ref)


def _label_pages(pages: tuple[Page, ...], document: Document, entry: Entry) -> tuple[Page, ...]:
    """Give the pages their printed numbers; if the entry counts other pages, return the text as one page.

    The entry then has a fault, and a quotation is searched in the whole text.
    """
    if pages[0].number is None or any(page.label for page in pages):
        return pages
    if entry.pages != len(pages):
        return (Page(document.text),)
    return tuple(replace(page, label=label) for page, label in zip_longest(pages, entry.labels))


def read_note_fields(notes: Document) -> dict[str, str]:
    """Return facts such as `**Year**: 1994 | **Authors**: …` at the start of notes without front matter."""
    fields: dict[str, str] = {}
    for block in notes.blocks[:_FIRST_BLOCKS]:
        start = notes.text.rfind("\n", 0, block.span.start) + 1  # a block does not include marks before its first word
        for match in _FACT.finditer(notes.text[start : block.span.end]):
            name, value = match[1].strip().lower().replace(" ", "_"), _link_text(match[2])
            if name in _FACT_NAMES and value:
                fields.setdefault(name, value)
    ref = _REF.match(_first_heading(notes))
    own = {"ref": ref[1] if ref else "", "title": title_of_notes(notes)}
    return {**{name: value for name, value in own.items() if value}, **fields}


def title_of_notes(notes: Document) -> str:
    """Return the first heading without the id: `# REF-011: An Analysis …`."""
    words = _first_heading(notes)
    match = _REF.match(words)
    return words[match.end() :] if match else words


def _first_heading(notes: Document) -> str:
    block = next((block for block in notes.blocks if block.kind == "heading" and block.level == 1), None)
    return block_text(notes, block) if block else ""


def _link_text(value: str) -> str:
    """Return the text of a link, or its URL if the text is only a name for it."""
    match = _LINK.search(value)
    if not match:
        return value.strip(" \t*`<>")
    return match[1] if match[1].startswith(("10.", "http", "arXiv")) else match[2]


def read_key_quotes(front: FrontMatter, notes: Document | None, pages: Pagination) -> tuple[KeyQuote, ...]:
    """Return the key quotes of the front matter, then those that only the notes have."""
    registered = tuple(_registered_quotes(front, pages))
    known = {" ".join(quote.text.split()) for quote in registered}
    return (*registered, *(quote for quote in _quotes_in_notes(notes) if quote.text not in known))[:_MAX_QUOTES]


def _registered_quotes(front: FrontMatter, pages: Pagination) -> Iterator[KeyQuote]:
    key, value = front.find("key quotes")
    if key is None:
        return
    if not isinstance(value, list):
        front.add_fault("invalid-field", f"{key} is {describe_type(value)}, not a list of quotes", key)
        return
    for number, item in enumerate(value[:_MAX_QUOTES], start=1):
        quote = _parse_quote(item)
        where = f"{key}[{number}]"
        if quote is None:
            front.add_fault("invalid-field", f"key quote {number} has no words", where)
            continue
        yield quote
        if not quote.validated:
            message = f"key quote {number} was not compared with the source"
            front.add_fault("quote-unvalidated", message, where)
        elif not quote.date and not quote.validator:
            message = f"key quote {number} is validated without a date or a name"
            front.add_fault("quote-unvalidated", message, where)
        if _is_beyond(quote.page, pages):
            message = f"key quote {number} is on page {quote.page}; there are {pages.count}"
            front.add_fault("page-count", message, where)


def _parse_quote(item: object) -> KeyQuote | None:
    if isinstance(item, str) and item.strip():
        return KeyQuote(" ".join(item.split()))
    if not isinstance(item, Mapping):
        return None
    text = one_line(item.get("quote") or item.get("text") or item.get("quotation"))
    if not text:
        return None
    return KeyQuote(
        text,
        one_line(item.get("page") or item.get("pages")) or None,
        one_line(item.get("section")) or None,
        item.get("validated") is True or str(item.get("validated")).lower() in {"yes", "true"},
        one_line(item.get("validation_date") or item.get("validated_on")) or None,
        one_line(item.get("validator") or item.get("validated_by")) or None,
    )


def _is_beyond(page: str | None, pages: Pagination) -> bool:
    """Check whether the source has no such page, neither counted nor printed."""
    bounds = parse_page_range(page)
    if not bounds or not pages.count or page in pages.labels:
        return False
    return not 1 <= bounds[0] <= bounds[1] <= pages.count and str(bounds[0]) not in pages.labels


def _quotes_in_notes(notes: Document | None) -> Iterator[KeyQuote]:
    """Yield the quotes below a heading such as Key Quotes."""
    level = 0  # of that heading; 0 outside its section
    for block in notes.blocks if notes else ():
        if notes and block.kind == "heading" and block.level:
            opens = _QUOTES_HEADING.match(block_text(notes, block))
            level = block.level if opens else 0 if block.level <= level else level
        elif notes and level and block.kind != "code":
            yield from _find_quotes(block_text(notes, block), is_block_quote=block.quoted)


def _find_quotes(words: str, *, is_block_quote: bool) -> Iterator[KeyQuote]:
    """Yield the text in quotation marks; without them, the whole block quotation."""
    found = list(_QUOTED.finditer(words))
    for match, following in zip_longest(found, found[1:]):
        after = words[match.end() : following.start() if following else len(words)]
        yield KeyQuote(next(filter(None, match.groups())), _find_page(after))
    if not found and is_block_quote and (text := _PAGE_AT_END.sub("", words)):
        yield KeyQuote(text, _find_page(words[len(text) :]))


def _find_page(words: str) -> str | None:
    match = _PAGE.search(words)
    return (match[1] or match[2]) if match else None
