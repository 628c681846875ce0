"""The rows of the tables of a page, read from its tags: which cells they have, and which of them are heads."""

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from re import IGNORECASE
from re import compile as pattern

from citevet.library.rows import Heads, told
from citevet.model import Block, Document, Span
from citevet.read.html_tokens import Token, tokens

_HEAD = pattern(r"<th[\s/>]", IGNORECASE)
_CELLS = frozenset({"th", "td"})
_SPANNING = ("colspan", "rowspan")
_ENDS_ROW = frozenset({"table", "thead", "tbody", "tfoot", "tr"})


@dataclass(slots=True)
class Row:
    """A row between its tags."""

    table: int  # how many tables begin or end before it
    start: int  # of its first cell: words before that are in none
    end: int = 0
    cells: list[Span] = field(default_factory=list)
    names: list[str] = field(default_factory=list)  # of its cells, th or td
    is_plain: bool = True  # one cell is one column, and none holds a table

    @property
    def is_head(self) -> bool:
        """Say whether it heads the columns: one cell alone is the title of the table, or of some of its rows."""
        return len(self.names) > 1 and "td" not in self.names

    @property
    def is_named(self) -> bool:
        """Say whether its first cell says what the others are."""
        return len(self.names) > 1 and self.names[0] == "th" and self.names.count("th") == 1


def in_rows(document: Document) -> Iterator[tuple[Row | None, list[Block]]]:
    """Yield the blocks of a page in order, those of one row of a table together."""
    found = list(_rows(document.text)) if _HEAD.search(document.text) else []

    def row_of(block: Block) -> int:
        index = bisect_right(found, block.span.start, key=lambda row: row.start) - 1
        return index if index >= 0 and block.span.start < found[index].end else -1

    for index, blocks in groupby(document.blocks, key=row_of):
        yield found[index] if index >= 0 else None, list(blocks)


def _rows(text: str) -> Iterator[Row]:
    table, row = 0, None
    for token in tokens(text):
        if token.name in _ENDS_ROW:
            if row:
                yield _ended(row, token)
            table += token.name == "table"
            row = Row(table, token.span.end) if (token.kind, token.name) == ("start", "tr") else None
        elif row and token.kind == "start" and token.name in _CELLS:
            _add(row, token)
    if row:
        yield _ended(row, Token("other", Span(len(text), len(text))))


def _ended(row: Row, tag: Token) -> Row:
    row.end = tag.span.start
    row.is_plain &= (tag.kind, tag.name) != ("start", "table")
    _end_cell(row, row.end)
    return row


def _end_cell(row: Row, at: int) -> None:
    if row.cells:
        row.cells[-1] = Span(row.cells[-1].start, at)


def _add(row: Row, tag: Token) -> None:
    _end_cell(row, tag.span.start)
    row.start = row.start if row.cells else tag.span.end
    row.cells.append(Span(tag.span.end, tag.span.end))
    row.names.append(tag.name)
    attributes = tag.parsed()
    row.is_plain &= all(attributes.get(key, "1").strip() in {"", "1"} for key in _SPANNING)


class HtmlRows:
    """The rows of a page, read from its first table to its last."""

    def __init__(self) -> None:
        self._heads = Heads()
        self._table = 0

    def line(self, row: Row, words: Sequence[str]) -> str | None:
        """Return a row with the heads over it or with its name, or heads alone; none where nothing says what is what.

        A row of more or fewer cells than there are heads has cells of other rows in it, or none for some heads.
        """
        if row.table != self._table:
            self._table = row.table
            self._heads.forget()
        if row.is_head and (not row.is_plain or (self._heads and any(cell[:1].isdigit() for cell in words))):
            self._heads.forget()  # heads of two storeys, or a sum in bold: what is under them is not told apart
            return None
        if not row.is_plain:
            return None
        if row.is_head:
            return self._heads.take(words)
        if self._heads:
            return self._heads.over(words) if len(self._heads) == len(words) else None
        return _named(words) if row.is_named else None


def _named(words: Sequence[str]) -> str | None:
    name, *rest = words
    cells = [cell for cell in rest if cell]
    return "; ".join((told(name, cells[0]), *cells[1:])) if name and cells else None
