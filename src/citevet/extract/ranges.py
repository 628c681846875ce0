"""Numbers and ranges as a marker writes them: `3–5, 9`."""

from collections.abc import Iterator
from re import compile as pattern
from typing import NamedTuple

from citevet.model import Span

_DASH = "[-‐-―−]"
# The end of a range may have more digits than any list has entries: [1-100000] is a slip, and has to be named.
ITEM = rf"\d{{1,4}}(?:\s?{_DASH}\s?\d{{1,9}})?"
# The same where each end has its own brackets: [3]–[5].
BRACKETED_ITEM = rf"(?:\d{{1,4}}\]\s?{_DASH}\s?\[\d{{1,4}}(?=\])|{ITEM})"
_PART = pattern(rf"(\d{{1,4}})(?:\]?\s?{_DASH}\s?\[?(\d{{1,9}}))?")


class Range(NamedTuple):
    """The ends of a range, which are equal for a single number, and where it stands in the marker."""

    first: int
    last: int
    span: Span

    @property
    def size(self) -> int:
        """How many works it names; one that runs backwards names its two ends."""
        return self.last - self.first + 1 if self.first <= self.last else 2


def ranges(body: str) -> Iterator[Range]:
    """Yield the numbers and ranges of a marker in order."""
    for part in _PART.finditer(body):
        yield Range(int(part[1]), int(part[2] or part[1]), Span(*part.span()))


def numbers(body: str) -> list[int]:
    """Return every number that a marker writes, both ends of a range."""
    return [int(number) for pair in _PART.findall(body) for number in pair if number]
