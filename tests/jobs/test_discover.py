"""Which files a run is about."""

import errno
import os
import subprocess
from pathlib import Path

import pytest
from tests.doors.in_process import citevet

from citevet.errors import UnreadableInput
from citevet.jobs.discovery import discover_documents
from citevet.session import Session


def discover(paths: list[Path], options: dict[str, str] | None = None) -> list[Path]:
    return discover_documents(paths, Session(options, targets=paths))


def make(root: Path, *names: str) -> None:
    for name in names:
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text("x")


def names(root: Path, found: list[Path]) -> list[str]:
    return [path.relative_to(root).as_posix() for path in found]


def test_documents_below_a_folder_in_order(here: Path) -> None:
    """Markdown, text, HTML, DOCX, PDF and TeX count; pictures, code, dot-folders and corpora do not."""
    make(here, "b.md", "a.txt", "sub/c.html", "d.png", "e.py", ".git2/f.md", ".hidden.md", "g.tex", "h.docx", "i.pdf")
    make(here, ".citevet/corpus/REF-001-x.md", "docs/references/REF-002-y.md", "refs.bib", "data.json")
    assert names(here, discover([here])) == ["a.txt", "b.md", "g.tex", "h.docx", "i.pdf", "sub/c.html"]


def test_own_reports_are_not_documents(here: Path) -> None:
    """A report that citevet wrote repeats what it reports; a page of somebody else is a document."""
    (here / "report.md").write_text("# Citation report\n\n| 1:12 | [1] |\n\nMade by citevet 0.3.0.\n")
    (here / "note.md").write_text("The table was\nMade by citevet 0.3.0.\n\nIt shows [1].\n")
    make(here, "kept.txt", "citevet.toml")
    (here / "citevet.toml").write_text('output = "kept.txt"\n')
    (here / "report.html").write_text('<!doctype html>\n<meta name="generator" content="citevet 0.3.0">\n<p>Text [1].')
    (here / "page.html").write_text('<!doctype html>\n<meta name="generator" content="another program">\n<p>Text [1].')
    assert names(here, discover([here])) == ["note.md", "page.html"]


def test_written_reports_are_not_documents(here: Path) -> None:
    """What `check --output` and `audit --output` write in any format is left out of the next run."""
    (here / "paper.md").write_text("Trees cool streets [9].\n\n## References\n\n[1] City Council (2020). Trees.\n")
    for name in ("full", "concise", "github", "audit", "markdown", "verification", "html"):
        ending = {"audit": "md", "markdown": "md", "verification": "md", "html": "html"}.get(name, "txt")
        assert 1 == citevet("check", "paper.md", "--format", name, "--output", f"{name}.{ending}", cwd=here).returncode
    citevet("audit", "--output", "project.txt", cwd=here)
    assert 9 == sum(path.is_file() for path in here.iterdir())
    assert ["paper.md"] == names(here, discover([here]))


def test_a_setting_that_leaves_out_everything_is_named(here: Path) -> None:
    """Where `exclude` matches all documents, the note says so."""
    make(here, "a.md", "sub/b.md", "c.png")
    (here / "citevet.toml").write_text('exclude = ["*"]\n')
    assert "in .: `exclude` leaves out 2 documents; files that end in" in citevet("check", cwd=here).stderr


def test_a_folder_that_cannot_be_opened_is_named(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The error has the path as it was given. The superuser may open every folder, so the answer is set here."""
    make(here, "closed/a.md")
    monkeypatch.setattr(os, "access", lambda *_: False)
    with pytest.raises(UnreadableInput, match=r"^closed: the folder cannot be opened\. Check its permissions\.$"):
        discover([Path("closed")])


def test_named_files_are_taken_as_they_are(here: Path) -> None:
    """A file that is named counts whatever its ending, once, even if it does not exist: reading will say so."""
    make(here, "refs.bib", "a.md")
    wanted = [here / "refs.bib", here / "none.md", here / "a.md", here]
    assert names(here, discover(wanted)) == ["refs.bib", "none.md", "a.md"]


def test_gitignored_files_are_left_out(here: Path) -> None:
    """In a repository, what git ignores is not audited; what is new but not ignored is."""
    subprocess.run(["git", "init", "-q", str(here)], check=True)
    make(here, "kept.md", "build/out.md")
    (here / ".gitignore").write_text("build/\n")
    assert names(here, discover([here])) == ["kept.md"]


def test_excludes_and_corpus(here: Path) -> None:
    """Globs leave documents out at any depth, and so does the folder of the corpus."""
    make(here, "a.md", "drafts/b.md", "sub/drafts/c.md", "research/REF-001.md")
    assert ["a.md"] == names(here, discover([here], {"exclude": "drafts/*", "corpus": "research/"}))


def test_the_nearest_configuration_decides(here: Path) -> None:
    """A folder's own corpus and excludes hold when the run starts above it."""
    make(here, "sub/a.md", "sub/sources/REF-001.md", "sub/old/b.md", "sources/c.md")
    (here / "sub/citevet.toml").write_text('corpus = "sources"\nexclude = ["old/*"]\n')
    assert ["sources/c.md", "sub/a.md"] == names(here, discover([here]))


def test_broken_links_are_named(here: Path) -> None:
    """A link to nothing or to itself is somebody's document: reading will say that it is not there."""
    make(here, "a.md")
    for name, target in (("dangling.md", "gone.md"), ("circle.md", "circle.md"), ("circle.png", "circle.png")):
        (here / name).symlink_to(target)
    assert ["a.md", "circle.md", "dangling.md"] == names(here, discover([here]))


def test_broken_links_are_left_out_where_they_stand(here: Path) -> None:
    """What leaves out a folder leaves out the broken links in it, wherever they lead."""
    make(here, "a.md", "drafts/b.md")
    (here / "drafts/dangling.md").symlink_to("../gone.md")
    assert ["a.md"] == names(here, discover([here], {"exclude": "drafts/*"}))


def test_a_name_that_is_too_long_is_left_to_the_reader(here: Path) -> None:
    """A name that no file can have is taken as it is."""
    assert [here / ("a" * 300)] == discover([here / ("a" * 300)])


def test_a_link_to_a_file_that_is_here_is_that_file(here: Path) -> None:
    """A file replaces links to it; of several links to a hidden file the first is kept."""
    (here / "sub").mkdir()
    for name in ("real.md", ".hidden.md"):
        (here / name).write_text("x")
    for name, target in {
        "a.md": "real.md",
        "sub/b.md": "../real.md",
        "c.md": ".hidden.md",
        "d.md": ".hidden.md",
    }.items():
        (here / name).symlink_to(target)
    assert [Path("c.md"), Path("real.md")] == discover([Path()])
    assert [Path("real.md")] == discover([Path("a.md"), Path("real.md"), here / "real.md"])
    assert [Path("a.md")] == discover([Path("a.md"), Path("sub/b.md")])


def test_a_closed_folder_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder that the user may not list is an input that was not read."""
    (tmp_path / "closed").mkdir()
    (tmp_path / "a.md").write_text("It is cool [1].\n")
    scan = os.scandir

    def refuse(path: str) -> "os._ScandirIterator[str]":
        if Path(path).name == "closed":
            raise PermissionError(errno.EACCES, "Permission denied", str(path))
        return scan(path)

    monkeypatch.setattr(os, "scandir", refuse)
    done = citevet("check", "--format", "concise", cwd=tmp_path)
    assert 2 == done.returncode
    assert "closed: cannot be opened (Permission denied). Check its permissions." in done.stderr
