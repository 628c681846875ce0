"""Select the fixes of findings, apply them to a text, and show the changes as a unified diff.

All edits of a fix are applied or none, and no two edits of the same place. The diff is for `patch` and `git apply`.
"""

from bisect import bisect_left, insort
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from citevet.model import Document, Edit, Finding, Fix, Safety, Span
from citevet.model.document import replace_spans
from citevet.records import dataclass

_CONTEXT = 3
# Edits are small: a change without a common line within so many lines ends the search for one.
_REACH = 64


@dataclass(frozen=True, slots=True)
class AppliedFixes:
    """The new text, the fixes in it, and those left for the next pass."""

    text: str
    done: tuple[Fix, ...] = ()
    left: tuple[Fix, ...] = ()


def select_fixes(findings: Iterable[Finding], *, unsafe: bool = False, shown: bool = False) -> list[Fix]:
    """Return the safe fixes, with `unsafe` also those that need review, with `shown` all; none if suppressed."""
    allowed = {*Safety} if shown else {Safety.SAFE, Safety.ASK} if unsafe else {Safety.SAFE}
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
        if new is None or not all(0 <= edit.span.start <= edit.span.end <= len(text) for edit in fix.edits):
            left.append(fix)
            continue
        done.append(fix)
        for edit in new:
            insort(taken, (edit.span, edit.text))
    return AppliedFixes(replace_spans(text, taken), tuple(done), tuple(left))


def _get_start(fix: Fix) -> Span:
    return min((edit.span for edit in fix.edits), default=Span(0, 0))


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


class _DiffRange(NamedTuple):
    """Old lines `start` to `end` become new lines `new_start` to `new_end`."""

    start: int
    end: int
    new_start: int
    new_end: int


def diff(document: Document, new_text: str) -> str:
    """Return the unified diff from the document's text to the new one; empty when they are equal."""
    old, new = _split_lines(document.text), _split_lines(new_text)
    changes = list(_find_changes(old, new))
    if not changes:
        return ""
    head = f"--- {_format_name('a', document.path)}\n+++ {_format_name('b', document.path)}\n"
    return head + "".join(piece for hunk in _group_hunks(changes) for piece in _format_hunk(hunk, old, new))


def _split_lines(text: str) -> list[str]:
    """Split at line feeds only, as `patch` does; a carriage return stays part of its line."""
    lines = text.split("\n")
    last = lines.pop()
    return [f"{line}\n" for line in lines] + ([last] if last else [])


def _find_changes(old: Sequence[str], new: Sequence[str]) -> Iterator[_DiffRange]:
    """Walk both texts side by side, in linear time: a document of 20 MB has half a million lines."""
    tail = _count_common_tail(old, new)
    last, new_last = len(old) - tail, len(new) - tail
    at = new_at = 0
    while at < last or new_at < new_last:
        if at < last and new_at < new_last and old[at] == new[new_at]:
            at, new_at = at + 1, new_at + 1
            continue
        end, new_end = _find_next_match(old[at : min(at + _REACH, last)], new[new_at : min(new_at + _REACH, new_last)])
        if end < 0:
            yield _DiffRange(at, last, new_at, new_last)
            return
        yield _DiffRange(at, at + end, new_at, new_at + new_end)
        at, new_at = at + end, new_at + new_end


def _count_common_tail(old: Sequence[str], new: Sequence[str]) -> int:
    length = 0
    while length < min(len(old), len(new)) and old[-1 - length] == new[-1 - length]:
        length += 1
    return length


def _find_next_match(old: Sequence[str], new: Sequence[str]) -> tuple[int, int]:
    """Return how many lines to step over on both sides until they agree again; (-1, -1) when they do not."""
    for steps in range(1, len(old) + len(new)):
        for step in range(max(0, steps - len(new) + 1), min(steps, len(old) - 1) + 1):
            if old[step] == new[steps - step] and old[step].strip():
                return _trim_blank_tail(old[:step], new[: steps - step])
    return -1, -1


def _trim_blank_tail(old: Sequence[str], new: Sequence[str]) -> tuple[int, int]:
    """Return the lengths without the blank lines that both end in."""
    tail = _count_common_tail(old, new)
    return len(old) - tail, len(new) - tail


def _group_hunks(changes: list[_DiffRange]) -> Iterator[list[_DiffRange]]:
    hunk = [changes[0]]
    for change in changes[1:]:
        if change.start - hunk[-1].end > 2 * _CONTEXT:
            yield hunk
            hunk = []
        hunk.append(change)
    yield hunk


def _format_hunk(hunk: list[_DiffRange], old: Sequence[str], new: Sequence[str]) -> Iterator[str]:
    before = min(_CONTEXT, hunk[0].start)
    after = min(_CONTEXT, len(old) - hunk[-1].end)
    start, end = hunk[0].start - before, hunk[-1].end + after
    new_start, new_end = hunk[0].new_start - before, hunk[-1].new_end + after
    yield f"@@ -{_format_range(start, end)} +{_format_range(new_start, new_end)} @@\n"
    at = start
    for change in hunk:
        yield from _prefix_lines(" ", old[at : change.start])
        yield from _prefix_lines("-", old[change.start : change.end])
        yield from _prefix_lines("+", new[change.new_start : change.new_end])
        at = change.end
    yield from _prefix_lines(" ", old[at:end])


def _prefix_lines(sign: str, lines: Sequence[str]) -> Iterator[str]:
    for line in lines:
        yield f"{sign}{line}" if line.endswith("\n") else f"{sign}{line}\n\\ No newline at end of file\n"


def _format_range(start: int, end: int) -> str:
    length = end - start
    if length == 1:
        return f"{start + 1}"
    return f"{start + 1 if length else start},{length}"


def _format_name(side: str, path: str) -> str:
    """Return a file name as git writes it: quoted when it holds controls, with a tab after it when it holds blanks."""
    name = f"{side}/{path.lstrip('/')}"
    if '"' in name or "\\" in name or not name.isprintable():
        return '"' + "".join(map(_escape, name)) + '"'
    return f"{name}\t" if " " in name else name


def _escape(char: str) -> str:
    if char in '"\\':
        return f"\\{char}"
    if char.isprintable():
        return char
    # A byte of a file name that is not UTF-8 is a surrogate of its own range.
    errors = "surrogateescape" if "\udc80" <= char <= "\udcff" else "surrogatepass"
    return "".join(f"\\{byte:03o}" for byte in char.encode("utf-8", errors))
