"""The text of a document as a reader sees it, page by page, without the markup of its format.

A table row comes with the headings of its columns, because a row alone says little.
"""

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from html import unescape
from itertools import groupby

from citevet.model import Block, Document, Page, Region, Span
from citevet.patterns import lazy_pattern
from citevet.read.html_page import HtmlToken, tokenize_html
from citevet.records import dataclass, field, replace

MARKUP_FORMATS = frozenset({"markdown", "html", "latex"})
# Separates blocks like paragraphs: a single line break may be inside a sentence of a PDF.
BLOCK_SEPARATOR = "\n\n"
_PRINTED_PAGE = lazy_pattern(r"page [0-9]+(?:, ocr)? \(printed (.*)\)")
_DROPPED = frozenset({"markup", "comment", "metadata", "url"})
# Tags that may stand between two letters of one word; other tags end the word.
_INLINE_TAG = lazy_pattern(
    r"</?(?:a|abbr|b|cite|code|dfn|em|font|i|ins|mark|q|s|small|span|strong|sub|sup|tt|u|var)\b", re.IGNORECASE
)

_BAR = lazy_pattern(r"(?<!\\)\|")
_RULE_LINE = lazy_pattern(r"[ \t>|:]*+-[ \t>|:-]*+")  # below the heading row of a Markdown table
_AMOUNT = lazy_pattern(r"[-+~<>≈±−]?\s?\d[\d.,\u00a0\u202f]*(?:\s?[%‰])?")
_YEAR = lazy_pattern(r"1[5-9]\d\d|20\d\d")
_MAX_HEADING = 80  # characters of a heading repeated with every cell; a longer one is a note
_MAX_REPEATED = 1_000_000  # characters of headings repeated in one document: a million small cells stay small

_HEADING_CELL = lazy_pattern(r"<th[\s/>]", re.IGNORECASE)
_CELL_TAGS = frozenset({"th", "td"})
_SPANNING = ("colspan", "rowspan")
_ROW_ENDS = frozenset({"table", "thead", "tbody", "tfoot", "tr"})


def split_pages(document: Document) -> Iterator[Page]:
    """Yield the numbered pages of a PDF or of a text with form feeds; otherwise one page without a number."""
    if parts := split_at_form_feeds(document):
        yield from (Page(text, number) for number, text in enumerate(parts, start=1))
    elif document.format != "pdf":
        yield Page(plain_text(document) if document.format in MARKUP_FORMATS else document.text)
    else:
        for number, place in enumerate(document.places, start=1):
            printed = _PRINTED_PAGE.fullmatch(place.label)
            yield Page(document.slice(place.span), number, printed[1] if printed else None)


def split_at_form_feeds(document: Document) -> tuple[str, ...]:
    """Return the pages of a plain text, empty ones included; nothing if no form feed separates words."""
    if document.format != "text":
        return ()
    found = document.text.split("\f")
    while found and not found[-1].strip():
        found.pop()
    return tuple(found) if len(found) > 1 else ()


def plain_text(document: Document) -> str:
    """Return the text of all blocks, one line each, with a blank line between them."""
    return BLOCK_SEPARATOR.join(text for text, _ in block_lines(document))


def block_lines(document: Document) -> Iterator[tuple[str, Block]]:
    """Yield the text of each block that has some, and the block; a table row comes with its headings."""
    lines = _html_lines if document.format == "html" else _markdown_lines
    yield from ((text, block) for text, block in lines(document) if text)


def _markdown_lines(document: Document) -> Iterator[tuple[str, Block]]:
    table = _MarkdownTable(document)
    for block in document.blocks:
        if document.format == "markdown" and (block.kind == "row" or _is_table_heading(block)):
            yield table.read_row(block, [block_text(document, cell) for cell in _cells(document, block)]), block
        else:
            table.leave()
            yield block_text(document, block), block


def _html_lines(document: Document) -> Iterator[tuple[str, Block]]:
    table = _HtmlTable()
    for row, blocks in _group_by_row(document):
        text = None
        if row and all(block.kind == "row" for block in blocks):
            text = table.read_row(row, [block_text(document, replace(blocks[0], span=cell)) for cell in row.cells])
        if text is None:
            yield from ((block_text(document, block), block) for block in blocks)
        else:
            # The words are in another order than in the file, so only their start has a position.
            yield text, replace(blocks[0], span=Span(*[blocks[0].span.start] * 2))


