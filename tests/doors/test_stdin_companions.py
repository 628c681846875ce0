"""A document on stdin is read as if it lay where its name says."""

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from citevet.cli import group

PAPER = "---\nbibliography: refs.bib\n---\nTrees cool streets [@council2020] and roofs [@unknown].\n"
ENTRY = "@book{council2020,\n  title = {Trees},\n  author = {City Council},\n  year = {2020}\n}\n"
CHAPTERED = "\\begin{document}Trees cool.\\input{gone}\\end{document}\n"


def check(*words: str, given: str | None = None) -> Result:
    return CliRunner().invoke(group, ["check", *words], input=given)


@pytest.mark.parametrize("folder", ["", "sub/"])
def test_the_same_report_as_of_the_file(here: Path, folder: str) -> None:
    """Bibliography and configuration come from the folder of the name, and the report is the same to the byte."""
    (here / "sub").mkdir()
    (here / folder / "refs.bib").write_text(ENTRY)
    (here / folder / "citevet.toml").write_text('select = ["KEY"]\n')
    (here / folder / "paper.md").write_text(PAPER)
    filed = check(f"{folder}paper.md")
    piped = check("-", "--stdin-filename", f"{folder}paper.md", given=PAPER)
    assert (1, filed.stdout, filed.stderr) == (piped.exit_code, piped.stdout, piped.stderr)
    assert 'unknown key "unknown"' in piped.stdout
    assert "FAIL  1 error in 2 documents (2 citations" in piped.stdout


def test_without_a_name_it_lies_where_people_stand(here: Path) -> None:
    """A document without a name finds the bibliography of this folder."""
    (here / "refs.bib").write_text(ENTRY)
    found = [line for line in check("-", "--format", "concise", given=PAPER).stdout.splitlines() if "KEY00" in line]
    assert ["stdin.md:4:45: KEY001"] == [line[:21] for line in found]


@pytest.mark.usefixtures("here")
def test_what_is_not_there_is_said() -> None:
    """A missing bibliography is a finding, and a missing chapter is not read: exit 1 and 2, as of files."""
    done = check("-", "--stdin-filename", "paper.md", "--select", "KEY008", given=PAPER)
    assert (1, True) == (done.exit_code, "looked for it at refs.bib" in done.stdout)
    done = check("-", "--stdin-filename", "paper.tex", given=CHAPTERED)
    assert (2, True) == (done.exit_code, "citevet: gone.tex: no such file." in done.stderr)


def test_a_bibliography_above_is_only_looked_into(here: Path) -> None:
    """A file that the document's folder does not have is found above; its own faults are not the document's."""
    (here / "citevet.toml").write_text('select = ["KEY", "IDN"]\n')
    (here / "refs.bib").write_text(ENTRY.replace("year", "isbn = {123},\n  year"))
    (here / "sub").mkdir()
    (here / "sub/paper.md").write_text(PAPER)
    found = check("sub/paper.md", "--format", "concise").stdout.splitlines()
    assert ["sub/paper.md:4:45: KEY001"] == [line[:25] for line in found if ": KEY" in line or ": IDN" in line]
