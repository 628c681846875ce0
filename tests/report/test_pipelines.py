"""The formats for CI: GitHub, GitLab, JUnit, reviewdog."""

from dataclasses import replace
from json import loads

import pytest
from lxml import etree

from citevet.model import Audit, Census, Document, Extraction, Finding, Report, Severity, Span, Verdict
from citevet.report import render


def test_github(report: Report) -> None:
    """Each severity has its command; an annotation of several lines has no columns."""
    lines = render(report, "github").splitlines()
    at = "file=docs/서울 essay.md,line=3,col=20,endLine=3,endColumn=23,title=KEY001 undefined-citation"
    assert f"::error {at}::[7] has no entry in the reference list" == lines[0]
    assert lines[1].startswith("::notice file=")
    assert lines[3].startswith("::warning file=docs/서울 essay.md,line=5,endLine=6,title=UNC001 uncited-claim::")
    assert lines[6] == "::error file=broken.pdf,title=not read::the file breaks off. Open it and save it again."


def test_gitlab(report: Report) -> None:
    """Severities are mapped, suppressed findings left out, and fingerprints are unique."""
    twice = replace(report, audits=(*report.audits, *report.audits))
    issues = loads(render(twice, "gitlab"))
    assert [issue["severity"] for issue in issues[:4]] == ["major", "info", "minor", "major"]
    assert issues[2]["location"] == {"path": "docs/서울 essay.md", "lines": {"begin": 5, "end": 6}}
    assert len(issues) == len({issue["fingerprint"] for issue in issues})
    assert [issue["fingerprint"] for issue in loads(render(report, "gitlab"))[:4]] == [
        issue["fingerprint"] for issue in issues[:4]
    ]


def test_gitlab_empty(clean: Report) -> None:
    """Without findings the array is empty."""
    assert render(clean, "gitlab") == "[]\n"


def test_junit(report: Report) -> None:
    """The counts of suites match their cases."""
    root = etree.fromstring(render(report, "junit").encode())
    for head in (root, *root.iter("testsuite")):
        for key, tag in (("tests", "testcase"), ("failures", "failure"), ("errors", "error"), ("skipped", "skipped")):
            assert head.get(key) == str(len(list(head.iter(tag))))
    assert (root.get("tests"), root.get("failures"), root.get("errors"), root.get("skipped")) == ("8", "2", "1", "3")


def test_junit_fails_what_fails_the_run(report: Report) -> None:
    """Findings from the level of --fail-on upward are failures; without any, the verdict is the only failure."""
    for level, failures in ((Severity.ERROR, 2), (Severity.WARNING, 3), (Severity.INFO, 4)):
        root = etree.fromstring(render(replace(report, verdict="fail", fail_level=level), "junit").encode())
        failed = [str(case.get("name")) for case in root.iter("testcase") if case.find("failure") is not None]
        assert (failures, False) == (len(failed), "verdict" in failed)


@pytest.mark.parametrize(
    ("verdict", "tag"), [("pass", "system-out"), ("fail", "failure"), ("incomplete", "skipped"), ("empty", "skipped")]
)
def test_junit_verdict(clean: Report, verdict: Verdict, tag: str) -> None:
    """Only a pass is a passed case."""
    root = etree.fromstring(render(replace(clean, verdict=verdict), "junit").encode())
    (case,) = [case for case in root.iter("testcase") if case.get("name") == "verdict"]
    assert [tag] == [inner.tag for inner in case]


def test_rdjson_columns(report: Report) -> None:
    """Reviewdog counts columns in UTF-8 bytes: eleven syllables before [7] add 22."""
    first, second, *_ = loads(render(report, "rdjson"))["diagnostics"]
    assert first["location"]["range"] == {"start": {"line": 3, "column": 42}, "end": {"line": 3, "column": 45}}
    assert second["suggestions"] == [
        {
            "range": {"start": {"line": 4, "column": 39}, "end": {"line": 4, "column": 54}},
            "text": "https://doi.org/10.1000/182",
        }
    ]


def test_rdjson_any_order() -> None:
    """Byte columns do not depend on the order of the findings."""
    text = "가나다라\n마바사아\n"
    spans = [Span(2, 4), Span(0, 3), Span(6, 8), Span(1, 7), Span(3, 3)]
    found = tuple(Finding("KEY001", "n", Severity.ERROR, "m", span, "f") for span in spans)
    audit = Audit(Extraction(Document("a.md", "markdown", text)), findings=found)
    rows = loads(render(Report("pass", Census(1), (audit,)), "rdjson"))["diagnostics"]
    ranges = [row["location"]["range"] for row in rows]
    expected = [((1, 7), (1, 13)), ((1, 1), (1, 10)), ((2, 4), (2, 10)), ((1, 4), (2, 7)), ((1, 10), (1, 10))]
    assert expected == [
        tuple((end["line"], end["column"]) for end in (place["start"], place["end"])) for place in ranges
    ]
