"""A file → what can be known of the source that it holds, from its own words."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from re import IGNORECASE
from re import compile as pattern

from citevet.library.bylines import Byline
from citevet.library.dating import year
from citevet.library.fields import Sheet
from citevet.library.identifier_lines import Shown, shown
from citevet.library.identifiers import identifiers
from citevet.library.masthead import own
from citevet.library.names import folded
from citevet.library.pagination import pagination
from citevet.library.people import people
from citevet.library.record import Record
from citevet.library.tame import Unbounded, tame
from citevet.library.words import block_words
from citevet.model import Document
from citevet.read import parse
from citevet.read.facts import Facts, facts
from citevet.read.open_file import load

_FRONT = 6_000  # characters: about the first page
_LONGEST_TITLE = 300
_LONGEST_LINE = 150  # characters of a first line that is a title
_UNTITLED = frozenset({"text", "markdown", "docx"})  # formats in which people write titles without marking them
# No sentence, no lead-in, no date.
_LINE = pattern(r"(?=[^a-z])(?=.{0,150}[^\W\d_]{2})(?!.{0,150}[.!?。]\s).{0,149}[^\s.,;:!。…]")
_NO_TITLE = pattern(
    r"(?!\d{4}\Z)"  # 1984
    r"(?:(?:powerpoint|scanned|untitled|new)\s)?"
    r"(?:untitled|title|document|presentation|slide|paper|manuscript|main|article|layout|scan|print)?\W{0,9}\d{0,9}",
    IGNORECASE,
)
_FILED = pattern(r"(?:abstract|introduction|contents|table of contents|초록|서론|목차|차례)\W{0,3}", IGNORECASE)
_PERSON = pattern(r"[^\W\d_][\w'’.-]{0,40}(?:,?\s[^\W\d_][\w'’.-]{0,40}){1,4}")
_NO_PERSON = pattern(
    r"\b(?:owner|user|admin\w*|author|printer|scan\w*|office|microsoft|adobe|canon|xerox|ricoh|konica|hp|unknown|default|lab)\b",
    IGNORECASE,
)
_FILE_NAME = pattern(r"[\w.()-]*[\d_][\w.()-]*")  # one word with a number or an underscore
_FILE_TITLE = pattern(r"(?:microsoft word|powerpoint)\s?- |.{1,200}\.(?:docx?|tex|dvi|pdf|indd|qxd|rtf)$", IGNORECASE)


def describe(path: Path) -> Record:
    """Read a file and say what it says of itself."""
    return replace(described(load(path), path.name), stem=path.stem)


def described(data: bytes, name: str) -> Record:
    """Return title, authors, year, identifiers, pages and sections, as far as the file gives them away."""
    document, said = parse(data, name), facts(data, name)
    front = said.front or document.text[:_FRONT]
    sheet = _sheet(document)
    pages = pagination(Sheet({}), document)
    found, doubts = _identifiers(sheet, said, own=own(document, front), seen=shown(front))
    title, aside = (sheet.text("title") or "", ()) if sheet.find("title")[0] else _title(said, document, front)
    return Record(
        title=title,
        authors=people(sheet) or _authors(said, document, front),
        year=year(sheet) or said.year,
        source_type=sheet.text("source type"),
        identifiers=found,
        pages=pages.count,
        sections=pages.sections,
        data=data,
        ending=Path(name).suffix.lower(),
        notes=(*aside, *doubts, *([] if document.text.strip() else ["it has no text: quotations cannot be verified"])),
    )


def _sheet(document: Document) -> Sheet:
    """Return the front matter of a Markdown file; of other files it is empty, or not what people wrote."""
    if document.format != "markdown":
        return Sheet({})
    try:
        return Sheet(tame(document.metadata))
    except Unbounded:
        return Sheet({})


def _title(said: Facts, document: Document, front: str) -> tuple[str, tuple[str, ...]]:
    """Believe the properties when the page shows the same words; else the page itself."""
    shown = _heading(document) or _first_line(document)
    told = "" if _is_no_title(said.title, front) else said.title
    if told and (document.format == "html" or folded(told) in folded(front)):
        return told[:_LONGEST_TITLE], ()
    if told and not shown:
        return told[:_LONGEST_TITLE], ("its title is that of its properties, which its first page does not show",)
    aside = (f"its properties give the title “{told[:80]}”, which its first page does not show",) if told else ()
    return shown, aside


def _is_no_title(title: str, front: str) -> bool:
    """Say whether a program wrote it: Untitled, Microsoft Word - draft.docx, scan_0012, 1706.03762v7.

    COVID-19 looks like the name of a file, and is none where it is a line of the page; a stamp or a sentence with the
    same words makes no title.
    """
    if _NO_TITLE.fullmatch(title) or _FILE_TITLE.match(title):
        return True
    words = folded(title)
    return bool(_FILE_NAME.fullmatch(title)) and all(folded(line) != words for line in front.splitlines())


def _heading(document: Document) -> str:
    """Return the first heading, where it stands at the head of the document."""
    for block in document.blocks[:20]:
        if block.kind == "heading" and block.span.start < _FRONT:
            words = block_words(document, block) if document.format != "pdf" else document.slice(block.span)
            line = " ".join(words.split())
            return line if len(line) <= _LONGEST_TITLE and not _FILED.fullmatch(line) else ""
    return ""


def _first_line(document: Document) -> str:
    """Return the line that stands alone at the head of a text without headings, where it reads like a title."""
    first = document.blocks[0] if document.blocks and document.format in _UNTITLED else None
    if first is None or first.kind != "paragraph" or first.quoted or len(document.blocks) == 1:
        return ""
    lines = document.slice(first.span)[: _LONGEST_LINE + 1].splitlines()
    line = " ".join(block_words(document, first).split()) if len(lines) == 1 else ""
    return line if len(line) <= _LONGEST_LINE and _LINE.fullmatch(line) and not _FILED.fullmatch(line) else ""


def _authors(said: Facts, document: Document, front: str) -> tuple[str, ...]:
    """Believe the head of a web page; of a PDF only names that its first page shows: many name the program's owner.

    Those that its packet lists go before the one that its properties name, which may be all that they have room for.
    """
    if document.format == "html":
        return said.authors
    listed = people(Sheet({"authors": said.authors[0] if len(said.authors) == 1 else list(said.authors)}))
    owner = people(Sheet({"authors": said.owner}))
    return next((names for names in (listed, owner) if names and _are_seen(names, owner, front)), ())


def _are_seen(names: Sequence[str], owner: Sequence[str], front: str) -> bool:
    """Say whether the page shows all names, and with its given name one that may be no more than the owner's.

    Programs copy the owner into the packet. A page that is a picture shows nothing; then a name that could be a
    person's has to do.
    """
    if any(_NO_PERSON.search(name) for name in names):
        return False
    page = Byline.of(front)
    if not page.written:
        return all(_PERSON.fullmatch(name) for name in names)
    return all(map(page.signs if names == owner else page.names, names))


def _identifiers(sheet: Sheet, said: Facts, *, own: Shown, seen: Shown) -> tuple[dict[str, str], tuple[str, ...]]:
    """Return what names the work; of several DOIs at its head none is known to be its own, nor one below."""
    known = identifiers(sheet) or identifiers(Sheet({"doi": said.doi} if said.doi else {}))
    if known:
        return known, ()
    found = {"doi": own.dois[0]} if len(own.dois) == 1 else {}
    found.update({"arxiv": own.arxivs[0]} if len(own.arxivs) == 1 else {})
    doubts = (_doubt("DOI", own.dois, seen.dois), _doubt("arXiv id", own.arxivs, seen.arxivs))
    return identifiers(Sheet(found)), tuple(doubt for doubt in doubts if doubt and not found)


def _doubt(kind: str, own: Sequence[str], seen: Sequence[str]) -> str | None:
    """Say what was seen and not taken."""
    names = sorted({*own, *seen})
    if len(own) == 1 or not names:
        return None
    if len(names) > 1:
        return f"its first page shows {len(names)} {kind}s, and which is its own is not known"
    return f"its first page shows the {kind} {names[0]}, perhaps that of a work that it cites: it was not taken"
