"""Connections to hosts whose IP addresses were checked; the check cannot be passed by a second look-up of the name."""

import asyncio
import json
import os
import ssl
from collections.abc import Iterable, Mapping
from socket import SOCK_STREAM
from typing import Any
from urllib.parse import urlsplit

import httpcore2

from citevet.errors import UsageError
from citevet.world.address_guard import allows_private, is_this_machine, list_addresses, require_reachable

_SECONDS_EACH = 5.0  # for one of several IP addresses


def open_pool(scheme: str, own: str) -> httpcore2.AsyncConnectionPool:
    """Return connections for addresses of one scheme; `own` as in `require_reachable`."""
    context = httpcore2.default_ssl_context() if scheme == "https" else None
    backend = GuardedBackend(scheme, own, read_routes())
    return httpcore2.AsyncConnectionPool(
        context, max_connections=256, max_keepalive_connections=64, keepalive_expiry=15.0, network_backend=backend
    )


def read_routes() -> Mapping[str, str]:
    """Return where tests want hosts to be found: name or "*" → "127.0.0.1:PORT".

    It is a variable, never a setting, and works only where the user lifted the rule against private networks.
    """
    routes = os.environ.get("CITEVET_RESOLVE_HOSTS", "")
    return json.loads(routes) if routes and allows_private() else {}


class GuardedBackend(httpcore2.AsyncNetworkBackend):
    """Resolves a host, refuses private networks, and connects to an IP address that was checked."""

    def __init__(self, scheme: str, own: str, routes: Mapping[str, str]) -> None:
        self._scheme, self._own, self._routes = scheme, own, routes
        self._network = httpcore2.AnyIOBackend()

    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,  # noqa: ASYNC109 - the library's interface
        local_address: str | None = None,
        socket_options: Iterable[Any] | None = None,
    ) -> httpcore2.AsyncNetworkStream:
        """Connect to the first IP address that answers."""
        if self._routes and not is_this_machine(host):
            return await self._connect_routed(host)
        try:
            found = await asyncio.get_running_loop().getaddrinfo(host, port, type=SOCK_STREAM)
        except (OSError, UnicodeError) as error:
            raise httpcore2.ConnectError("its host is not known") from error
        *others, last = list_addresses(found)
        name = f"[{host}]" if ":" in host else host
        require_reachable(urlsplit(f"{self._scheme}://{name}:{port}"), [*others, last], self._own)
        for address in others:
            try:
                return await self._network.connect_tcp(address, port, _SECONDS_EACH, local_address, socket_options)
            except (httpcore2.ConnectError, httpcore2.ConnectTimeout):
                continue
        return await self._network.connect_tcp(last, port, timeout, local_address, socket_options)

    async def _connect_routed(self, host: str) -> httpcore2.AsyncNetworkStream:
        """Connect a name to the server that stands in for it."""
        place, _, port = self._routes.get(host, self._routes.get("*", "")).rpartition(":")
        if not is_this_machine(place) or host.replace(".", "").isdigit() or ":" in host:
            raise UsageError("it leads into a private network", to=host)
        return PlainStream(await self._network.connect_tcp(place, int(port)))


class PlainStream(httpcore2.AsyncNetworkStream):
    """A connection to a server on this machine that stands in for an encrypted one."""

    def __init__(self, stream: httpcore2.AsyncNetworkStream) -> None:
        self._stream = stream

    async def read(self, max_bytes: int, timeout: float | None = None) -> bytes:  # noqa: ASYNC109 - as above
        """Read what there is."""
        return await self._stream.read(max_bytes, timeout)

    async def write(self, buffer: bytes, timeout: float | None = None) -> None:  # noqa: ASYNC109 - as above
        """Write all."""
        await self._stream.write(buffer, timeout)

    async def aclose(self) -> None:
        """Hang up."""
        await self._stream.aclose()

    async def start_tls(
        self,
        ssl_context: ssl.SSLContext,  # noqa: ARG002 - nothing is encrypted
        server_hostname: str | None = None,  # noqa: ARG002 - likewise
        timeout: float | None = None,  # noqa: ARG002, ASYNC109 - likewise
    ) -> httpcore2.AsyncNetworkStream:
        """Go on without encryption."""
        return self

    def get_extra_info(self, info: str) -> Any:  # noqa: ANN401 - the library's interface
        """Return what is known of the connection."""
        return None if info == "ssl_object" else self._stream.get_extra_info(info)
