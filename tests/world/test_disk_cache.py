"""The disk cache, whose failures never stop a run."""

import os
import stat
import sys
from pathlib import Path

import pytest

from citevet.world import disk_cache


@pytest.fixture
def cache_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache folder for one test."""
    monkeypatch.setenv("CITEVET_CACHE_DIR", str(tmp_path / "cache"))
    return tmp_path / "cache" / "results.sqlite"


def test_stored_values_are_found(cache_file: Path) -> None:
    """Known keys return their values, unknown ones do not; 2,000 keys fit in one call."""
    disk_cache.put({f"k{number}": bytes([number % 251]) for number in range(2_000)})
    found = disk_cache.get([f"k{number}" for number in range(0, 4_000, 2)])
    assert {f"k{number}": bytes([number % 251]) for number in range(0, 2_000, 2)} == found
    assert cache_file.is_file()


def test_only_the_owner_may_read_it(cache_file: Path) -> None:
    """The file holds pieces of documents."""
    disk_cache.put({"a": b"b"})
    assert 0o600 == stat.S_IMODE(cache_file.stat().st_mode)
    assert 0o700 == stat.S_IMODE(cache_file.parent.stat().st_mode)


def test_damaged_file_is_replaced(cache_file: Path) -> None:
    """Garbage in the file raises no error, and the next run starts with an empty cache."""
    disk_cache.put({"a": b"b"})
    for rest in cache_file.parent.iterdir():
        rest.write_bytes(os.urandom(5_000))
    assert {} == disk_cache.get(["a"])
    disk_cache.put({"a": b"b"})
    disk_cache.put({"a": b"c"})
    assert {"a": b"c"} == disk_cache.get(["a"])


def test_folder_that_cannot_be_created(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is stored, and nothing fails."""
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("CITEVET_CACHE_DIR", str(tmp_path / "file" / "cache"))
    disk_cache.put({"a": b"b"})
    assert {} == disk_cache.get(["a"])


def test_oldest_values_are_dropped_at_the_limit(cache_file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Half of the values go, those not used for the longest time."""
    monkeypatch.setattr(disk_cache, "_MAX_BYTES", 1_000)
    for second, name in enumerate("abcdef"):
        monkeypatch.setattr(disk_cache, "time", lambda second=second: second)
        disk_cache.put({name: bytes(300)})
    assert {"e", "f"} <= set(disk_cache.get(list("abcdef")))
    assert "a" not in disk_cache.get(["a"])
    assert cache_file.is_file()


@pytest.mark.parametrize(
    ("platform", "variables", "expected"),
    [
        ("linux", {"XDG_CACHE_HOME": "/x"}, "/x/citevet"),
        ("linux", {"HOME": "/h"}, "/h/.cache/citevet"),
        ("darwin", {"HOME": "/h"}, "/h/Library/Caches/citevet"),
        ("win32", {"LOCALAPPDATA": "/l"}, "/l/citevet/cache"),
    ],
)
def test_default_folder(
    platform: str, variables: dict[str, str], expected: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each system has its own place for caches."""
    for name in ("CITEVET_CACHE_DIR", "XDG_CACHE_HOME", "LOCALAPPDATA"):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(sys, "platform", platform)
    assert expected == disk_cache.default_cache_folder().as_posix()


def test_without_a_home_folder_the_cache_stays_empty(monkeypatch: pytest.MonkeyPatch) -> None:
    """Some containers have none."""

    def missing() -> Path:
        raise RuntimeError

    monkeypatch.setattr(disk_cache, "default_cache_folder", missing)
    disk_cache.put({"a": b"b"})
    assert {} == disk_cache.get(["a"])
