"""A site on loopback whose pages have every fault that a link checker must tell: `python -m …faulty_site HOSTS`.

It listens on 127.0.0.1, 127.0.0.2 … with one port for all, and one more for TLS with a certificate of nobody. It prints
the ports as JSON, and ends when its input ends.
"""

import asyncio
import gzip
import json
import ssl
import sys
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path

_WORDS = "The survey counted the roots of street trees under pipes and pavements in the old town. " * 40
_PAGE = (
    "<!doctype html><html lang=en><head><title>{0}</title></head><body><h1>{0}</h1><p id=first>{1}</p></body></html>"
)
_MISSING = _PAGE.format("Page not found", "Sorry, the page that you look for is not here.")
DELAY = 0.005
TLS = Path(__file__).parent / "nobody.pem"

# Path → the state that it has for `citevet links`.
FAULTS = {
    "/fault/gone": "gone",
    "/fault/410": "gone",
    "/fault/500": "server-error",
    "/fault/503": "server-error",
    "/fault/403": "blocked",
    "/fault/good#first": "ok",
    "/fault/good#nowhere": "no-anchor",
    "/fault/loop": "loop",
    "/fault/soft/404": "soft-404",
    "/fault/moved": "moved",
    "/fault/temporary": "ok",
    "/fault/home/deep/page": "home",
    "/fault/drip": "timeout",
    "/fault/endless": "ok",
    "/fault/short": "broken-off",
    "/fault/bomb": "ok",
    "/fault/cookies": "ok",
    "/fault/no-head": "ok",
    "/fault/agents": "blocked",
    "/fault/reset": "broken-off",
    "/fault/not-http": "broken-off",
    "/fault/chunks": "ok",
    "/fault/gzip": "ok",
    "/fault/redirect-nowhere": "loop",
    "/fault/empty": "ok",
}


