"""The disk cache, whose failures never stop a run."""

import os
import stat
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from time import sleep

import numpy as np
import pytest

from citevet.world import disk_cache
from citevet.world.paths import user_cache_folder


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


def test_one_connection_for_many_uses(cache_file: Path) -> None:
    """What is stored inside is there inside, after it and for others; a file damaged meanwhile is made again."""
    with disk_cache.keep_open():
        disk_cache.put({"a": b"b"})
        assert {"a": b"b"} == disk_cache.get(["a"])
        with ThreadPoolExecutor(1) as pool:
            assert {"a": b"b"} == pool.submit(disk_cache.get, ["a"]).result()
        for rest in cache_file.parent.iterdir():
            rest.write_bytes(os.urandom(rest.stat().st_size))
        disk_cache.get(["a", "b"])
        disk_cache.put({"a": b"c"})
        disk_cache.put({"a": b"d"})
        assert {"a": b"d"} == disk_cache.get(["a"])
    assert {"a": b"d"} == disk_cache.get(["a"])


def test_folder_that_cannot_be_created(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is stored, and nothing fails."""
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("CITEVET_CACHE_DIR", str(tmp_path / "file" / "cache"))
    disk_cache.put({"a": b"b"})
    assert {} == disk_cache.get(["a"])


def test_oldest_values_are_dropped_at_the_limit(cache_file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Half of the values go, those not used for the longest time; small values count with the space that they take."""
    monkeypatch.setattr(disk_cache, "_MAX_BYTES", 100_000)
    for second in range(40):
        monkeypatch.setattr(disk_cache, "time", lambda second=second: second)
        disk_cache.put({f"{second}-{number:060}": b"score" for number in range(100)})
    kept = [second for second in range(40) if disk_cache.get([f"{second}-{0:060}"])]
    assert kept == list(range(kept[0], 40))
    assert 0 < kept[0]
    assert 200_000 > cache_file.stat().st_size


def test_unused_values_are_pruned(cache_file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was not read for 90 days is dropped, and the space goes back to the disk."""
    day = 24 * 3600
    monkeypatch.setattr(disk_cache, "time", lambda: 0)
    disk_cache.put({"read": b"a", "unread": bytes(500_000)})
    monkeypatch.setattr(disk_cache, "time", lambda: 50 * day)
    disk_cache.get(["read"])
    monkeypatch.setattr(disk_cache, "time", lambda: 100 * day)
    assert (1, 1) == (disk_cache.prune(), disk_cache.count())
    assert {"read": b"a"} == disk_cache.get(["read", "unread"])
    assert 50_000 > cache_file.stat().st_size


def test_no_damage_gives_a_wrong_value(cache_file: Path) -> None:
    """Whatever bytes of the file change, a value is right or missing, and the cache works again afterwards."""
    chance = np.random.default_rng(5)
    values = {f"{number:064}": chance.bytes(chance.choice((12, 400, 5_000))) for number in range(200)}
    disk_cache.put(values)
    whole = cache_file.read_bytes()
    found = 0
    for _ in range(40):
        disk_cache.find_file().with_name("results.sqlite-wal").unlink(missing_ok=True)
        damaged = bytearray(whole)
        for _ in range(chance.choice((1, 5, 100, 2_000))):
            damaged[chance.integers(len(damaged))] = chance.integers(256)
        cache_file.write_bytes(damaged[: chance.choice((len(whole), len(whole) // 2))])
        read = disk_cache.get(list(values))
        assert read == {key: values[key] for key in read}
        found += len(read)
        disk_cache.put({"a": b"b"})
        disk_cache.put({"a": b"b"})
        assert {"a": b"b"} == disk_cache.get(["a"])
    assert 0 < found < 40 * len(values)


_WRITER = """
import sys
from citevet.world import disk_cache
print("ready", flush=True)
for number in range(int(sys.argv[2])):
    disk_cache.put({f"{sys.argv[1]}-{number}-{each}": f"{number} {each}".encode() * 50 for each in range(20)})
    assert len(disk_cache.get([f"{sys.argv[1]}-{number}-{each}" for each in range(20)])) == 20
"""


def _start(name: str, rounds: int) -> "subprocess.Popen[bytes]":
    started = subprocess.Popen([sys.executable, "-c", _WRITER, name, str(rounds)], stdout=subprocess.PIPE)
    assert started.stdout
    assert b"ready" in started.stdout.readline()
    return started


def test_two_processes_write_at_once(cache_file: Path) -> None:
    """Each finds what it wrote, and nothing of either is lost."""
    both = [_start(name, 60) for name in ("one", "two")]
    assert [(b"", 0), (b"", 0)] == [(each.communicate(timeout=60)[0], each.returncode) for each in both]
    assert 2 * 60 * 20 == disk_cache.count()
    assert cache_file.is_file()


@pytest.mark.usefixtures("cache_file")
def test_a_killed_writer_leaves_whole_values() -> None:
    """After kill -9 at any moment each batch is there as a whole or not at all, and others go on writing."""
    for number in range(5):
        writer = _start(f"killed{number}", 1_000_000)
        sleep(0.05 * number)
        writer.kill()
        writer.communicate(timeout=60)
    disk_cache.put({"after": b"1"})
    assert {"after": b"1"} == disk_cache.get(["after"])
    batches = [(name, number) for name in range(5) for number in range(300)]
    found = disk_cache.get([f"killed{name}-{number}-{each}" for name, number in batches for each in range(20)])
    for name, number in batches:
        batch = {f"killed{name}-{number}-{each}": f"{number} {each}".encode() * 50 for each in range(20)}
        assert batch == {key: found[key] for key in batch if key in found} or not batch.keys() & found.keys()
    assert found


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
    assert expected == user_cache_folder().as_posix()


def test_without_a_home_folder_the_cache_stays_empty(monkeypatch: pytest.MonkeyPatch) -> None:
    """Some containers have none."""

    def missing() -> Path:
        raise RuntimeError

    monkeypatch.setattr(disk_cache, "user_cache_folder", missing)
    disk_cache.put({"a": b"b"})
    assert {} == disk_cache.get(["a"])
