"""One request and its answer: within one deadline, within a number of bytes, with every failure as trouble.

A connection leads to an IP address that was checked; a second look-up of the name cannot pass the check.
"""

import asyncio
import json
import os
import ssl
import zlib
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import aclosing, asynccontextmanager
from dataclasses import replace
from importlib.util import find_spec
from typing import NamedTuple

import httpcore2
from httpx2 import URL, InvalidURL

from citevet.errors import UsageError
from citevet.model import Reason, Reply
from citevet.world.address_guard import PORTS, allows_private, is_this_machine, split_url
from citevet.world.net.errands import Outgoing, judge_status
from citevet.world.net.host_names import OFFLINE, HostNames, NameNotFound

_MOST_OPEN, _MOST_IDLE = 256, 64
_KEPT_SECONDS = 15.0  # for a connection without a request
_SECONDS_EACH = 5.0  # for one of several IP addresses
# What the libraries raise for an address, a connection or an answer.
HTTP_ERRORS = (httpcore2.NetworkError, httpcore2.ProtocolError, InvalidURL, ValueError)
TIMEOUTS = (TimeoutError, httpcore2.TimeoutException)
_PLAIN = frozenset({"", "identity", "none", "binary", "utf-8", "utf8"})  # some servers name the charset here
_ZLIB = {"gzip": 31, "x-gzip": 31, "deflate": 47}  # encoding → window of zlib; 47: with either header
_RAW_DEFLATE = -15  # what some servers send as deflate
HAS_HTTP2 = find_spec("h2") is not None  # where it is installed and the server offers it


class UnknownHost(httpcore2.ConnectError):
    """There is no such host name, though other names can be looked up."""


class Offline(httpcore2.ConnectError):
    """No host name can be looked up."""


class Connections:
    """Open connections of one scheme, kept for further requests to the same host; `own` as in `require_reachable`.

    The pool of httpcore looks at every open connection for every request, which costs more than the request itself.
    """

    def __init__(self, scheme: str, own: str, names: HostNames | None = None) -> None:
        own = str(URL(own)) if own else ""  # whose host is compared as it is sent
        self._context = httpcore2.default_ssl_context() if scheme == "https" else None
        self._backend = GuardedBackend(scheme, own, read_routes(), names or HostNames())
        self._idle: dict[str, list[httpcore2.AsyncHTTPConnection]] = {}  # the last used is taken first
        self._room = asyncio.Semaphore(_MOST_OPEN)

    @asynccontextmanager
    async def send(self, sent: Outgoing, *, stall: float | None = None) -> AsyncIterator[httpcore2.Response]:
        """Send a request and yield the answer, whose body has not been read; `stall` is the longest wait for a byte."""
        split_url(sent.url)
        url = URL(sent.url)
        scheme = b"http" if read_routes() else url.raw_scheme
        target = httpcore2.URL(
            scheme=scheme, host=url.raw_host, port=url.port or PORTS[url.scheme], target=url.raw_path
        )
        headers = [(b"Host", url.netloc), *((name.encode(), value.encode()) for name, value in sent.headers.items())]
        limits = {"timeout": {"read": stall}}
        async with self._room:
            connection = await self._take(target.origin)
            try:
                async with connection.stream(
                    sent.method, target, headers=headers, content=sent.body or None, extensions=limits
                ) as response:
                    yield response
            finally:
                await self._put_back(connection, target.origin)

    async def aclose(self) -> None:
        """Close all connections."""
        for connection in (each for idle in self._idle.values() for each in idle):
            await connection.aclose()
        self._idle.clear()

    async def _take(self, origin: httpcore2.Origin) -> httpcore2.AsyncHTTPConnection:
        idle = self._idle.get(str(origin), [])
        while idle:
            connection = idle.pop()
            if not connection.has_expired():
                return connection
            await connection.aclose()
        return httpcore2.AsyncHTTPConnection(
            origin,
            ssl_context=self._context,
            keepalive_expiry=_KEPT_SECONDS,
            http2=HAS_HTTP2,
            network_backend=self._backend,
        )

    async def _put_back(self, connection: httpcore2.AsyncHTTPConnection, origin: httpcore2.Origin) -> None:
        if not connection.is_available():  # it failed, or the server ended it
            await connection.aclose()
            return
        self._idle.setdefault(str(origin), []).append(connection)
        while sum(map(len, self._idle.values())) > _MOST_IDLE:
            oldest = next(each for each in self._idle.values() if each)
            await oldest.pop(0).aclose()


