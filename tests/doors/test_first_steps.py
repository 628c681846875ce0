"""What new users met on their roads: a folder as students hand it in, a library with gaps, a result in a file."""

import json
from pathlib import Path

import pytest
from tests.doors.conftest import Run

PAPER = "Trees are green [^a].\n"


@pytest.mark.parametrize("command", ["check class", "batch class --output results"])
def test_texts_in_other_formats_are_named(command: str, run: Run, here: Path) -> None:
    """What was not checked is no pass; the file that Word keeps beside an open document is nothing to check."""
    (here / "class").mkdir()
    (here / "class" / "anna.md").write_text(PAPER, "utf-8")
    for name in ("ben.doc", "Chloé.PAGES", "~$anna.docx", ".hidden.doc", "logo.psd"):
        (here / "class" / name).write_bytes(b"\xd0\xcf\x11\xe0" + bytes(200))
    done = run(command)
    said = "note: not checked: 2 files (class/Chloé.PAGES, class/ben.doc), because .doc, .pages is not read"
    assert (1, 1) == (done.returncode, done.stderr.count(said)), done.stderr
    assert "~$" not in done.stdout + done.stderr
    (here / "citevet.toml").write_text('exclude = ["class/*.doc", "class/*.PAGES"]\n', "utf-8")
    assert "not checked" not in run(f"{command} --force" if "batch" in command else command).stderr


@pytest.mark.parametrize(
    ("form", "name"), [("html", "report.html"), ("json", "report.json"), ("concise", "report.txt")]
)
def test_a_written_report_is_said_with_its_verdict(form: str, name: str, run: Run, here: Path) -> None:
    """Where the result goes into a file, the terminal says which, and how the check ended."""
    (here / "a.md").write_text(PAPER, "utf-8")
    done = run(f"check a.md --format {form} --output {name}")
    assert "" == done.stdout
    assert done.stderr.startswith(f"wrote {name}\nFAIL  1 error in 1 document (1 citation)\nNot checked: ")
    assert (here / name).is_file()


def test_a_baseline_says_how_it_is_used(run: Run, here: Path) -> None:
    """The next command works as it is written, and where the settings name the file nothing is left to do."""
    (here / "a.md").write_text(PAPER, "utf-8")
    told = run("baseline a.md").stderr
    assert told.startswith("next: citevet check --baseline citevet-baseline.json   (or `baseline = ")
    assert 0 == run("check --baseline citevet-baseline.json").returncode
    (here / "citevet.toml").write_text('baseline = "citevet-baseline.json"\n', "utf-8")
    assert "next:" not in run("baseline a.md --force").stderr


def test_the_roll_up_of_a_batch_names_its_rules(run: Run, here: Path) -> None:
    """A code says nothing to who sees it first."""
    (here / "a.md").write_text(PAPER, "utf-8")
    assert "KEY001 undefined-citation  1 finding in 1 file" in run("batch a.md --output results").stdout


def test_health_names_the_cited_works_without_text(run: Run, here: Path) -> None:
    """By the key of the user's own library; works that nobody cites are not asked for."""
    entries = "".join(f"@book{{{key}, title={{{title}}}, author={{A}}, year=2001}}\n" for key, title in _WORKS.items())
    (here / "library.bib").write_text(entries, "utf-8")
    (here / "a.md").write_text("---\nbibliography: library.bib\n---\n\nTrees are green [@tree2001].\n", "utf-8")
    assert 0 == run("corpus import library.bib").returncode
    told = run("corpus health").stdout
    assert "their text is missing (citevet corpus add FILE --to KEY)\n  tree2001  The Book of Trees\n\n" in told
    found = json.loads(run("corpus health --json").stdout)
    assert 1 == len(found["cited_without_text"])
    assert "known from a bibliography alone; use --online, citevet corpus add" in run("check a.md").stdout


_WORKS = {"tree2001": "The Book of Trees", "bush2001": "The Book of Bushes"}


def test_what_an_import_could_not_file_is_named_as_written(run: Run, here: Path) -> None:
    """The path is the user's own, and the advice works for names with spaces."""
    (here / "library.bib").write_text("@book{a, title={The Book of Trees}, author={A}, year=2001}\n", "utf-8")
    (here / "papers").mkdir()
    (here / "papers" / "bad one.pdf").write_bytes(b"%PDF-1.4 breaks off")
    (here / "papers" / "other work.html").write_text("<title>Notes on Rivers</title><p>A river flows.", "utf-8")
    told = run("corpus import library.bib papers").stderr
    assert "papers/bad one.pdf: the PDF breaks off." in told
    assert "`citevet corpus add 'papers/other work.html'`" in told
