"""The hallucination schema: kinds, levels and the rules mapped to them."""

from typing import get_args

import pytest

from citevet.model import Audit, Document, Extraction, Finding, Severity, Span
from citevet.report.audit_schemas import (
    FAMILIES,
    HALLUCINATION_KINDS,
    LEVELS,
    HallucinationKind,
    HallucinationLevel,
    count_hallucinations,
    format_hallucinations,
    hallucination_kind,
    hallucination_level,
)
from citevet.rules import RULES

# Kinds about code and requirements, which no rule checks.
UNUSED = {"invalid_api", "impossible_syntax"}


def finding(code: str, severity: Severity, *, hidden: bool = False) -> Finding:
    """Return a finding of a rule."""
    return Finding(code, RULES[code].name, severity, "m", Span(0, 1), "f", suppressed="inline" if hidden else None)


def audit(*findings: Finding) -> Audit:
    """Return a document with these findings."""
    return Audit(Extraction(Document("a.md", "markdown", "text")), findings=findings)


def test_fourteen_kinds_in_four_families() -> None:
    """The table has every published kind with its family."""
    assert 14 == len(FAMILIES)
    assert set(get_args(HallucinationKind)) == set(FAMILIES)
    assert {"factual", "logical", "technical", "reference"} == set(FAMILIES.values())
    assert ("critical", "high", "medium", "low") == LEVELS


def test_every_rule_is_mapped() -> None:
    """Each rule or its family is in the table."""
    assert [] == [code for code in RULES if not {code, code[:3]} & HALLUCINATION_KINDS.keys()]


def test_every_kind_is_used() -> None:
    """Each kind belongs to a rule, except two."""
    said = {word for code in RULES if (word := hallucination_kind(code))}
    assert set(FAMILIES) - UNUSED == said


@pytest.mark.parametrize(
    ("code", "severity", "expected"),
    [
        ("EXI001", Severity.ERROR, "critical"),
        ("KEY001", Severity.ERROR, "critical"),
        ("QUO001", Severity.ERROR, "high"),
        ("GRD001", Severity.WARNING, "medium"),
        ("FRE001", Severity.WARNING, "low"),
        ("FRE001", Severity.ERROR, "high"),
        ("UNC002", Severity.INFO, "low"),
    ],
)
def test_levels(code: str, severity: Severity, expected: HallucinationLevel) -> None:
    """A missing source is critical, a wrong one high, a doubt medium, a changed file low."""
    assert expected == hallucination_level(finding(code, severity))


def test_counts_by_kind_and_level() -> None:
    """Suppressed findings and findings without a kind do not count."""
    found = audit(
        finding("EXI001", Severity.ERROR),
        finding("EXI001", Severity.ERROR, hidden=True),
        finding("EXI003", Severity.ERROR),
        finding("EXI005", Severity.ERROR),
        finding("UNC001", Severity.WARNING),
        finding("FMT005", Severity.INFO),
    )
    expected = {"fabricated_citation": {"critical": 1}, "false_attribution": {"high": 1}}
    expected |= {"incorrect_statistic": {"medium": 1}, "broken_reference": {"critical": 1}}
    assert expected == count_hallucinations([found])
    assert ["", "POSSIBLE HALLUCINATIONS: 0"] == list(format_hallucinations([audit()]))
