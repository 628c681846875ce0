"""HTTP/1.1 for many small questions: a connection for each host in turn, and no more of a body than is needed.

It takes a third of the processor time of the libraries, and follows no redirects. Every failure is in the answer. The
addresses pass the guard in `host_names`; a connection leads to an address that was checked.
"""

import asyncio
import ssl
import zlib
from collections.abc import Mapping
from typing import NamedTuple, cast

from citevet.errors import UsageError
from citevet.world.net.host_names import OFFLINE, HostNames, NameNotFound

_MAX_HEAD = 65_536  # bytes
_CONNECT_SECONDS = 5.0  # for one of several IP addresses
_KEPT_SECONDS = 10.0  # for a connection without a request
_NO_BODY = frozenset({204, 304})
_OK, _DIGITS = 200, 3
_WINDOWS = {"gzip": 31, "x-gzip": 31, "deflate": 47}  # encoding → window of zlib
_LONGEST_SIZE = 1_000  # bytes of the line with the size of a chunk


class Answer(NamedTuple):
    """What a host answered, or why not."""

    status: int = 0
    headers: Mapping[str, str] = {}
    body: bytes = b""  # unpacked, and no more than was wanted
    fault: str = ""  # private, unknown-host, unreachable, tls, timeout, broken-off, not-http
    why: str = ""  # the same for people
    is_whole: bool = True  # the body is all there
    is_stale: bool = False  # an open connection was closed before a byte came: ask again


class Wire:
    """Open connections by origin, for one run."""

    def __init__(self, names: HostNames, *, verify: bool = True, routes: Mapping[str, str] | None = None) -> None:
        self._names, self._verify, self._routes = names, verify, routes or {}
        self._idle: dict[tuple[str, str, int], list[_Line]] = {}
        self._context: ssl.SSLContext | None = None

    async def send(self, origin: tuple[str, str, int], request: bytes, *, wanted: int, seconds: float) -> Answer:
        """Send a request and return the answer with at least `wanted` bytes of its body, if it has so many.

        An origin is scheme, host and port.
        """
        loop = asyncio.get_running_loop()
        end = loop.time() + seconds
        while True:
            line, fault = self._take(origin), Answer()
            is_used = line is not None
            if line is None:
                line, fault = await self._connect(origin, end)
            if line is None:
                return fault
            answer = await line.ask(request, wanted, end)
            if line.is_free:
                self._idle.setdefault(origin, []).append(line)
            if not (answer.is_stale and is_used):
                return answer

    def close(self) -> None:
        """Close all connections."""
        for lines in self._idle.values():
            for line in lines:
                line.close()
        self._idle.clear()

    def _take(self, origin: tuple[str, str, int]) -> "_Line | None":
        idle = self._idle.get(origin, [])
        while idle:
            line = idle.pop()
            if line.is_fresh():
                return line
            line.close()
        return None

    async def _connect(self, origin: tuple[str, str, int], end: float) -> "tuple[_Line | None, Answer]":
        scheme, host, port = origin
        loop = asyncio.get_running_loop()
        try:
            async with asyncio.timeout_at(end):
                if host in self._routes or "*" in self._routes:
                    addresses, port, scheme = (*self._find_route(host), "http")
                else:
                    addresses = await self._names.find_addresses(scheme, host, port)
                context = self._find_context() if scheme == "https" else None
                for number, address in enumerate(addresses, 1):
                    wait = None if number == len(addresses) else _CONNECT_SECONDS
                    try:
                        async with asyncio.timeout(wait):
                            _, line = await loop.create_connection(
                                lambda: _Line(loop),
                                address,
                                port,
                                ssl=context,
                                server_hostname=host if context else None,
                            )
                            return line, Answer()
                    except (OSError, TimeoutError) as error:
                        if number == len(addresses) or isinstance(error, ssl.SSLError):
                            raise
        except TimeoutError:
            return None, Answer(fault="timeout", why="did not let us connect in time")
        except UsageError as error:
            return None, Answer(fault="private", why=f"was not asked: {error.what}")
        except NameNotFound as error:
            why = "there is no host of this name" if error.is_unknown else "its host name could not be looked up"
            why = f"could not be reached: {OFFLINE}" if error.is_offline else why
            return None, Answer(fault="unknown-host" if error.is_unknown else "unreachable", why=why)
        except ssl.SSLError as error:
            return None, Answer(fault="tls", why=_explain_tls(error))
        except (OSError, ValueError) as error:
            return None, Answer(fault="unreachable", why=_explain_refusal(error))
        return None, Answer(fault="unreachable", why="its host has no address")

    def _find_route(self, host: str) -> tuple[tuple[str, ...], int]:
        place, _, port = self._routes.get(host, self._routes.get("*", "")).rpartition(":")
        if not place:
            raise NameNotFound(is_unknown=True)
        return (place,), int(port)

    def _find_context(self) -> ssl.SSLContext:
        if self._context is None:
            self._context = ssl.create_default_context()
            if not self._verify:
                self._context.check_hostname = False
                self._context.verify_mode = ssl.CERT_NONE
        return self._context


