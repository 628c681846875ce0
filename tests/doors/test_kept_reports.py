"""Reports that are saved in the project: `check --report` and `citevet audit`."""

import json
from pathlib import Path
from re import fullmatch

import pytest
from tests.doors.in_process import citevet

ENTRY = """\
---
ref_id: REF-001
title: A source of the corpus
authors: [{name: Example Collective}]
year: 2024
source_type: journal
identifiers: {doi: 10.1000/182}
total_pages: 8
grade_level: HIGH
last_verified: 2026-01-10
---
"""
DOCUMENT = "The first page says so [REF-001, p. 1]. The ninth does too [REF-001, p. 9]. So does another [REF-002].\n"
SECOND, THIRD = (f"a.md:1:{DOCUMENT.index(marker) + 1}" for marker in ("[REF-001, p. 9]", "[REF-002]"))
DAY = ("--today", "2026-01-25")


@pytest.fixture
def project(here: Path) -> Path:
    """A document and a corpus of three sources, one of them never cited and one broken."""
    corpus = here / ".citevet" / "corpus"
    corpus.mkdir(parents=True)
    (corpus / "REF-001-first.md").write_text(ENTRY, encoding="utf-8")
    (corpus / "REF-003-third.md").write_text(ENTRY.replace("REF-001", "REF-003"), encoding="utf-8")
    (corpus / "REF-004-broken.md").write_text("---\ntitle: [not closed\n---\n", encoding="utf-8")
    (here / "a.md").write_text(DOCUMENT, encoding="utf-8")
    return here


def test_a_report_is_kept(project: Path) -> None:
    """--report keeps the verification report, says where, and prints the other as ever."""
    done = citevet("check", "--report", "--format", "concise", *DAY, cwd=project)
    assert "report saved to .citevet/reports/citation-verification.md" in done.stderr
    kept = (project / ".citevet/reports/citation-verification.md").read_text("utf-8")
    assert "- **Status**: FAIL (2 issues)\n" in kept
    assert "| Citations found | 3 |\n| Valid | 1 |\n| Hallucinated | 1 |\n" in kept
    assert "### 1. CRITICAL - Not in corpus (line 1)\n" in kept
    assert done.stdout.startswith("a.md:1:")


def test_where_there_is_such_a_tree(project: Path) -> None:
    """Reports go to .aiwg/reports where the project has that tree; the file is replaced, and nothing else is left."""
    (project / ".aiwg").mkdir()
    (project / "citevet.toml").write_text("report = true\n", encoding="utf-8")
    for _ in range(2):
        citevet("check", "a.md", *DAY, cwd=project)
    assert ["citation-verification.md"] == [path.name for path in (project / ".aiwg/reports").iterdir()]
    assert not (project / ".citevet/reports").exists()


def test_a_configured_report_is_saved_at_the_project_root(project: Path) -> None:
    """From a folder below, the report goes to the project's root."""
    (project / "citevet.toml").write_text("report = true\n", encoding="utf-8")
    (project / "docs").mkdir()
    (project / "docs/b.md").write_text("So it is [REF-001, p. 2].\n", encoding="utf-8")
    citevet("check", *DAY, cwd=project / "docs")
    assert (project / ".citevet/reports/citation-verification.md").is_file()


def test_a_place_that_cannot_be_written(project: Path) -> None:
    """Where the folder cannot be made, that is said in a sentence."""
    (project / ".citevet/reports").write_text("in the way", encoding="utf-8")
    done = citevet("check", "a.md", "--report", *DAY, cwd=project)
    assert (2, True) == (done.returncode, "cannot be written" in done.stderr)
    assert "Traceback" not in done.stderr


def test_the_audit_of_a_project(project: Path) -> None:
    """Coverage, pages and the faults of the entries are reported, saved under the day, and fail the run."""
    done = citevet("audit", *DAY, cwd=project)
    assert 1 == done.returncode
    for told in (
        "  Total Citations: 3\n  Valid: 1\n  Warnings: 1\n  Errors: 1\n",
        "  Entries: 3\n  Cited: 1\n  Never cited: 2 (REF-003, REF-004)\n",
        f"  In the corpus: 2 (67%)\n  Not in the corpus: 1\n    ✗ REF-002: {THIRD}\n",
        "PAGE VALIDATION:\n  Cited: 2\n  ✓ Valid: 1\n  ⚠ Out of range: 1\n",
        f"{SECOND}: p. 9: source has 8 pages\n",
        "CORPUS ENTRIES: 1 of 3 with faults\n  .citevet/corpus/REF-004-broken.md\n    ✗ 1: MET001 malformed-front-",
        "FAIL  2 errors, 1 warning in 1 document and 3 corpus entries (3 citations)\n",
        "\nNot checked: support of 3 citations (2 not requested, 1 not in corpus; use --judge small)\n",
    ):
        assert told in done.stdout
    assert done.stdout == (project / ".citevet/reports/citation-audit/audit-2026-01-25.txt").read_text("utf-8")


def test_the_audit_as_json(project: Path) -> None:
    """The same in JSON; its id hangs on the content alone, and without a day the file is called by its content."""
    done = citevet("audit", "--format", "json", cwd=project)
    told = json.loads(done.stdout)
    assert {"entries": 3, "citations": 3, "covered": 2, "share": 0.6667} == {
        key: told["coverage"][key] for key in ("entries", "citations", "covered", "share")
    }
    assert {"REF-002": [THIRD]} == told["coverage"]["missing"]
    assert {"fabricated_citation": {"family": "factual", "critical": 1}} == {
        key: each for key, each in told["hallucinations"].items() if key == "fabricated_citation"
    }
    days = [("--today", f"2026-01-{number}") for number in (25, 26)]
    first, second = (
        json.loads(citevet("audit", "--format", "json", "--no-save", *day, cwd=project).stdout) for day in days
    )
    assert {"timestamp": "2026-01-25"} == first.pop("run")
    assert {"timestamp": "2026-01-26"} == second.pop("run")
    assert first == second
    (kept,) = (project / ".citevet/reports/citation-audit").iterdir()
    assert fullmatch(r"audit-[0-9a-f]{16}\.json", kept.name)
    assert done.stdout == kept.read_text("utf-8")


def test_an_audit_that_passes(here: Path) -> None:
    """A clean project passes with exit 0; one without anything has nothing to check, and exit 3 when asked."""
    assert "NOTHING TO CHECK" in citevet("audit", "--no-save", cwd=here).stdout
    assert 3 == citevet("audit", "--no-save", "--fail-on", "incomplete", cwd=here).returncode
    corpus = here / ".citevet" / "corpus"
    corpus.mkdir(parents=True)
    (corpus / "REF-001-first.md").write_text(ENTRY, encoding="utf-8")
    (here / "a.md").write_text("The first page says so [REF-001, p. 1].\n", encoding="utf-8")
    done = citevet("audit", "--no-save", *DAY, cwd=here)
    assert (0, True) == (
        done.returncode,
        "PASS  no problems in 1 document and 1 corpus entry (1 citation)\n" in done.stdout,
    )


def test_rlm_looks_at_files_only(project: Path) -> None:
    """With --rlm a source that is not in the corpus is not asked for, and a missing file is an error."""
    (project / "b.md").write_text("So it is [REF-002]. And so [src/gone.py, L4].\n", encoding="utf-8")
    done = citevet("check", "b.md", "--rlm", "--format", "concise", "--select", "EXI", *DAY, cwd=project)
    assert ["EXI003"] == [line.split()[1] for line in done.stdout.splitlines() if line.startswith("b.md")]
