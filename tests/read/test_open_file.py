"""A file's bytes, or one sentence that says why not."""

import io
import os
from pathlib import Path

import pytest

from citevet.errors import MissingInput, NotADocument, ReadError, TooLarge, UnreadableInput
from citevet.read.open_file import load


def test_loads(tmp_path: Path) -> None:
    """A regular file comes whole, an empty one too."""
    (tmp_path / "a.md").write_bytes(b"a\r\n")
    (tmp_path / "b.md").write_bytes(b"")
    assert (b"a\r\n", b"") == (load(tmp_path / "a.md"), load(tmp_path / "b.md"))


@pytest.mark.parametrize(
    ("name", "error", "what"),
    [
        ("nosuch.md", MissingInput, "no such file"),
        ("folder", NotADocument, "this is a folder"),
        ("pipe", NotADocument, "not a regular file"),
        ("dangling", MissingInput, "no such file"),
        ("a\0b.md", UnreadableInput, "cannot be opened"),
        ("x" * 300, UnreadableInput, "cannot be opened"),
        ("file/inside.md", UnreadableInput, "cannot be opened"),
    ],
)
def test_refused(tmp_path: Path, name: str, error: type[ReadError], what: str) -> None:
    """What cannot be opened is refused with its name and advice, and a pipe is never waited for."""
    (tmp_path / "folder").mkdir()
    (tmp_path / "file").write_bytes(b"x")
    (tmp_path / "dangling").symlink_to(tmp_path / "nowhere")
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(error, match=what) as caught:
        load(tmp_path / name, shown="shown.md")
    assert ("shown.md", 2, True) == (caught.value.to, caught.value.exit_code, bool(caught.value.advice))


def test_permission(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file that the system refuses to open is unreadable, with the system's reason."""
    (tmp_path / "a.md").write_bytes(b"x")

    def refuse(*_args: object, **_named: object) -> io.BytesIO:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "open", refuse)
    with pytest.raises(UnreadableInput, match="Permission denied"):
        load(tmp_path / "a.md")


def test_sparse_gigabyte(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file beyond the bound is refused by its size, without being opened."""
    path = tmp_path / "big.md"
    with path.open("wb") as file:
        file.truncate(1 << 30)
    opened: list[Path] = []
    monkeypatch.setattr(Path, "open", lambda self, *_args: opened.append(self))
    with pytest.raises(TooLarge, match="larger than 64 MB"):
        load(path)
    assert [] == opened


def test_growing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file that grows while it is read is refused at the bound, not read to its end."""
    path = tmp_path / "log.md"
    path.write_bytes(b"x" * 10)
    monkeypatch.setattr(Path, "open", lambda _self, *_args: io.BytesIO(b"x" * 1000))
    with pytest.raises(TooLarge):
        load(path, max_bytes=100)


def test_at_the_bound(tmp_path: Path) -> None:
    """A file of exactly the bound is read."""
    (tmp_path / "a.md").write_bytes(b"x" * 100)
    assert 100 == len(load(tmp_path / "a.md", max_bytes=100))
