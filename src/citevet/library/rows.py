"""The rows of a table in words: each cell with the head of its column, for a row alone says little."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from re import compile as pattern

from citevet.model import Block, Document, Span

_BAR = pattern(r"(?<!\\)\|")
_RULED = pattern(r"[ \t>|:]*+-[ \t>|:-]*+")  # the line below the head of a table
_AMOUNT = pattern(r"[-+~<>≈±−]?\s?\d[\d.,\u00a0\u202f]*(?:\s?[%‰])?")
_YEAR = pattern(r"1[5-9]\d\d|20\d\d")
_LONGEST = 80  # characters of a head that is said again with every cell; what is longer is a note
_MOST = 1_000_000  # characters of heads that one document repeats: a million small cells stay small


def is_of_table(document: Document, block: Block) -> bool:
    """Say whether a block is a row of a Markdown table or its head."""
    return document.format == "markdown" and (block.kind == "row" or _is_head(block))


def _is_head(block: Block) -> bool:
    return block.kind == "heading" and not block.level  # that of a section has a level


def cells(document: Document, block: Block) -> Iterator[Block]:
    """Yield the cells of a row; it begins at its first word, so what stands before that is empty."""
    line, _ = document.lines.position(block.span.start)
    start, end = block.span.start, block.span.end
    empty = document.text.count("|", document.lines.span(line, document.text).start, start) - 1
    bars = [found.start() for found in _BAR.finditer(document.text, start, end)]
    spans = [Span(*ends) for ends in zip([start, *(bar + 1 for bar in bars)], [*bars, end], strict=True)]
    yield from (replace(block, span=span) for span in [Span(start, start)] * empty + spans)


class Heads:
    """The heads of the table that is read, and how often those of this document were repeated."""

    def __init__(self) -> None:
        self._heads: Sequence[str] = ()
        self._repeated = 0

    def __len__(self) -> int:
        return len(self._heads)

    def take(self, words: Sequence[str]) -> str:
        """Keep the words of the cells of a head row for the rows below it, and return them in one line."""
        self._heads = [head if len(head) <= _LONGEST else "" for head in words]
        return "; ".join(filter(None, words))

    def over(self, words: Sequence[str]) -> str:
        """Return a row as one reads it out, `City: Hamburg; 3,100 Trees`."""
        return "; ".join(self._with_head(column, cell) for column, cell in enumerate(words) if cell)

    def forget(self) -> None:
        """Leave the table: what comes next is not under its heads."""
        self._heads = ()

    def _with_head(self, column: int, cell: str) -> str:
        head = self._heads[column] if column < len(self._heads) and self._repeated < _MOST else ""
        self._repeated += len(head)
        return told(head, cell) if head else cell


class MarkdownRows:
    """The rows of a document in Markdown, read from its first table to its last."""

    def __init__(self, document: Document) -> None:
        self._document = document
        self._heads = Heads()
        self._last: Block | None = None  # of the table, so far

    def line(self, block: Block, words: Sequence[str]) -> str:
        """Return a row with its heads, or the heads alone."""
        if not (_is_head(block) or self._goes_on(block)):
            self.leave()
        self._last = block
        return self._heads.take(words) if _is_head(block) else self._heads.over(words)

    def leave(self) -> None:
        """Leave the table."""
        self._heads.forget()
        self._last = None

    def _goes_on(self, block: Block) -> bool:
        """Say whether a row is of the table so far: heads without a word are no block, but have a line below."""
        if not self._last:
            return False
        between = self._document.text[self._last.span.end : block.span.start].splitlines()
        return sum(1 for line in between if _RULED.fullmatch(line)) == int(_is_head(self._last))


def told(head: str, cell: str) -> str:
    """Return a cell with its head as one says it: a number stands before what it counts, and is compared as that.

    With the head before it, `Plots: 8; Species: 44` has eight species for whoever compares numbers, and a true claim of
    44 species was called contradicted.
    """
    is_counted = _AMOUNT.fullmatch(cell) and not _YEAR.fullmatch(cell) and head[0].isalpha()
    return f"{cell} {head}" if is_counted else f"{head}: {cell}"