class Site:
    """The answers, and what was asked."""

    def __init__(self, delay: float = DELAY) -> None:
        self.delay = delay
        self.asked: Counter[str] = Counter()
        self.agents: Counter[str] = Counter()
        self.refused = 0
        self.robots = b""  # of robots.txt; empty: there is none

    async def answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Answer the requests of one connection."""
        with suppress(OSError, asyncio.IncompleteReadError, asyncio.LimitOverrunError, asyncio.CancelledError):
            while True:
                head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
                method, target, _ = head.split(" ", 2)
                path = target.partition("?")[0]
                self.asked[path] += 1
                if self.delay:
                    await asyncio.sleep(self.delay)
                if not await self._answer_one(method, path, head, writer):
                    break
        writer.close()

    async def _answer_one(self, method: str, path: str, head: str, writer: asyncio.StreamWriter) -> bool:
        special = _SPECIAL.get(path)
        if special is not None:
            return await special(self, writer, head)
        status, headers, body = self._find_page(method, path, head)
        _write(writer, status, body if method != "HEAD" else b"", {**headers, "Content-Length": str(len(body))})
        return True

    def _find_page(self, method: str, path: str, head: str) -> tuple[int, dict[str, str], bytes]:  # noqa: PLR0911
        simple = {"gone": 404, "410": 410, "500": 500, "503": 503, "403": 403, "empty": 204}
        name = path.removeprefix("/fault/")
        if path == "/robots.txt" and self.robots:
            return 200, {}, self.robots
        if path == "/robots.txt" or (path.startswith("/fault/") and name in simple):
            status = simple.get(name, 404)
            return status, {}, b"" if status == 204 else b"<title>Gone</title>"
        if path.startswith("/fault/soft/"):
            return 200, {}, _MISSING.encode()
        if path in _REDIRECTS:
            status, to = _REDIRECTS[path]
            return status, {"Location": to} if to else {}, b""
        if path == "/fault/cookies" and "seen=1" not in head:
            return 302, {"Location": "/fault/cookies", "Set-Cookie": "seen=1; Path=/"}, b""
        if path == "/fault/no-head" and method == "HEAD":
            return 405, {}, b""
        if path == "/fault/agents" and "mozilla" not in head.lower():
            return 403, {}, b"no robots"
        if path.startswith("/limited/"):
            return self._limit(path)
        if path.startswith("/always429/"):
            return 429, {}, b"too many"
        title = "City" if path == "/" else f"Note {path}"
        return 200, {"ETag": f'"{path}"'}, _PAGE.format(title, _WORDS).encode()

    def _limit(self, path: str) -> tuple[int, dict[str, str], bytes]:
        """Refuse one request, with the time to wait."""
        if not self.refused:
            self.refused = 1
            return 429, {"Retry-After": "1"}, b"too many"
        return 200, {}, _PAGE.format(f"Note {path}", _WORDS).encode()


_REDIRECTS = {
    "/fault/loop": (302, "/fault/loop2"),
    "/fault/loop2": (302, "/fault/loop"),
    "/fault/moved": (301, "/fault/new"),
    "/fault/temporary": (302, "/fault/new"),
    "/fault/home/deep/page": (302, "/"),
    "/fault/redirect-nowhere": (302, ""),
}


def _write(writer: asyncio.StreamWriter, status: int, body: bytes, headers: dict[str, str]) -> None:
    lines = [f"HTTP/1.1 {status} Said", "Content-Type: text/html; charset=utf-8"]
    lines += [f"{name}: {value}" for name, value in headers.items()]
    writer.write("\r\n".join(lines).encode() + b"\r\n\r\n" + body)


async def _drip(_: Site, writer: asyncio.StreamWriter, __: str) -> bool:
    _write(writer, 200, b"", {"Content-Length": "1000000"})
    while True:
        writer.write(b"x")
        await writer.drain()
        await asyncio.sleep(0.2)


async def _never_end(_: Site, writer: asyncio.StreamWriter, __: str) -> bool:
    _write(writer, 200, _PAGE.format("Stream", _WORDS).encode(), {})
    while True:
        writer.write(b"<p>more and more</p>" * 500)
        await writer.drain()


async def _break_off(_: Site, writer: asyncio.StreamWriter, __: str) -> bool:
    _write(writer, 200, b"<title>Half", {"Content-Length": "5000"})
    await writer.drain()
    return False


async def _bomb(_: Site, writer: asyncio.StreamWriter, __: str) -> bool:
    body = _PACKED
    _write(writer, 200, body, {"Content-Length": str(len(body)), "Content-Encoding": "gzip"})
    await writer.drain()
    return True


async def _reset(_: Site, writer: asyncio.StreamWriter, __: str) -> bool:
    writer.transport.abort()
    return False


async def _babble(_: Site, writer: asyncio.StreamWriter, __: str) -> bool:
    writer.write(b"SSH-2.0-OpenSSH_9.6\r\n\r\n")
    await writer.drain()
    return False


async def _chunk(_: Site, writer: asyncio.StreamWriter, __: str) -> bool:
    page = _PAGE.format("Chunks", _WORDS).encode()
    parts = [page[at : at + 700] for at in range(0, len(page), 700)]
    body = b"".join(f"{len(part):x};a=b\r\n".encode() + part + b"\r\n" for part in parts)
    _write(writer, 200, body + b"0\r\nX-End: 1\r\n\r\n", {"Transfer-Encoding": "chunked"})
    return True


async def _pack(_: Site, writer: asyncio.StreamWriter, __: str) -> bool:
    body = gzip.compress(_PAGE.format("Packed", _WORDS).encode())
    _write(writer, 200, body, {"Content-Length": str(len(body)), "Content-Encoding": "gzip"})
    return True


_PACKED = gzip.compress(_PAGE.format("Bomb", _WORDS).encode()) + gzip.compress(bytes(2**20)) * 200  # unpacks to 200 MB
_SPECIAL: dict[str, Callable[[Site, asyncio.StreamWriter, str], Awaitable[bool]]] = {
    "/fault/drip": _drip,
    "/fault/endless": _never_end,
    "/fault/short": _break_off,
    "/fault/bomb": _bomb,
    "/fault/reset": _reset,
    "/fault/not-http": _babble,
    "/fault/chunks": _chunk,
    "/fault/gzip": _pack,
}


def list_hosts(count: int) -> list[str]:
    """Return addresses of this machine."""
    return [f"127.0.{number // 250}.{number % 250 + 1}" for number in range(count)]


async def serve(site: Site, hosts: list[str], port: int = 0) -> tuple[list[asyncio.Server], int, int]:
    """Start the servers; return them with the ports for HTTP and for TLS."""
    first = await asyncio.start_server(site.answer, hosts[0], port, backlog=1024)
    port = first.sockets[0].getsockname()[1]
    servers = [first, *[await asyncio.start_server(site.answer, host, port, backlog=1024) for host in hosts[1:]]]
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(TLS)
    secure = await asyncio.start_server(site.answer, hosts[0], 0, ssl=context)
    return [*servers, secure], port, secure.sockets[0].getsockname()[1]


async def main(count: int, delay: float) -> None:
    """Serve until the input ends."""
    _, port, tls = await serve(Site(delay), list_hosts(count))
    sys.stdout.write(json.dumps({"port": port, "tls": tls, "hosts": list_hosts(count)}) + "\n")
    sys.stdout.flush()
    await asyncio.to_thread(sys.stdin.read)


if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1]), float(sys.argv[2]) if len(sys.argv) > 2 else DELAY))
