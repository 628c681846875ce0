"""What git tells of a file's earlier versions."""

import subprocess
from hashlib import sha256
from pathlib import Path

import pytest

from citevet.world import git


def run(folder: Path, *words: str) -> None:
    identity = ["-c", "user.name=t", "-c", "user.email=t@example.org", "-c", "commit.gpgsign=false"]
    subprocess.run(["git", "-C", str(folder), *identity, *words], check=True, capture_output=True)


@pytest.fixture
def file(here: Path) -> Path:
    """A file of three versions, the last of them not committed."""
    run(here, "init", "-q", "-b", "main")
    for text in ("one\n", "two\n"):
        (here / "글 a.md").write_text(text)
        run(here, "add", ".")
        run(here, "commit", "-qm", text)
    (here / "글 a.md").write_text("three\n")
    return here / "글 a.md"


def digest(text: str) -> str:
    return sha256(text.encode()).hexdigest()


def test_versions(file: Path) -> None:
    """Each committed version is there, as git keeps it and with CRLF, and its blob has its bytes."""
    found = git.versions(file, largest=100)
    assert {digest(text) for text in ("one\n", "two\n", "one\r\n", "two\r\n")} == set(found)
    assert b"one\n" == git.blob(file.parent, found[digest("one\n")])


def test_a_version_made_in_a_merge(file: Path) -> None:
    """What neither side had and a merge made is a version too."""
    run(file.parent, "checkout", "-qf", "-b", "side", "HEAD~1")
    file.write_text("side\n")
    run(file.parent, "commit", "-qam", "side")
    run(file.parent, "checkout", "-q", "main")
    with pytest.raises(subprocess.CalledProcessError):
        run(file.parent, "merge", "-q", "side")
    file.write_text("both\n")
    run(file.parent, "commit", "-qam", "both")
    assert {digest("both\n"), digest("side\n")} <= set(git.versions(file, largest=100))


def test_what_is_too_large_is_left_out(file: Path) -> None:
    """Bytes are bounded, for one version and for all."""
    assert {} == git.versions(file, largest=3)


def test_nothing_to_tell(here: Path, file: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    """An untracked file, a name that starts with a dash, no repository, no folder, no git: no versions, no error."""
    (here / "-x").write_text("x")
    outside = tmp_path_factory.mktemp("outside")
    for path in (here / "new.md", here / "-x", outside / "a.md", here / "no" / "a.md", here / "a\0b"):
        assert {} == git.versions(path, largest=100)
    assert git.blob(file.parent, "0" * 40) is None
