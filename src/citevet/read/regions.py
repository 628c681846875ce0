"""What the readers share: regions without overlap, searches in linear time, and raised digits."""

import re
from collections.abc import Iterable, Iterator, Sequence

from citevet.model.document import Region, Span

_MARKER = re.compile(r"[\d,;\s–—−‑-]*")
_RAISED = str.maketrans("0123456789-–—−‑", "⁰¹²³⁴⁵⁶⁷⁸⁹⁻⁻⁻⁻⁻")


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
