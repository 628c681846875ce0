"""A stretch of a text, and the count of its lines."""

from array import array
from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass
from re import compile as pattern

_BREAK = pattern(r"\r\n|\n|\r")


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """Code points `start` to `end` of a document's text, `end` exclusive."""

    start: int
    end: int

    def of(self, text: str) -> str:
        """Return the exact slice of the text that this span was found in."""
        return text[self.start : self.end]

    def overlaps(self, other: "Span") -> bool:
        """Say whether the two share at least one code point."""
        return self.start < other.end and other.start < self.end

    def holds(self, other: "Span") -> bool:
        """Say whether the other lies wholly inside."""
        return self.start <= other.start and other.end <= self.end

    def __len__(self) -> int:
        return self.end - self.start


@dataclass(frozen=True, slots=True)
class Lines:
    """Where each line of a text starts; LF, CRLF and CR end a line, a form feed does not."""

    starts: "array[int]"  # offset of the first code point of each line; an array, for 20 MB documents

    @classmethod
    def of(cls, text: str) -> "Lines":
        """Count the lines of a text once."""
        return cls(array("Q", (0, *_line_ends(text))))

    def position(self, offset: int) -> tuple[int, int]:
        """Return line and column, both from 1, the column in code points."""
        line = bisect_right(self.starts, offset)
        return line, offset - self.starts[line - 1] + 1

    def span(self, line: int, text: str) -> Span:
        """Return the line's own text, without the characters that end it."""
        start = self.starts[line - 1]
        end = self.starts[line] if line < len(self.starts) else len(text)
        while end > start and text[end - 1] in "\r\n":
            end -= 1
        return Span(start, end)

    def __len__(self) -> int:
        return len(self.starts)


def _line_ends(text: str) -> Iterable[int]:
    return (found.end() for found in _BREAK.finditer(text))
