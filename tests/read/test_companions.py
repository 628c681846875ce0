"""Bibliographies and included files that a document names."""

from pathlib import Path
from typing import Any

import pytest

from citevet.read import read

BIB = "@article{doe99, title={T}, author={Doe, J.}, year={1999}}"


def write(folder: Path, files: dict[str, str]) -> None:
    """Write files below a folder."""
    for name, content in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(content)


@pytest.mark.parametrize(
    ("header", "expected"),
    [
        ("bibliography: x.bib", ["x.bib"]),
        ("bibliography: [x.bib, lib/y.bib]", ["x.bib", "lib/y.bib"]),
        ("bibliography: ./lib/../x.bib", ["x.bib"]),
        ("title: none", []),
        ("bibliography: 7", []),
    ],
)
def test_bibliography_next_to_the_document(tmp_path: Path, header: str, expected: Any) -> None:
    """The bibliography in the front matter is read from the document's folder, inside the root."""
    write(tmp_path, {"x.bib": BIB, "lib/y.bib": BIB, "a.md": f"---\n{header}\n---\nText."})
    document = read(tmp_path / "a.md", shown="a.md", root=tmp_path)
    assert expected == [entry.path for entry in document.bibliography]


@pytest.mark.parametrize(
    "name", ["nosuch.bib", "../out.bib", "/etc/hostname", "link.bib", "loop.bib", "lib/../../out.bib", "a.md/x.bib"]
)
def test_missing_or_outside_files(tmp_path: Path, name: str) -> None:
    """A file that does not exist, is outside the root, or is a link out of it or to nothing is missing."""
    root = tmp_path / "root"
    write(tmp_path, {"out.bib": BIB, "root/lib/y.bib": BIB, "root/a.md": f"---\nbibliography: {name}\n---\nText."})
    (root / "link.bib").symlink_to(tmp_path / "out.bib")
    (root / "loop.bib").symlink_to(root / "loop.bib")
    document = read(root / "a.md", root=root)
    assert ((), (name,)) == (document.bibliography, document.metadata["missing_bibliography"])


def test_file_above_the_document_inside_the_root(tmp_path: Path) -> None:
    """A document in a subfolder may name a file above it that is inside the root."""
    write(tmp_path, {"x.bib": BIB, "sub/a.md": "---\nbibliography: ../x.bib\n---\nText."})
    document = read(tmp_path / "sub" / "a.md", root=tmp_path)
    assert [["doe99"]] == [[mark.target for mark in entry.marks] for entry in document.bibliography]


def test_a_chapter_names_files_as_its_main_file_sees_them(tmp_path: Path) -> None:
    """A name that leads nowhere from the document's folder is looked for above it, up to the root."""
    chapter = r"\input{tex/text/notes} \addbibresource{x.bib} \addbibresource{out.bib}"
    files = {"out.bib": BIB, "root/x.bib": BIB, "root/tex/text/one.tex": chapter, "root/tex/text/notes.tex": "Notes."}
    write(tmp_path, files)
    document = read(tmp_path / "root/tex/text/one.tex", root=tmp_path / "root", shown="tex/text/one.tex")
    assert ["x.bib"] == [entry.path for entry in document.bibliography]
    assert ["tex/text/notes.tex"] == [part.path for part in document.includes]
    assert ("out.bib",) == document.metadata["missing_bibliography"]


def test_shared_bibliography(tmp_path: Path) -> None:
    """Two documents may share one bibliography."""
    write(
        tmp_path, {"x.bib": BIB, "a.md": "---\nbibliography: x.bib\n---\nA", "b.md": "---\nbibliography: x.bib\n---\nB"}
    )
    first, second = (read(tmp_path / name, root=tmp_path) for name in ("a.md", "b.md"))
    assert first.bibliography[0].text == second.bibliography[0].text == BIB


def test_input_cycle(tmp_path: Path) -> None:
    r"""Files that \input one another are read once each."""
    write(
        tmp_path,
        {
            "a.tex": r"\documentclass{article}\begin{document}A \input{b}\end{document}",
            "b.tex": r"B \input{c}",
            "c.tex": r"C \input{a}\input{b}",
        },
    )
    document = read(tmp_path / "a.tex", shown="a.tex", root=tmp_path)
    assert ["b.tex", "c.tex"] == [part.path for part in document.includes]
    assert [True, True] == [part.is_part for part in document.includes]


def test_binary_bibliography_is_missing(tmp_path: Path) -> None:
    """The document is read without it."""
    write(tmp_path, {"a.md": "---\nbibliography: x.bib\n---\nText."})
    (tmp_path / "x.bib").write_bytes(bytes(range(256)) * 40)
    assert ("x.bib",) == read(tmp_path / "a.md", root=tmp_path).metadata["missing_bibliography"]


def test_typst_names_files_from_the_folder_of_the_part(tmp_path: Path) -> None:
    """A chapter in a folder includes a file next to it, one from the root, and a bibliography."""
    (tmp_path / "parts" / "more").mkdir(parents=True)
    (tmp_path / "main.typ").write_text('#include "parts/one.typ"\n', encoding="utf-8")
    one = '#include "more/two.typ"\n#include "/parts/three.typ"\n#bibliography("more/refs.bib")\n'
    (tmp_path / "parts" / "one.typ").write_text(one, encoding="utf-8")
    (tmp_path / "parts" / "more" / "two.typ").write_text("It cools @kim2019.\n", encoding="utf-8")
    (tmp_path / "parts" / "three.typ").write_text("It is cold.\n", encoding="utf-8")
    (tmp_path / "parts" / "more" / "refs.bib").write_text("@book{kim2019, title = {On foam}}\n", encoding="utf-8")
    document = read(tmp_path / "main.typ", shown="main.typ", root=tmp_path)
    assert [each.path for each in document.includes] == ["parts/one.typ", "parts/more/two.typ", "parts/three.typ"]
    assert [each.path for each in document.bibliography] == ["parts/more/refs.bib"]
    assert ((), ()) == (document.metadata["missing_inputs"], document.metadata["missing_bibliography"])


def test_drawing_programs_write_text_of_other_endings(tmp_path: Path) -> None:
    """TeX also finds a file of just the written name, such as the labels of a drawing."""
    (tmp_path / "main.tex").write_text(r"\documentclass{book} \input{a.pdf_t} \input{b.pstex_t} \input{c}", "utf-8")
    for name in ("a.pdf_t", "b.pstex_t", "c.tex"):
        (tmp_path / name).write_text(r"It cools \cite{kim}.", encoding="utf-8")
    document = read(tmp_path / "main.tex", shown="main.tex", root=tmp_path)
    assert ["a.pdf_t", "b.pstex_t", "c.tex"] == [each.path for each in document.includes]
    assert () == document.metadata["missing_inputs"]
