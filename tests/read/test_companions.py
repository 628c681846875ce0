"""Bibliographies and included files that a document names."""

from pathlib import Path
from typing import Any

import pytest

from citevet.errors import MissingInput
from citevet.read import read
from citevet.read.files import load_file
from citevet.read.project_settings import find_project_bibliographies

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


def test_a_bibliography_in_a_submodule(tmp_path: Path) -> None:
    """A checkout may lack the files of a submodule, so the author may have them."""
    modules = '[submodule "lib"]\n\tpath = lib\n\turl = https://example.org/lib.git\n'
    header = "---\nbibliography: [lib/x.bib, other/y.bib]\n---\n"
    write(tmp_path, {".gitmodules": modules, "paper/a.md": f"{header}Text.", "lib/README": ""})
    document = read(tmp_path / "paper" / "a.md", root=tmp_path)
    assert () == document.metadata["built_bibliography"]
    write(tmp_path, {"a.md": f"{header}Text."})
    assert ("lib/x.bib",) == read(tmp_path / "a.md", root=tmp_path).metadata["built_bibliography"]


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
    """A chapter, which may be the argument of a function, includes a file next to it, one from the root and a list."""
    (tmp_path / "parts" / "more").mkdir(parents=True)
    (tmp_path / "main.typ").write_text('#count("Foam", include "parts/one.typ")\n', encoding="utf-8")
    one = '#{ include "more/two.typ" }\n#include "/parts/three.typ"\n#bibliography("more/refs.bib")\n'
    (tmp_path / "parts" / "one.typ").write_text(one, encoding="utf-8")
    (tmp_path / "parts" / "more" / "two.typ").write_text("It cools @kim2019.\n", encoding="utf-8")
    (tmp_path / "parts" / "three.typ").write_text("It is cold.\n", encoding="utf-8")
    (tmp_path / "parts" / "more" / "refs.bib").write_text("@book{kim2019, title = {On foam}}\n", encoding="utf-8")
    document = read(tmp_path / "main.typ", shown="main.typ", root=tmp_path)
    assert [each.path for each in document.includes] == ["parts/one.typ", "parts/more/two.typ", "parts/three.typ"]
    assert [each.path for each in document.bibliography] == ["parts/more/refs.bib"]
    assert ((), ()) == (document.metadata["missing_inputs"], document.metadata["missing_bibliography"])


def test_a_template_of_typst_names_the_bibliography(tmp_path: Path) -> None:
    """The file that an imported template names is read, from the template's folder; one that is gone is not missed."""
    (tmp_path / "look").mkdir()
    (tmp_path / "look" / "template.typ").write_text('#bibliography("../refs.bib")\n', encoding="utf-8")
    (tmp_path / "look" / "other.typ").write_text('#bibliography("sample.bib")\n', encoding="utf-8")
    imports = '#import "look/template.typ": *\n#import "look/other.typ": *\n#import "@preview/a:1.0.0": *\n'
    (tmp_path / "main.typ").write_text(f"{imports}It cools @kim.\n", encoding="utf-8")
    (tmp_path / "refs.bib").write_text("@book{kim, title = {On foam}}\n", encoding="utf-8")
    document = read(tmp_path / "main.typ", shown="main.typ", root=tmp_path)
    assert [each.path for each in document.bibliography] == ["refs.bib"]
    assert ((), ()) == (document.metadata["missing_inputs"], document.metadata["missing_bibliography"])


def test_a_package_of_latex_names_the_bibliography(tmp_path: Path) -> None:
    """The file that a package of the author names is read, or a macro of it, if the document names none itself."""
    main = r"\documentclass{book}\usepackage[utf8]{inputenc}\usepackage{head,other}\begin{document}\cite{doe99}"
    head = r"\addbibresource{x.bib}\addbibresource{lost.bib}\newcommand{\works}{\printbibliography}"
    files = {"main.tex": rf"{main}\works\end{{document}}", "head.sty": head, "other.sty": "", "x.bib": BIB}
    write(tmp_path, files)
    (tmp_path / "own.tex").write_text(rf"{main}\ownbibliography{{x,lost}}\end{{document}}", encoding="utf-8")
    for name in ("main.tex", "own.tex"):
        document = read(tmp_path / name, shown=name, root=tmp_path)
        assert ["x.bib"] == [each.path for each in document.bibliography]
        assert ((), ()) == (document.metadata["missing_inputs"], document.metadata["missing_bibliography"])


