"""Answers of earlier runs: how long they are kept, how they are refreshed, and what survives damage."""

import asyncio
import json
import sqlite3
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from tests.emulator.server import Emulator, Request, Response

from citevet.model import Reply
from citevet.world.net.cache import ReplyCache
from citevet.world.net.client import WebClient
from citevet.world.net.errands import Errand, NetSettings, Outgoing

_HOUR = 3600


def _answer(request: Request) -> Response:
    if request.path == "/gone":
        return Response("no", 404)
    if request.path == "/busy":
        return Response("<!DOCTYPE html><title>One moment</title>", type="text/html")
    if request.path == "/failed":
        return Response("", 500)
    if request.headers.get("if-none-match") == '"v1"':
        return Response(status=304)
    if request.path == "/moved":
        return Response(status=302, headers={"Location": "/crossref/x"})
    return Response({"asked": request.path}, headers={"ETag": '"v1"'})


@pytest.fixture
def emulator() -> Iterator[Emulator]:
    with Emulator(extra={"crossref": _answer}) as serving:
        yield serving


class _Days:
    """A calendar that tests turn."""

    def __init__(self) -> None:
        self.seconds = 1_000_000.0

    def now(self) -> float:
        return self.seconds


@asynccontextmanager
async def _client(emulator: Emulator, file: Path, days: _Days) -> AsyncIterator[WebClient]:
    async with WebClient(NetSettings(services=emulator.services, cache=file), sleep=_no_wait) as web:
        web._cache = ReplyCache(file, days.now)
        yield web


async def _no_wait(_: float) -> None:
    await asyncio.sleep(0)


@pytest.mark.parametrize(
    ("path", "hours", "requests"),
    [
        ("/x", 0, 1),
        ("/x", 167, 1),
        ("/x", 169, 2),  # asked again, with the ETag
        ("/moved", 1, 2),
        ("/gone", 11, 1),
        ("/gone", 13, 2),
        ("/busy", 1, 2),
        ("/failed", 0, 2),
    ],
)
async def test_failures_are_not_cached(
    emulator: Emulator, tmp_path: Path, path: str, hours: float, requests: int
) -> None:
    """What was found stays for a week, what was not for half a day, and failures not at all."""
    days = _Days()
    async with _client(emulator, tmp_path / "c.sqlite", days) as web:
        first = await web.ask("crossref", path)
    days.seconds += hours * _HOUR
    async with _client(emulator, tmp_path / "c.sqlite", days) as web:
        second = await web.ask("crossref", path)
        sent = web.ledger.describe_services()[emulator.url.removeprefix("http://")]
    assert (first.status, first.data, first.hops, first.url) == (second.status, second.data, second.hops, second.url)
    assert requests == len(emulator.log)
    assert second.cached == (sent["cached"] == 1 or path == "/x")


async def test_revalidation(emulator: Emulator, tmp_path: Path) -> None:
    """An unchanged answer is fresh again after it was asked for with its ETag."""
    days = _Days()
    for hours in (0, 200, 1):
        days.seconds += hours * _HOUR
        async with _client(emulator, tmp_path / "c.sqlite", days) as web:
            reply = await web.ask("crossref", "/x")
        assert (200, {"asked": "/x"}) == (reply.status, json.loads(reply.data))
    assert [None, '"v1"'] == [request.headers.get("if-none-match") for request in emulator.log]


async def test_same_request_at_the_same_time(emulator: Emulator, tmp_path: Path) -> None:
    """Ten citations of one work are one request, also where it fails."""
    async with _client(emulator, tmp_path / "c.sqlite", _Days()) as web:
        await asyncio.gather(*(web.ask("crossref", path) for path in ("/x", "/failed") for _ in range(10)))
    assert ["/failed", "/x"] == sorted(request.path for request in emulator.log)


def _put(cache: ReplyCache, name: str, size: int = 10) -> Errand:
    url = f"https://a.example/{name}"
    errand = Errand(Outgoing(url), url)
    cache.put(errand, Reply(url, 200, {}, bytes(range(256)) * (size // 256 + 1)))
    return errand


def test_prune_keeps_what_was_used_last(tmp_path: Path) -> None:
    """A cache that is too large loses what was used least."""
    days = _Days()
    cache = ReplyCache(tmp_path / "c.sqlite", days.now)
    errands = []
    for number in range(10):
        days.seconds += 1
        errands.append(_put(cache, str(number)))
    days.seconds += 7200
    assert cache.get(errands[0])
    table = sqlite3.connect(tmp_path / "c.sqlite")
    (size,) = table.execute("SELECT max(length(data) + length(head)) FROM replies").fetchone()
    table.close()
    assert 7 == cache.prune(size * 3 + 10)
    assert [0, 8, 9] == [number for number, errand in enumerate(errands) if cache.get(errand)]
    assert 3 == cache.count()
    days.seconds += 91 * 24 * _HOUR
    assert 3 == cache.prune()
    cache.close()


def test_damaged_file(tmp_path: Path) -> None:
    """A damaged file is not an error, and is replaced."""
    file = tmp_path / "c.sqlite"
    file.write_bytes(b"this is no database" * 100)
    cache = ReplyCache(file)
    errand = _put(cache, "x")
    assert cache.get(errand) is None
    cache.close()
    errand = _put(cache, "x")
    assert cache.get(errand)
    cache.close()


def test_file_is_private_and_shared_by_processes(tmp_path: Path) -> None:
    """Only the user may read it; a second connection sees what the first wrote."""
    file = tmp_path / "c.sqlite"
    one, two = ReplyCache(file), ReplyCache(file)
    errand = _put(one, "x")
    assert two.get(errand)
    assert 0o600 == file.stat().st_mode & 0o777
    table = sqlite3.connect(file)
    assert ("wal",) == table.execute("PRAGMA journal_mode").fetchone()
    table.close()
    one.close()
    two.close()
    one.clear()
    assert not file.exists()


def test_unwritable_folder(tmp_path: Path) -> None:
    """Without a cache everything still works."""
    (tmp_path / "file").write_text("")
    cache = ReplyCache(tmp_path / "file" / "c.sqlite")
    assert cache.get(_put(cache, "x")) is None
