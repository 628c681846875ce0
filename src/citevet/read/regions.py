"""What the readers share: regions without overlap, searches in linear time, raised digits and text without tags."""

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from citevet.model.document import Mark, Region, RegionKind, Span

_MARKER = re.compile(r"[\d,;\s–—−‑-]*")
_RAISED = str.maketrans("0123456789-–—−‑", "⁰¹²³⁴⁵⁶⁷⁸⁹⁻⁻⁻⁻⁻")


@dataclass(slots=True)
class MarkupParts:
    """What is not prose in a file of light markup, in order, and what the markup says of notes, entries and files."""

    hidden: list[Region] = field(default_factory=list)
    inline: list[Region] = field(default_factory=list)  # code and mathematics within lines; may lie in what is hidden
    marks: list[Mark] = field(default_factory=list)
    metadata: dict[str, Any] = field(default_factory=dict)

    def hide(self, kind: RegionKind, start: int, end: int) -> None:
        """Add a part that is not prose, behind the others."""
        if start < end:
            self.hidden.append(Region(kind, Span(start, end)))


def merge_regions(firm: Sequence[Region], soft: Iterable[Region], end: int) -> Iterator[Region]:
    """Yield the firm regions, which are in order and apart, as they are; soft ones fill the room between them."""
    queue = _without_overlap(sorted(soft, key=lambda region: (region.span.start, -region.span.end)))
    rest = next(queue, None)
    at = 0
    for wall in (*firm, None):
        stop = wall.span.start if wall else end
        while rest is not None and rest.span.start < stop:
            start = max(rest.span.start, at)
            if start < min(rest.span.end, stop):
                yield Region(rest.kind, Span(start, min(rest.span.end, stop)))
            if rest.span.end > stop:
                break
            rest = next(queue, None)
        if wall:
            yield wall
            at = wall.span.end


def _without_overlap(regions: Iterable[Region]) -> Iterator[Region]:
    """Join neighbours of one kind, and cut what an earlier region already covers."""
    last: Region | None = None
    for region in regions:
        if last is None:
            last = region
        elif last.kind == region.kind and region.span.start <= last.span.end:
            last = Region(last.kind, Span(last.span.start, max(last.span.end, region.span.end)))
        elif region.span.end > last.span.end:
            yield last
            last = Region(region.kind, Span(max(region.span.start, last.span.end), region.span.end))
    if last:
        yield last


class NextMatches:
    """The next match of each pattern, searched once per stretch, so that all searches together are linear."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._next: dict[re.Pattern[str], re.Match[str] | None] = {}

    def find(self, wanted: re.Pattern[str], at: int) -> re.Match[str] | None:
        """Return the first match at or after an offset; offsets must not fall between calls."""
        if wanted not in self._next:
            self._next[wanted] = wanted.search(self._text, at)
        found = self._next[wanted]
        if found is not None and found.start() < at:
            found = self._next[wanted] = wanted.search(self._text, at)
        return found


def raise_digits(text: str) -> str:
    """Return digits, dashes and commas as Unicode superscripts, so that a note marker is not read as a number."""
    return text.translate(_RAISED) if _MARKER.fullmatch(text) else text


@dataclass(slots=True)
class FlatText:
    """The lines so far, and where each piece of them comes from."""

    pieces: list[str] = field(default_factory=list)
    length: int = 0
    line: int = 0  # offset at which the line starts
    sources: list[int] = field(default_factory=list)
    targets: list[int] = field(default_factory=list)

    def add(self, source: int, text: str) -> None:
        """Add the text at an offset of the HTML; white space at the start of a line or after other is left out."""
        if text.isspace() and (self.length == self.line or self.pieces[-1].isspace()):
            if text == "\t" and self.length > self.line:
                self.pieces[-1] = text  # between cells
            text = ""
        self.sources.append(source)
        self.targets.append(self.length)
        if text:
            self.pieces.append(text)
            self.length += len(text)

    def locate(self, offset: int) -> int:
        """Return the offset in the lines of an offset in the HTML."""
        index = bisect_right(self.sources, offset) - 1
        if index < 0:
            return 0
        end = self.targets[index + 1] if index + 1 < len(self.targets) else self.length
        return min(self.targets[index] + offset - self.sources[index], end)
