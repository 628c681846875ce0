"""What git tells: the lines that a change added or altered."""

import subprocess
from pathlib import Path

import pytest

from citevet.errors import UsageError
from citevet.world import git


def run(folder: Path, *words: str) -> None:
    identity = ["-c", "user.name=t", "-c", "user.email=t@example.org"]
    subprocess.run(["git", "-C", str(folder), *identity, *words], check=True, capture_output=True)


@pytest.fixture
def repository(here: Path) -> Path:
    """One commit with a file of four lines."""
    run(here, "init", "-q")
    (here / "글 a.md").write_text("one\ntwo\nthree\nfour\n")
    run(here, "add", ".")
    run(here, "commit", "-qm", "first")
    return here


def test_changed_lines(repository: Path) -> None:
    """Altered and added lines count, with the numbers they have now; deleted ones have none."""
    (repository / "글 a.md").write_text("one\nTWO\nfour\nfive\n")
    (repository / "new.md").write_text("x\n")
    found = git.changed(repository, "HEAD")
    assert sorted(line for lines in found[repository / "글 a.md"] for line in lines if line) == [2, 4]
    assert 1 in found[repository / "new.md"][0]


@pytest.mark.parametrize("revision", ["nowhere", "--output=x", ""])
def test_an_unknown_revision_is_a_usage_error(repository: Path, revision: str) -> None:
    """A revision that git does not know, or an option in its place, is refused with a sentence."""
    with pytest.raises(UsageError, match="no such revision"):
        git.changed(repository, revision)
    assert not (repository / "x").exists()


def test_outside_a_repository(here: Path) -> None:
    """Without a repository there is no list of files, and no change to speak of."""
    assert git.files(here) is None
    with pytest.raises(UsageError, match="not in a git repository"):
        git.changed(here, "HEAD")


def test_nothing_changed(repository: Path) -> None:
    """A clean tree has no changed lines."""
    assert {} == git.changed(repository, "HEAD")
