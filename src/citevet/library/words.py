"""The words of a source, page by page, without the marks of its format."""

from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import replace
from html import unescape
from itertools import zip_longest
from re import IGNORECASE
from re import compile as pattern

from citevet.library.attachments import Attachment
from citevet.library.html_rows import HtmlRows, in_rows
from citevet.library.leaves import leaves
from citevet.library.rows import MarkdownRows, cells, is_of_table
from citevet.model import Block, Body, Document, Entry, Page, Region, Scope, Span

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


def body(notes: Document | None, file: Attachment | None, entry: Entry) -> Body:
    """Return the words of the file; where there are none, those of the abstract, and without one those of the notes."""
    if file and file.document and not file.reason:
        return Body(_named(tuple(pages(file.document)), file.document, entry))
    own = entry.abstract or (prose(notes) if notes else "")  # beside an abstract, notes are what the reader says of it
    words = BETWEEN.join(filter(None, (own, *(quote.text for quote in entry.quotes))))
    given = (Page(words),) if words else ()
    scope: Scope = "abstract" if entry.abstract else "notes"
    return Body(given, scope, file.reason, file.why) if file else Body(given, scope)


def _named(found: tuple[Page, ...], document: Document, entry: Entry) -> tuple[Page, ...]:
    """Give the pages the printed numbers that the entry knows; where it counts others, nobody can tell which is which.

    Its fault says so, and a quotation is then looked for in the whole.
    """
    if found[0].number is None or any(page.label for page in found):
        return found
    if entry.pages != len(found):
        return (Page(document.text),)
    return tuple(replace(page, label=label) for page, label in zip_longest(found, entry.labels))


def pages(document: Document) -> Iterator[Page]:
    """Yield the pages of a PDF, or of a text with form feeds, with their numbers; else one page without a number."""
    if parted := leaves(document):
        yield from (Page(words, number) for number, words in enumerate(parted, start=1))
        return
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
    """Yield the words of each block that has some, and the block; a row of a table comes with the heads over it."""
    lines = _html_lines if document.format == "html" else _lines
    yield from ((words, block) for words, block in lines(document) if words)


def _lines(document: Document) -> Iterator[tuple[str, Block]]:
    table = MarkdownRows(document)
    for block in document.blocks:
        if is_of_table(document, block):
            yield table.line(block, [block_words(document, cell) for cell in cells(document, block)]), block
        else:
            table.leave()
            yield block_words(document, block), block


def _html_lines(document: Document) -> Iterator[tuple[str, Block]]:
    table = HtmlRows()
    for row, blocks in in_rows(document):
        words = None
        if row and all(block.kind == "row" for block in blocks):
            words = table.line(row, [block_words(document, replace(blocks[0], span=cell)) for cell in row.cells])
        if words is None:
            yield from ((block_words(document, block), block) for block in blocks)
        else:
            # Of words that stand in another order than their letters in the file, one can say only where they begin.
            yield words, replace(blocks[0], span=Span(*[blocks[0].span.start] * 2))


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
