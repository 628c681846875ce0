"""Paths stay inside the project, whatever a document writes."""

import os
from pathlib import Path

import pytest

from citevet.resolve.confine import MISSING, OUTSIDE, UNREADABLE, reach, tidy
from citevet.resolve.snapshot import LARGEST, Snapshot, content, snapshot


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A project beside a secret, with links in and out."""
    root = tmp_path / "project"
    (root / "src").mkdir(parents=True)
    (root / "src" / "a.py").write_bytes(b"one\ntwo\n")
    (tmp_path / "secret.txt").write_text("secret")
    (root / "out").symlink_to(tmp_path)
    (root / "out.txt").symlink_to(tmp_path / "secret.txt")
    (root / "in.py").symlink_to(root / "src" / "a.py")
    (root / "loop.py").symlink_to(root / "loop.py")
    (root / "dangling.py").symlink_to(root / "nothing.py")
    os.mkfifo(root / "pipe.py")
    return root


@pytest.mark.parametrize("written", ["src/a.py", "./src/a.py", "src//a.py", "src/./a.py", "src\\a.py", "in.py"])
def test_files_of_the_project(project: Path, written: str) -> None:
    """A path may be written untidily, and may pass a link that stays inside."""
    assert (project / "src" / "a.py").resolve() == reach(written, project)


@pytest.mark.parametrize(
    "written",
    [
        "../secret.txt",
        "src/../../secret.txt",
        "src/../src/a.py",
        "..\\secret.txt",
        "/etc/passwd",
        "//host/share",
        "\\\\host\\share",
        "~/x.py",
        "~root/x.py",
        "C:/x.py",
        "C:\\x.py",
        "c:x.py",
        "out/secret.txt",
        "out/nothing.txt",
        "out.txt",
        "out/project/src/../../secret.txt",
    ],
)
def test_ways_out(project: Path, written: str) -> None:
    """Neither dots nor drives nor links lead out, and it makes no difference whether something is there."""
    assert OUTSIDE is reach(written, project)


@pytest.mark.parametrize(
    ("written", "answer"),
    [
        ("src/b.py", MISSING),
        ("src/a.py/b.py", MISSING),
        ("dangling.py", MISSING),
        ("loop.py", UNREADABLE),
        ("src", UNREADABLE),
        ("pipe.py", UNREADABLE),
        ("a\0b.py", UNREADABLE),
        ("a" * 300 + ".py", UNREADABLE),
        ("a/" * 3000 + "b.py", UNREADABLE),
        ("\ud800.py", UNREADABLE),
        ("", UNREADABLE),
    ],
)
def test_nothing_to_open(project: Path, written: str, answer: object) -> None:
    """What is not there is missing; what is no file, or has no possible name, is unreadable and raises nothing."""
    assert answer is reach(written, project)


def test_tidy_paths() -> None:
    """The name of a source is its path from the root, with slashes."""
    assert "src/a.py" == tidy(".\\src\\.\\a.py")


def test_a_root_that_is_a_link(project: Path, tmp_path: Path) -> None:
    """The root itself may be reached by a link."""
    (tmp_path / "link").symlink_to(project)
    assert (project / "src" / "a.py").resolve() == reach("src/a.py", tmp_path / "link")


@pytest.mark.parametrize(
    ("data", "lines"),
    [(b"", 0), (b"a", 1), (b"a\n", 1), (b"a\nb", 2), (b"a\r\nb\r\n", 2), (b"a\rb", 2), (b"\n\n", 2), (b"\xff\n", 1)],
)
def test_counting_lines(tmp_path: Path, data: bytes, lines: int) -> None:
    """A line that nothing ends counts too."""
    (tmp_path / "f").write_bytes(data)
    found = snapshot(tmp_path / "f")
    assert isinstance(found, Snapshot)
    assert lines == found.lines


def test_what_is_not_opened(project: Path, tmp_path: Path) -> None:
    """A pipe does not hold us up, a link is not followed, a large file is not read."""
    with (tmp_path / "large").open("wb") as file:
        file.truncate(LARGEST + 1)
    assert ["unreadable", "unreadable", "unreadable", "too-large"] == [
        content(path) for path in (project / "pipe.py", project / "out.txt", project / "src", tmp_path / "large")
    ]


def test_no_permission(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file that the system refuses to open is unreadable."""

    def refuse(*_: object) -> int:
        raise PermissionError(13, "refused")

    monkeypatch.setattr(os, "open", refuse)
    assert "unreadable" == snapshot(tmp_path / "f")
