"""Regions from two sources, brought into one order without overlap."""

from collections.abc import Iterable, Iterator, Sequence

from citevet.model import Region, Span


def layered(firm: Sequence[Region], soft: Iterable[Region], end: int) -> Iterator[Region]:
    """Merge: the firm ones, in order and apart, stay whole; the soft ones fill the room between, up to `end`."""
    queue = _joined(sorted(soft, key=lambda region: (region.span.start, -region.span.end)))
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


def _joined(regions: Iterable[Region]) -> Iterator[Region]:
    """Join neighbours of a kind, and cut what another already holds."""
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
