"""Connections to hosts whose IP addresses were checked; the check cannot be passed by a second look-up of the name."""

import asyncio
import json
import os
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from socket import EAI_NONAME, SOCK_STREAM, gaierror
from urllib.parse import urlsplit

import httpcore2

from citevet.errors import UsageError
from citevet.world.address_guard import allows_private, is_this_machine, list_addresses, require_reachable

_MOST_OPEN, _MOST_IDLE = 256, 64
_KEPT_SECONDS = 15.0  # for a connection without a request
_SECONDS_EACH = 5.0  # for one of several IP addresses
_EAI_NODATA = -5  # of Linux; Python does not name it on all systems
_NO_SUCH_NAME = frozenset({EAI_NONAME, _EAI_NODATA})


class UnknownHost(httpcore2.ConnectError):
    """There is no such host name, or the network of this machine is down: both look the same."""


class Connections:
    """Open connections of one scheme, kept for further requests to the same host; `own` as in `require_reachable`.

    The pool of httpcore looks at every open connection for every request, which costs more than the request itself.
    """

    def __init__(self, scheme: str, own: str) -> None:
        self._context = httpcore2.default_ssl_context() if scheme == "https" else None
        self._backend = GuardedBackend(scheme, own, read_routes())
        self._idle: dict[str, list[httpcore2.AsyncHTTPConnection]] = {}  # the last used is taken first
        self._room = asyncio.Semaphore(_MOST_OPEN)

    @asynccontextmanager
    async def send(
        self, method: str, url: httpcore2.URL, headers: Sequence[tuple[bytes, bytes]], body: bytes
    ) -> AsyncIterator[httpcore2.Response]:
        """Send a request and yield the answer, whose body has not been read."""
        async with self._room:
            connection = await self._take(url.origin)
            try:
                async with connection.stream(method, url, headers=headers, content=body or None) as response:
                    yield response
            finally:
                await self._put_back(connection, url.origin)

    async def close(self) -> None:
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
            origin, ssl_context=self._context, keepalive_expiry=_KEPT_SECONDS, network_backend=self._backend
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

    def __init__(self, scheme: str, own: str, routes: Mapping[str, str]) -> None:
        self._scheme, self._own, self._routes = scheme, own, routes
        self._network = httpcore2.AnyIOBackend()

    async def connect_tcp(self, host: str, port: int, *_: object, **__: object) -> httpcore2.AsyncNetworkStream:
        """Connect to the first IP address that answers."""
        if self._routes and not is_this_machine(host):
            return await self._connect_routed(host)
        try:
            found = await asyncio.get_running_loop().getaddrinfo(host, port, type=SOCK_STREAM)
        except (OSError, UnicodeError) as error:
            kind = (
                UnknownHost if isinstance(error, gaierror) and error.errno in _NO_SUCH_NAME else httpcore2.ConnectError
            )
            raise kind("its host is not known") from error
        *others, last = list_addresses(found)
        name = f"[{host}]" if ":" in host else host
        require_reachable(urlsplit(f"{self._scheme}://{name}:{port}"), [*others, last], self._own)
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
