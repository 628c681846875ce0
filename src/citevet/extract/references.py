"""The document's own lists: footnote definitions, bibliography lines, entries of its .bib files."""

from collections.abc import Iterator
from dataclasses import replace
from re import MULTILINE
from re import compile as pattern

from citevet.extract import entries
from citevet.extract.filed import filed
from citevet.extract.forms import link, wiki
from citevet.extract.headings import reference_blocks
from citevet.extract.people import ELIDED, PARTICLE
from citevet.model import Block, Document, Reference, Span

# An entry starts a line with its number or label; without one, each paragraph or list item is an entry.
_LABEL = pattern(r"^[ \t>]*(?:\\?\[(\d{1,4}|[A-Za-z][\w+:.-]{0,40})\\?\]:?|(\d{1,4})[.)])[ \t]+(?=\S)", MULTILINE)
_AT_START = pattern(r"[*_]{0,2}(?:\\?\[(\d{1,4}|[A-Za-z][\w+:.-]{0,40})\\?\]:?|\((\d{1,4})\))[*_]{0,2}[ \t]+(?=\S)")
_YEAR = r"(?:1[4-9]|20)\d\d[a-z]?"
_AUTHORED = pattern(rf"^[^\W\d_a-z][^\r\n]{{0,150}}?\({_YEAR}\)", MULTILINE)
# With initials the name may open with a small letter, "van der Berg, A. (2019)", and the year may stand free, "Lee, A.
# 2019." It opens an entry where the line before is whole; a broken one goes on with authors or "de France, P. (2019)".
_INITIALLED = pattern(
    rf"^(?:{PARTICLE}\s){{0,3}}{ELIDED}?[^\W\d_a-z][\w'’‐-]*(?:\s[^\W\d_a-z][\w'’‐-]*)?,"
    rf"\s[^\W\d_a-z]\.[^\r\n]{{0,150}}?(?:\({_YEAR}\)|\s{_YEAR}[.,:])",
    MULTILINE,
)
_WHOLE = pattern(r"[.)\]”\"\d][ \t]{0,3}(?:\r\n|\r|\n)$")
_NUMBER_BEFORE = pattern(r"(\d{1,4})[.)][ \t]+$")
_LISTING = frozenset({"paragraph", "item"})
_EVIDENCE = pattern(
    r"\b(?:1[4-9]|20)\d\d[a-z]?\b|https?://|\b10\.\d{4}|\bdoi\b|\bn\.d\.|\bin press\b|www\."
    r"|\b[Aa]r[Xx]iv[:\s]\s?[\w.-]{1,20}[/.]?\d{4}|\bPMC?(?:ID)?:?\s?\d{4}|\bIS[BS]N\b"
)
_INLINE_NOTE = pattern(r"\^\[((?:[^\[\]\r\n]|\[[^\[\]\r\n]{0,200}\](?:\([^()\r\n]{0,500}\))?){1,2000})\]")


def references(document: Document) -> tuple[Reference, ...]:
    """Return the entries in the order of the document, then those of its bibliography files."""
    if document.format in {"bibtex", "ris", "csl-json"}:
        return tuple(replace(entry, path=None) for entry in filed(document))
    own = [*_notes(document), *_marked(document), *_numbered_links(document), *wiki.definitions(document)]
    taken = sorted(reference.span for reference in own)
    own += _free(_listed(document), taken)
    own.sort(key=lambda reference: reference.span)
    return (*own, *(entry for file in document.bibliography for entry in filed(file)))


def _free(found: Iterator[Reference], taken: list[Span]) -> Iterator[Reference]:
    """Leave out what overlaps an entry that the format itself marks; both come in order."""
    index = 0
    for reference in found:
        while index < len(taken) and taken[index].end <= reference.span.start:
            index += 1
        if index == len(taken) or not taken[index].overlaps(reference.span):
            yield reference


def _notes(document: Document) -> Iterator[Reference]:
    inline = [mark.span for mark in document.marks if mark.kind == "inline-note"]
    if document.format == "markdown":
        hidden = [region.span for region in document.regions if region.kind in {"code", "math", "comment", "metadata"}]
        inline += _outside((Span(*found.span()) for found in _INLINE_NOTE.finditer(document.text)), hidden)
    for number, span in enumerate(inline, 1):
        yield _entry(document, span, f"inline-{number}")
    for mark in document.marks:
        if mark.kind == "definition":
            yield _entry(document, mark.span, mark.target)


def _outside(spans: Iterator[Span], hidden: list[Span]) -> Iterator[Span]:
    index = 0
    for span in spans:
        while index < len(hidden) and hidden[index].end <= span.start:
            index += 1
        if index == len(hidden) or not hidden[index].overlaps(span):
            yield span


def _entry(document: Document, span: Span, key: str) -> Reference:
    text = document.slice(span)
    read = entries.parse(text)
    return Reference("", key, span, text, "footnote", **read._asdict())


