"""GRADE levels of the sources: `corpus grade`."""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from citevet.model import Entry, Grade
from citevet.records import dataclass
from citevet.report.findings import format_count
from citevet.report.json import pick
from citevet.report.safe_text import format_table, join_lines, shorten, show_controls, to_line

_MAX_UNASSESSED = 0.30  # share of sources without a level, the published limit
_TITLE = 60  # columns
_SIGNS = {Grade.HIGH: "⊕⊕⊕⊕", Grade.MODERATE: "⊕⊕⊕○", Grade.LOW: "⊕⊕○○", Grade.VERY_LOW: "⊕○○○"}


@dataclass(frozen=True, slots=True)
class GradedSource:
    """The level of a source as stated, and as computed from its type and factors."""

    entry: Entry  # with the level as stated; documents are checked against it
    baseline: Grade | None
    reckoned: Grade | None  # computed from baseline and factors; a proposal for sources without a level
    reasons: tuple[str, ...]

    @property
    def differs(self) -> bool:
        """Whether the stated and the computed level differ."""
        level = self.entry.grade
        return level is not None and self.reckoned is not None and level is not self.reckoned


@dataclass(frozen=True, slots=True)
class CorpusGrades:
    """The levels of a corpus."""

    graded: tuple[GradedSource, ...]  # every source, in the order of ids

    @property
    def counts(self) -> Mapping[Grade, int]:
        """The number of sources by stated level, from HIGH down."""
        levels = Counter(graded.entry.grade for graded in self.graded)
        return {level: levels[level] for level in sorted(Grade, reverse=True)}

    @property
    def unassessed(self) -> tuple[GradedSource, ...]:
        """The sources without a level."""
        return tuple(graded for graded in self.graded if graded.entry.grade is None)

    @property
    def warning(self) -> str | None:
        """The warning when too many sources have no level."""
        missing = len(self.unassessed)
        if not missing or missing / len(self.graded) <= _MAX_UNASSESSED:
            return None
        total = format_count(len(self.graded), "source")
        return f"{missing} of {total} not assessed, more than {_MAX_UNASSESSED:.0%}"


@join_lines
def render_graded(graded: GradedSource) -> Iterator[str]:
    """Return the level of one source and the reasons for it."""
    entry = graded.entry
    yield f"{show_controls(entry.id)}  {to_line(entry.title or 'no title')}"
    origin = f" ({show_controls(entry.graded_by)})" if entry.graded_by else ""
    yield f"  stated    {_format_level(entry.grade)}{origin}"
    yield f"  computed  {_format_level(graded.reckoned, 'not enough data')}"
    yield from (f"    {to_line(reason)}" for reason in graded.reasons)
    if graded.differs:
        yield "  The levels differ: state the computed level, or add the factor that explains the difference."
    elif entry.grade is None and graded.reckoned:
        yield f"  To accept this level, add `grade: {graded.reckoned}` to {show_controls(entry.path)}."


def _format_level(level: Grade | None, nothing: str = "not assessed") -> str:
    return f"{level} {_SIGNS[level]}" if level else nothing


@join_lines
def render_grades(grades: CorpusGrades, *, unassessed_only: bool = False) -> Iterator[str]:
    """Return the counts, the sources with two different levels, and those without one."""
    if not unassessed_only:
        rows = [(str(level), _SIGNS[level], str(number)) for level, number in grades.counts.items()]
        yield from format_table([*rows, ("not assessed", "", str(len(grades.unassessed)))])
        differing = [graded for graded in grades.graded if graded.differs]
        if differing:
            yield from ("", "Stated and computed levels differ")
            yield from (f"  {line}" for line in format_table(list(map(_difference_row, differing))))
        if grades.unassessed:
            yield from ("", "Not assessed")
    margin = "" if unassessed_only else "  "
    yield from (f"{margin}{line}" for line in format_table(list(map(_proposal_row, grades.unassessed))))
    if unassessed_only and not grades.unassessed:
        yield "all sources are assessed"


def _difference_row(graded: GradedSource) -> tuple[str, ...]:
    levels = f"stated {graded.entry.grade}, computed {graded.reckoned}"
    return show_controls(graded.entry.id), levels, shorten(to_line(graded.entry.title), _TITLE)


def _proposal_row(graded: GradedSource) -> tuple[str, ...]:
    proposed = f"proposed {graded.reckoned}" if graded.reckoned else "no proposal"
    title = shorten(to_line(graded.entry.title), _TITLE)
    return show_controls(graded.entry.id), proposed, title, to_line("; ".join(graded.reasons))


def grades_to_dict(grades: CorpusGrades) -> dict[str, Any]:
    """Return the levels for JSON."""
    return {
        "version": 1,
        "total": len(grades.graded),
        "counts": {str(level): number for level, number in grades.counts.items()},
        "unassessed": [graded.entry.id for graded in grades.unassessed],
        "warning": grades.warning,
        "sources": [graded_to_dict(graded) for graded in grades.graded],
    }


def graded_to_dict(graded: GradedSource) -> dict[str, Any]:
    """Return the level of one source for JSON."""
    entry = graded.entry
    return {
        **pick(entry, "id", "title", "path"),
        "stated": str(entry.grade) if entry.grade else None,
        "stated_in": entry.graded_by,
        "baseline": str(graded.baseline) if graded.baseline else None,
        "reckoned": str(graded.reckoned) if graded.reckoned else None,
        **pick(graded, "differs", "reasons"),
    }
