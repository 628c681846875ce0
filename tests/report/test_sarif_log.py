"""SARIF 2.1.0."""

from dataclasses import replace
from json import loads
from typing import Any
from urllib.parse import unquote

import pytest
from sarif_pydantic import Sarif  # type: ignore[import-untyped] # it ships no types

from citevet.model import Audit, Census, Document, Extraction, Finding, Report, Severity, Span
from citevet.report import render


def log(report: Report) -> dict[str, Any]:
    """Return the only run of the log."""
    whole = loads(render(report, "sarif"))
    assert whole["version"] == "2.1.0"
    run: dict[str, Any] = whole["runs"][0]
    return run


@pytest.mark.parametrize("name", ["report", "clean", "hostile"])
def test_typed_model(request: pytest.FixtureRequest, name: str) -> None:
    """The typed model of the standard parses the log and writes the same results."""
    output = render(request.getfixturevalue(name), "sarif")
    model = Sarif.model_validate_json(output.replace("\\ud800", "?"))
    written = model.model_dump(mode="json", by_alias=True, exclude_none=True)
    assert [result["ruleId"] for result in loads(output)["runs"][0]["results"]] == [
        result["ruleId"] for result in written["runs"][0].get("results", [])
    ]


def test_rules(report: Report) -> None:
    """Each rule has its help and level, and each result points to its rule."""
    run = log(report)
    rules = run["tool"]["driver"]["rules"]
    assert [(rule["id"], rule["defaultConfiguration"]["level"]) for rule in rules] == [
        ("IDN002", "note"),
        ("KEY001", "error"),
        ("UNC001", "warning"),
    ]
    assert all(rule["helpUri"] == f"urn:citevet:rule:{rule['id']}" for rule in rules)
    assert all("## Meaning" in rule["help"]["markdown"] for rule in rules)
    assert [result["ruleId"] for result in run["results"]] == [
        rules[result["ruleIndex"]]["id"] for result in run["results"]
    ]


def test_regions(report: Report) -> None:
    """Columns count code points from 1, offsets from 0, and results point to their artifact."""
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
    """Inline suppressions are inSource, baseline ones external; other results have an empty list."""
    shown = [result["suppressions"] for result in log(report)["results"]]
    inline = [{"kind": "inSource", "status": "accepted", "justification": "common knowledge"}]
    assert [[], [], inline, [], [{"kind": "external", "status": "accepted"}], []] == shown


def test_fixes(report: Report) -> None:
    """A fix has the replaced region and the new text."""
    (fix,) = log(report)["results"][1]["fixes"]
    (change,) = fix["artifactChanges"]
    (replacement,) = change["replacements"]
    assert replacement["insertedContent"] == {"text": "https://doi.org/10.1000/182"}
    assert (replacement["deletedRegion"]["charOffset"], replacement["deletedRegion"]["charLength"]) == (72, 15)
    assert fix["properties"] == {"safety": "safe"}


def test_fingerprints(report: Report) -> None:
    """The fingerprint has a versioned name."""
    assert log(report)["results"][0]["partialFingerprints"] == {"citevet/v1": "KEY001-38"}


def test_unreadable_input_makes_the_run_unsuccessful(report: Report, clean: Report) -> None:
    """An unreadable input is a notification, and the run is unsuccessful."""
    (invocation,) = log(report)["invocations"]
    assert invocation["executionSuccessful"] is False
    (notification,) = invocation["toolExecutionNotifications"]
    assert "breaks off" in notification["message"]["text"]
    assert log(clean)["invocations"] == [{"executionSuccessful": True, "toolExecutionNotifications": []}]


@pytest.mark.parametrize(
    ("path", "uri"),
    [
        ("a b/c.md", "a%20b/c.md"),
        ("c:d.md", "c%3Ad.md"),  # a colon in the first part would look like a scheme
        ("/abs/a.md", "file:///abs/a.md"),
        ("<stdin>", "%3Cstdin%3E"),
        ("글.md", "%EA%B8%80.md"),
        ("a\udcff.md", "a%FF.md"),  # a file name that is not UTF-8 keeps its byte
        ("a\ud800.md", "a%3F.md"),
        ("50%#?.md", "50%25%23%3F.md"),
    ],
)
def test_paths_are_percent_encoded(path: str, uri: str) -> None:
    """Paths are percent-encoded URI references."""
    report = Report("empty", Census(1), (Audit(Extraction(Document(path, "markdown", ""))),))
    assert [{"location": {"uri": uri}}] == log(report)["artifacts"]
    if path.isprintable():
        assert unquote(uri).removeprefix("file://") == path


def test_unknown_rule() -> None:
    """A finding without a known rule is still a result with a rule id."""
    found = Finding("ZZZ999", "odd", Severity.INFO, "m", Span(0, 0), "f")
    audit = Audit(Extraction(Document("a.md", "markdown", "")), findings=(found, replace(found, code="AAA000")))
    run = log(Report("pass", Census(1), (audit,)))
    assert run["tool"]["driver"]["rules"] == [{"id": "AAA000"}, {"id": "ZZZ999"}]
    assert [result["ruleIndex"] for result in run["results"]] == [1, 0]
