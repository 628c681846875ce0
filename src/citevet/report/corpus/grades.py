"""How much evidence the sources carry: levels, how one comes about, and who is not assessed."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from citevet.model import Grade
from citevet.report.corpus.table import cut, table
from citevet.report.phrase import count
from citevet.report.visible import one_line, visible

_TITLE = 60  # columns
_SIGNS = {Grade.HIGH: "⊕⊕⊕⊕", Grade.MODERATE: "⊕⊕⊕○", Grade.LOW: "⊕⊕○○", Grade.VERY_LOW: "⊕○○○"}


@dataclass(frozen=True, slots=True)
class Graded:
    """A source's level: the one that holds, and the one that its kind and its factors give."""

    id: str
    title: str
    path: str
    level: Grade | None  # what somebody stated, and what documents are held to
    stated_in: str | None  # "front matter", or the path of the assessment
    baseline: Grade | None
    reckoned: Grade | None  # baseline and factors, held between VERY LOW and HIGH; for the unassessed a proposal
    reasons: tuple[str, ...]

    @property
    def differs(self) -> bool:
        """Whether the stated level is another than the one reckoned."""
        return self.level is not None and self.reckoned is not None and self.level is not self.reckoned


@dataclass(frozen=True, slots=True)
class Grades:
    """The levels of a corpus."""

    counts: Mapping[Grade, int]  # from HIGH down
    graded: tuple[Graded, ...]  # every source, in the order of ids
    too_many: float  # the share of unassessed sources from which on to warn

    @property
    def unassessed(self) -> tuple[Graded, ...]:
        """The sources without a level."""
        return tuple(graded for graded in self.graded if graded.level is None)

    @property
    def warning(self) -> str | None:
        """What to say when too many have no level."""
        missing = len(self.unassessed)
        if not missing or missing / len(self.graded) <= self.too_many:
            return None
        return f"not assessed: {missing} of {count(len(self.graded), 'source')}, more than {self.too_many:.0%}"


def render_one(graded: Graded) -> str:
    """Return how the level of one source comes about."""
    return "".join(f"{line}\n" for line in _one(graded))


def _one(graded: Graded) -> Iterator[str]:
    yield f"{visible(graded.id)}  {one_line(graded.title or 'no title')}"
    yield f"  stated    {_level(graded.level)}" + (f" ({visible(graded.stated_in)})" if graded.stated_in else "")
    yield f"  reckoned  {_level(graded.reckoned, 'nothing to reckon from')}"
    yield from (f"    {one_line(reason)}" for reason in graded.reasons)
    if graded.differs:
        yield "  The two differ: state the reckoned level, or the factor that explains the difference."
    elif graded.level is None and graded.reckoned:
        yield f"  To assess it, add `grade: {graded.reckoned}` to {visible(graded.path)}, if you agree."


def _level(level: Grade | None, nothing: str = "not assessed") -> str:
    return f"{level} {_SIGNS[level]}" if level else nothing


def render(grades: Grades, *, unassessed_only: bool = False) -> str:
    """Return the counts, the sources whose levels differ, and those without one."""
    return "".join(f"{line}\n" for line in _lines(grades, unassessed_only=unassessed_only))


def _lines(grades: Grades, *, unassessed_only: bool) -> Iterator[str]:
    if not unassessed_only:
        rows = [(str(level), _SIGNS[level], str(number)) for level, number in grades.counts.items()]
        yield from table([*rows, ("not assessed", "", str(len(grades.unassessed)))])
        apart = [graded for graded in grades.graded if graded.differs]
        if apart:
            yield from ("", "Stated and reckoned differ")
            yield from (f"  {line}" for line in table([_difference(graded) for graded in apart]))
        if grades.unassessed:
            yield from ("", "Not assessed")
    margin = "" if unassessed_only else "  "
    yield from (f"{margin}{line}" for line in table([_proposal(graded) for graded in grades.unassessed]))
    if unassessed_only and not grades.unassessed:
        yield "every source is assessed"


def _difference(graded: Graded) -> tuple[str, ...]:
    levels = f"stated {graded.level}, reckoned {graded.reckoned}"
    return visible(graded.id), levels, cut(one_line(graded.title), _TITLE)


def _proposal(graded: Graded) -> tuple[str, ...]:
    proposed = f"proposed {graded.reckoned}" if graded.reckoned else "no proposal"
    return visible(graded.id), proposed, cut(one_line(graded.title), _TITLE), one_line("; ".join(graded.reasons))


def shape(grades: Grades) -> dict[str, Any]:
    """Return the levels for programs."""
    return {
        "version": 1,
        "total": len(grades.graded),
        "counts": {str(level): number for level, number in grades.counts.items()},
        "unassessed": [graded.id for graded in grades.unassessed],
        "warning": grades.warning,
        "sources": [graded_shape(graded) for graded in grades.graded],
    }


def graded_shape(graded: Graded) -> dict[str, Any]:
    """Return one source's level for programs."""
    return {
        "id": graded.id,
        "title": graded.title,
        "path": graded.path,
        "stated": str(graded.level) if graded.level else None,
        "stated_in": graded.stated_in,
        "baseline": str(graded.baseline) if graded.baseline else None,
        "reckoned": str(graded.reckoned) if graded.reckoned else None,
        "differs": graded.differs,
        "reasons": list(graded.reasons),
    }