class _Line(asyncio.Protocol):
    """One connection: it takes one request at a time."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._transport: asyncio.Transport | None = None
        self._buffer = bytearray()
        self._waiting: asyncio.Future[Answer] | None = None
        self._wanted = 0
        self._head: tuple[int, dict[str, str]] | None = None
        self._left: int | None = None  # bytes of the body or of the chunk that are still to come; None: until the end
        self._is_chunked = False
        self._body = _NOTHING
        self._end = float("inf")  # when the answer has to be there
        self._timer: asyncio.TimerHandle | None = None
        self._since = 0.0
        self.is_free = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Keep the transport."""
        self._transport = cast("asyncio.Transport", transport)

    def is_fresh(self) -> bool:
        """Return whether the connection can take a request."""
        is_open = self._transport is not None and not self._transport.is_closing()
        return is_open and not self._buffer and self._loop.time() - self._since < _KEPT_SECONDS

    def close(self) -> None:
        """End the connection at once."""
        self.is_free = False
        if self._timer is not None:
            self._timer.cancel()
        if self._transport is not None:
            self._transport.abort()

    async def ask(self, request: bytes, wanted: int, end: float) -> Answer:
        """Send a request and wait for its answer until a time of the loop."""
        self._head, self._left, self._is_chunked, self.is_free = None, None, False, False
        self._wanted, self._body, self._end = wanted, _NOTHING, end
        self._waiting = self._loop.create_future()
        if self._transport is not None:
            self._transport.write(request)
        if self._timer is None or self._timer.when() > end:
            self._set_timer()
        try:
            return await self._waiting
        except BaseException:
            self.close()
            raise
        finally:
            self._since = self._loop.time()

    def _set_timer(self) -> None:
        """Wake up when the answer has to be there; one timer serves the requests that follow, too."""
        if self._timer is not None:
            self._timer.cancel()
        self._timer = self._loop.call_at(self._end, self._look_at_time)

    def _look_at_time(self) -> None:
        self._timer = None
        if self._waiting is None or self._waiting.done():
            return
        if self._loop.time() >= self._end:
            self._finish("timeout", "took too long")
        else:
            self._set_timer()

    def data_received(self, data: bytes) -> None:
        """Read on."""
        self._buffer += data
        if self._waiting is None or self._waiting.done():
            self.close()  # it speaks without being asked
            return
        try:
            self._advance()
        except (ValueError, IndexError):
            self._finish("not-http", "sent what is not HTTP")
        except zlib.error:
            self._finish("broken-off", "sent a body that cannot be unpacked")

    def connection_lost(self, exc: Exception | None) -> None:
        """End the answer where the connection ends."""
        self.is_free = False
        if self._waiting is None or self._waiting.done():
            return
        if self._head and self._left is None and not self._is_chunked and exc is None:
            self._finish()
        elif isinstance(exc, ssl.SSLError):
            self._finish("tls", _explain_tls(exc))
        elif self._head is None and not self._buffer:
            self._waiting.set_result(Answer(fault="broken-off", why="closed without an answer", is_stale=True))
        else:
            self._finish("broken-off", "broke off: its body is shorter than it said")

    def _advance(self) -> None:
        while self._head is None:
            end = self._buffer.find(b"\r\n\r\n")
            if end < 0:
                if len(self._buffer) > _MAX_HEAD or not b"HTTP/1".startswith(bytes(self._buffer[:6])):
                    raise ValueError
                return
            head = _read_head(bytes(self._buffer[:end]))
            del self._buffer[: end + 4]
            if head[0] >= _OK:
                self._head = head
                if self._begin_body(*head):
                    return
        if self._is_chunked:
            self._take_chunks()
        else:
            self._take_plain()

    def _begin_body(self, status: int, headers: dict[str, str]) -> bool:
        """Find out how long the body is; return whether it is known that there is none."""
        self._body = _Body(headers.get("content-encoding", ""), self._wanted)
        self._is_chunked = "chunked" in headers.get("transfer-encoding", "").lower()
        length = headers.get("content-length", "")
        if status in _NO_BODY or (length == "0" and not self._is_chunked):
            self._finish()
            return True
        if not self._is_chunked:
            self._left = int(length) if length.isdecimal() else None
        return False

    def _take_plain(self) -> None:
        part = bytes(self._buffer if self._left is None else self._buffer[: self._left])
        del self._buffer[: len(part)]
        if self._left is not None:
            self._left -= len(part)
        self._body.feed(part)
        if self._left == 0:
            self._finish()
        elif self._body.is_enough and (self._left is None or self._left > _MAX_HEAD):
            self._finish(is_whole=False)

    def _take_chunks(self) -> None:
        while True:
            if self._left is None:
                end = self._buffer.find(b"\r\n")
                if end < 0:
                    if len(self._buffer) > _LONGEST_SIZE:
                        raise ValueError
                    return
                self._left = int(bytes(self._buffer[:end]).partition(b";")[0], 16)
                if self._left < 0:
                    raise ValueError
                if self._left == 0:
                    self._end_chunks()
                    return
                del self._buffer[: end + 2]
            part = bytes(self._buffer[: self._left])
            self._body.feed(part)
            del self._buffer[: len(part)]
            self._left -= len(part)
            if self._body.is_enough:
                self._finish(is_whole=False)
                return
            if self._left or len(self._buffer) < len(b"\r\n"):
                return
            del self._buffer[:2]
            self._left = None

    def _end_chunks(self) -> None:
        """Take the last chunk, and the headers that may follow it."""
        end = self._buffer.find(b"\r\n\r\n")
        self._left = None
        if end >= 0:
            del self._buffer[: end + 4]
            self._finish()

    def _finish(self, fault: str = "", why: str = "", *, is_whole: bool = True) -> None:
        if self._waiting is None or self._waiting.done():
            return
        status, headers = self._head or (0, {})
        whole = is_whole and not fault and self._body.is_complete
        if not fault and is_whole and not self._body.is_complete:
            fault, why = "broken-off", "sent a body that breaks off"
        keeps = headers.get("connection", "").lower() != "close" and headers.get("http", "1.1") == "1.1"
        self.is_free = whole and keeps and not self._buffer and self._transport is not None
        self._waiting.set_result(Answer(status, headers, self._body.take(), fault, why, whole))
        if not self.is_free:
            self.close()


