"""What can go wrong with an answer: one function per fault, which sends bytes and returns whether the line stays open.

None of these is a sign that a source does not exist, or that it does.
"""

import asyncio
import socket
import struct
from collections.abc import Awaitable, Callable, Mapping
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from gzip import compress
from typing import Protocol


class Sent(Protocol):
    """The answer that the service would have given."""

    status: int

    @property
    def data(self) -> bytes:
        """Its body."""

    def head(self, *, length: int | None = None) -> bytes:
        """Return its status line and headers, with another length if one is given."""


Fault = Callable[..., Awaitable[bool]]
_PAGE = b"<!doctype html><html><head><title>Just a moment...</title></head><body>Checking your browser</body></html>"
_STEP = 0.02  # seconds between the drops of a slow answer
_FOREVER = 3600.0
_MANY = 100_000  # headers or brackets


def _plain(status: int, body: bytes = b"", **headers: str) -> bytes:
    named = {"Content-Type": "text/html", "Content-Length": str(len(body)), **headers}
    lines = "".join(f"{name.replace('_', '-')}: {value}\r\n" for name, value in named.items())
    return f"HTTP/1.1 {status} Fault\r\n{lines}\r\n".encode() + body


def _say(make: Callable[[], bytes], *, stays: bool = True) -> Fault:
    """Return a fault that sends bytes in place of the answer."""

    async def send(writer: asyncio.StreamWriter, response: Sent) -> bool:  # noqa: ARG001 - in place of it
        writer.write(make())
        await writer.drain()
        return stays

    return send


def _status(code: int, body: bytes = b"", **headers: str) -> Fault:
    return _say(lambda: _plain(code, body, **headers))


def _json(body: bytes) -> Fault:
    return _say(lambda: _plain(200, body, Content_Type="application/json"))


def _drip(first: bytes, drop: bytes) -> Fault:
    """Return a fault that goes on forever, drop by drop."""

    async def send(writer: asyncio.StreamWriter, response: Sent) -> bool:  # noqa: ARG001 - in place of it
        writer.write(first)
        while True:
            writer.write(drop)
            await writer.drain()
            await asyncio.sleep(_STEP)

    return send


async def _silence(writer: asyncio.StreamWriter, response: Sent) -> bool:  # noqa: ARG001 - no answer
    await asyncio.sleep(_FOREVER)
    return False


