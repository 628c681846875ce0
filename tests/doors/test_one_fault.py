"""One fault gives one finding, in every format that people and pipelines read."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from citevet.cli import group

ENTRY = """---
ref_id: REF-043
title: Street trees and pavement temperature
authors: ["Kim, Hana", "Park, Jin"]
year: 2019
total_pages: 24
---
"""
TWICE = "Lee, J. (2015). A theory of shade. Journal of Shade, 2, 3–8. doi:10.1000/shade"
LISTED = "\n## References\n\nLee, J. (2015). A theory of shade. Journal of Shade, 2, 3–8.\n"


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a project with a corpus of one paper, as the current folder."""
    (tmp_path / ".citevet/corpus").mkdir(parents=True)
    (tmp_path / ".citevet/corpus/REF-043-trees.md").write_text(ENTRY)
    (tmp_path / ".citevet/corpus/REF-043-trees.txt").write_text("Street trees cool the pavement by four degrees.\n")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def check(text: str, *flags: str) -> Result:
    Path("paper.md").write_text(text)
    return CliRunner().invoke(
        group, ["check", "paper.md", "--ignore", "UNC003,GRD004", "--today", "2026-06-01", *flags]
    )


def findings(text: str, *flags: str) -> list[Mapping[str, Any]]:
    found = json.loads(check(text, "--format", "json", *flags).stdout)["documents"][0]["findings"]
    assert isinstance(found, list)
    return found


@pytest.mark.usefixtures("project")
@pytest.mark.parametrize(
    ("text", "code", "also"),
    [
        ("Shade helps (Smith, 2041).\n" + LISTED + "\nShade (Lee, 2015).\n", "IDN014", ["EXI005", "KEY009"]),
        ("Shade helps (Lee, 2016).\n" + LISTED, "KEY011", ["EXI005"]),
        ("Shade helps (Smith, 2020). It does (Lee, 2015).\n" + LISTED, "KEY009", ["EXI005"]),
        ("Shade helps [REF-9].\n", "IDN007", ["EXI001"]),
        ('They "never once looked at the sky above" [REF-999].\n', "EXI001", ["FMT007"]),
        ('They "never once looked at the sky above" [REF-043, p. 99].\n', "QUO001", ["PAG001"]),
        ("See [notes/a.md@A8F9C2D4E5F60718, L3].\n", "IDN008", ["EXI003"]),
        (f"Shade helps [1].\n\n## References\n\n[1] {TWICE}\n[2] {TWICE}\n", "KEY004", ["KEY002"]),
        ("Shade [1], sun [2].\n\n## References\n\n[1] Lee (2015). A.\n[3] Kim (2016). B.\n", "KEY001", []),
        ("Shade[^shad].\n\n[^shade]: Lee (2015). A theory of shade.\n", "KEY001", []),
    ],
)
def test_the_telling_finding_stays(text: str, code: str, also: list[str]) -> None:
    """A fault that several rules see is one finding of the most telling rule, with the others attached."""
    found = [each for each in findings(text) if each["code"] != "KEY002"]
    assert [(code, also)] == [(each["code"], [one["code"] for one in each["also"]]) for each in found]


@pytest.mark.usefixtures("project")
def test_a_note_does_not_hide_an_error() -> None:
    """A year that differs from the list is a warning; where it explains that the corpus has no such work, an error."""
    [found] = (each for each in findings("Shade helps (Lee, 2016).\n" + LISTED) if each["code"] == "KEY011")
    assert (found["severity"], found["also"][0]["code"]) == ("error", "EXI005")


@pytest.mark.usefixtures("project")
def test_suppressing_the_telling_finding_is_enough() -> None:
    """When a comment or the baseline accepts a finding, those that it explains do not appear in its place."""
    text = "Shade helps (Smith, 2041). It does (Lee, 2015).\n" + LISTED
    comment = "<!-- citevet: ignore[IDN014] the year of a novel -->\n"
    assert [("IDN014", "inline")] == [(each["code"], each["suppressed"]) for each in findings(comment + text)]
    Path("paper.md").write_text(text)
    CliRunner().invoke(group, ["baseline", "paper.md", "--ignore", "UNC003", "--today", "2026-06-01"])
    accepted = findings(text, "--baseline", "citevet-baseline.json")
    assert [("IDN014", "baseline")] == [(each["code"], each["suppressed"]) for each in accepted]


@pytest.mark.usefixtures("project")
def test_a_comment_for_an_explained_finding_is_used() -> None:
    """A comment that names the lesser rule is not called unused, and the telling finding stays open."""
    text = "<!-- citevet: ignore[EXI005] a novel -->\nShade helps (Smith, 2041). It does (Lee, 2015).\n" + LISTED
    assert [("IDN014", None)] == [(each["code"], each["suppressed"]) for each in findings(text)]


@pytest.mark.usefixtures("project")
def test_without_the_telling_rule_the_next_one_reports() -> None:
    """A rule that is not selected explains nothing."""
    text = "Shade helps (Smith, 2041). It does (Lee, 2015).\n" + LISTED
    assert ["KEY009"] == [each["code"] for each in findings(text, "--ignore", "IDN014")]
    assert ["EXI005"] == [each["code"] for each in findings(text, "--select", "EXI")]


@pytest.mark.usefixtures("project")
@pytest.mark.parametrize("name", ["full", "concise", "github", "sarif", "gitlab", "junit", "rdjson", "markdown"])
def test_one_wrong_id_is_one_entry(name: str) -> None:
    """An id that is wrong in five places is one entry with five places; JSON has all five."""
    text = "Shade helps [REF-999].\n\n" * 5
    output = check(text, "--format", name).stdout
    assert 1 == output.count("REF-999 is not in the corpus")
    assert "5 times" in output
    assert 5 == len(findings(text))


@pytest.mark.usefixtures("project")
def test_a_long_manuscript_fits_two_screens() -> None:
    """Sixty faults of a few kinds in a long manuscript take fewer than a hundred lines."""
    cited = "Others disagree [REF-{}].\n\n"
    text = "".join(f"Street {each} cooled by {each}.5 °C. {cited.format(700 + each % 5)}" for each in range(30))
    output = check(text).stdout
    assert "30 errors" in output
    assert len(output.splitlines()) < 100