class _Body:
    """The start of a body, unpacked; what would unpack to too much is left packed."""

    def __init__(self, encoding: str, wanted: int) -> None:
        window = _WINDOWS.get(encoding.strip().lower())
        self._unpack = zlib.decompressobj(window) if window else None
        self._wanted, self._parts, self._size = wanted, list[bytes](), 0
        self._fed = False

    @property
    def is_enough(self) -> bool:
        return self._size >= self._wanted

    @property
    def is_complete(self) -> bool:
        return self._unpack is None or not self._fed or self._unpack.eof or self._size >= self._wanted

    def feed(self, part: bytes) -> None:
        if not part:
            return
        self._fed = True
        if self.is_enough:
            return
        if self._unpack is not None:
            part = self._unpack.decompress(part, max(self._wanted - self._size, 1))
        self._parts.append(part)
        self._size += len(part)

    def take(self) -> bytes:
        return b"".join(self._parts)


_NOTHING = _Body("", 0)


def _read_head(data: bytes) -> tuple[int, dict[str, str]]:
    """Return the status and the headers, by name in lower case; `http` is the version."""
    first, *rest = data.decode("latin-1").split("\r\n")
    version, status, *_ = first.split(" ", 2)
    if not version.startswith("HTTP/1.") or not status.isdecimal() or len(status) != _DIGITS:
        raise ValueError
    headers = {"http": version[5:]}
    for line in rest:
        name, colon, value = line.partition(":")
        if not colon:
            continue
        key = name.lower()
        value = value.strip()
        headers[key] = f"{headers[key]}\n{value}" if key == "set-cookie" and key in headers else value
    return int(status), headers


def _explain_tls(error: ssl.SSLError) -> str:
    if isinstance(error, ssl.SSLCertVerificationError):
        return f"has no valid certificate ({error.verify_message})"
    return f"cannot agree on encryption ({(error.reason or 'no common protocol').lower().replace('_', ' ')})"


def _explain_refusal(error: Exception) -> str:
    return "refused the connection" if isinstance(error, ConnectionRefusedError) else "could not be reached"
