"""SARIF 2.1.0."""

from dataclasses import replace
from json import loads
from typing import Any
from urllib.parse import unquote

import pytest
from sarif_pydantic import Sarif  # type: ignore[import-untyped] # it ships no types

from citevet.model import Audit, Census, Document, Extraction, Finding, Report, Severity, Span
from citevet.report import FORMATS
from citevet.report.uri import path_uri


def log(report: Report) -> dict[str, Any]:
    """Return the only run of the log."""
    whole = loads(FORMATS["sarif"](report))
    assert whole["version"] == "2.1.0"
    run: dict[str, Any] = whole["runs"][0]
    return run


@pytest.mark.parametrize("name", ["report", "clean", "hostile"])
def test_typed_model(request: pytest.FixtureRequest, name: str) -> None:
    """The typed model of the standard takes the log, and writes the same results back."""
    output = FORMATS["sarif"](request.getfixturevalue(name))
    model = Sarif.model_validate_json(output.replace("\\ud800", "?"))
    written = model.model_dump(mode="json", by_alias=True, exclude_none=True)
    assert [result["ruleId"] for result in loads(output)["runs"][0]["results"]] == [
        result["ruleId"] for result in written["runs"][0].get("results", [])
    ]


def test_rules(report: Report) -> None:
    """Each rule has its words, its help and its level, and each result points to its rule."""
    run = log(report)
    rules = run["tool"]["driver"]["rules"]
    assert [(rule["id"], rule["defaultConfiguration"]["level"]) for rule in rules] == [
        ("IDN002", "note"),
        ("KEY001", "error"),
        ("UNC001", "warning"),
    ]
    assert all(rule["helpUri"] == f"urn:citevet:rule:{rule['id']}" for rule in rules)
    assert all("## What it means" in rule["help"]["markdown"] for rule in rules)
    assert [result["ruleId"] for result in run["results"]] == [
        rules[result["ruleIndex"]]["id"] for result in run["results"]
    ]


def test_regions(report: Report) -> None:
    """Columns count code points from 1, offsets from 0, and the artefact is the one of the list."""
    run = log(report)
    first = run["results"][0]["locations"][0]["physicalLocation"]
    assert run["columnKind"] == "unicodeCodePoints"
    assert first["region"] == {
        "startLine": 3,
        "startColumn": 20,
        "endLine": 3,
        "endColumn": 23,
        "charOffset": 29,
        "charLength": 3,
    }
    assert first["artifactLocation"] == {"uri": "docs/%EC%84%9C%EC%9A%B8%20essay.md", "index": 0}
    assert all(
        run["artifacts"][at["index"]]["location"]["uri"] == at["uri"]
        for result in run["results"]
        for at in [result["locations"][0]["physicalLocation"]["artifactLocation"]]
    )
    assert run["results"][-1]["locations"][0]["logicalLocations"] == [{"name": "table 1, row 2, cell 3"}]


def test_suppressions(report: Report) -> None:
    """Inline is in the source, a baseline is external, and everything else says that it is not suppressed."""
    shown = [result["suppressions"] for result in log(report)["results"]]
    inline = [{"kind": "inSource", "status": "accepted", "justification": "common knowledge"}]
    assert [[], [], inline, [], [{"kind": "external", "status": "accepted"}], []] == shown


def test_fixes(report: Report) -> None:
    """A fix says what it replaces and by what."""
    (fix,) = log(report)["results"][1]["fixes"]
    (change,) = fix["artifactChanges"]
    (replacement,) = change["replacements"]
    assert replacement["insertedContent"] == {"text": "https://doi.org/10.1000/182"}
    assert (replacement["deletedRegion"]["charOffset"], replacement["deletedRegion"]["charLength"]) == (72, 15)
    assert fix["properties"] == {"safety": "safe"}


def test_fingerprints(report: Report) -> None:
    """The fingerprint is the finding's own, under a versioned name."""
    assert log(report)["results"][0]["partialFingerprints"] == {"citevet/v1": "KEY001-38"}


def test_invocation(report: Report, clean: Report) -> None:
    """An input that could not be read is a notification, and the run did not succeed."""
    (invocation,) = log(report)["invocations"]
    assert invocation["executionSuccessful"] is False
    (notification,) = invocation["toolExecutionNotifications"]
    assert "breaks off" in notification["message"]["text"]
    assert log(clean)["invocations"] == [{"executionSuccessful": True, "toolExecutionNotifications": []}]


@pytest.mark.parametrize(
    ("path", "uri"),
    [
        ("a b/c.md", "a%20b/c.md"),
        ("c:d.md", "c%3Ad.md"),  # a colon in the first part would read as a scheme
        ("/abs/a.md", "file:///abs/a.md"),
        ("<stdin>", "%3Cstdin%3E"),
        ("글.md", "%EA%B8%80.md"),
        ("a\udcff.md", "a%FF.md"),  # a file name that is not UTF-8 keeps its byte
        ("a\ud800.md", "a%3F.md"),
        ("50%#?.md", "50%25%23%3F.md"),
    ],
)
def test_uri(path: str, uri: str) -> None:
    """Paths become URI references that lead back to the file."""
    assert uri == path_uri(path)
    if path.isprintable():
        assert unquote(uri).removeprefix("file://") == path


def test_a_code_without_its_rule() -> None:
    """A finding whose rule is not in the table is still a result with a rule of its own."""
    found = Finding("ZZZ999", "odd", Severity.INFO, "m", Span(0, 0), "f")
    audit = Audit(Extraction(Document("a.md", "markdown", "")), findings=(found, replace(found, code="AAA000")))
    run = log(Report("pass", Census(1), (audit,)))
    assert run["tool"]["driver"]["rules"] == [{"id": "AAA000"}, {"id": "ZZZ999"}]
    assert [result["ruleIndex"] for result in run["results"]] == [1, 0]