def read_routes() -> Mapping[str, str]:
    """Return where tests want hosts to be found: name or "*" → "127.0.0.1:PORT", or "" for a name that does not exist.

    It is a variable, never a setting, and works only where the user lifted the rule against private networks. Such
    servers are queried without encryption.
    """
    routes = os.environ.get("CITEVET_RESOLVE_HOSTS", "")
    return json.loads(routes) if routes and allows_private() else {}


class GuardedBackend(httpcore2.AsyncNetworkBackend):
    """Resolves a host, refuses private networks, and connects to an IP address that was checked."""

    def __init__(self, scheme: str, own: str, routes: Mapping[str, str], names: HostNames) -> None:
        self._scheme, self._own, self._routes, self._names = scheme, own, routes, names
        self._network = httpcore2.AnyIOBackend()

    async def connect_tcp(self, host: str, port: int, *_: object, **__: object) -> httpcore2.AsyncNetworkStream:
        """Connect to the first IP address that answers."""
        if self._routes and not is_this_machine(host):
            return await self._connect_routed(host)
        try:
            *others, last = await self._names.find_addresses(self._scheme, host, port, self._own)
        except NameNotFound as error:
            kind = UnknownHost if error.is_unknown else Offline if error.is_offline else httpcore2.ConnectError
            raise kind(str(error)) from error
        for address in others:
            try:
                return await self._network.connect_tcp(address, port, _SECONDS_EACH)
            except (httpcore2.ConnectError, httpcore2.ConnectTimeout):
                continue
        return await self._network.connect_tcp(last, port)

    async def _connect_routed(self, host: str) -> httpcore2.AsyncNetworkStream:
        """Connect a name to the server that acts for it."""
        place, _, port = self._routes.get(host, self._routes.get("*", "")).rpartition(":")
        if host in self._routes and not place:
            raise UnknownHost("its host is not known")
        if not is_this_machine(place) or host.replace(".", "").isdigit() or ":" in host:
            raise UsageError("it leads into a private network", to=host)
        return await self._network.connect_tcp(place, int(port))


class Outcome(NamedTuple):
    """What became of a request."""

    reply: Reply
    received: int = 0  # bytes, as they came
    reset: bool = False  # the connection broke before an answer; the same request may work
    whole: bool = False
    unsent: bool = False  # there was no connection, or none was allowed
    offline: bool = False  # this machine can look up no host name


class _TooMuch(Exception):
    """More bytes than allowed."""


class _BrokenOff(Exception):
    """The body is not whole."""


async def exchange(connections: Connections, sent: Outgoing, *, seconds: float, max_bytes: int, shown: str) -> Outcome:
    """Send a request and read the whole answer; redirects are not followed. `shown` is its address without keys."""
    reply, counted = Reply(shown), [0]
    try:
        async with asyncio.timeout(seconds), connections.send(sent) as response:
            reply = replace(reply, status=response.status, headers=read_headers(response))
            reply = replace(reply, data=await _read_body(response, reply.headers, max_bytes, counted))
    except Exception as error:  # noqa: BLE001 - hostile servers reach every corner of the libraries
        reason, why = _explain(error, seconds, max_bytes)
        reset = not reply.status and isinstance(error, (httpcore2.RemoteProtocolError, httpcore2.ReadError))
        unsent = isinstance(error, (UsageError, InvalidURL, UnicodeError, httpcore2.ConnectError))
        failed = replace(reply, trouble=reason, why=why, unknown_host=isinstance(error, UnknownHost))
        return Outcome(failed, counted[0], reset, unsent=unsent, offline=isinstance(error, Offline))
    return Outcome(judge_status(reply), counted[0], whole=True)


