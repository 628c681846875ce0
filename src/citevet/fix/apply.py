"""Fixes → a new text: all edits of a fix or none, and no two edits of the same place."""

from bisect import bisect_left, insort
from collections.abc import Iterable
from dataclasses import dataclass

from citevet.model import Edit, Fix, Span


@dataclass(frozen=True, slots=True)
class Applied:
    """The new text, the fixes in it, and those that must wait for the next pass."""

    text: str
    done: tuple[Fix, ...] = ()
    left: tuple[Fix, ...] = ()


def apply(text: str, fixes: Iterable[Fix]) -> Applied:
    """Apply the fixes in document order, first come first served; an edit that two fixes share is made once."""
    taken: list[tuple[Span, str]] = []
    done: list[Fix] = []
    left: list[Fix] = []
    for fix in sorted(fixes, key=_order):
        fresh = _fresh(fix, taken)
        if fresh is None or not _inside(fix, len(text)):
            left.append(fix)
            continue
        done.append(fix)
        for edit in fresh:
            insort(taken, (edit.span, edit.text))
    return Applied(_joined(text, taken), tuple(done), tuple(left))


def _order(fix: Fix) -> Span:
    return min((edit.span for edit in fix.edits), default=Span(0, 0))


def _inside(fix: Fix, length: int) -> bool:
    return all(0 <= edit.span.start <= edit.span.end <= length for edit in fix.edits)


def _fresh(fix: Fix, taken: list[tuple[Span, str]]) -> list[Edit] | None:
    """Return the edits that are not made yet, or none when one of them meets an edit that is."""
    fresh: list[Edit] = []
    for edit in dict.fromkeys(fix.edits):
        place = bisect_left(taken, (edit.span, edit.text))
        if place < len(taken) and taken[place] == (edit.span, edit.text):
            continue
        near = [span for span, _ in taken[max(place - 1, 0) : place + 1]]
        if any(_meet(edit.span, span) for span in [*near, *(other.span for other in fresh)]):
            return None
        fresh.append(edit)
    return fresh


def _meet(one: Span, other: Span) -> bool:
    """Say whether two edits would need an order between them: they share text, or insert at the same point."""
    return one == other or one.overlaps(other)


def _joined(text: str, taken: list[tuple[Span, str]]) -> str:
    pieces: list[str] = []
    at = 0
    for span, replacement in taken:
        pieces += text[at : span.start], replacement
        at = span.end
    return "".join((*pieces, text[at:]))
