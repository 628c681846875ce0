"""The user's own memory of earlier results: a convenience that can fail without harm."""

import os
import stat
import sys
from pathlib import Path

import pytest

from citevet.world import memory


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache folder of its own."""
    monkeypatch.setenv("CITEVET_CACHE_DIR", str(tmp_path / "cache"))
    return tmp_path / "cache" / "results.sqlite"


def test_what_was_kept_is_recalled(kept: Path) -> None:
    """Known keys come back with their values, unknown ones do not; 2,000 keys are asked in one go."""
    memory.keep({f"k{number}": bytes([number % 251]) for number in range(2_000)})
    found = memory.recall([f"k{number}" for number in range(0, 4_000, 2)])
    assert {f"k{number}": bytes([number % 251]) for number in range(0, 2_000, 2)} == found
    assert kept.is_file()


def test_nobody_else_may_read_it(kept: Path) -> None:
    """The file holds pieces of documents, and belongs to its owner alone."""
    memory.keep({"a": b"b"})
    assert 0o600 == stat.S_IMODE(kept.stat().st_mode)
    assert 0o700 == stat.S_IMODE(kept.parent.stat().st_mode)


def test_a_damaged_file_is_forgotten(kept: Path) -> None:
    """Garbage in its place is no error; the next run starts anew."""
    memory.keep({"a": b"b"})
    for rest in kept.parent.iterdir():
        rest.write_bytes(os.urandom(5_000))
    assert {} == memory.recall(["a"])
    memory.keep({"a": b"b"})
    memory.keep({"a": b"c"})
    assert {"a": b"c"} == memory.recall(["a"])


def test_a_folder_that_cannot_be_made_is_no_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the cache folder is a file, nothing is kept and nothing breaks."""
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("CITEVET_CACHE_DIR", str(tmp_path / "file" / "cache"))
    memory.keep({"a": b"b"})
    assert {} == memory.recall(["a"])


def test_the_oldest_go_when_there_is_too_much(kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Above the bound half of the values go, those that nobody asked for longest."""
    monkeypatch.setattr(memory, "_LARGEST", 1_000)
    for second, name in enumerate("abcdef"):
        monkeypatch.setattr(memory, "time", lambda second=second: second)
        memory.keep({name: bytes(300)})
    assert {"e", "f"} <= set(memory.recall(list("abcdef")))
    assert "a" not in memory.recall(["a"])
    assert kept.is_file()


@pytest.mark.parametrize(
    ("platform", "variables", "expected"),
    [
        ("linux", {"XDG_CACHE_HOME": "/x"}, "/x/citevet"),
        ("linux", {"HOME": "/h"}, "/h/.cache/citevet"),
        ("darwin", {"HOME": "/h"}, "/h/Library/Caches/citevet"),
        ("win32", {"LOCALAPPDATA": "/l"}, "/l/citevet/cache"),
    ],
)
def test_where_it_lies(
    platform: str, variables: dict[str, str], expected: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each system has its own place for caches."""
    for name in ("CITEVET_CACHE_DIR", "XDG_CACHE_HOME", "LOCALAPPDATA"):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(sys, "platform", platform)
    assert expected == memory.folder().as_posix()
