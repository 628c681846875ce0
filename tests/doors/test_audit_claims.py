"""`citevet audit FILE`: every claim of one document gets a verdict, without an agent."""

import json
import re
import shutil
from pathlib import Path
from typing import Any

import pytest
from tests.doors.conftest import Run
from tests.doors.in_process import citevet

PROJECT = Path(__file__).parents[2] / "docs" / "coverage_project"
LAW = """\
# Memo

Article 250 of the AI Act sets fines. The GDPR applies since 2018 (Regulation (EU) 2016/679).

> Quoted it is.

The bakery opened in 1931. Prices will likely rise.
"""


@pytest.fixture
def project(here: Path) -> Path:
    """A project with a corpus."""
    shutil.copytree(PROJECT, here, dirs_exist_ok=True)
    return here


def judge(run: Run, name: str, *flags: str) -> dict[str, Any]:
    """Return label, verifier and rationale by the words of the claim."""
    found = json.loads(run(f"audit {name} --format json", *flags).stdout)
    return {each["claim"]: (each["label"], each["verifier"], each["rationale"]) for each in found["findings"]}


@pytest.mark.usefixtures("project")
def test_claims_against_the_corpus(run: Run) -> None:
    """A source that says so verifies, an altered quotation contradicts, what is not there is unknown."""
    found = judge(run, "claims.md")
    labels = {claim.split()[0]: label for claim, (label, *_) in found.items()}
    assert ("verified", "contradicted", "unknown") == tuple(labels[each] for each in ("In", "On", "Street"))
    assert ("unknown", "none") == next(value for key, value in found.items() if key.startswith("Harbour"))[:2]
    quoted = next(value for key, value in judge(run, "notes.md").items() if "the coolest" in key)
    assert "contradicted" == quoted[0]
    assert 'QUO002: altered quotation: "coolest" should be "warmest"' in quoted[2]


@pytest.mark.parametrize("mode", ["inline", "append"])
def test_the_marked_document(here: Path, run: Run, mode: str) -> None:
    """The text stays, with a mark behind each claim; a quotation and a forecast get none."""
    (here / "memo.md").write_text(LAW)
    done = run(f"audit memo.md --mode {mode}")
    assert 1 == done.returncode  # the act has 113 articles
    body = re.split(r"\n+## Audit Report|\n+---\n", done.stdout)[0]
    assert LAW.strip() == re.sub(r" \*\*\[[^\]]+\]\*\*| \[(?:Partially )?Unverified\]", "", body).strip()
    mark = "**[⚠️ eu-law]**" if mode == "inline" else "[Unverified]"
    assert f"sets fines. {mark} The" in body
    assert "Quoted it is.\n" in body
    assert body.strip().endswith("Prices will likely rise.")
    assert "0 checked" in done.stderr


def test_what_was_not_looked_up_is_unknown(here: Path, run: Run) -> None:
    """Offline nothing is verified but what a rule knows by heart, and each rationale says why."""
    (here / "memo.md").write_text(LAW)
    found = judge(run, "memo.md")
    assert ["contradicted", "unknown", "unknown"] == [label for label, *_ in found.values()]
    assert "source unchecked (offline)" in found["The GDPR applies since 2018 (Regulation (EU) 2016/679)."][2]
    assert "cites no source" in found["The bakery opened in 1931."][2]


def test_an_existing_work_proves_no_statement(here: Path, run: Run) -> None:
    """A corpus entry that cannot be compared leaves the claim unknown, though the work is found."""
    (here / "src").mkdir()
    (here / "src/limits.py").write_text("MAX = 12\n")
    (here / "memo.md").write_text("The model stops at 12 metres [src/limits.py, L1].\n")
    ((label, verifier, why),) = judge(run, "memo.md").values()
    assert ("unknown", "local-sources", True) == (label, verifier, "source found" in why)


def test_stdin_other_formats_and_languages(here: Path, run: Run, project: Path) -> None:
    """Stdin is a document; of a Word file only the report is printed, with places; the report may be in Korean."""
    done = citevet("audit", "-", cwd=here, stdin="민법 제1500조가 적용된다.\n".encode())
    assert (1, True) == (done.returncode, "[⚠️ korean-law]" in done.stdout)
    assert "판정 (Verdict): contradicted" in done.stdout
    assert "- Place: table 1, row 2, cell 1" in run("audit memo.docx").stdout
    assert "부록: 검증 로그" in run("audit claims.md --mode append --language ko").stdout
    assert project == here


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("", ["No claim was audited.", "NOTHING TO CHECK"]),
        ("Prices will likely rise. Is it so?", ["No claim was audited.", "Left out: a forecast (1), a question (1)"]),
        ("The GDPR applies (Regulation (EU) 2016/679).", ["INCOMPLETE", "Not checked: existence and support of 1"]),
    ],
)
@pytest.mark.parametrize("mode", ["inline", "append"])
def test_an_audit_that_checked_nothing_says_so(here: Path, run: Run, text: str, lines: list[str], mode: str) -> None:
    """In the report itself, which is what readers see."""
    (here / "memo.md").write_text(text)
    done = run(f"audit memo.md --mode {mode} --fail-on incomplete")
    assert 3 == done.returncode
    assert all(any(line.startswith(wanted) for line in done.stdout.splitlines()) for wanted in lines), done.stdout


@pytest.mark.parametrize(
    ("words", "what"),
    [
        ("audit nowhere.md", "no such file"),
        ("audit .", "is a folder"),
        ("audit --mode append", "is for one document"),
        ("audit --language ko", "is for one document"),
        ("audit memo.md --mode both", "Invalid value"),
        ("audit broken.pdf", "broken.pdf"),
    ],
)
def test_what_cannot_be_audited(here: Path, run: Run, words: str, what: str) -> None:
    """One error, exit 2, and nothing on stdout."""
    (here / "memo.md").write_text(LAW)
    (here / "broken.pdf").write_bytes(b"%PDF-1.4 nothing")
    done = run(words)
    assert (2, "", True) == (done.returncode, done.stdout, what in done.stderr), done.stderr


def test_nothing_is_saved_and_the_project_audit_stays(here: Path, run: Run) -> None:
    """With a file nothing is written but by --output; without one the project is audited as before."""
    (here / "memo.md").write_text(LAW)
    run("audit memo.md --output out.md")
    assert {"memo.md", "out.md"} == {each.name for each in here.iterdir() if not each.name.startswith(".git")}
    assert "CORPUS COVERAGE:" in run("audit --no-save").stdout