def read_headers(response: httpcore2.Response) -> dict[str, str]:
    """Return the headers of an answer, with names in lower case."""
    return {key.decode("latin-1").lower(): value.decode("latin-1").strip() for key, value in response.headers}


async def _read_body(
    response: httpcore2.Response, headers: Mapping[str, str], max_bytes: int, counted: list[int]
) -> bytes:
    """Return the unpacked body; both the bytes that come in and those they unpack to are limited."""
    length = headers.get("content-length", "")
    if length.isdigit() and int(length) > max_bytes:
        raise _TooMuch
    unpacking = _Unpacking(headers.get("content-encoding", "").strip().lower())
    parts: list[bytes] = []
    size = 0
    async with aclosing(response.aiter_stream()) as chunks:
        async for chunk in chunks:
            counted[0] += len(chunk)
            for part in unpacking.feed(chunk, max_bytes):
                size += len(part)
                parts.append(part)
                if max(size, counted[0]) > max_bytes:
                    raise _TooMuch
            if counted[0] > max_bytes:
                raise _TooMuch
    unpacking.require_end()
    return b"".join(parts)


class _Unpacking:
    """Undoes gzip and deflate piece by piece, so that no chunk unpacks to more than the limit."""

    def __init__(self, encoding: str) -> None:
        self._is_plain = encoding in _PLAIN
        if not self._is_plain and encoding not in _ZLIB:
            raise _BrokenOff
        self._window = _ZLIB.get(encoding, 0)
        self._zlib = zlib.decompressobj(self._window or 15)
        self._fed = False

    def feed(self, chunk: bytes, max_bytes: int) -> Iterator[bytes]:
        """Yield what a chunk unpacks to."""
        if self._is_plain:
            yield chunk
            return
        while chunk:
            try:
                part = self._zlib.decompress(chunk, max_bytes + 1)
            except zlib.error:
                if self._fed or self._window != _ZLIB["deflate"]:
                    raise
                self._zlib, part = zlib.decompressobj(_RAW_DEFLATE), b""
                self._fed = True
                continue
            self._fed = True
            yield part
            chunk = self._zlib.unconsumed_tail
            if self._zlib.eof and self._zlib.unused_data:  # the next member of a gzip file
                chunk, self._zlib = self._zlib.unused_data, zlib.decompressobj(self._window)

    def require_end(self) -> None:
        """Raise if the packed data break off."""
        if not self._is_plain and self._fed and not self._zlib.eof:
            raise _BrokenOff


def _explain(error: Exception, seconds: float, max_bytes: int) -> tuple[Reason, str]:
    """Return what an error means, in our words: those of the libraries may hold the address with its keys."""
    if isinstance(error, TIMEOUTS):
        return "timeout", f"took longer than {seconds:g} s"
    if isinstance(error, UsageError):
        return "blocked", f"was not fetched: {error.what}"
    if isinstance(error, _TooMuch):
        return "too-large", f"sent more than {max_bytes / 1_048_576:g} MB"
    if isinstance(error, (InvalidURL, UnicodeError)):
        return "blocked", "was not fetched: it is not a web address"
    if isinstance(error, (_BrokenOff, zlib.error, httpcore2.ReadError, httpcore2.ProtocolError)):
        return "unreadable", "broke off, or sent what is not HTTP"
    if isinstance(error.__cause__ or error.__context__, ssl.SSLError) or isinstance(error, ssl.SSLError):
        return "blocked", "has no valid certificate"
    if isinstance(error, httpcore2.ConnectError):
        no_name = ": there is no host of this name" if isinstance(error, UnknownHost) else ""
        return "blocked", f"could not be reached{f': {OFFLINE}' if isinstance(error, Offline) else no_name}"
    return "unreadable", f"failed ({type(error).__name__})"
