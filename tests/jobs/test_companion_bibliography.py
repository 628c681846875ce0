"""A .bib file that a document names is audited with what that document cites."""

from pathlib import Path

import pytest

from citevet.jobs.check import run_check
from citevet.session import Session

_BIB = """@article{kim2019, author = {Kim, Hana}, title = {On foam}, doi = {10.1000/182}, year = {2019}}
@article{kim2019b, author = {Kim, Hana}, title = {On the foam}, doi = {10.1000/182}, year = {2019}}
@article{lee2020, author = {Lee, Jun}, title = {On the weight of foam}, year = {2020}}
@misc{stub, note = {}}
@book{wrong, author = {Park, Min}, title = {On the book of foam}, isbn = {978-3-16-148410-1}, year = {2020}}
"""


def findings(folder: Path, *bodies: str) -> list[str]:
    """Return the findings on refs.bib, in a run over one document for each body."""
    (folder / "refs.bib").write_text(_BIB)
    for number, body in enumerate(bodies):
        text = rf"\documentclass{{article}}\begin{{document}}{body}\bibliography{{refs}}\end{{document}}"
        (folder / f"paper{number}.tex").write_text(text)
    report = run_check([folder], Session(here=folder))
    bibliography = next(audit for audit in report.audits if audit.document.path == "refs.bib")
    return [f"{each.code} {each.severity}" for each in bibliography.findings]


@pytest.mark.parametrize(
    ("body", "severity"),
    [
        (r"Foam \cite{kim2019,kim2019b}.", "warning"),
        (r"Foam \cite{Kim2019}.", "info"),
        (r"Foam \cite{lee2020}.", None),
        (r"Foam \cite{lee2020}. \nocite{*}", "warning"),
        (r"Foam \cite{lee2020}. \iffalse \nocite{*} \cite{kim2019} \fi", None),
        ("Foam \\cite{lee2020}.\n\\begin{comment}\n\\nocite{*}\n\\end{comment}\n% \\cite{kim2019}\n", None),
        (r"Foam \cite{lee2020}. \ifdraft \nocite{*} \fi", None),
        (r"Foam \cite{lee2020}. \ifnumequal{1}{0}{\nocite{*}}{}", None),
    ],
)
def test_a_duplicate_matters_when_the_document_prints_both(tmp_path: Path, body: str, severity: str | None) -> None:
    """Two entries of one work are a warning where both are printed, a note where one is cited, and else nothing."""
    found = [each for each in findings(tmp_path, body) if each.startswith("KEY004")]
    assert found == ([f"KEY004 {severity}"] if severity else [])


def test_faults_of_entries_that_are_not_cited_are_notes(tmp_path: Path) -> None:
    """An empty entry and a wrong ISBN are errors for a document that cites them, and for the file on its own."""
    assert ["KEY012 info", "IDN004 info"] == findings(tmp_path, r"Foam \cite{lee2020}.")
    assert ["KEY012 error", "IDN004 info"] == findings(tmp_path, r"Foam \cite{stub,lee2020}.")
    assert ["KEY012 error", "IDN004 error"] == findings(tmp_path, r"\cite{stub}", r"\cite{wrong}", r"\cite{lee2020}")
    (audit,) = run_check([tmp_path / "refs.bib"], Session(here=tmp_path)).audits
    assert {"KEY004 warning", "KEY012 error", "IDN004 error"} == {
        f"{one.code} {one.severity}" for one in audit.findings
    }


def test_an_entry_without_a_key_is_not_cited(tmp_path: Path) -> None:
    """A wrong ISBN there is a note, though the text has signs without words."""
    (tmp_path / "refs.bib").write_text("@book{, title = {On the book of foam}, isbn = {978-3-16-148410-1}}\n")
    body = r"\begin{document}Foam : it cools . \bibliography{refs}\end{document}"
    (tmp_path / "paper.tex").write_text(rf"\documentclass{{article}}{body}")
    report = run_check([tmp_path / "paper.tex"], Session(here=tmp_path))
    assert ["IDN004 info"] == [f"{each.code} {each.severity}" for audit in report.audits for each in audit.findings]


