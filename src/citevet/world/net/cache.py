"""Answers of earlier runs, in one SQLite file in the user's cache folder.

What was found is kept for a week, a page for a day, "not found" for half a day, and what looks like an excuse for ten
minutes; trouble is never kept. An older answer is requested again with its ETag or date, and kept if it is unchanged.
The file is for the user only. Losing it costs nothing but time: every failure is ignored.
"""

import json
import sqlite3
import zlib
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, replace
from pathlib import Path
from time import time
from typing import NamedTuple

from citevet.model import Hop, Reply
from citevet.world.disk_cache import is_damage, open_cache, remove_cache
from citevet.world.net.errands import Errand, make_key
from citevet.world.paths import user_cache_folder

_HOUR = 3600.0
_FOUND, _PAGE, _MISSING, _EXCUSE = 168 * _HOUR, 24 * _HOUR, 12 * _HOUR, _HOUR / 6
_ANSWERS = frozenset({200, 300})
_GONE = frozenset({404, 410})
_MAX_BYTES = 512 * 1_048_576
_MAX_UNPACKED = 64 * 1_048_576
_KEPT_SECONDS = 90 * 24 * _HOUR  # for an answer that can be asked for again by its ETag
_PUTS_PER_PRUNE = 200
_FAILURES = (sqlite3.Error, OSError, ValueError, KeyError, TypeError, zlib.error)
_TABLE = """CREATE TABLE IF NOT EXISTS replies
 (key TEXT PRIMARY KEY, stored REAL, used REAL, expires REAL, head TEXT, data BLOB) WITHOUT ROWID"""

_DROP_LEAST_USED = """DELETE FROM replies WHERE key IN (SELECT key FROM
 (SELECT key, sum(length(data) + length(head)) OVER (ORDER BY used DESC, key) AS size FROM replies) WHERE size > ?)"""


class Remembered(NamedTuple):
    """An earlier answer."""

    reply: Reply
    is_fresh: bool

    @property
    def conditions(self) -> Mapping[str, str]:
        """The headers that ask for the answer only if it changed."""
        named = {"If-None-Match": "etag", "If-Modified-Since": "last-modified"}
        return {ask: self.reply.headers[name] for ask, name in named.items() if self.reply.headers.get(name)}


class ReplyCache:
    """Answers by request. Several processes may use one file."""

    def __init__(self, file: Path, now: Callable[[], float] = time) -> None:
        self._file, self._now = file, now
        self._table: sqlite3.Connection | None = None
        self._puts = 0

    def close(self) -> None:
        """Close the file; it is opened again when it is needed."""
        if self._table:
            self._table.close()
            self._table = None

    def get(self, errand: Errand) -> Remembered | None:
        """Return the earlier answer to a request."""
        key, now = make_key(errand), self._now()
        found: list[Remembered] = []
        with self._forgive(), self._open() as table:
            rows = table.execute("SELECT expires, head, data, used FROM replies WHERE key = ?", (key,)).fetchall()
            for expires, head, data, used in rows:
                if now - used > _HOUR:  # a write for every answer would take longer than reading them all
                    table.execute("UPDATE replies SET used = ? WHERE key = ?", (now, key))
                found.append(Remembered(_unpack(head, data), expires > now))
        return found[0] if found else None

    def put(self, errand: Errand, reply: Reply) -> None:
        """Keep an answer for as long as answers of its kind stay right."""
        seconds = _find_age(errand, reply)
        if not seconds:
            return
        now = self._now()
        with self._forgive(), self._open() as table:
            row = (make_key(errand), now, now, now + seconds, *_pack(reply))
            table.execute("INSERT OR REPLACE INTO replies VALUES (?, ?, ?, ?, ?, ?)", row)
        self._puts += 1
        if self._puts % _PUTS_PER_PRUNE == 0:
            self.prune()

    def prune(self, max_bytes: int = _MAX_BYTES) -> int:
        """Drop what is too old, and while the rest is too large, what was used least; return how many answers."""
        dropped = 0
        with self._forgive(), self._open() as table:
            dropped = table.execute("DELETE FROM replies WHERE used < ?", (self._now() - _KEPT_SECONDS,)).rowcount
            dropped += table.execute(_DROP_LEAST_USED, (max_bytes,)).rowcount
        return dropped

    def clear(self) -> None:
        """Forget everything."""
        self.close()
        remove_cache(self._file)

    def count(self) -> int:
        """Return the number of answers."""
        rows = [(0,)]
        with self._forgive(), self._open() as table:
            rows = table.execute("SELECT count(*) FROM replies").fetchall()
        return rows[0][0]

    def _open(self) -> sqlite3.Connection:
        """Return the file as a transaction."""
        self._table = self._table or open_cache(self._file, _TABLE)
        return self._table

    @contextmanager
    def _forgive(self) -> Iterator[None]:
        """Go on without the cache where it fails; a damaged file is deleted."""
        try:
            yield
        except _FAILURES as error:
            if isinstance(error, sqlite3.Error) and is_damage(error):
                self.clear()


def default_reply_file() -> Path:
    """Return where answers are kept."""
    return user_cache_folder() / "replies.sqlite"


def _find_age(errand: Errand, reply: Reply) -> float:
    """Return for how many seconds an answer stays right; 0: it is not kept."""
    if reply.trouble or reply.status not in _ANSWERS | _GONE:
        return 0.0
    if reply.status in _GONE:
        return _MISSING
    if not errand.name:
        return _PAGE
    start = reply.data[:300].lstrip().lower()
    is_page = start.startswith((b"<!doctype html", b"<html")) and not errand.service.has_pages
    return _EXCUSE if not start or is_page or b'"error"' in start else _FOUND


def _pack(reply: Reply) -> tuple[str, bytes]:
    head = {
        "url": reply.url,
        "status": reply.status,
        "headers": dict(reply.headers),
        "hops": [asdict(hop) for hop in reply.hops],
    }
    return json.dumps(head), zlib.compress(reply.data, 1)


def _unpack(head: str, data: bytes) -> Reply:
    found = json.loads(head)
    hops = tuple(Hop(hop["status"], hop["to"]) for hop in found["hops"])
    body = zlib.decompressobj().decompress(data, _MAX_UNPACKED)
    return replace(Reply(found["url"], found["status"], found["headers"], body, hops), cached=True)
