"""Findings in the published words for hallucinations: 14 types in 4 families, and four levels."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

from citevet.model import Audit, Document, Finding, Severity

Kind = Literal[
    "fabricated_citation",
    "incorrect_statistic",
    "false_attribution",
    "temporal_inconsistency",
    "nonexistent_entity",
    "contradiction",
    "scope_creep",
    "unsupported_inference",
    "invalid_api",
    "impossible_syntax",
    "version_mismatch",
    "broken_reference",
    "misquoted_source",
    "phantom_requirement",
]
Family = Literal["factual", "logical", "technical", "reference"]
Level = Literal["critical", "high", "medium", "low"]

FAMILIES: Mapping[Kind, Family] = {
    "fabricated_citation": "factual",
    "incorrect_statistic": "factual",
    "false_attribution": "factual",
    "temporal_inconsistency": "factual",
    "nonexistent_entity": "factual",
    "contradiction": "logical",
    "scope_creep": "logical",
    "unsupported_inference": "logical",
    "invalid_api": "technical",
    "impossible_syntax": "technical",
    "version_mismatch": "technical",
    "broken_reference": "reference",
    "misquoted_source": "reference",
    "phantom_requirement": "reference",
}
LEVELS: tuple[Level, ...] = ("critical", "high", "medium", "low")

# The rule, or its whole family, and the word for it; none where the fault is no hallucination. A code beats its family.
KINDS: Mapping[str, Kind | None] = {
    "KEY": None,
    "KEY001": "broken_reference",
    "KEY008": "broken_reference",
    "KEY009": "false_attribution",
    "KEY011": "temporal_inconsistency",
    "IDN": "nonexistent_entity",  # an identifier that cannot be one
    "IDN006": "broken_reference",
    "IDN007": "broken_reference",
    "IDN008": "broken_reference",
    "IDN010": None,
    "IDN011": None,
    "IDN012": None,
    "IDN014": "temporal_inconsistency",
    "FMT": None,
    "EXI": "broken_reference",
    "EXI001": "fabricated_citation",  # the published word for an id that leads to no file
    "EXI005": "false_attribution",  # likewise for an author that nobody could find, who may well exist elsewhere
    "EXI006": None,
    "MET": None,
    "PAG": "broken_reference",  # the work is there, and the place in it is not
    "PAG002": None,
    "SEC": "broken_reference",
    "QUO": "misquoted_source",
    "QUO005": None,
    "QUO007": None,
    "FRE": None,
    "FRE001": "version_mismatch",
    "GRD": None,
    "GRD001": "scope_creep",
    "GRD003": "scope_creep",
    "SUP": "unsupported_inference",
    "SUP001": "contradiction",
    "SUP004": "false_attribution",
    "SUP005": None,
    "SUP007": None,
    "NUM": "incorrect_statistic",
    "NUM002": "temporal_inconsistency",
    "UNC": None,
    "UNC001": "incorrect_statistic",
    "UNC002": "unsupported_inference",
    "UNC006": "unsupported_inference",
    "CFG": None,
}

_FAMILY = 3  # letters of a code that name its family
_CRITICAL: frozenset[Kind] = frozenset({"fabricated_citation", "broken_reference"})
_MILD: frozenset[Kind] = frozenset({"version_mismatch"})  # published as low: needs another look, and is not false


@dataclass(frozen=True, slots=True)
class Hallucination:
    """A finding under its published word."""

    kind: Kind
    level: Level
    finding: Finding
    document: Document


def kind(code: str) -> Kind | None:
    """Return the published word for a rule."""
    return KINDS.get(code, KINDS.get(code[:_FAMILY]))


def level(finding: Finding) -> Level:
    """Return how bad a finding is in the published four steps: critical only where the source is not there."""
    word = kind(finding.code)
    if finding.severity is Severity.ERROR:
        return "critical" if word in _CRITICAL else "high"
    return "low" if finding.severity is Severity.INFO or word in _MILD else "medium"


def hallucinations(audits: Iterable[Audit]) -> Iterator[Hallucination]:
    """Yield the open findings that have a published word, in the order of the documents."""
    for audit in audits:
        for finding in audit.findings:
            word = kind(finding.code)
            if word and not finding.suppressed:
                yield Hallucination(word, level(finding), finding, audit.document)


def summary(audits: Iterable[Audit]) -> Mapping[Kind, Counter[Level]]:
    """Count by type and level, types in their published order, without those that did not occur."""
    counts: dict[Kind, Counter[Level]] = {word: Counter() for word in FAMILIES}
    for each in hallucinations(audits):
        counts[each.kind][each.level] += 1
    return {word: levels for word, levels in counts.items() if levels}


def lines(audits: Iterable[Audit]) -> Iterator[str]:
    """Yield the section of a text report: how many, then one line for each type."""
    counts = summary(audits)
    yield from ("", f"POSSIBLE HALLUCINATIONS: {sum(levels.total() for levels in counts.values())}")
    for word, levels in counts.items():
        said = ", ".join(f"{levels[step]} {step}" for step in LEVELS if levels[step])
        yield f"  {word} ({FAMILIES[word]}): {said}"
