"""The commands, logs and reports that the citation-integrity schema names."""

import json
from pathlib import Path
from typing import Any

import pytest
from tests.doors.in_process import citevet

ENTRY = """\
---
ref_id: REF-021
title: On the voice of programs
authors: ["Kim, Hana"]
year: 2019
total_pages: 32
sections: [{name: Introduction, pages: 1-3}, {name: Methods, pages: 4-32}]
---
"""
DOCUMENT = """\
Voice helps readers [REF-021, p. 5]. Nobody hears it [REF-099].

It is late [REF-021, pp. 5 and 45]. It is early [REF-021, Section Introduction, p. 8].

Others agree (Smith et al., 2023).
"""
DAY = ("--today", "2026-01-25")


@pytest.fixture
def project(here: Path) -> Path:
    """A document with a valid citation, a missing one, and three wrong or unknown ones."""
    corpus = here / ".aiwg/research/corpus"
    corpus.mkdir(parents=True)
    (corpus / "REF-021-voice.md").write_text(ENTRY, encoding="utf-8")
    (here / "paper.md").write_text(DOCUMENT, encoding="utf-8")
    return here


def read_logs(project: Path, folder: str = ".aiwg/logs/citation-validation") -> list[dict[str, Any]]:
    """Return the kept results, in the order of their names."""
    return [json.loads(path.read_text("utf-8")) for path in sorted((project / folder).glob("*.json"))]


def test_every_run_of_the_validation_is_kept(project: Path) -> None:
    """One file for each run, in the words of the schema, with an entry only for checks that were made."""
    for _ in range(2):
        done = citevet("validate-citations", "paper.md", *DAY, cwd=project)
    assert (1, True) == (done.returncode, "✗ [REF-099] - Error" in done.stdout)
    first, second = read_logs(project)
    assert first == second
    assert ["valid", "invalid", "warning", "warning", "invalid"] == [each["status"] for each in first["results"]]
    allowed = {"in_corpus", "page_valid", "section_consistent", "quote_verified"}
    for each in first["results"]:
        assert each["checks"].keys() <= allowed
        assert all(isinstance(value, bool) for value in each["checks"].values())
        assert all(issue.keys() == {"severity", "message", "suggestion"} for issue in each["issues"])
        assert each["issues"] or each["status"] == "valid"
    assert {"in_corpus": True, "page_valid": False} == first["results"][2]["checks"]


def test_a_kept_report_has_its_log(project: Path) -> None:
    """`check --report` keeps the results too, where the project has .aiwg; `validation-logs` names another folder."""
    citevet("check", "paper.md", "--report", *DAY, cwd=project)
    assert 1 == len(read_logs(project))
    (project / "citevet.toml").write_text('validation-logs = "kept/logs"\naudit-reports = "kept/audits"\n')
    citevet("check", "paper.md", "--report", *DAY, cwd=project)
    assert (1, 1) == (len(read_logs(project)), len(read_logs(project, "kept/logs")))
    citevet("citation-audit", *DAY, cwd=project)
    assert ["audit-2026-01-25.txt"] == [path.name for path in (project / "kept/audits").iterdir()]


@pytest.mark.parametrize("folder", ["../logs", "/var/logs", "..\\logs"])
def test_logs_stay_in_the_project(project: Path, folder: str) -> None:
    """A file of a foreign project does not say where else to write."""
    (project / "citevet.toml").write_text(f"validation-logs = '{folder}'\n")
    done = citevet("check", "paper.md", "--report", cwd=project)
    assert (2, True) == (done.returncode, "it must be a folder inside the project" in done.stderr)


def test_strict_fails_on_a_warning(project: Path) -> None:
    """Without --strict a wrong page is a warning and passes."""
    (project / "paper.md").write_text("It is late [REF-021, p. 3; p. 45].\n")
    assert 0 == citevet("validate-citations", "paper.md", cwd=project).returncode
    assert 1 == citevet("validate-citations", "paper.md", "--strict", cwd=project).returncode


def test_fix_removes_what_the_corpus_does_not_have(project: Path) -> None:
    """Only citations of missing sources are removed; other findings stay as they are."""
    done = citevet("validate-citations", "paper.md", "--fix", cwd=project)
    left = (project / "paper.md").read_text("utf-8")
    assert "[REF-099]" not in left.replace("<!-- citevet: removed [REF-099]", "")
    assert "(Smith et al., 2023)." not in left
    assert "[REF-021, pp. 5 and 45]" in left
    assert "✗" not in done.stdout


def test_the_project_audit_has_the_three_sections(project: Path) -> None:
    """Summary, details of each citation and recommendations, in this order, and is kept in its folder."""
    done = citevet("citation-audit", *DAY, cwd=project)
    places = [done.stdout.index(f"\n{name}:\n") for name in ("SUMMARY", "DETAILS", "RECOMMENDATIONS")]
    assert sorted(places) == places
    details = done.stdout[places[1] : places[2]]
    assert "✓ [REF-021, p. 5] - Valid" in details
    assert "⚠ [REF-021, pp. 5 and 45] - Warning" in details
    assert "✗ [REF-099] - Error" in details
    assert [".aiwg/reports/citation-audit/audit-2026-01-25.txt"] == [
        str(path.relative_to(project)) for path in project.glob(".aiwg/reports/citation-audit/*")
    ]


def test_the_other_names_are_the_same_commands(project: Path) -> None:
    """`corpus-check` and `page-validate` answer as `corpus check` and `corpus pages` do."""
    for name, line in {"corpus-check": "corpus check", "page-validate REF-021": "corpus pages REF-021"}.items():
        done, same = citevet(*name.split(), cwd=project), citevet(*line.split(), cwd=project)
        assert (1, done.stdout) == (same.returncode, same.stdout)
        assert 1 == done.returncode
    assert "there is no p. 45: the source has 1-32" in done.stdout
