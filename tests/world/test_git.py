"""Changed lines and earlier versions of files in git."""

import subprocess
from hashlib import sha256
from pathlib import Path

import pytest

from citevet.errors import UsageError
from citevet.jobs.check import run_check
from citevet.session import Session
from citevet.world import git


def run(folder: Path, *words: str) -> None:
    identity = ["-c", "user.name=t", "-c", "user.email=t@example.org", "-c", "commit.gpgsign=false"]
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
    """Altered and added lines count with their present numbers; deleted lines do not."""
    (repository / "글 a.md").write_text("one\nTWO\nfour\nfive\n")
    (repository / "new.md").write_text("x\n")
    found = git.find_changed_lines(repository, "HEAD")
    assert sorted(line for lines in found[repository / "글 a.md"] for line in lines if line) == [2, 4]
    assert 1 in found[repository / "new.md"][0]


def test_what_others_change_later_is_no_change(repository: Path) -> None:
    """A line that another branch corrects after ours left it is not ours; one that we change is."""
    file = repository / "글 a.md"
    run(repository, "branch", "main2")
    run(repository, "checkout", "-q", "-b", "ours")
    file.write_text("one\ntwo\nthree\nFOUR\n")
    run(repository, "commit", "-qam", "ours")
    run(repository, "checkout", "-q", "main2")
    file.write_text("ONE\ntwo\nthree\nfour\n")
    run(repository, "commit", "-qam", "theirs")
    run(repository, "checkout", "-q", "ours")
    assert [4] == [line for lines in git.find_changed_lines(repository, "main2")[file] for line in lines]


def test_a_shallow_clone_is_named(repository: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    """The error for an unknown revision says how to fetch the history."""
    run(repository, "commit", "-q", "--allow-empty", "-m", "second")
    clone = tmp_path_factory.mktemp("clone")
    run(repository, "clone", "-q", "--depth", "1", repository.as_uri(), str(clone))
    with pytest.raises(UsageError, match="This clone is shallow") as caught:
        git.find_base(clone, "HEAD~1")
    assert 'no such revision "HEAD~1"' == caught.value.what


@pytest.mark.parametrize("revision", ["nowhere", "--output=x", ""])
def test_unknown_revision_is_a_usage_error(repository: Path, revision: str) -> None:
    """And so is an option in its place."""
    with pytest.raises(UsageError, match="no such revision"):
        git.find_changed_lines(repository, revision)
    assert not (repository / "x").exists()


def test_outside_a_repository(here: Path) -> None:
    """No files are listed, and asking for changes is a usage error."""
    assert git.list_files(here) is None
    with pytest.raises(UsageError, match="not in a git repository"):
        git.find_changed_lines(here, "HEAD")


@pytest.mark.parametrize(("text", "lines"), [("one\ntwo\nthree\nfour\n", None), ("one\ntwo\nthree\nfive\n", [4])])
def test_a_moved_file_has_only_its_changed_lines(repository: Path, text: str, lines: list[int] | None) -> None:
    """Its old name counts as deleted, and its new one, however it is written, has no earlier version."""
    run(repository, "mv", "글 a.md", "[id].md")
    (repository / "[id].md").write_text(text)
    found = git.find_changed_lines(repository, "HEAD")
    changed = found.get(repository / "[id].md")
    assert lines == (changed and [line for each in changed for line in each])
    assert repository / "글 a.md" in found
    assert git.read_at_revision(repository, "HEAD", repository / "[id].md") is None


def test_nothing_changed(repository: Path) -> None:
    """A clean tree has no changed lines."""
    assert {} == git.find_changed_lines(repository, "HEAD")


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


def test_each_committed_version_is_listed(file: Path) -> None:
    """Each committed version is listed, also with CRLF, and its blob has its bytes."""
    found = git.list_versions(file, largest=100)
    assert {digest(text) for text in ("one\n", "two\n", "one\r\n", "two\r\n")} == set(found)
    assert b"one\n" == git.read_blob(file.parent, found[digest("one\n")])


def test_version_made_in_a_merge(file: Path) -> None:
    """Content that only a merge commit has is a version too."""
    run(file.parent, "checkout", "-qf", "-b", "side", "HEAD~1")
    file.write_text("side\n")
    run(file.parent, "commit", "-qam", "side")
    run(file.parent, "checkout", "-q", "main")
    with pytest.raises(subprocess.CalledProcessError):
        run(file.parent, "merge", "-q", "side")
    file.write_text("both\n")
    run(file.parent, "commit", "-qam", "both")
    assert {digest("both\n"), digest("side\n")} <= set(git.list_versions(file, largest=100))


def test_large_versions_are_left_out(file: Path) -> None:
    """Bytes are limited for one version and for all."""
    assert {} == git.list_versions(file, largest=3)


def test_files_without_versions(here: Path, file: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    """An untracked file, a name that starts with a dash, no repository, no folder: no versions, no error."""
    (here / "-x").write_text("x")
    outside = tmp_path_factory.mktemp("outside")
    for path in (here / "new.md", here / "-x", outside / "a.md", here / "no" / "a.md", here / "a\0b"):
        assert {} == git.list_versions(path, largest=100)
    assert git.read_blob(file.parent, "0" * 40) is None


def test_an_unknown_revision_is_refused_before_documents_are_read(
    repository: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A whole project may take minutes to read."""
    monkeypatch.setattr("citevet.jobs.check.audit_files", lambda *_words, **_options: pytest.fail("read"))
    with pytest.raises(UsageError, match="no such revision"):
        run_check([repository], Session({}, here=repository), changed_since="nowhere")
