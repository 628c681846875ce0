"""One fault, one finding: which findings only repeat what another finding on the same citation says.

A year in the future explains why neither the list nor the corpus has the work, and a quotation that is not in the
source explains why it has no page. The finding that explains stays; the others are attached to it as `also`.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from citevet.model import Finding, Severity

# Code or family → the codes or families that explain it, the most telling first. A finding of a model never explains
# one that was compared without a model.
EXPLAINED_BY: Mapping[str, tuple[str, ...]] = {
    "KEY001": ("FMT002", "FMT003"),
    "KEY002": ("KEY003", "KEY004"),
    "KEY007": ("FMT002",),
    "KEY009": ("FMT001", "IDN014"),
    "KEY011": ("FMT001", "IDN014"),
    "IDN014": ("FMT001",),
    "IDN011": ("GEN",),
    "FMT005": ("GEN", "IDN"),
    "FMT007": ("FMT002", "EXI", "KEY001", "KEY007", "KEY009", "KEY011", "QUO001", "QUO002", "QUO004"),
    "EXI001": ("IDN007",),
    "EXI003": ("IDN008",),
    "EXI005": ("IDN014", "KEY011", "KEY009"),
    "EXI007": ("IDN001", "IDN002", "IDN003", "IDN004"),
    "EXI009": ("IDN014", "GEN"),
    "EXI011": ("EXI010",),
    "RET002": ("RET001",),
    "RET003": ("RET001",),
    "LNK": ("IDN006",),
    "LNK002": ("LNK001",),
    "LNK003": ("LNK001",),
    "LNK004": ("LNK001", "LNK003"),
    "LAW003": ("IDN009",),
    "LAW005": ("LAW002",),
    "LAW006": ("LAW002",),
    "PAG001": ("QUO003", "QUO001"),
    "PAG003": ("IDN008", "FRE001"),
    "SEC": ("QUO003", "QUO001", "PAG001"),
    "FRE002": ("IDN008", "PAG003"),
    "SUP001": ("QUO001", "QUO002"),
    "SUP003": ("QUO001", "QUO002"),
    "SUP004": ("SUP001", "NUM"),
    "SUP006": ("QUO001", "QUO002", "SUP004"),
    "NUM": ("QUO001", "QUO002"),
    "UNC005": ("GEN",),
    "GEN003": ("EXI007",),
}
_FAMILY = 3  # letters of a code that name its family
_Subject = tuple[str, object]


def merge_explained(findings: Sequence[Finding]) -> tuple[Finding, ...]:
    """Attach each finding that another one explains to that one, whether or not it is suppressed."""
    by_subject: dict[_Subject, dict[str, int]] = {}  # subject → code or family → place of the first finding
    for place, finding in enumerate(findings):
        for subject in _list_subjects(finding):
            known = by_subject.setdefault(subject, {})
            known.setdefault(finding.code, place)
            known.setdefault(finding.code[:_FAMILY], place)
    explained: dict[int, int] = {}
    for place, finding in enumerate(findings):
        if (by := _find_explanation(finding, by_subject)) is not None:
            explained[place] = by
    attached: dict[int, list[Finding]] = {}
    for place in explained:
        attached.setdefault(_find_root(place, explained), []).append(findings[place])
    return tuple(
        _attach(finding, attached[place]) if place in attached else finding
        for place, finding in enumerate(findings)
        if place not in explained
    )


def _attach(finding: Finding, others: Sequence[Finding]) -> Finding:
    """Attach the explained findings; a note that explains an open error is not a mere note."""
    levels = [finding.severity, *(each.severity for each in others if each.suppressed is None)]
    severity = max(levels) if finding.severity is Severity.INFO else finding.severity
    return replace(finding, also=tuple(others), severity=severity)


def _list_subjects(finding: Finding) -> Iterator[_Subject]:
    yield "span", finding.span
    if finding.citation:
        yield "citation", finding.citation
    if finding.reference:
        yield "reference", finding.reference


def _find_explanation(finding: Finding, by_subject: Mapping[_Subject, Mapping[str, int]]) -> int | None:
    explaining = (*EXPLAINED_BY.get(finding.code, ()), *EXPLAINED_BY.get(finding.code[:_FAMILY], ()))
    subjects = [by_subject[subject] for subject in _list_subjects(finding)] if explaining else []
    return next((known[code] for code in explaining for known in subjects if code in known), None)


def _find_root(place: int, explained: Mapping[int, int]) -> int:
    while place in explained:
        place = explained[place]
    return place