def block_text(document: Document, block: Block) -> str:
    """Return the words of one block without tags, emphasis marks and URLs."""
    words = text_without(document, block, dropped=_DROPPED)
    return " ".join((unescape(words) if document.format == "html" else words).split())


def line_starts(document: Document, block: Block, words: str) -> Iterator[tuple[int, int]]:
    """Yield where in the text of a block each line of the file starts, and the number of that line.

    The text has other spaces than the file, so letters are counted.
    """
    letters = [at for at, char in enumerate(words) if not char.isspace()]
    first, last = (document.lines.position(at)[0] for at in (block.span.start, block.span.end))
    before = 0
    for number in range(first, last + 1):
        if before < len(letters):
            yield letters[before], number
        line = document.lines.span(number, document.text)
        part = Span(max(line.start, block.span.start), min(line.end, block.span.end))
        before += len("".join(block_text(document, replace(block, span=part)).split()))


def text_without(document: Document, block: Block, *, dropped: frozenset[str]) -> str:
    """Return a block without regions of some kinds; its line breaks stay."""
    at, pieces = block.span.start, []
    for region in document.regions_in(block.span):
        if region.kind in dropped:
            pieces += [document.text[at : region.span.start], _gap(document.text, region)]
            at = max(at, region.span.end)
    return "".join((*pieces, document.text[at : block.span.end]))


def _gap(text: str, region: Region) -> str:
    start = region.span.start
    is_tag = region.kind == "markup" and text.startswith("<", start)
    return " " if is_tag and not _INLINE_TAG.match(text, start) else ""


class _ColumnHeadings:
    """The headings of the current table, and how many characters of headings this document repeated."""

    def __init__(self) -> None:
        self._headings: Sequence[str] = ()
        self._repeated = 0

    def __len__(self) -> int:
        return len(self._headings)

    def start(self, words: Sequence[str]) -> str:
        """Keep the cells of a heading row for the rows below, and return them in one line."""
        self._headings = [heading if len(heading) <= _MAX_HEADING else "" for heading in words]
        return "; ".join(filter(None, words))

    def apply(self, words: Sequence[str]) -> str:
        """Return a row with its headings: `City: Hamburg; 3,100 Trees`."""
        return "; ".join(self._with_heading(column, cell) for column, cell in enumerate(words) if cell)

    def clear(self) -> None:
        self._headings = ()

    def _with_heading(self, column: int, cell: str) -> str:
        heading = self._headings[column] if column < len(self._headings) and self._repeated < _MAX_REPEATED else ""
        self._repeated += len(heading)
        return _label_cell(heading, cell) if heading else cell


def _label_cell(heading: str, cell: str) -> str:
    """Return a cell with its heading, which follows a number: `44 Species`.

    Written as `Plots: 8; Species: 44`, the number check would read "8 species" and call a true claim contradicted.
    """
    is_count = _AMOUNT.fullmatch(cell) and not _YEAR.fullmatch(cell) and heading[0].isalpha()
    return f"{cell} {heading}" if is_count else f"{heading}: {cell}"


def _is_table_heading(block: Block) -> bool:
    return block.kind == "heading" and not block.level  # the heading of a section has a level


def _cells(document: Document, block: Block) -> Iterator[Block]:
    """Yield the cells of a Markdown row; a row starts at its first word, so cells before that are empty."""
    line, _ = document.lines.position(block.span.start)
    start, end = block.span.start, block.span.end
    empty = document.text.count("|", document.lines.span(line, document.text).start, start) - 1
    bars = [found.start() for found in _BAR.finditer(document.text, start, end)]
    spans = [Span(*ends) for ends in zip([start, *(bar + 1 for bar in bars)], [*bars, end], strict=True)]
    yield from (replace(block, span=span) for span in [Span(start, start)] * empty + spans)


