"""Connections to hosts whose IP addresses were checked; the check cannot be passed by a second look-up of the name."""

import asyncio
import json
import os
from collections.abc import Mapping
from socket import SOCK_STREAM
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

    It is a variable, never a setting, and works only where the user lifted the rule against private networks. Such
    servers are asked without encryption.
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
            raise httpcore2.ConnectError("its host is not known") from error
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
        if not is_this_machine(place) or host.replace(".", "").isdigit() or ":" in host:
            raise UsageError("it leads into a private network", to=host)
        return await self._network.connect_tcp(place, int(port))