def _numbered_links(document: Document) -> Iterator[Reference]:
    """Yield `[1]: address` definitions; a definition under a name is a link's address, not an entry."""
    for mark in document.marks:
        label = mark.parts.get("title", "")
        if mark.kind == "link-definition" and label.isdigit() and len(label) <= 4:  # noqa: PLR2004 - else an issue number
            identifiers = tuple(link.identifiers(document, mark))
            yield Reference("", label, mark.span, document.slice(mark.span), "list", identifiers=identifiers)


def _marked(document: Document) -> Iterator[Reference]:
    for mark in document.marks:
        if mark.kind == "entry" and document.format in {"latex", "html"}:
            text = document.slice(mark.span)
            read = entries.parse(mark.parts.get("words") or document.slice(mark.label or mark.span))
            yield Reference("", mark.target, mark.span, text, "list", **read._asdict())


def _listed(document: Document) -> Iterator[Reference]:
    sections = list(reference_blocks(document)) or [_unheaded(document)]
    for section in sections:
        found = (entry for block in section if block.kind in _LISTING for entry in _entries(document, block))
        yield from _counted(found) if document.format == "markdown" else found


def _counted(found: Iterator[Reference]) -> Iterator[Reference]:
    """Count for the author, as Markdown does: a list of 1. 1. 1. shows as 1, 2, 3."""
    number = 0
    for entry in found:
        number = number + 1 if entry.key == "1" and entry.text.startswith("1") else 0
        yield replace(entry, key=str(number)) if number > 1 else entry


def _unheaded(document: Document) -> list[Block]:
    """Return the blocks at the end that number their lines [1], [2] …, under no heading."""
    section: list[Block] = []
    for block in reversed(document.blocks):
        found = _AT_START.match(document.text, block.span.start, block.span.end)
        if not found or not (found[1] or "").isdigit():
            break
        section.append(block)
    section.reverse()
    keys = [key for block in section for key, _ in _starts(document, block)]
    if len(keys) == 1 and not _is_cited_entry(document, section[0]):
        return []
    return section if keys == [str(number) for number in range(1, len(keys) + 1)] else []


def _is_cited_entry(document: Document, block: Block) -> bool:
    """Say whether a line alone is an entry: the text before it cites its number, and it goes on like no sentence.

    "[1] found in 2020 that" is a sentence whose subject is the work.
    """
    found = _AT_START.match(document.text, block.span.start, block.span.end)
    entry = document.text[found.end() : block.span.end] if found else ""
    dated = _EVIDENCE.search(entry) is not None and (not entry[0].islower() or entry.startswith(("http", "www.")))
    return dated and found is not None and f"[{found[1]}]" in document.text[: block.span.start]


def _starts(document: Document, block: Block) -> list[tuple[str, int]]:
    """Return the labels of the entries in a block and where they stand; the first may follow a bullet."""
    text, span = document.text, block.span
    first = _AT_START.match(text, span.start, span.end)
    found = [*([first] if first else []), *_LABEL.finditer(text, first.end() if first else span.start, span.end)]
    return [(match[1] or match[2], match.start() + len(match[0]) - len(match[0].lstrip(" \t>"))) for match in found]


def _unlabelled(document: Document, block: Block) -> list[tuple[str, int]]:
    """Return where the entries of a paragraph start that has one on each line: each opens with authors and a year."""
    text, span = document.text, block.span
    dated = {match.start() for match in _AUTHORED.finditer(text, span.start, span.end)}
    named = (match.start() for match in _INITIALLED.finditer(text, span.start, span.end))
    found = sorted(dated.union(at for at in named if at == span.start or _WHOLE.search(text[max(at - 6, 0) : at])))
    return [("", start) for start in found] if len(found) > 1 and found[0] == span.start else []


def _entries(document: Document, block: Block) -> Iterator[Reference]:
    starts = _starts(document, block) or _unlabelled(document, block)
    if not starts or starts[0][1] > block.span.start:
        starts.insert(0, _numbered(document, block))
    ends = [start for _, start in starts[1:]] + [block.span.end]
    for (key, start), end in zip(starts, ends, strict=True):
        text = document.text[start:end].rstrip()
        read = entries.parse(text)
        if key or (_EVIDENCE.search(text) and not read.back):
            span = Span(start, start + len(text))
            yield Reference("", key, span, text, "list", **read._asdict())


def _numbered(document: Document, block: Block) -> tuple[str, int]:
    """Return the number of an ordered list's item, which stands before its text."""
    line = document.lines.starts[document.lines.position(block.span.start)[0] - 1]
    found = _NUMBER_BEFORE.search(document.text, line, block.span.start)
    return (found[1], found.start()) if found and block.kind == "item" else ("", block.span.start)


def numbered(found: tuple[Reference, ...]) -> tuple[Reference, ...]:
    """Give each entry its id."""
    return tuple(replace(reference, id=f"r{number}") for number, reference in enumerate(found, 1))
