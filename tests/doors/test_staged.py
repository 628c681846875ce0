"""`citevet check --staged`: what is staged counts, not what lies in the folder, and only the lines that are added."""

import re
import subprocess
import sys
from pathlib import Path

import pytest
import yaml
from tests.doors.in_process import citevet

from citevet.read import READERS

LIST = "\n## References\n\n[1] City Council (2020). Trees. https://example.org/trees\n"
GIT = ("-c", "user.name=A", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false")


def git(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(["git", "-C", str(folder), *GIT, *words], capture_output=True, text=True, check=False)


def staged(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    return citevet("check", "--staged", "--format", "concise", "--select", "KEY001", *words, cwd=folder)


def places(done: subprocess.CompletedProcess[str]) -> list[str]:
    return [line.split(": KEY001")[0] for line in done.stdout.splitlines() if "KEY001" in line]


@pytest.fixture
def checkout(here: Path) -> Path:
    """A repository with one committed document that has an undefined number on line 1."""
    git(here, "init", "-q")
    (here / "a.md").write_text(f"Trees cool streets [8].\n{LIST}", encoding="utf-8")
    git(here, "add", "a.md")
    git(here, "commit", "-q", "-m", "first")
    return here


def test_only_added_lines_are_reported(checkout: Path) -> None:
    """An old fault does not block, a new one does, and the others are counted."""
    (checkout / "a.md").write_text(f"Trees cool streets [8].\n\nThey store carbon [9].\n{LIST}", encoding="utf-8")
    git(checkout, "add", "a.md")
    done = staged(checkout)
    assert 1 == done.returncode
    assert "a.md:3:19: KEY001 error" in done.stdout
    assert "[8]" not in done.stdout
    assert "1 finding outside the change is not shown" in done.stderr


def test_removed_lines_never_block(checkout: Path) -> None:
    """Deleting a line reports nothing, even if its neighbours have faults."""
    (checkout / "a.md").write_text(f"Trees cool streets [8].\n\nGone soon [7].\n{LIST}", encoding="utf-8")
    git(checkout, "commit", "-q", "-a", "-m", "second")
    (checkout / "a.md").write_text(f"Trees cool streets [8].\n{LIST}", encoding="utf-8")
    git(checkout, "add", "a.md")
    done = staged(checkout)
    assert (0, False) == (done.returncode, "KEY001" in done.stdout)


def test_what_a_deletion_breaks_is_reported(checkout: Path) -> None:
    """A citation whose entry the commit deletes is reported, from its list or its bibliography; old faults are not."""
    (checkout / "q.tex").write_text("\\cite{a}. \\cite{b}. \\cite{old}.\n\\bibliography{r}\n", encoding="utf-8")
    (checkout / "r.bib").write_text("@misc{a, title={A}}\n@misc{b, title={B}}\n", encoding="utf-8")
    (checkout / "p.md").write_text(f"Old [8].\n\nTrees [1] [2].\n{LIST}[2] City (2021). Roofs.\n", encoding="utf-8")
    git(checkout, "add", "-A")
    git(checkout, "commit", "-q", "-m", "second")
    (checkout / "r.bib").write_text("@misc{a, title={A}}\n", encoding="utf-8")
    (checkout / "p.md").write_text(f"Old [8].\n\nTrees [1] [2].\n{LIST}", encoding="utf-8")
    git(checkout, "add", "-A")
    since = citevet("check", "--changed-since", "HEAD", "--format", "concise", "--select", "KEY001", cwd=checkout)
    for words, expected in (
        ((), ["p.md:3:11", "q.tex:1:11"]),
        (("r.bib",), ["q.tex:1:11"]),
        (("p.md",), ["p.md:3:11"]),
    ):
        done = staged(checkout, *words)
        assert (1, expected) == (done.returncode, places(done))
    assert (1, ["p.md:3:11", "q.tex:1:11"]) == (since.returncode, places(since))


@pytest.mark.parametrize("edit", ["", "% more\n"])
def test_a_deleted_entry_counts_for_chapters(checkout: Path, edit: str) -> None:
    """A chapter cites from the bibliography of its main file, whether or not the chapter is staged as well."""
    (checkout / "main.tex").write_text("\\input{one}\n\\cite{a}.\n\\bibliography{r}\n", encoding="utf-8")
    (checkout / "one.tex").write_text("\\cite{b}.\n", encoding="utf-8")
    (checkout / "r.bib").write_text("@misc{a, title={A}}\n@misc{b, title={B}}\n", encoding="utf-8")
    git(checkout, "add", "-A")
    git(checkout, "commit", "-q", "-m", "second")
    (checkout / "one.tex").write_text(f"\\cite{{b}}.\n{edit}", encoding="utf-8")
    (checkout / "r.bib").write_text("@misc{a, title={A}}\n", encoding="utf-8")
    git(checkout, "add", "-A")
    assert ["one.tex:1:1"] == places(staged(checkout))


def test_a_chapter_has_the_bibliography_of_its_main_file(checkout: Path) -> None:
    """A new citation in a staged chapter is looked up in the list that only the main file names, as it is staged."""
    (checkout / "parts").mkdir()
    main = "\\documentclass{article}\n\\input{parts/one}\n\\bibliography{r}\n"
    (checkout / "main.tex").write_text(main, encoding="utf-8")
    (checkout / "parts" / "one.tex").write_text("\\cite{a}. \\cite{old}.\n", encoding="utf-8")
    (checkout / "r.bib").write_text("@misc{a, title={A}}\n", encoding="utf-8")
    git(checkout, "add", "-A")
    git(checkout, "commit", "-q", "-m", "second")
    (checkout / "parts" / "one.tex").write_text("\\cite{a}. \\cite{old}.\n\n\\cite{c}. \\cite{b}.\n", encoding="utf-8")
    git(checkout, "add", "-A")
    assert ["parts/one.tex:3:1", "parts/one.tex:3:11"] == places(staged(checkout))
    (checkout / "r.bib").write_text("@misc{a, title={A}}\n@misc{b, title={B}}\n", encoding="utf-8")
    git(checkout, "add", "-A")
    assert ["parts/one.tex:3:1"] == places(staged(checkout, "parts"))


def test_a_deleted_bibliography_is_part_of_the_change(checkout: Path) -> None:
    """The document that names it is reported, and a bibliography that was missing before is not."""
    for name in ("q", "lost"):
        (checkout / f"{name}.tex").write_text(f"\\cite{{a}}.\n\\bibliography{{{name}}}\n", encoding="utf-8")
    (checkout / "q.bib").write_text("@misc{a, title={A}}\n", encoding="utf-8")
    git(checkout, "add", "-A")
    git(checkout, "commit", "-q", "-m", "second")
    git(checkout, "rm", "-q", "q.bib")
    for flags in (("--staged",), ("--changed-since", "HEAD")):
        done = citevet("check", *flags, "--format", "concise", "--select", "KEY008", cwd=checkout)
        assert (1, ["q.tex:2:15"]) == (done.returncode, [line.split(": ")[0] for line in done.stdout.splitlines()][:1])
    git(checkout, "reset", "-q", "--hard")
    git(checkout, "rm", "-q", "--cached", "q.bib")  # still in the folder, but not in the commit
    done = citevet("check", "--staged", "--format", "concise", "--select", "KEY008", cwd=checkout)
    assert (1, True) == (done.returncode, done.stdout.startswith("q.tex:2:15: KEY008"))


def test_the_staged_text_counts_and_not_the_file(checkout: Path) -> None:
    """A staged fault is reported even if the file was fixed since; an unstaged fault is not."""
    (checkout / "a.md").write_text(f"Trees cool streets [8].\n\nStaged [9].\n{LIST}", encoding="utf-8")
    git(checkout, "add", "a.md")
    (checkout / "a.md").write_text(f"Trees cool streets [8].\n\nMended [1]. But new [6].\n{LIST}", encoding="utf-8")
    done = staged(checkout)
    assert "a.md:3:8: KEY001 error: no reference [9]" in done.stdout
    assert "[6]" not in done.stdout


def test_new_files_renames_and_other_kinds(checkout: Path) -> None:
    """A new file counts as a whole; a file that only moved, one that is deleted, and a picture do not."""
    (checkout / "sub").mkdir()
    (checkout / "sub" / "한 글.md").write_text(f"New [5].\n{LIST}", encoding="utf-8")
    (checkout / "picture.png").write_bytes(b"\x89PNG\r\n\x1a\n\x00")
    git(checkout, "mv", "a.md", "b.md")
    git(checkout, "add", "-A")
    done = staged(checkout)
    assert ["sub/한 글.md:1:5"] == places(done)
    inside = staged(checkout / "sub")
    assert inside.stdout.startswith("한 글.md:1:5: KEY001")


def test_staged_and_then_deleted(checkout: Path) -> None:
    """The commit will bring a file that is gone from the folder, so it is checked."""
    (checkout / "c.md").write_text(f"New [5].\n{LIST}", encoding="utf-8")
    git(checkout, "add", "c.md")
    (checkout / "c.md").unlink()
    assert "c.md:1:5: KEY001" in staged(checkout).stdout


def test_named_files_only(checkout: Path) -> None:
    """pre-commit names files; what else is staged is somebody else's turn, and a file that is not staged is none."""
    for name in ("b.md", "c.md"):
        (checkout / name).write_text(f"New [5].\n{LIST}", encoding="utf-8")
        git(checkout, "add", name)
    done = staged(checkout, "c.md", "a.md")
    assert ["c.md:1:5"] == places(done)


def test_what_the_project_leaves_out_is_left_out(checkout: Path) -> None:
    """A hook names every staged file; sources of the corpus and excluded documents are still none of its business."""
    (checkout / "citevet.toml").write_text('exclude = ["drafts/*"]\n', encoding="utf-8")
    for name in ("drafts/b.md", ".citevet/corpus/REF-001-x.md", "docs/references/REF-002-x.md"):
        (checkout / name).parent.mkdir(parents=True, exist_ok=True)
        (checkout / name).write_text(f"New [5].\n{LIST}", encoding="utf-8")
        git(checkout, "add", name)
    done = staged(checkout, "drafts/b.md", ".citevet/corpus/REF-001-x.md", "docs/references/REF-002-x.md")
    assert (0, False) == (done.returncode, "KEY001" in done.stdout)


def test_nothing_staged_is_nothing_to_check(checkout: Path) -> None:
    """An empty index passes no judgement."""
    done = staged(checkout)
    assert (0, True) == (done.returncode, "NOTHING TO CHECK" in done.stdout)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--fix",), "Fix the file, and stage it"),
        (("--changed-since", "HEAD"), "looks at what is staged"),
        (("-",), "looks at what is staged"),
    ],
)
def test_flags_that_do_not_go_together(checkout: Path, words: tuple[str, ...], said: str) -> None:
    """Staged content cannot be fixed or read from stdin: a usage error, exit 2."""
    done = staged(checkout, *words)
    assert (2, True) == (done.returncode, said in done.stderr)


def test_outside_of_a_repository(here: Path) -> None:
    """Without git there is nothing staged, and the error says where to run."""
    done = staged(here)
    assert (2, True) == (done.returncode, "not in a git repository" in done.stderr)


def test_as_a_hook_of_git(checkout: Path) -> None:
    """As a pre-commit hook it stops the commit with the fault, and passes the fixed one."""
    hook = checkout / ".git" / "hooks" / "pre-commit"
    hook.parent.mkdir(exist_ok=True)
    hook.write_text(f"#!/bin/sh\nexec '{sys.executable}' -m citevet check --staged --select KEY001\n", encoding="utf-8")
    hook.chmod(0o755)
    (checkout / "sub").mkdir()
    (checkout / "sub" / "b.md").write_text(f"New [5].\n{LIST}", encoding="utf-8")
    git(checkout, "add", "sub/b.md")
    stopped = git(checkout, "commit", "-q", "-m", "bad")
    assert (1, True) == (stopped.returncode, "KEY001" in stopped.stdout + stopped.stderr)
    (checkout / "sub" / "b.md").write_text(f"New [1].\n{LIST}", encoding="utf-8")
    assert 0 == git(checkout, "commit", "-q", "-m", "good", "sub/b.md", "a.md").returncode


def test_init_writes_this_hook(here: Path) -> None:
    """`citevet init --pre-commit --github` writes a hook for staged lines and a workflow, both valid YAML."""
    assert 0 == citevet("init", "--pre-commit", "--github", cwd=here).returncode
    written = yaml.safe_load((here / ".pre-commit-config.yaml").read_text("utf-8"))
    hook = written["repos"][0]["hooks"][0]
    assert "citevet check --staged --format concise" == hook["entry"]
    assert all(re.search(hook["files"], f"paper{ending}") for ending in READERS)
    steps = yaml.safe_load((here / ".github/workflows/citevet.yml").read_text("utf-8"))["jobs"]["citevet"]["steps"]
    assert "citevet check --format github" in steps[-1]["run"]
