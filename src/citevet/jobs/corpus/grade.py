"""Reckon how much evidence the sources carry."""

from collections.abc import Mapping
from typing import Any

from citevet.jobs.corpus.kept import entry_called, kept, settings_here
from citevet.library.grading import TOO_MANY, Grading, grade_report
from citevet.model import Entry
from citevet.report.corpus.grades import Graded, Grades


def grades(flags: Mapping[str, Any]) -> Grades:
    """Return the levels of every source."""
    entries = list(kept(settings_here(flags)).entries())
    report = grade_report(entries)
    return Grades(report.counts, tuple(_graded(entry, report.gradings[entry.id]) for entry in entries), TOO_MANY)


def grade_one(ref: str, flags: Mapping[str, Any]) -> Graded:
    """Return how the level of one source comes about."""
    entry = entry_called(kept(settings_here(flags)), ref)
    return _graded(entry, grade_report([entry]).gradings[entry.id])


def _graded(entry: Entry, grading: Grading) -> Graded:
    return Graded(
        entry.id,
        entry.title,
        entry.path,
        level=entry.grade,
        stated_in=entry.graded_by,
        baseline=grading.baseline,
        reckoned=grading.final,
        reasons=grading.reasons,
    )
