"""How a corpus is doing: counts, faults, orphans, and what its keepers still mean to do."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from citevet.model import Severity
from citevet.report.corpus.table import table
from citevet.report.phrase import count, mark
from citevet.report.visible import one_line, visible

_SHOWN = 20  # of a kind; the rest is counted, and JSON has them all


@dataclass(frozen=True, slots=True)
class Remark:
    """Something wrong with an entry, as a rule names it."""

    id: str  # of the entry; "" where it could not be read
    path: str
    line: int
    code: str
    name: str
    severity: Severity
    message: str


@dataclass(frozen=True, slots=True)
class Gap:
    """An item that somebody still means to do."""

    path: str
    line: int
    text: str


@dataclass(frozen=True, slots=True)
class Health:
    """What a look at the whole corpus gave."""

    entries: int
    with_file: int
    assessed: int
    sidecars: int
    remarks: tuple[Remark, ...] = ()
    orphans: tuple[str, ...] = ()  # files that belong to no entry
    uncited: tuple[str, ...] = ()  # ids that no document cites
    documents: int = 0  # that were looked at for that
    gaps: tuple[Gap, ...] = ()
    notes: tuple[str, ...] = ()  # what the index had to say, a sentence each
    unread: tuple[str, ...] = ()  # entries that could not be read, and why
    mute: tuple[str, ...] = ()  # files whose words could not be had, and why: no quotation can be checked in them

    @property
    def is_healthy(self) -> bool:
        """Whether nothing is at fault; what is only to be known or done makes nobody ill."""
        return not self.unread and not self.orphans and not any(_is_fault(remark) for remark in self.remarks)


def _is_fault(remark: Remark) -> bool:
    return remark.severity >= Severity.WARNING


def render(health: Health, *, brief: bool = False) -> str:
    """Return counts, faults and lists, and the verdict at the end; in brief the counts and the verdict."""
    return "".join(f"{line}\n" for line in _lines(health, brief=brief))


def markdown(health: Health, day: str) -> str:
    """Return the whole of it as a page to keep."""
    fence = "`" * 12  # longer than any that a path or an open item could bring
    return f"# Corpus health, {day}\n\n{fence}text\n{render(health)}{fence}\n"


def _lines(health: Health, *, brief: bool) -> Iterator[str]:
    yield from _counts(health)
    if not brief:
        for title, lines in _sections(health):
            if lines:
                yield from ("", title, *(f"  {line}" for line in _first(lines)))
    yield ""
    yield verdict(health)


def _counts(health: Health) -> Iterator[str]:
    without = health.entries - health.with_file
    yield f"{count(health.entries, 'source')}: {health.with_file} with a file, {without} without"
    yield f"{health.assessed} assessed, {health.entries - health.assessed} not; {count(health.sidecars, 'sidecar')}"


def _sections(health: Health) -> Iterator[tuple[str, list[str]]]:
    # A list that is cut short must not hide the worst: errors come first, else the order of the files stands.
    faults = sorted((remark for remark in health.remarks if _is_fault(remark)), key=lambda each: -each.severity)
    hints = [remark for remark in health.remarks if not _is_fault(remark)]
    yield "Faults", _remarks(faults)
    yield "Not read", [one_line(message) for message in health.unread]
    yield "Files that belong to no entry", [visible(path) for path in health.orphans]
    yield "Files without text, in which no quotation can be checked", [one_line(said) for said in health.mute]
    yield "To know", _remarks(hints)
    yield f"Cited by none of {count(health.documents, 'document')}", _wrapped(health.uncited)
    yield "Open items", [f"{visible(gap.path)}:{gap.line}  {one_line(gap.text)}" for gap in health.gaps]
    yield "The index", [one_line(note) for note in health.notes]


def _remarks(remarks: Sequence[Remark]) -> list[str]:
    rows = [
        (
            mark(remark.severity),
            f"{visible(remark.path)}:{remark.line}",
            f"{remark.code} {remark.name}",
            one_line(remark.message),
        )
        for remark in remarks
    ]
    return list(table(rows)) if rows else []


def _wrapped(ids: Sequence[str], a_line: int = 8) -> list[str]:
    return [", ".join(map(visible, ids[start : start + a_line])) for start in range(0, len(ids), a_line)]


def _first(lines: Sequence[str]) -> Iterable[str]:
    rest = len(lines) - _SHOWN
    return [*lines[:_SHOWN], f"… and {rest} more"] if rest > 0 else lines


def verdict(health: Health) -> str:
    """Return the word and what stands behind it."""
    levels = Counter(remark.severity for remark in health.remarks)
    named = [
        count(levels[Severity.ERROR], "error") if levels[Severity.ERROR] else "",
        count(levels[Severity.WARNING], "warning") if levels[Severity.WARNING] else "",
        f"{len(health.orphans)} orphaned" if health.orphans else "",
        f"{len(health.unread)} not read" if health.unread else "",
        f"{len(health.mute)} without text" if health.mute else "",
        f"{levels[Severity.INFO]} to know" if levels[Severity.INFO] else "",
        count(len(health.gaps), "open item") if health.gaps else "",
    ]
    said = ", ".join(filter(None, named))
    word = "healthy" if health.is_healthy else "NOT HEALTHY"
    return f"{word}  {said}" if said else word


def shape(health: Health) -> dict[str, Any]:
    """Return the same for programs."""
    return {
        "version": 1,
        "healthy": health.is_healthy,
        "entries": health.entries,
        "with_file": health.with_file,
        "notes_only": health.entries - health.with_file,
        "assessed": health.assessed,
        "sidecars": health.sidecars,
        "documents": health.documents,
        "faults": [_remark_shape(remark) for remark in health.remarks],
        "orphans": list(health.orphans),
        "uncited": list(health.uncited),
        "gaps": [{"path": gap.path, "line": gap.line, "text": gap.text} for gap in health.gaps],
        "notes": list(health.notes),
        "unread": list(health.unread),
        "without_text": list(health.mute),
    }


def _remark_shape(remark: Remark) -> dict[str, Any]:
    return {
        "id": remark.id,
        "path": remark.path,
        "line": remark.line,
        "code": remark.code,
        "name": remark.name,
        "severity": str(remark.severity),
        "message": remark.message,
    }