def test_drawing_programs_write_text_of_other_endings(tmp_path: Path) -> None:
    """TeX also finds a file of just the written name, such as the labels of a drawing, and brings files of its own."""
    files = r"\input{a.pdf_t} \input{b.pstex_t} \input{c} \input{d.styles} \input{e.more} \input{f.lost}"
    (tmp_path / "main.tex").write_text(rf"\documentclass{{book}} \input{{glyphtounicode}} {files}", "utf-8")
    for name in ("a.pdf_t", "b.pstex_t", "c.tex", "d.styles", "e.more.tex"):
        (tmp_path / name).write_text(r"It cools \cite{kim}.", encoding="utf-8")
    document = read(tmp_path / "main.tex", shown="main.tex", root=tmp_path)
    assert ["a.pdf_t", "b.pstex_t", "c.tex", "d.styles", "e.more.tex"] == [each.path for each in document.includes]
    assert ["f.lost.tex"] == [name for name, _ in document.metadata["missing_inputs"]]


@pytest.mark.parametrize(
    ("settings", "text", "expected"),
    [
        ("_quarto.yml", "bibliography: x.bib", ["x.bib"]),
        ("_quarto.yml", "book:\n  bibliography: [x.bib, lib/y.bib]", ["x.bib", "lib/y.bib"]),
        ("_quarto.yml", "format:\n  html:\n    bibliography: /x.bib", ["x.bib"]),
        ("_quarto.yml", 'metadata: {bibliography: "\\0.bib"}', []),
        ("sub/_metadata.yml", "bibliography: ../x.bib", ["x.bib"]),
        ("_bookdown.yml", "bibliography: x.bib", ["x.bib"]),
        ("_output.yml", "bookdown::gitbook:\n  bibliography: x.bib", ["x.bib"]),
        ("_site.yml", "name: site\nbibliography: x.bib", ["x.bib"]),
        ("index.Rmd", "---\r\nsite: bookdown::bookdown_site\r\nbibliography: x.bib\r\n---\r\nText.", ["x.bib"]),
        ("index.Rmd", "---\ntitle: of a document\nbibliography: x.bib\n---\nText.", []),
        ("_config.yml", "bibtex_bibfiles:\n  - x.bib", ["x.bib"]),
        ("_config.yml", "sphinx:\n  config:\n    bibtex_bibfiles: [lib/y.bib]", ["lib/y.bib"]),
        ("_config.yml", "scholar: {source: ./lib, bibliography: y}", ["lib/y.bib"]),
        ("_config.yml", "plugins: [jekyll/scholar]", ["_bibliography/references.bib"]),
        ("_config.yml", "url: https://scholar.example.org", []),
        ("_config.yml", "scholar: {source: lib/, bibliography: '*.bib'}", ["lib/y.bib"]),
        (
            "myst.yml",
            "project:\n  bibliography: [x.bib, 'https://example.org/z.bib']",
            ["x.bib", "https://example.org/z.bib"],
        ),
        ("myst.yml", "project: {title: all files count}", ["x.bib", "lib/y.bib"]),
        (
            "conf.py",
            "import os\nbibtex_bibfiles: list = ['x.bib',  # one\n os.sep]\nraise Exit",
            ["x.bib", "~"],
        ),
        ("conf.py", "bibtex_bibfiles = ['x.bib']\nbibtex_bibfiles += find()", ["x.bib", "~"]),
        ("_bookdown.yml", "bibliography: !expr here('y.bib')", ["here('y.bib')"]),
        ("conf.py", "bibtex_bibfiles = list(find())", []),
        ("conf.py", "bibtex_bibfiles = [" + "(" * 4000 + "]", []),
        ("mkdocs.yml", "x: !!python/name:a.b\nplugins:\n  - search\n  - bibtex: {bib_file: x.bib}", ["x.bib"]),
        ("mkdocs.yml", "plugins: [{bibtex: {bib_dir: lib}}]", ["lib/y.bib"]),
        ("mkdocs.yml", "plugins: [{bibtex: {bib_dir: ../..}}]", []),
        ("_quarto.yml", "bibliography: [", []),
        ("_quarto.yml", "a: &a [x.bib, x.bib]\nb: &b [*a, *a]\nc: &c [*b, *c]\nbibliography: x.bib", []),
        ("_quarto.yml", "bibliography: x.bib\n#" + "x" * 300_000, []),
    ],
)
def test_settings_of_a_project_name_bibliographies(tmp_path: Path, settings: str, text: str, expected: Any) -> None:
    """Each tool has its own file and keys; paths count from its folder, and a hostile file names nothing."""
    write(tmp_path, {"out.bib": BIB, "root/x.bib": BIB, "root/lib/y.bib": BIB, "root/sub/deep/a.md": "Text."})
    root = tmp_path / "root"
    (root / settings).write_bytes(text.encode())
    found = find_project_bibliographies(root / "sub" / "deep", root, load_file)
    assert expected == [each.removeprefix(f"{root}/") for each in found]
    assert {str(root / settings)} >= set(found.values())


