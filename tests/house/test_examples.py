"""The example yields exactly the faults that were planted in it."""

from pathlib import Path
from re import findall

import pytest

from citevet.jobs.check import check
from citevet.model import Report

EXAMPLES = Path(__file__).parents[2] / "examples"


@pytest.fixture(scope="module")
def report() -> Report:
    """Audit the folder as `make demo` does."""
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(EXAMPLES)
        return check()


def test_the_planted_faults_and_nothing_else(report: Report) -> None:
    """Every row of EXPECTED.md is found at its line and column, and there is no other finding."""
    rows = findall(
        r"(?m)^\| ([\w.]+:\d+:\d+) \| ([A-Z]{3}\d{3}) \| (\w+) \|", (EXAMPLES / "EXPECTED.md").read_text("utf-8")
    )
    found = []
    for audit in report.audits:
        for finding in audit.findings:
            line, column = audit.document.lines.position(finding.span.start)
            word = "suppressed" if finding.suppressed else str(finding.severity)
            found.append((f"{audit.document.path}:{line}:{column}", finding.code, word))
    assert 29 == len(rows)
    assert sorted(rows) == sorted(found)


def test_the_example_shows_every_family_but_its_own_settings(report: Report) -> None:
    """Every family that looks at documents is shown at work."""
    families = {finding.code[:3] for audit in report.audits for finding in audit.findings}
    assert {"KEY", "IDN", "FMT", "EXI", "PAG", "SEC", "QUO", "FRE", "GRD", "UNC"} == families


def test_the_corpus_is_no_document(report: Report) -> None:
    """The sources that documents are held against are not audited themselves."""
    assert ["brief.ko.md", "memo.md", "paper.md", "references.bib"] == [audit.document.path for audit in report.audits]


def test_every_corpus_id_but_the_planted_one_is_there(report: Report) -> None:
    """The four sources that the documents name lie in the corpus, under their ids; the memo names a fifth."""
    cited = {
        citation.normal
        for audit in report.audits
        for citation in audit.extraction.citations
        if citation.kind == "corpus"
    }
    assert {"REF-001", "REF-002", "REF-003", "REF-004", "REF-017"} == cited
    assert cited - {"REF-017"} == {path.name[:7] for path in (EXAMPLES / "corpus").glob("REF-*.md")}
