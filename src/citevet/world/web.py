"""HTTP GET within limits of size and time, and never into a private network."""

import socket
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from importlib import import_module
from socket import SHUT_RDWR
from threading import Lock, Timer
from typing import Any, Self
from urllib.parse import SplitResult, urljoin

from citevet.errors import ReadError, TooLarge, UsageError, first_line
from citevet.records import dataclass
from citevet.version import __version__
from citevet.world.address_guard import MAX_REDIRECTS, PORTS, REDIRECTS, list_addresses, require_reachable, split_url

HttpxObject = Any  # httpx2 is optional, and takes 150 ms to import
_READ_SECONDS = 30.0  # without a byte
_CONNECTED = frozenset({"connection.connect_tcp.complete", "connection.start_tls.complete"})


@dataclass(frozen=True, slots=True)
class Response:
    """The final response of a server, after all redirects."""

    status: int
    url: str
    media_type: str  # without parameters: "application/pdf"
    data: bytes


@dataclass(frozen=True, slots=True)
class StreamedResponse:
    """The final response of a server, while its body is still coming in."""

    status: int
    url: str
    media_type: str
    chunks: Iterator[bytes]


class Deadline:
    """One deadline for a whole exchange, from the connection to the last byte; `trace` goes into its extensions.

    The time limits of the library start again with every byte, so a server that drips its headers, or sends endless
    interim responses, is never late. At the deadline the sockets are shut down, and whatever waits for them fails.
    """

    def __init__(self, seconds: float) -> None:
        self.is_over = False
        self._sockets: list[Any] = []
        self._lock = Lock()
        self._timer = Timer(max(seconds, 0.0), self._end)
        self._timer.daemon = True

    def __enter__(self) -> Self:
        self._timer.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._timer.cancel()

    def trace(self, event: str, info: Mapping[str, Any]) -> None:
        """Remember the socket of each connection that is made."""
        if event in _CONNECTED:
            with self._lock:
                self._sockets.append(info["return_value"].get_extra_info("socket"))
            if self.is_over:
                self._end()

    def _end(self) -> None:
        self.is_over = True
        with self._lock:
            for socket in self._sockets:
                with suppress(OSError, AttributeError):
                    socket.shutdown(SHUT_RDWR)


def get(url: str, *, accept: str = "*/*", max_bytes: int = 64 * 1_048_576, timeout: float = 20.0) -> Response:
    """Fetch an address with its whole body."""
    with open_url(url, accept=accept, timeout=timeout) as response:
        return Response(response.status, response.url, response.media_type, _read_body(response, max_bytes))


@contextmanager
def open_url(url: str, *, accept: str = "*/*", timeout: float = 20.0, own: str = "") -> Iterator[StreamedResponse]:
    """Open an address; each hop is resolved, checked, and connected to at the IP address that was checked.

    `own` is an address that the user named. Its host may be in a private network, and plain HTTP is used only if the
    user wrote it. A redirect to another host must be public and encrypted, unless both hosts are this machine.
    """
    until = time.monotonic() + timeout
    _resolve_host(split_url(url), url, own)  # refused addresses are reported even where httpx2 is not installed
    with import_httpx().Client(trust_env=False, follow_redirects=False) as client:
        for _ in range(MAX_REDIRECTS + 1):
            with _send(client, url, accept=accept, until=until, own=own) as response:
                location = response.headers.get("location", "")
                if response.status_code not in REDIRECTS or not location:
                    media_type = response.headers.get("content-type", "").partition(";")[0].strip().lower()
                    yield StreamedResponse(response.status_code, url, media_type, _chunks(response, url, until))
                    return
            url = urljoin(url, location)
    raise _failure(url, "it redirects without end")


def _resolve_host(parts: SplitResult, url: str, own: str) -> str:
    """Return an IP address of the host; refuse it if any of its addresses is in a private network."""
    port = parts.port or PORTS[parts.scheme]
    try:
        found = socket.getaddrinfo(parts.hostname, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError) as error:
        raise _failure(url, "its host is not known") from error
    addresses = list_addresses(found)
    require_reachable(parts, addresses, own)
    return addresses[0]


@contextmanager
def _send(client: HttpxObject, url: str, *, accept: str, until: float, own: str) -> Iterator[HttpxObject]:
    """Send the request to the IP address that was checked, with the host's name; translate the library's errors."""
    httpx = import_httpx()
    parts = split_url(url)
    address = _resolve_host(parts, url, own)
    host = f"[{address}]" if ":" in address else address
    target = parts._replace(netloc=f"{host}:{parts.port or PORTS[parts.scheme]}", fragment="").geturl()
    headers = {
        "Host": parts.netloc,
        "Accept": accept,
        "Accept-Encoding": "identity",
        "User-Agent": f"citevet/{__version__}",
    }
    left = min(max(until - time.monotonic(), 0.001), _READ_SECONDS)
    deadline = Deadline(until - time.monotonic())
    names = {"sni_hostname": parts.hostname, "trace": deadline.trace}
    try:
        with deadline, client.stream("GET", target, headers=headers, extensions=names, timeout=left) as response:
            yield response
    except httpx.TimeoutException as error:
        raise _failure(url, "it took too long") from error
    except (httpx.HTTPError, httpx.InvalidURL, UnicodeError, ValueError) as error:
        raise _failure(url, "it took too long" if deadline.is_over else first_line(error)) from error


def import_httpx(extra: str = "web", what: str = "looking things up on the web", *, to: str = "") -> HttpxObject:
    """Return the library, or raise an error that names the extra with it."""
    try:
        return import_module("httpx2")
    except ImportError as error:
        advice = f"Install it with: pip install 'citevet[{extra}]'"
        raise UsageError(f"{what} needs the package httpx2", to=to, advice=advice) from error


def _chunks(response: HttpxObject, url: str, until: float) -> Iterator[bytes]:
    for chunk in response.iter_bytes():
        if time.monotonic() > until:
            raise _failure(url, "it took too long")
        yield chunk
    if time.monotonic() > until:  # the connection was shut, which looks like the end of a body without a length
        raise _failure(url, "it took too long")


def _read_body(response: StreamedResponse, max_bytes: int) -> bytes:
    chunks: list[bytes] = []
    size = 0
    for chunk in response.chunks:
        size += len(chunk)
        if size > max_bytes:
            raise TooLarge(f"larger than {max_bytes / 1_048_576:g} MB", to=response.url, advice="Fetch it by hand.")
        chunks.append(chunk)
    return b"".join(chunks)


def _failure(url: str, why: str) -> ReadError:
    return ReadError(f"could not look: {why}", to=url[:200], advice="Try again later, or fetch it by hand.")