def test_the_nearest_project_counts(tmp_path: Path) -> None:
    """Settings above the project, or above the root, say nothing; a document without keys gets no bibliography."""
    files = {"_quarto.yml": "bibliography: x.bib", "root/mkdocs.yml": "plugins: [{bibtex: {bib_file: y.bib}}]"}
    chapter = {"root/book/_quarto.yml": "project: {}", "root/book/one/_metadata.yml": "bibliography: z.bib"}
    write(tmp_path, {**files, **chapter, "root/y.bib": BIB, "root/book/one/z.bib": BIB})
    found = find_project_bibliographies(tmp_path / "root/book/one", tmp_path / "root", load_file)
    assert [str(tmp_path / "root/book/one/z.bib")] == [*found]
    for text, expected in (("It cools [@doe99].", ["z.bib"]), ("It cools.", [])):
        (tmp_path / "root/book/one/a.md").write_text(text)
        document = read(tmp_path / "root/book/one/a.md", shown="a.md", project=found)
        assert expected == [each.path for each in document.bibliography]


def test_settings_that_come_with_a_document(tmp_path: Path) -> None:
    """A server reads what was sent with the document, and neither reads nor lists its own files."""
    write(tmp_path, {"_quarto.yml": "bibliography: own.bib", "own.bib": BIB, "lib/own.bib": BIB})
    sent = {
        tmp_path / "mkdocs.yml": b"plugins: [{bibtex: {bib_file: sent.bib, bib_dir: lib}}]",
        tmp_path / "myst.yml": b"project: {}",  # without a name, every file in the folder counts
    }

    def load(path: Path, **_: Any) -> bytes:
        if path not in sent:
            raise MissingInput("was not sent")
        return sent[path]

    assert [str(tmp_path / "sent.bib")] == [*find_project_bibliographies(tmp_path, tmp_path, load)]


@pytest.mark.parametrize(
    ("macro", "expected"),
    [
        (r"\subimport{inner/}{two}", ["ch/inner/two.tex"]),
        (r"\subimport*{inner}{two.tex}", ["ch/inner/two.tex"]),
        (r"\subinputfrom{./inner/}{two}", ["ch/inner/two.tex"]),
        (r"\subincludefrom{inner/}{two}", ["ch/inner/two.tex"]),
        (r"\subimport{../other/}{three}", ["other/three.tex"]),
        (r"\input{inner/two}", ["ch/inner/two.tex"]),
        (r"\include{beside}", ["ch/beside.tex"]),
        (r"\input{shared}", ["shared.tex"]),
        (r"\import{other/}{three}", ["other/three.tex"]),
        (r"\subimport{inner/}{deep}", ["ch/inner/deep.tex", "ch/inner/two.tex", "ch/inner/low/four.tex"]),
        (r"\subimport{./}{one}", []),
        (r"\subimport{inner/}{none}", []),
        (r"\subimport{../../}{out}", []),
    ],
)
def test_an_imported_part_names_files_from_its_folder(tmp_path: Path, macro: str, expected: list[str]) -> None:
    r"""A \subimport starts from the folder of the import around it, and a plain \input looks there first."""
    parts = ["shared", "beside", "ch/beside", "ch/inner/two", "other/three", "ch/inner/low/four", "../out"]
    files = {f"root/{name}.tex": "Text." for name in parts}
    files["root/ch/inner/deep.tex"] = r"\input{two} \subimport{low/}{four}"
    write(tmp_path, {**files, "root/a.tex": r"\import{ch/}{one}", "root/ch/one.tex": macro})
    document = read(tmp_path / "root/a.tex", root=tmp_path / "root", shown="a.tex")
    missing = [path for path, _ in document.metadata["missing_inputs"]]
    assert (["ch/one.tex", *expected], len(missing)) == (
        [part.path for part in document.includes],
        any(each in macro for each in ("none", "out}")),
    )
