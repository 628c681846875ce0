"""Many files: order, shared parts, and a file that takes its process down."""

import os
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

from citevet.extract.references import parse_bibliography
from citevet.jobs import document_audit
from citevet.jobs.check import audit_files
from citevet.model import Audit, Document, Reference, Unread
from citevet.read import bibtex, read
from citevet.session import Session

TEXT = "Trees cool streets [1].\n"


def paths(results: list[Audit | Unread]) -> list[str]:
    return [result.document.path if isinstance(result, Audit) else result.path for result in results]


def test_a_file_that_kills_its_process_costs_only_itself(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A crash below Python is one unread input; every other file is audited, in order."""

    def deadly(file: Path, **options: object) -> Document:
        if file.name == "3.md":
            os._exit(9)
        return read(file, **options)  # type: ignore[arg-type]  # as the caller gave them

    monkeypatch.setattr(document_audit, "read", deadly)
    for number in range(6):
        (here / f"{number}.md").write_text(TEXT)
    results = audit_files([Path(f"{number}.md") for number in range(6)], Session(), jobs=2)
    assert [f"{number}.md" for number in range(6)] == paths(results)
    assert ["3.md"] == [result.path for result in results if isinstance(result, Unread)]


def test_a_defect_of_ours_is_an_unread_input(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An unforeseen error in one document is said, and hides nothing of the others."""

    def broken(document: Document, **_: object) -> None:
        raise ZeroDivisionError(document.path)

    (here / "a.md").write_text(TEXT)
    monkeypatch.setattr(document_audit, "extract", broken)
    (only,) = audit_files([Path("a.md")], Session())
    assert isinstance(only, Unread)
    assert "a.md: internal error (ZeroDivisionError: a.md). Please report it." == only.message


def test_parts_and_bibliographies_are_audited_once(here: Path) -> None:
    """Two papers with one .bib, one of them in two parts: four files, each once, the part with its main file."""
    (here / "one.tex").write_text("\\begin{document}A \\cite{a}.\\input{part}\\bibliography{refs}\\end{document}\n")
    (here / "two.tex").write_text("\\begin{document}B \\cite{a}.\\bibliography{refs}\\end{document}\n")
    (here / "part.tex").write_text("C \\cite{b}.\n")
    (here / "refs.bib").write_text("@book{a, title={A}, author={Body}, year={2020}}\n")
    results = audit_files([Path("one.tex"), Path("part.tex"), Path("two.tex")], Session())
    assert ["one.tex", "part.tex", "refs.bib", "two.tex"] == paths(results)
    (part,) = (result for result in results if isinstance(result, Audit) and result.document.path == "part.tex")
    assert ["KEY001"] == [finding.code for finding in part.findings if finding.code.startswith("KEY")]


def test_progress_is_told_of_every_file(here: Path) -> None:
    """Progress is reported before the first file, and once for each, in order."""
    (here / "a.md").write_text(TEXT)
    (here / "b.md").write_text(TEXT)
    heard: list[tuple[int, int, str]] = []
    audit_files([Path("a.md"), Path("b.md")], Session(), progress=lambda *told: heard.append(told))
    assert [(number, 2, f"documents: {name}") for number, name in ((0, "a.md"), (1, "a.md"), (2, "b.md"))] == heard


def test_a_list_in_one_part_serves_the_whole_paper(here: Path) -> None:
    """A reference list in an included file resolves the citations of the main file."""
    (here / "main.tex").write_text("\\begin{document}A \\cite{kim}, \\cite{nope}.\\input{refs}\\end{document}\n")
    (here / "refs.tex").write_text(
        "\\begin{thebibliography}{9}\\bibitem{kim} Kim. Trees. 2019.\\end{thebibliography}\n"
    )
    results = audit_files([Path("main.tex")], Session())
    found = [
        (each.document.path, finding.code, finding.message)
        for each in results
        if isinstance(each, Audit)
        for finding in each.findings
    ]
    assert [("main.tex", "KEY001")] == [(path, code) for path, code, _ in found if code.startswith("KEY")]


def test_a_bibliography_of_many_parts_is_parsed_once(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A book of a hundred chapters names one list of thousands of works: it is not parsed for each of them."""
    parsed: list[str] = []

    def parse(file: Document) -> Iterator[Reference]:
        parsed.append(file.path)
        return parse_bibliography(file)

    monkeypatch.setattr(document_audit, "parse_bibliography", parse)
    inputs = "".join(f"\\input{{part{number}}}" for number in range(5))
    (here / "book.tex").write_text(
        f"\\begin{{document}}A \\cite{{a}}.{inputs}\\bibliography{{refs}}\\end{{document}}\n"
    )
    for number in range(5):
        (here / f"part{number}.tex").write_text("C \\cite{a}.\n")
    (here / "refs.bib").write_text("@book{a, title={A}, author={Body}, year={2020}}\n")
    results = audit_files([Path("book.tex")], Session())
    cited = [each.reference for result in results if isinstance(result, Audit) for each in result.extraction.citations]
    assert (["refs.bib"], ["r1"] * 6) == (parsed, cited)


def test_a_bibliography_of_many_documents_is_examined_once(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder of notes names one library: it is parsed and examined once, and again when it has changed."""
    steps: list[str] = []

    def count(module: ModuleType, name: str) -> None:
        function = getattr(module, name)

        def counted(first: Document | str, *rest: object, **options: object) -> object:
            if not isinstance(first, Document) or first.path == "refs.bib":
                steps.append(name)
            return function(first, *rest, **options)

        monkeypatch.setattr(module, name, counted)

    count(bibtex, "read")
    count(document_audit, "parse_bibliography")
    count(document_audit, "extract")
    notes = [Path(f"{number}.md") for number in range(5)]
    for note in notes:
        (here / note).write_text("---\nbibliography: refs.bib\n---\n\nTrees cool streets [@a].\n")
    session, rounds, found = Session({"no-cache": True}), [], []
    for digit in (0, 0, 1):
        book = f"@book{{a, title={{A}}, author={{Body}}, isbn={{978-3-16-148410-{digit}}}, year={{2020}}}}\n"
        (here / "refs.bib").write_text(book)
        results = audit_files(notes, session)
        rounds.append(sorted(steps))
        found.append({each.code for result in results if isinstance(result, Audit) for each in result.findings})
        steps.clear()
        session = session.renew()
    everything = ["extract", "parse_bibliography", "read"]
    assert [everything, ["extract"], everything] == rounds
    assert [False, False, True] == ["IDN004" in codes for codes in found]
