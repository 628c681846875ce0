"""`--format docx-comments` and `--format pdf`, as a user calls them."""

import subprocess
from io import BytesIO
from pathlib import Path

import docx
import pytest
from tests.doors.in_process import citevet

from citevet.jobs.check import run_check
from citevet.jobs.report_files import make_file
from citevet.session import Session


def run(*words: str, here: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    return citevet(*words, cwd=here, env=environment)


@pytest.fixture
def project(tmp_path: Path) -> Path:
    corpus = tmp_path / ".citevet/corpus"
    corpus.mkdir(parents=True)
    (corpus / "REF-001-trees.md").write_text("---\nref: REF-001\ntitle: Trees\nyear: 2020\n---\n", "utf-8")
    writer = docx.Document()
    writer.add_heading("나무와 그늘", 1)
    writer.add_paragraph("Trees cool streets [REF-001]. Roots break pipes [REF-099].")
    writer.add_table(1, 2).cell(0, 1).text = "Planting [REF-098]"
    writer.save(str(tmp_path / "memo.docx"))
    return tmp_path


def test_docx_comments(project: Path) -> None:
    """Findings become comments in a copy; the first comment gives the verdict and says what was not checked."""
    before = (project / "memo.docx").read_bytes()
    done = run("check", "memo.docx", "--format", "docx-comments", "--output", "out/memo.docx", here=project)
    assert (1, "") == (done.returncode, done.stdout)
    summary, first, second = (each.text for each in docx.Document(str(project / "out/memo.docx")).comments)
    assert "FAIL" in summary
    assert "Not checked: support of 3 citations" in summary
    assert ("EXI001 not-in-corpus (error): REF-099 is not in the corpus", "REF-098" in second) == (first, True)
    assert before == (project / "memo.docx").read_bytes()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["memo.docx"], "this format is a file. Name it with --output FILE."),
        (["memo.docx", "--output", "memo.docx", "--force"], "the checked document itself is never changed"),
        (["memo.docx", "--output", "out.doc"], "Name it with the ending .docx"),
        (["memo.docx", "other.md", "--output", "out.docx"], "Name a single .docx file to check."),
        (["other.md", "--output", "out.docx"], "Name a single .docx file to check."),
        (["gone.docx", "--output", "out.docx"], "gone.docx: no such file"),
    ],
)
def test_docx_errors(project: Path, words: list[str], said: str) -> None:
    """What cannot be written is one clear sentence, and nothing is written."""
    (project / "other.md").write_text("Text.\n", "utf-8")
    before = (project / "memo.docx").read_bytes()
    done = run("check", *words, "--format", "docx-comments", here=project)
    assert 2 == done.returncode
    assert said in done.stderr
    assert not (project / "out.docx").exists()
    assert before == (project / "memo.docx").read_bytes()


def test_many_findings_are_counted(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Beyond the limit the worst findings have comments, and the first comment counts the others."""
    monkeypatch.setattr("citevet.jobs.report_files.DOCX_COMMENTS", 1)
    session = Session(here=project, targets=[Path("memo.docx")])
    report = run_check([Path("memo.docx")], session)
    output = project / "out.docx"
    output.write_bytes(make_file(report, "docx-comments", output, session))
    summary, only = (each.text for each in docx.Document(str(output)).comments)
    assert "1 finding left out here" in summary
    assert "REF-099" in only


@pytest.mark.parametrize(
    "name",
    [
        "<w:p>.docx",
        "a\nb.docx",
        "'\"&amp;.docx",
        "$(id).docx",
        "..docx.docx",
        "-rf.docx",
        "\u202excod.docx",
        "나무 😀.docx",
        "]]>.docx",
        "%2e%2e%2f.docx",
    ],
)
def test_hostile_documents_and_names(project: Path, name: str) -> None:
    """Markup in the text, in a title of the corpus and in a file name stays text; only the output is written."""
    entry = "---\nref: REF-001\ntitle: '</w:t><w:br/>&e; ]]>'\nyear: 2020\n---\n"
    (project / ".citevet/corpus/REF-001-trees.md").write_text(entry, "utf-8")
    words = [f"Roots {text} break [REF-001, p. 9] pipes [REF-099]." for text in ("</w:t></w:p>", "&e;", "]]>", name)]
    writer = docx.Document()
    for each in words:
        writer.add_paragraph(each)
    writer.save(str(project / name))
    before = {file: file.read_bytes() for file in project.rglob("*.*") if file.is_file()}
    session = Session(here=project, targets=[Path(name)])
    report = run_check([Path(name)], session)
    made = make_file(report, "docx-comments", project / "out.docx", session)
    copy = docx.Document(BytesIO(made))
    assert [each.text for each in docx.Document(str(project / name)).paragraphs] == [
        each.text for each in copy.paragraphs
    ]
    assert 4 == sum("REF-099 is not in the corpus" in each.text for each in copy.comments)
    assert before == {file: file.read_bytes() for file in before}


def test_pdf_without_a_browser(project: Path) -> None:
    """Without Chromium the error says what to install and what works without it."""
    done = run("check", "memo.docx", "--format", "pdf", "--output", "report.pdf", here=project, PATH="")
    assert 2 == done.returncode
    assert "no Chromium or Chrome is installed. Install Chromium, or use --format html" in done.stderr
    assert not (project / "report.pdf").exists()
