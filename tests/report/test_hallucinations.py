"""The published words for hallucinations, and which of our rules say them."""

from typing import get_args

import pytest

from citevet.model import Audit, Document, Extraction, Finding, Severity, Span
from citevet.report.hallucinations import FAMILIES, KINDS, LEVELS, Kind, Level, kind, level, lines, summary
from citevet.rules import RULES

# What needs a look at code and requirements: no rule says it yet.
NOT_YET = {"invalid_api", "impossible_syntax", "phantom_requirement"}


def finding(code: str, severity: Severity, *, hidden: bool = False) -> Finding:
    """Return a finding of a rule."""
    return Finding(code, RULES[code].name, severity, "m", Span(0, 1), "f", suppressed="inline" if hidden else None)


def audit(*findings: Finding) -> Audit:
    """Return a document with these findings."""
    return Audit(Extraction(Document("a.md", "markdown", "text")), findings=findings)


def test_fourteen_words_in_four_families() -> None:
    """The table has every published word, in its family."""
    assert 14 == len(FAMILIES)
    assert set(get_args(Kind)) == set(FAMILIES)
    assert {"factual", "logical", "technical", "reference"} == set(FAMILIES.values())
    assert ("critical", "high", "medium", "low") == LEVELS


@pytest.mark.parametrize("code", RULES)
def test_every_rule_has_its_place(code: str) -> None:
    """The table is total: each rule, or its family, has a word or stands there as none."""
    assert code in KINDS or code[:3] in KINDS


def test_every_word_is_said_but_those_that_nobody_can_say_yet() -> None:
    """Each word is reached by a rule that exists, save three."""
    said = {word for code in RULES if (word := kind(code))}
    assert set(FAMILIES) - NOT_YET == said


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
def test_levels(code: str, severity: Severity, expected: Level) -> None:
    """A source that is not there is critical, one that does not say so high, a doubt medium, a changed file low."""
    assert expected == level(finding(code, severity))


def test_the_summary_counts_open_findings_by_type_and_level() -> None:
    """What is suppressed, and what is no hallucination, does not count."""
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
    assert expected == summary([found])
    assert ["", "POSSIBLE HALLUCINATIONS: 0"] == list(lines([audit()]))
