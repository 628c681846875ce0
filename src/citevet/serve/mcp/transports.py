"""Run the server over stdin and stdout, or over HTTP on this machine."""

import hmac
import socket
import sys
from collections.abc import Awaitable, Callable, MutableMapping
from ipaddress import ip_address
from typing import Any

import anyio

from citevet.errors import UsageError
from citevet.limits import SERVED_REQUEST_BYTES
from citevet.serve.mcp.sdk_server import CitationServer

_HOW = "Write HOST:PORT, such as 127.0.0.1:8765; port 0 takes a free one."
_LAST_PORT = 65_535
_Scope = MutableMapping[str, Any]
_Receive = Callable[[], Awaitable[Any]]
_Send = Callable[[Any], Awaitable[None]]


def run_stdio(server: CitationServer) -> None:
    """Serve one host on stdin and stdout; whatever else is printed goes to stderr."""
    anyio.run(server.run_stdio_async)


def run_http(server: CitationServer, address: str, token: str) -> None:
    """Serve hosts over streamable HTTP at http://HOST:PORT/mcp, until interrupted."""
    import uvicorn

    host, port = parse_listen_address(address)
    if not is_loopback(host) and not token:
        advice = "Listen on 127.0.0.1, or set a token with --token-env."
        raise UsageError("everybody on the network could read your files", to=host, advice=advice)
    app = server.streamable_http_app(host=host, max_request_body_size=SERVED_REQUEST_BYTES)
    config = uvicorn.Config(_require_token(app, token) if token else app, log_level="warning", lifespan="on")
    try:
        listening = socket.create_server((host, port), family=socket.AF_INET6 if ":" in host else socket.AF_INET)
    except OSError as error:
        raise UsageError(
            f"cannot listen there ({error.strerror})", to=address, advice="Choose another port."
        ) from error
    shown = f"[{host}]" if ":" in host else host
    sys.stderr.write(f"citevet mcp: http://{shown}:{listening.getsockname()[1]}/mcp\n")
    sys.stderr.flush()
    uvicorn.Server(config).run(sockets=[listening])


def parse_listen_address(address: str) -> tuple[str, int]:
    """Return host and port; an IPv6 address has brackets."""
    host, colon, port = address.rpartition(":")
    host = host.removeprefix("[").removesuffix("]")
    if not colon or not host or not port.isascii() or not port.isdigit() or int(port) > _LAST_PORT:
        raise UsageError("not an address to listen on", to=address, advice=_HOW)
    return ("127.0.0.1" if host == "localhost" else host), int(port)


def is_loopback(host: str) -> bool:
    """Return whether only programs on this machine reach an address."""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return False


def _require_token(app: Callable[..., Awaitable[None]], token: str) -> Callable[..., Awaitable[None]]:
    """Return an application that answers only requests with the token."""
    wanted = f"Bearer {token}".encode()

    async def checked(scope: _Scope, receive: _Receive, send: _Send) -> None:
        given = dict(scope.get("headers", ())).get(b"authorization", b"")
        if scope["type"] != "http" or hmac.compare_digest(given, wanted):
            await app(scope, receive, send)
            return
        headers = [(b"content-type", b"text/plain"), (b"www-authenticate", b"Bearer")]
        await send({"type": "http.response.start", "status": 401, "headers": headers})
        await send({"type": "http.response.body", "body": b"A bearer token is required."})

    return checked