class _MarkdownTable:
    """Reads the tables of a Markdown document row by row."""

    def __init__(self, document: Document) -> None:
        self._document = document
        self._headings = _ColumnHeadings()
        self._last: Block | None = None  # row of the current table

    def read_row(self, block: Block, words: Sequence[str]) -> str:
        """Return a row with its headings, or the headings alone."""
        if not (_is_table_heading(block) or self._continues(block)):
            self.leave()
        self._last = block
        return self._headings.start(words) if _is_table_heading(block) else self._headings.apply(words)

    def leave(self) -> None:
        self._headings.clear()
        self._last = None

    def _continues(self, block: Block) -> bool:
        """Check that a row belongs to the current table: a heading row without words still has a rule below it."""
        if not self._last:
            return False
        between = self._document.text[self._last.span.end : block.span.start].splitlines()
        return sum(1 for line in between if _RULE_LINE.fullmatch(line)) == int(_is_table_heading(self._last))


@dataclass(slots=True)
class _HtmlRow:
    """A table row between its tags."""

    table: int  # how many tables begin or end before it
    start: int  # of its first cell: words before that are in no cell
    end: int = 0
    cells: list[Span] = field(default_factory=list)
    names: list[str] = field(default_factory=list)  # of its cells, th or td
    is_simple: bool = True  # no cell spans several columns or rows, or holds a table

    @property
    def is_heading(self) -> bool:
        """Whether it names the columns; a single cell is the title of the table or of some rows."""
        return len(self.names) > 1 and "td" not in self.names

    @property
    def has_name(self) -> bool:
        """Whether its first cell names the row."""
        return len(self.names) > 1 and self.names[0] == "th" and self.names.count("th") == 1

    def add_cell(self, tag: HtmlToken) -> None:
        self.end_cell(tag.span.start)
        self.start = self.start if self.cells else tag.span.end
        self.cells.append(Span(tag.span.end, tag.span.end))
        self.names.append(tag.name)
        attributes = tag.parsed()
        self.is_simple &= all(attributes.get(key, "1").strip() in {"", "1"} for key in _SPANNING)

    def end_cell(self, at: int) -> None:
        if self.cells:
            self.cells[-1] = Span(self.cells[-1].start, at)

    def close(self, tag: HtmlToken) -> "_HtmlRow":
        self.end = tag.span.start
        self.is_simple &= (tag.kind, tag.name) != ("start", "table")
        self.end_cell(self.end)
        return self


def _group_by_row(document: Document) -> Iterator[tuple[_HtmlRow | None, list[Block]]]:
    """Yield the blocks of an HTML page in order, grouped by table row."""
    found = list(_html_rows(document.text)) if _HEADING_CELL.search(document.text) else []

    def row_of(block: Block) -> int:
        index = bisect_right(found, block.span.start, key=lambda row: row.start) - 1
        return index if index >= 0 and block.span.start < found[index].end else -1

    for index, blocks in groupby(document.blocks, key=row_of):
        yield found[index] if index >= 0 else None, list(blocks)


def _html_rows(text: str) -> Iterator[_HtmlRow]:
    table, row = 0, None
    for token in tokenize_html(text):
        if token.name in _ROW_ENDS:
            if row:
                yield row.close(token)
            table += token.name == "table"
            row = _HtmlRow(table, token.span.end) if (token.kind, token.name) == ("start", "tr") else None
        elif row and token.kind == "start" and token.name in _CELL_TAGS:
            row.add_cell(token)
    if row:
        yield row.close(HtmlToken("other", Span(len(text), len(text))))


class _HtmlTable:
    """Reads the tables of an HTML page row by row."""

    def __init__(self) -> None:
        self._headings = _ColumnHeadings()
        self._table = 0

    def read_row(self, row: _HtmlRow, words: Sequence[str]) -> str | None:
        """Return a row with its headings or its name, or a heading row; None if nothing names its cells.

        A row with more or fewer cells than headings cannot be matched with them.
        """
        if row.table != self._table:
            self._table = row.table
            self._headings.clear()
        if row.is_heading and (not row.is_simple or (self._headings and any(cell[:1].isdigit() for cell in words))):
            self._headings.clear()  # two levels of headings, or totals in bold: the cells below are ambiguous
            return None
        if not row.is_simple:
            return None
        if row.is_heading:
            return self._headings.start(words)
        if self._headings:
            return self._headings.apply(words) if len(self._headings) == len(words) else None
        return _named_row(words) if row.has_name else None


def _named_row(words: Sequence[str]) -> str | None:
    name, *rest = words
    cells = [cell for cell in rest if cell]
    return "; ".join((_label_cell(name, cells[0]), *cells[1:])) if name and cells else None