async def _cut(writer: asyncio.StreamWriter, response: Sent) -> bool:
    """Promise the whole answer and hang up in the middle."""
    writer.write(response.head(length=len(response.data) + 100) + response.data[: len(response.data) // 2])
    await writer.drain()
    return False


async def _cut_whole(writer: asyncio.StreamWriter, response: Sent) -> bool:
    """Send half of the answer as if it were all."""
    half = response.data[: len(response.data) // 2]
    writer.write(response.head(length=len(half)) + half)
    await writer.drain()
    return True


async def _cut_gzip(writer: asyncio.StreamWriter, response: Sent) -> bool:
    data = compress(response.data + bytes(10_000))[:-20]
    writer.write(_plain(200, data, Content_Encoding="gzip", Content_Type="application/json"))
    await writer.drain()
    return True


def _reset(first: bytes) -> Fault:
    """Return a fault that ends the connection with RST instead of FIN."""

    async def send(writer: asyncio.StreamWriter, response: Sent) -> bool:  # noqa: ARG001 - in place of it
        writer.write(first)
        await writer.drain()
        await asyncio.sleep(_STEP if first else 0)
        sock = writer.get_extra_info("socket")
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        writer.transport.abort()
        return False

    return send


async def _utf16(writer: asyncio.StreamWriter, response: Sent) -> bool:
    """Send the answer in another encoding than its header says."""
    data = response.data.decode("utf-8", "replace").encode("utf-16-le")
    writer.write(_plain(200, data, Content_Type="application/json; charset=utf-8"))
    await writer.drain()
    return True


async def _flood(writer: asyncio.StreamWriter, response: Sent) -> bool:  # noqa: ARG001 - in place of it
    """Send without end, as fast as the client reads."""
    writer.write(b"HTTP/1.1 200 Fault\r\nContent-Type: application/json\r\n\r\n")
    while True:
        writer.write(b"[" * 2**16)
        await writer.drain()


def _bomb() -> bytes:
    """Return 64 KB that unpack to 64 MB: a gzip file of 64 members."""
    return _plain(200, compress(bytes(2**20)) * 64, Content_Encoding="gzip", Content_Type="application/json")


def _retry_date() -> bytes:
    when = datetime.now(UTC) + timedelta(seconds=2)
    return _plain(429, Retry_After=format_datetime(when, usegmt=True))


def _laughs() -> bytes:
    names = "".join(f'<!ENTITY l{n} "{f"&l{n - 1};" * 10}">' for n in range(1, 10))
    return _plain(200, f'<!DOCTYPE x [<!ENTITY l0 "ha">{names}]><x>&l9;</x>'.encode(), Content_Type="text/xml")


_OK = b"HTTP/1.1 200 Fault\r\nContent-Type: application/json\r\n"
FAULTS: Mapping[str, Fault] = {
    "silence": _silence,
    "drip": _drip(_OK + b"\r\n", b" "),
    "drip-headers": _drip(_OK, b"X-More: 1\r\n"),
    "endless-headers": _say(lambda: _OK + b"X-More: 1\r\n" * _MANY + b"\r\n", stays=False),
    "endless-100": _drip(b"", b"HTTP/1.1 100 Continue\r\n\r\n"),
    "400": _status(400, b'{"error": "bad request"}', Content_Type="application/json"),
    "401": _status(401, b'{"detail": "no credentials"}', Content_Type="application/json"),
    "403": _status(403, _PAGE),
    "404": _status(404, _PAGE),  # of a proxy that has none of the services
    "407": _status(407),
    "429": _status(429, b"Too many requests"),
    "429-seconds": _status(429, Retry_After="1"),
    "429-date": _say(_retry_date),
    "429-tomorrow": _status(429, Retry_After="86400"),
    "429-nonsense": _status(429, Retry_After="soon"),
    "451": _status(451),
    "500": _status(500, b'{"status": "failed"}', Content_Type="application/json"),
    "502": _status(502, _PAGE),
    "503": _status(503, _PAGE),
    "503-seconds": _status(503, Retry_After="1"),
    "504": _status(504),
    "520": _status(520),
    "cut": _cut,
    "cut-whole": _cut_whole,
    "cut-gzip": _cut_gzip,
    "html-200": _status(200, _PAGE),
    "empty-200": _status(200),
    "204": _status(204),
    "utf-16": _utf16,
    "reset": _reset(b""),
    "reset-midway": _reset(_OK + b"Content-Length: 1000\r\n\r\n{"),
    "closed": _say(lambda: b"", stays=False),
    "json-list": _json(b"[]"),
    "json-text": _json(b'"ok"'),
    "json-null": _json(b"null"),
    "json-number": _json(b"1e999"),
    "json-empty": _json(b"{}"),
    "json-deep": _json(b"[" * _MANY),
    "xml-bomb": _say(_laughs),
    "garbage": _say(lambda: b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + bytes(64), stays=False),
    "bad-status": _say(lambda: b"HTTP/1.1 abc\r\n\r\n", stays=False),
    "bad-chunks": _say(lambda: _OK + b"Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n", stays=False),
    "bad-gzip": _status(200, b"{}", Content_Encoding="gzip", Content_Type="application/json"),
    "gzip-bomb": _say(_bomb),
    "huge": _flood,
    "redirect-loop": _status(302, Location="?again"),
    "redirect-private": _status(302, Location="http://10.0.0.1/"),
    "redirect-file": _status(302, Location="file:///etc/passwd"),
    "redirect-nowhere": _status(302),
}
