"""The verification report of `check --report`."""

import re
from dataclasses import replace

from citevet.model import Citation, Judgement, Report, Source
from citevet.report import render

_ROW = re.compile(r"^\| ([A-Z][^|]*?) \| (\d+) \|$", re.MULTILINE)
HEAD = """\
# Citation Verification Report

- **File**: note.docx
- **Date**: 2026-03-01
- **Status**: FAIL (1 issue)

## Summary

| Metric | Count |
| --- | --- |
| Citations found | 1 |
| Valid | 0 |
| Hallucinated | 1 |
| GRADE violations | 0 |
| Other errors | 0 |
| Doubtful | 0 |
| Not checked | 0 |

Each citation counts once: as valid, hallucinated, other error, doubtful or not checked. Hallucinated means that the \
cited source does not exist; a wrong quotation or claim is another error. GRADE violations are findings about the \
wording, and are counted separately.

## Issues

### 1. CRITICAL - Undefined citation (line 2)

- **Claim**: It is 486 m long.
- **Source**: \\[REF-043, p. 45\\]
- **Found**: 2:18 KEY001 undefined-citation error: REF-043 is not in the corpus
- **Fix**: Summary of undefined-citation.

## Recommendations

1. KEY001 undefined-citation (line 2): Summary of undefined-citation.

"""


def test_layout(report: Report) -> None:
    """The report has file, date, status, counts, numbered issues and recommendations."""
    audit = report.audits[1]
    found = replace(audit.findings[0], claim="k1")
    one = replace(report, audits=(replace(audit, findings=(found,)),), unread=())
    assert render(one, "verification").startswith(HEAD)


def test_citations_count_once(report: Report) -> None:
    """The five rows add up to the citations found."""
    rows = dict(_ROW.findall(render(report, "verification")))
    outcomes = ("Valid", "Hallucinated", "Other errors", "Doubtful", "Not checked")
    assert int(rows["Citations found"]) == sum(int(rows[name]) for name in outcomes) > 0


def test_worst_issue_first(report: Report) -> None:
    """Issues of all documents share one list, worst first."""
    output = render(report, "verification")
    heads = [line.split(" - ")[0] for line in output.splitlines() if line.startswith("### ")]
    assert ["### 1. CRITICAL", "### 2. CRITICAL", "### 3. MEDIUM", "### 4. LOW"] == heads
    assert "- **File**: 2 documents\n" in output


def test_artefact_section(report: Report) -> None:
    """Cited files have a section with counts and lists."""
    audit = report.audits[0]
    cited = Citation("c1", "artifact", audit.extraction.citations[0].span, "[a.py@0]", "a.py@0")
    judgement = Judgement("k1", "c1", "a.py", "found", flags=("stale",))
    extraction = replace(audit.extraction, citations=(cited,))
    sources = (Source("a.py", "artifact", sha256="ab" * 32),)
    one = replace(report, audits=(replace(audit, extraction=extraction, judgements=(judgement,)),), sources=sources)
    output = render(one, "verification")
    assert "## RLM citations\n\n```text\nRLM Citations: 1 total\n  ✓ Fresh: 0\n  ⚠ Stale: 1\n" in output
    assert "STALE citations:\n  - [a.py@0] (line 3)\n    Current hash: abababababababab\n" in output


def test_pass_without_issues(clean: Report) -> None:
    """A run that passed has no issues."""
    output = render(clean, "verification")
    assert "- **Status**: PASS\n" in output
    assert "## Issues\n\nNone.\n" in output
