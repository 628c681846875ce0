"""The words of a source, page by page, without the marks of its format."""

from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import replace
from html import unescape
from re import IGNORECASE
from re import compile as pattern

from citevet.library.attachments import Attachment
from citevet.model import Block, Body, Document, KeyQuote, Page, Region, Scope, Span

_PRINTED = pattern(r"page [0-9]+ \(printed (.*)\)")
_DROPPED = frozenset({"markup", "comment", "metadata", "url"})
# Tags between two letters of one word; any other ends it.
_INLINE = pattern(
    r"</?(?:a|abbr|b|cite|code|dfn|em|font|i|ins|mark|q|s|small|span|strong|sub|sup|tt|u|var)\b", IGNORECASE
)
# Formats whose marks are no words.
MARKED = frozenset({"markdown", "html", "latex"})
# Blocks are parted as paragraphs are: a line break alone may be one that a PDF has within its sentences.
BETWEEN = "\n\n"


def body(notes: Document | None, quotes: tuple[KeyQuote, ...], file: Attachment | None, *, abstract: str = "") -> Body:
    """Return the words of the file; where there are none, those of the abstract, and without one those of the notes."""
    if file and file.document and not file.reason:
        return Body(tuple(pages(file.document)))
    own = abstract or (prose(notes) if notes else "")  # beside an abstract, notes are what the reader says of the work
    words = BETWEEN.join(filter(None, (own, *(quote.text for quote in quotes))))
    given = (Page(words),) if words else ()
    scope: Scope = "abstract" if abstract else "notes"
    return Body(given, scope, file.reason, file.why) if file else Body(given, scope)


def pages(document: Document) -> Iterator[Page]:
    """Yield the pages of a PDF with their numbers; any other document is one page without a number."""
    if document.format != "pdf":
        yield Page(prose(document) if document.format in MARKED else document.text)
        return
    for number, place in enumerate(document.places, start=1):
        printed = _PRINTED.fullmatch(place.label)
        yield Page(document.slice(place.span), number, printed[1] if printed else None)


def prose(document: Document) -> str:
    """Return what a reader of the document sees, a block on a line, and a blank line between two."""
    return BETWEEN.join(words for words, _ in block_lines(document))


def block_lines(document: Document) -> Iterator[tuple[str, Block]]:
    """Yield the words of each block that has some, and the block."""
    return ((words, block) for block in document.blocks if (words := block_words(document, block)))


def block_words(document: Document, block: Block) -> str:
    """Return the words of one block without tags, emphasis marks and addresses."""
    words = kept_words(document, block, dropped=_DROPPED)
    return " ".join((unescape(words) if document.format == "html" else words).split())


def line_starts(document: Document, block: Block, words: str) -> Iterator[tuple[int, int]]:
    """Yield where in the words of a block those of each line of the file begin, and the number of that line.

    Spaces are joined where lines are, so the letters are counted.
    """
    letters = [at for at, char in enumerate(words) if not char.isspace()]
    first, last = (document.lines.position(at)[0] for at in (block.span.start, block.span.end))
    before = 0
    for number in range(first, last + 1):
        if before < len(letters):
            yield letters[before], number
        line = document.lines.span(number, document.text)
        part = Span(max(line.start, block.span.start), min(line.end, block.span.end))
        before += len("".join(block_words(document, replace(block, span=part)).split()))


def kept_words(document: Document, block: Block, *, dropped: frozenset[str]) -> str:
    """Return a block without the regions of some kinds, its lines as they are."""
    at, pieces = block.span.start, []
    for region in _regions(document, block):
        if region.kind in dropped:
            pieces += [document.text[at : region.span.start], _gap(document, region)]
            at = max(at, region.span.end)
    return "".join((*pieces, document.text[at : block.span.end]))


def _gap(document: Document, region: Region) -> str:
    text = document.text
    tag = text.startswith("<", region.span.start)
    return " " if tag and not _INLINE.match(text, region.span.start) and region.kind == "markup" else ""


def _regions(document: Document, block: Block) -> Iterator[Region]:
    """Yield the regions that reach into a block; they are in order, and one may have started before it."""
    first = bisect_right(document.regions, block.span.start, key=lambda region: region.span.end)
    for index in range(first, len(document.regions)):
        region = document.regions[index]
        if region.span.start >= block.span.end:
            return
        yield region
