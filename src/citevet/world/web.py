"""HTTP GET within limits of size and time, and never into a private network."""

import os
import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from importlib import import_module
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from typing import Any
from urllib.parse import SplitResult, urljoin, urlsplit

from citevet.errors import ReadError, TooLarge, UsageError, first_line
from citevet.version import __version__

HttpxObject = Any  # httpx2 is optional, and takes 150 ms to import
_REDIRECTS = frozenset({301, 302, 303, 307, 308})
_MAX_REDIRECTS = 8
_IPV4_GATEWAY = IPv6Network("64:ff9b::/96")  # leads to any IPv4 address, private ones too
_READ_SECONDS = 30.0  # without a byte
_PORTS = {"http": 80, "https": 443}


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
    _resolve_host(_split_url(url), url, own)  # refused addresses are reported even where httpx2 is not installed
    with _import_httpx().Client(trust_env=False, follow_redirects=False) as client:
        for _ in range(_MAX_REDIRECTS + 1):
            with _send(client, url, accept=accept, until=until, own=own) as response:
                location = response.headers.get("location", "")
                if response.status_code not in _REDIRECTS or not location:
                    media_type = response.headers.get("content-type", "").partition(";")[0].strip().lower()
                    yield StreamedResponse(response.status_code, url, media_type, _chunks(response, url, until))
                    return
            url = urljoin(url, location)
    raise _failure(url, "it redirects without end")


def _split_url(url: str) -> SplitResult:
    try:
        parts = urlsplit(url)
        named = bool(parts.hostname) and (parts.port is None or parts.port > 0)
    except ValueError:
        raise _refusal(url, "it is not a web address") from None
    if parts.scheme not in _PORTS or not named or not url.isprintable() or " " in url:
        raise _refusal(url, "only http and https addresses are fetched")
    if parts.username is not None or parts.password is not None:
        raise _refusal(url, "an address with a password in it is not fetched")
    return parts


def _resolve_host(parts: SplitResult, url: str, own: str) -> str:
    """Return an IP address of the host; refuse it if any of its addresses is in a private network."""
    port = parts.port or _PORTS[parts.scheme]
    try:
        found = socket.getaddrinfo(parts.hostname, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError) as error:
        raise _failure(url, "its host is not known") from error
    addresses = [str(entry[4][0]).partition("%")[0] for entry in found]
    named = urlsplit(own)
    if parts.hostname == named.hostname and (parts.scheme == "https" or named.scheme == "http"):
        return addresses[0]
    local = _is_local(named.hostname or "") and all(ip_address(address).is_loopback for address in addresses)
    if own and parts.scheme != "https" and not local:
        raise _refusal(url, "it was redirected to an address without encryption")
    if not local and not _allows_private() and not all(_is_public(ip_address(address)) for address in addresses):
        raise _refusal(url, "it leads into a private network")
    return addresses[0]


def _is_local(host: str) -> bool:
    """Check whether the name of a host means this machine."""
    try:
        return host == "localhost" or ip_address(host).is_loopback
    except ValueError:
        return False


def _allows_private() -> bool:
    return os.environ.get("CITEVET_ALLOW_PRIVATE") == "1"


def _is_public(address: IPv4Address | IPv6Address) -> bool:
    if isinstance(address, IPv6Address):
        inner = address.ipv4_mapped or address.sixtofour or (address.teredo or (None, None))[1]
        if inner is not None or address in _IPV4_GATEWAY:
            return False  # no public server is reached only this way
    return address.is_global and not address.is_multicast


@contextmanager
def _send(client: HttpxObject, url: str, *, accept: str, until: float, own: str) -> Iterator[HttpxObject]:
    """Send the request to the IP address that was checked, with the host's name; translate the library's errors."""
    httpx = _import_httpx()
    parts = _split_url(url)
    address = _resolve_host(parts, url, own)
    host = f"[{address}]" if ":" in address else address
    target = parts._replace(netloc=f"{host}:{parts.port or _PORTS[parts.scheme]}", fragment="").geturl()
    headers = {
        "Host": parts.netloc,
        "Accept": accept,
        "Accept-Encoding": "identity",
        "User-Agent": f"citevet/{__version__}",
    }
    left = min(max(until - time.monotonic(), 0.001), _READ_SECONDS)
    names = {"sni_hostname": parts.hostname}
    try:
        with client.stream("GET", target, headers=headers, extensions=names, timeout=left) as response:
            yield response
    except httpx.TimeoutException as error:
        raise _failure(url, "it took too long") from error
    except (httpx.HTTPError, httpx.InvalidURL, UnicodeError, ValueError) as error:
        raise _failure(url, first_line(error)) from error


def _import_httpx() -> HttpxObject:
    try:
        return import_module("httpx2")
    except ImportError as error:
        advice = "Install it with: pip install 'citevet[web]'"
        raise UsageError("looking things up on the web needs the package httpx2", advice=advice) from error


def _chunks(response: HttpxObject, url: str, until: float) -> Iterator[bytes]:
    for chunk in response.iter_bytes():
        if time.monotonic() > until:
            raise _failure(url, "it took too long")
        yield chunk


def _read_body(response: StreamedResponse, max_bytes: int) -> bytes:
    chunks: list[bytes] = []
    size = 0
    for chunk in response.chunks:
        size += len(chunk)
        if size > max_bytes:
            raise TooLarge(f"larger than {max_bytes / 1_048_576:g} MB", to=response.url, advice="Fetch it by hand.")
        chunks.append(chunk)
    return b"".join(chunks)


def _refusal(url: str, why: str) -> UsageError:
    return UsageError(why, to=url[:200], advice="Give a public http or https address.")


def _failure(url: str, why: str) -> ReadError:
    return ReadError(f"could not look: {why}", to=url[:200], advice="Try again later, or fetch it by hand.")
