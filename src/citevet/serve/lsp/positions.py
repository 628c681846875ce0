"""Offsets of a text as positions of the protocol: a line, and a column in the units that the client counts."""

import re
from array import array
from bisect import bisect_left
from collections.abc import Mapping, Sequence

from lsprotocol import types

from citevet.model import Lines, Span

# Each code point takes one unit, and one more from each of these code points on.
_LONGER_FROM: Mapping[str, Sequence[int]] = {"utf-8": (0x80, 0x800, 0x10000), "utf-16": (0x10000,), "utf-32": ()}


class Positions:
    """The lines of a text, and where its long characters are: thousands of positions in one huge line stay cheap."""

    def __init__(self, text: str, encoding: str = "utf-16") -> None:
        self.text = text
        self.encoding = encoding
        self._lines = Lines.of(text)
        self._longer = [
            array("Q", (found.start() for found in re.finditer(f"[{chr(first)}-\U0010ffff]", text)))
            for first in _LONGER_FROM[encoding]
        ]

    def to_position(self, offset: int) -> types.Position:
        """Return the position of an offset."""
        line, _ = self._lines.position(offset)
        return types.Position(line - 1, self._count_units(offset) - self._count_units(self._lines.starts[line - 1]))

    def to_range(self, span: Span) -> types.Range:
        """Return the positions of a span."""
        return types.Range(self.to_position(span.start), self.to_position(span.end))

    def to_offset(self, position: types.Position) -> int:
        """Return the offset of a position; one beyond its line is the end of the line."""
        if position.line >= len(self._lines):
            return len(self.text)
        line = self._lines.span(max(position.line, 0) + 1, self.text)
        units = self._count_units(line.start) + position.character
        return line.start + bisect_left(range(line.start, line.end), units, key=self._count_units)

    def to_span(self, range_: types.Range) -> Span:
        """Return the offsets of a range, in order."""
        start, end = sorted((self.to_offset(range_.start), self.to_offset(range_.end)))
        return Span(start, end)

    def _count_units(self, offset: int) -> int:
        return offset + sum(bisect_left(places, offset) for places in self._longer)
