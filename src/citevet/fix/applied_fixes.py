"""Select the fixes of findings and apply them: all edits of a fix or none, and no two edits of the same place."""

from bisect import bisect_left, insort
from collections.abc import Iterable
from dataclasses import dataclass

from citevet.model import Edit, Finding, Fix, Safety, Span


@dataclass(frozen=True, slots=True)
class AppliedFixes:
    """The new text, the fixes in it, and those left for the next pass."""

    text: str
    done: tuple[Fix, ...] = ()
    left: tuple[Fix, ...] = ()


def select_fixes(findings: Iterable[Finding], *, unsafe: bool = False) -> list[Fix]:
    """Return the safe fixes, with `unsafe` also those that need review; never of a suppressed finding."""
    allowed = {Safety.SAFE, Safety.ASK} if unsafe else {Safety.SAFE}
    return [
        finding.fix
        for finding in findings
        if finding.fix and finding.suppressed is None and finding.fix.safety in allowed
    ]


def apply_fixes(text: str, fixes: Iterable[Fix]) -> AppliedFixes:
    """Apply the fixes in document order, first come first served; an edit that two fixes share is made once."""
    taken: list[tuple[Span, str]] = []
    done: list[Fix] = []
    left: list[Fix] = []
    for fix in sorted(fixes, key=_get_start):
        new = _find_new_edits(fix, taken)
        if new is None or not _fits(fix, len(text)):
            left.append(fix)
            continue
        done.append(fix)
        for edit in new:
            insort(taken, (edit.span, edit.text))
    return AppliedFixes(_join(text, taken), tuple(done), tuple(left))


def _get_start(fix: Fix) -> Span:
    return min((edit.span for edit in fix.edits), default=Span(0, 0))


def _fits(fix: Fix, length: int) -> bool:
    return all(0 <= edit.span.start <= edit.span.end <= length for edit in fix.edits)


def _find_new_edits(fix: Fix, taken: list[tuple[Span, str]]) -> list[Edit] | None:
    """Return the edits that are not made yet, or none when one of them conflicts with an edit that is."""
    new: list[Edit] = []
    for edit in dict.fromkeys(fix.edits):
        place = bisect_left(taken, (edit.span, edit.text))
        if place < len(taken) and taken[place] == (edit.span, edit.text):
            continue
        neighbours = [span for span, _ in taken[max(place - 1, 0) : place + 1]]
        if any(_conflict(edit.span, span) for span in [*neighbours, *(other.span for other in new)]):
            return None
        new.append(edit)
    return new


def _conflict(one: Span, other: Span) -> bool:
    """Check whether two edits share text, or insert at the same point."""
    return one == other or one.overlaps(other)


def _join(text: str, taken: list[tuple[Span, str]]) -> str:
    pieces: list[str] = []
    at = 0
    for span, replacement in taken:
        pieces += text[at : span.start], replacement
        at = span.end
    return "".join((*pieces, text[at:]))
