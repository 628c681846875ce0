"""Columns that line up on a terminal, whatever script they hold."""

from collections.abc import Iterator, Sequence

from citevet.report.excerpt import width


def table(rows: Sequence[Sequence[str]], gap: str = "  ") -> Iterator[str]:
    """Yield one line per row, each column as wide as its widest cell; the cells must be visible already."""
    widths = [max(map(width, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        cells = (cell + " " * (wide - width(cell)) for cell, wide in zip(row, widths, strict=True))
        yield gap.join(cells).rstrip()


def cut(text: str, columns: int) -> str:
    """Return a text that takes at most so many columns, with … for what was left out."""
    if width(text) <= columns:
        return text
    while text and width(text) > columns - 1:
        text = text[:-1]
    return text.rstrip() + "…"