def test_a_bibliography_alone_is_reported_in_full(tmp_path: Path) -> None:
    """The duplicate is reported although no document cites it."""
    (tmp_path / "refs.bib").write_text(_BIB)
    report = run_check([tmp_path / "refs.bib"], Session(here=tmp_path))
    assert [each.code for audit in report.audits for each in audit.findings if each.code == "KEY004"] == ["KEY004"]


@pytest.mark.parametrize(
    ("main", "chapter", "text"),
    [
        (
            "main.tex",
            "parts/one.tex",
            r"\documentclass{book}\begin{document}\input{parts/one}\bibliography{refs}\end{document}",
        ),
        ("main.typ", "parts/one.typ", '#include "parts/one.typ"\n#bibliography("refs.bib")\n'),
        ("main.typ", "parts/one.typ", '#include("parts/one.typ")\n#bibliography("refs.bib")\n'),
    ],
)
@pytest.mark.parametrize("marked", [True, False])
def test_a_chapter_alone_has_the_bibliography_of_its_main_file(
    tmp_path: Path, main: str, chapter: str, text: str, *, marked: bool
) -> None:
    """A check of one chapter looks its keys up, also after the main file was added or its bibliography changed.

    Without a git checkout, the main file that includes it marks the project.
    """
    if marked:
        (tmp_path / ".git").mkdir()
    (tmp_path / "parts").mkdir()
    (tmp_path / chapter).write_text(
        r"It cools \cite{kim2019,kim2091}." if ".tex" in main else "It cools @kim2019 @kim2091."
    )
    target = Path(chapter)

    def check_keys() -> list[str]:
        audits = run_check([target], Session(here=tmp_path, targets=[target])).audits
        return [each.message for each in audits[0].findings if each.code == "KEY001"]

    assert [] == check_keys()
    (tmp_path / main).write_text(text)
    (tmp_path / "refs.bib").write_text(_BIB)
    assert ['unknown key "kim2091" (did you mean "kim2019"?)'] == check_keys()
    (tmp_path / "refs.bib").write_text(_BIB.replace("kim2019b", "kim2091"))
    assert [] == check_keys()


@pytest.mark.parametrize("name", ["../main", "../../book/main"])
def test_a_chapter_is_found_from_its_own_folder(tmp_path: Path, name: str) -> None:
    """A check that runs in the folder of the chapter finds the main file above, and names it from there."""
    (tmp_path / "book" / "parts").mkdir(parents=True)
    (tmp_path / "book" / "refs.bib").write_text(_BIB)
    (tmp_path / "book" / "main.tex").write_text("\\documentclass{book} \\input{parts/one} \\bibliography{refs}")
    (tmp_path / "book" / "parts" / "one.tex").write_text(f"% !TEX root = {name}.tex\nIt cools \\cite{{kim2091}}.")
    here, target = tmp_path / "book" / "parts", Path("one.tex")
    audits = run_check([target], Session(here=here, targets=[target])).audits
    assert ["one.tex", "../refs.bib"] == [each.document.path for each in audits]
    assert ["KEY001"] == [finding.code for finding in audits[0].findings]


def test_a_main_file_marks_only_the_folders_that_it_includes(tmp_path: Path) -> None:
    """A .bib in the folder above is read if a main file there includes this folder, and not otherwise."""
    (tmp_path / "parts" / "deep").mkdir(parents=True)
    (tmp_path / "refs.bib").write_text(_BIB)
    chapter = tmp_path / "parts" / "deep" / "one.tex"
    chapter.write_text("It cools \\cite{kim2091}. \\bibliography{../../refs}")
    codes = {}
    for folder in ("other", "part", "parts/deep"):
        (tmp_path / "main.tex").write_text(f"\\documentclass{{book}} \\input{{{folder}/one}}")
        audit = run_check([chapter], Session(here=tmp_path, targets=[chapter])).audits[0]
        codes[folder] = [each.code for each in audit.findings]
    assert {"other": ["KEY008"], "part": ["KEY008"], "parts/deep": ["KEY001"]} == codes
