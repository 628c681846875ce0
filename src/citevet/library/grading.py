"""What a source's kind and the notes of its assessor say of its evidence: baseline, steps down and up, GRADE level."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from citevet.library.grading_factors import Step, steps_down, steps_up
from citevet.library.grading_types import by_evidence, by_type
from citevet.model import Entry, Grade

# Above this share of ungraded sources a corpus cannot say how strong a sentence may be; the published limit is 30 %.
TOO_MANY = 0.30

_NESTS = ("quality_assessment", "grade_assessment", "source_classification", "source_metadata")
_BASELINES = ("grade_baseline", "baseline_quality", "baseline_grade", "baseline")
_DOWN = ("downgrade_factors", "downgrade_assessment", "downgrades")
_UP = ("upgrade_factors", "upgrade_assessment", "upgrades")
_FINAL = ("final_grade", "final_quality", "grade_level", "grade_rating", "grade")
_TYPES = ("source_type", "publication_type", "baseline_type", "type")
_EVIDENCE = ("evidence_level", "evidence_type", "study_type", "study_design")


@dataclass(frozen=True, slots=True)
class Grading:
    """How a level comes about, and whether it is the one that the record states."""

    baseline: Grade | None  # none: neither the assessor nor the kind of the source gives one
    steps: tuple[Step, ...] = ()
    final: Grade | None = None  # baseline and steps, clamped
    stated: Grade | None = None  # what the assessor wrote as the result
    reasons: tuple[str, ...] = ()  # a clause each, in the order of the reckoning

    @property
    def differs(self) -> bool:
        """Whether the stated level is another than the one reckoned."""
        return None not in {self.stated, self.final} and self.stated is not self.final


@dataclass(frozen=True, slots=True)
class GradeReport:
    """The levels of a corpus: how many of each, which are missing, which contradict their own steps."""

    counts: Mapping[Grade, int]  # of every level, from HIGH down; zeros stand there too
    unassessed: tuple[str, ...]  # ids without a level, in the order given
    gradings: Mapping[str, Grading]  # by id, of every entry; for the unassessed `final` is a proposal
    disagreements: tuple[str, ...]  # ids whose stated level is not the one reckoned

    @property
    def total(self) -> int:
        """How many entries there are."""
        return sum(self.counts.values()) + len(self.unassessed)

    @property
    def share_unassessed(self) -> float:
        """The part of the corpus without a level; nothing for an empty corpus."""
        return len(self.unassessed) / self.total if self.total else 0.0

    @property
    def is_too_unassessed(self) -> bool:
        """Whether more than 30 % have no level."""
        return self.share_unassessed > TOO_MANY


def grade(record: Mapping[str, Any], *, source_type: str | None = None, stated: Grade | None = None) -> Grading:
    """Reckon the level of a front matter or an assessment file; `stated` is what a reader already took from it."""
    flat = _flat(record)
    baseline, why = _baseline(flat, source_type)
    stated = stated or _first_grade(flat, _FINAL)
    if baseline is None:
        return Grading(None, stated=stated, reasons=(why,))
    steps, remarks = _steps(flat)
    total = baseline + sum(step.change for step in steps)
    final = Grade(min(max(total, Grade.VERY_LOW), Grade.HIGH))
    reasons = [why, *(step.reason for step in steps), *remarks]
    if total != final:
        reasons.append(f"held at {final}, the {'highest' if final is Grade.HIGH else 'lowest'} level")
    if stated is not None and stated is not final:
        reasons.append(f"the record states {stated}, its steps give {final}")
    return Grading(baseline, steps, final, stated, tuple(reasons))


def grade_report(entries: Iterable[Entry], assessments: Mapping[str, Mapping[str, Any]] | None = None) -> GradeReport:
    """Reckon every entry; `assessments` are the assessment files by entry id, and win over the front matter."""
    gradings: dict[str, Grading] = {}
    levels: Counter[Grade] = Counter()
    unassessed: list[str] = []
    for entry in entries:
        record = {**entry.metadata, **(assessments or {}).get(entry.id, {})}
        gradings[entry.id] = grade(record, source_type=entry.source_type, stated=entry.grade)
        if entry.grade is None:
            unassessed.append(entry.id)
        else:
            levels[entry.grade] += 1
    counts = {level: levels[level] for level in sorted(Grade, reverse=True)}
    apart = tuple(name for name, grading in gradings.items() if grading.differs)
    return GradeReport(counts, tuple(unassessed), gradings, apart)


def _flat(record: Mapping[str, Any]) -> dict[str, Any]:
    """Return the record with its known nests opened; what an assessor wrote there wins over the record itself."""
    flat = dict(record)
    for name in _NESTS:
        nest = record.get(name)
        if isinstance(nest, Mapping):
            flat.update(nest)
    return flat


def _baseline(flat: Mapping[str, Any], source_type: str | None) -> tuple[Grade | None, str]:
    given = _first_grade(flat, _BASELINES)
    if given is not None:
        return given, f"baseline {given}, as the assessor set it"
    named = [str(flat[key])[:200] for key in _TYPES if isinstance(flat.get(key), str)]
    for name in (*named, *([source_type] if source_type else [])):
        level = by_type(name)
        if level is not None:
            return level, f"baseline {level} for {name}"
    return None, f"no baseline: nothing is known of the source type {named[0]}" if named else "no source type is given"


def _steps(flat: Mapping[str, Any]) -> tuple[tuple[Step, ...], list[str]]:
    """Return the steps of the evidence level, down and up, and what could not be counted."""
    evidence = next((by_evidence(flat[key]) for key in _EVIDENCE if isinstance(flat.get(key), str)), None)
    down = steps_down(next((flat[key] for key in _DOWN if flat.get(key)), None))
    up, uncounted = steps_up(next((flat[key] for key in _UP if flat.get(key)), None))
    steps = (*([evidence] if evidence and evidence.change else []), *down, *up)
    return steps, [f"{name} is none of the three reasons to go up" for name in uncounted]


def _first_grade(flat: Mapping[str, Any], keys: Iterable[str]) -> Grade | None:
    for key in keys:
        value = flat.get(key)
        level = Grade.of(value.get("level", "") if isinstance(value, Mapping) else value)
        if level is not None:
            return level
    return None
