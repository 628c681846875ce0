"""A project of Overleaf is checked as it is: as the zip archive that it gives, or as a git checkout."""

import zipfile
from collections.abc import Callable
from pathlib import Path
from subprocess import CompletedProcess

import pytest
from tests.doors.library.papers import PAPERS, make_bib, write_pdfs

Run = Callable[..., CompletedProcess[str]]
FILES = {
    "main.tex": "\\documentclass{article}\n\\begin{document}\n\\input{chapters/intro}\n\\includegraphics{map.png}\n"
    "\\bibliography{refs}\n\\end{document}\n",
    "chapters/intro.tex": "\\section{Introduction}\nWeekly watering doubled the deaths of young trees in dry summers"
    " \\cite[p.~2]{kim2021}.\nHalf of the towns had nobody who was in charge of street trees \\cite{nobody2001}.\n",
    "refs.bib": make_bib(),
    "map.png": "\x89PNG not a picture",
    "latexmkrc": "$pdf_mode = 1;\n",
}


@pytest.fixture
def project(here: Path, run: Run) -> Path:
    """A folder with a corpus of the works that the project cites, and the archive of the project."""
    (here / "refs.bib").write_text(make_bib(PAPERS[3:4]), encoding="utf-8")
    write_pdfs(here / "papers", PAPERS[3:4])
    run("corpus import refs.bib papers")
    with zipfile.ZipFile(here / "Thesis (1).zip", "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in FILES.items():
            archive.writestr(name, text)
    return here


def test_an_archive_is_checked_with_the_corpus_of_the_user(project: Path, run: Run) -> None:
    """Chapters, bibliography and sources are found; names are those in the archive; nothing is left behind."""
    before = [path for path in sorted(project.rglob("*")) if "cache" not in path.parts]
    done = run("check --judge --format concise", "Thesis (1).zip")
    assert 1 == done.returncode
    assert (
        'chapters/intro.tex:2:17: NUM001 error: wrong number: you wrote "doubled", Kim and Okafor 2021' in done.stdout
    )
    assert 'chapters/intro.tex:3:64: KEY001 error: unknown key "nobody2001"' in done.stdout
    assert "map.png" not in done.stdout
    assert before == [path for path in sorted(project.rglob("*")) if "cache" not in path.parts]


def test_a_checkout_is_checked_as_it_is(project: Path, run: Run) -> None:
    """The same findings as from the archive."""
    with zipfile.ZipFile(project / "Thesis (1).zip") as archive:
        archive.extractall(project / "thesis")
    done = run("check thesis --format concise --select KEY001")
    assert 'thesis/chapters/intro.tex:3:64: KEY001 error: unknown key "nobody2001"' in done.stdout


@pytest.mark.parametrize(
    ("names", "said"),
    [
        ({"a.png": "x"}, "the archive has no document"),
        ({"../../evil.tex": "x"}, "unsafe name"),
        (None, "not a zip archive"),
    ],
)
def test_other_archives_are_refused_in_words(names: dict[str, str] | None, said: str, here: Path, run: Run) -> None:
    """Without documents, with names that lead outside, and what is none."""
    if names is None:
        (here / "a.zip").write_text("none")
    else:
        with zipfile.ZipFile(here / "a.zip", "w") as archive:
            for name, text in names.items():
                archive.writestr(name, text)
    done = run("check a.zip")
    assert 2 == done.returncode
    assert said in done.stderr
    assert "unpack it" in run("check a.zip --fix").stderr.lower()
