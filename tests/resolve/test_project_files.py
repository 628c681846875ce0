"""Paths stay inside the project."""

import os
from pathlib import Path

import pytest

from citevet.resolve.local.project_files import (
    MAX_FILE,
    MISSING,
    OUTSIDE,
    UNREADABLE,
    FileSnapshot,
    find_project_file,
    normalize_path,
    read_bytes,
    take_snapshot,
)


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A project next to a secret, with links in and out."""
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
def test_project_files(project: Path, written: str) -> None:
    """A path may be untidy, and may follow a link that stays inside."""
    assert (project / "src" / "a.py").resolve() == find_project_file(written, project)


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
def test_path_out_of_project(project: Path, written: str) -> None:
    """Neither dots, drives nor links lead out, whether or not the target exists."""
    assert OUTSIDE is find_project_file(written, project)


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
def test_missing_or_unreadable_path(project: Path, written: str, answer: object) -> None:
    """A folder or an impossible name is unreadable, and nothing is raised."""
    assert answer is find_project_file(written, project)


def test_normalized_path() -> None:
    """The name of a source is its path from the root, with slashes."""
    assert "src/a.py" == normalize_path(".\\src\\.\\a.py")


def test_root_that_is_a_link(project: Path, tmp_path: Path) -> None:
    """The root itself may be a link."""
    (tmp_path / "link").symlink_to(project)
    assert (project / "src" / "a.py").resolve() == find_project_file("src/a.py", tmp_path / "link")


@pytest.mark.parametrize(
    ("data", "lines"),
    [(b"", 0), (b"a", 1), (b"a\n", 1), (b"a\nb", 2), (b"a\r\nb\r\n", 2), (b"a\rb", 2), (b"\n\n", 2), (b"\xff\n", 1)],
)
def test_line_count(tmp_path: Path, data: bytes, lines: int) -> None:
    """A last line without a line end counts."""
    (tmp_path / "f").write_bytes(data)
    found = take_snapshot(tmp_path / "f")
    assert isinstance(found, FileSnapshot)
    assert lines == found.lines


def test_unreadable_files(project: Path, tmp_path: Path) -> None:
    """A pipe does not block, a link is not followed, a large file is not read."""
    with (tmp_path / "large").open("wb") as file:
        file.truncate(MAX_FILE + 1)
    assert ["unreadable", "unreadable", "unreadable", "too-large"] == [
        read_bytes(path) for path in (project / "pipe.py", project / "out.txt", project / "src", tmp_path / "large")
    ]


def test_no_permission(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file that the system refuses to open is unreadable."""

    def refuse(*_: object) -> int:
        raise PermissionError(13, "refused")

    monkeypatch.setattr(os, "open", refuse)
    assert "unreadable" == take_snapshot(tmp_path / "f")
