"""One guarded way to the open web: bounded in size and time, and never into the local network."""

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

from citevet.errors import ReadError, TooLarge, UsageError
from citevet.version import __version__

_REDIRECTS = frozenset({301, 302, 303, 307, 308})
_MOST_REDIRECTS = 8
_TRANSLATED = IPv6Network("64:ff9b::/96")  # leads to any IPv4 address, private ones too
_SILENCE = 30.0  # seconds without a byte
_PORTS = {"http": 80, "https": 443}


@dataclass(frozen=True, slots=True)
class Response:
    """What a server answered, after all redirects."""

    status: int
    url: str
    media_type: str  # without parameters: "application/pdf"
    data: bytes


@dataclass(frozen=True, slots=True)
class Answer:
    """What a server answers, after all redirects, while it still comes in."""

    status: int
    url: str
    media_type: str
    chunks: Iterator[bytes]


def get(url: str, *, accept: str = "*/*", max_bytes: int = 64 * 1_048_576, timeout: float = 20.0) -> Response:
    """Fetch an address whole."""
    with opened(url, accept=accept, timeout=timeout) as answer:
        return Response(answer.status, answer.url, answer.media_type, _body(answer, max_bytes))


@contextmanager
def opened(url: str, *, accept: str = "*/*", timeout: float = 20.0, own: str = "") -> Iterator[Answer]:
    """Open an address; each hop is resolved, checked, and connected to by the address that was checked.

    `own` is an address that the user named: its host may lie in the private network, and is asked in the clear only if
    it was named so. Whoever it redirects to besides must be public and encrypted, or both are this machine.
    """
    until = time.monotonic() + timeout
    _address(_checked(url), url, own)  # what is refused needs no package
    with _library().Client(trust_env=False, follow_redirects=False) as client:
        for _ in range(_MOST_REDIRECTS + 1):
            with _asked(client, url, accept=accept, until=until, own=own) as answer:
                location = answer.headers.get("location", "")
                if answer.status_code not in _REDIRECTS or not location:
                    media_type = answer.headers.get("content-type", "").partition(";")[0].strip().lower()
                    yield Answer(answer.status_code, url, media_type, _chunks(answer, url, until))
                    return
            url = urljoin(url, location)
    raise _failure(url, "it redirects without end")


def _checked(url: str) -> SplitResult:
    try:
        parts = urlsplit(url)
        named = bool(parts.hostname) and (parts.port is None or parts.port > 0)
    except ValueError:
        raise _refusal(url, "it is no web address") from None
    if parts.scheme not in _PORTS or not named or not url.isprintable() or " " in url:
        raise _refusal(url, "only http and https addresses are fetched")
    if parts.username is not None or parts.password is not None:
        raise _refusal(url, "an address with a password in it is not fetched")
    return parts


def _address(parts: SplitResult, url: str, own: str) -> str:
    """Resolve a host, and refuse it if any of its addresses leads into a private network."""
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
    """Say whether a host is this machine itself, by its name."""
    try:
        return host == "localhost" or ip_address(host).is_loopback
    except ValueError:
        return False


def _allows_private() -> bool:
    return os.environ.get("CITEVET_ALLOW_PRIVATE") == "1"


def _is_public(address: IPv4Address | IPv6Address) -> bool:
    if isinstance(address, IPv6Address):
        inner = address.ipv4_mapped or address.sixtofour or (address.teredo or (None, None))[1]
        if inner is not None or address in _TRANSLATED:
            return False  # no server is reached only so; who asks for it means another
    return address.is_global and not address.is_multicast


@contextmanager
def _asked(client: Any, url: str, *, accept: str, until: float, own: str) -> Iterator[Any]:  # noqa: ANN401 - _library
    """Send the request to the address that was checked, in the name of the host; the library's errors become ours."""
    httpx = _library()
    parts = _checked(url)
    address = _address(parts, url, own)
    shown = f"[{address}]" if ":" in address else address
    target = parts._replace(netloc=f"{shown}:{parts.port or _PORTS[parts.scheme]}", fragment="").geturl()
    headers = {
        "Host": parts.netloc,
        "Accept": accept,
        "Accept-Encoding": "identity",
        "User-Agent": f"citevet/{__version__}",
    }
    left = min(max(until - time.monotonic(), 0.001), _SILENCE)
    names = {"sni_hostname": parts.hostname}
    try:
        with client.stream("GET", target, headers=headers, extensions=names, timeout=left) as answer:
            yield answer
    except httpx.TimeoutException as error:
        raise _failure(url, "it took too long") from error
    except (httpx.HTTPError, httpx.InvalidURL, UnicodeError, ValueError) as error:
        raise _failure(url, _first_line(error)) from error


def _library() -> Any:  # noqa: ANN401 - imported late: an extra, and 150 ms
    try:
        return import_module("httpx2")
    except ImportError as error:
        advice = "Install it with: pip install 'citevet[web]'"
        raise UsageError("looking things up on the web needs the package httpx2", advice=advice) from error


def _chunks(answer: Any, url: str, until: float) -> Iterator[bytes]:  # noqa: ANN401 - as above
    for chunk in answer.iter_bytes():
        if time.monotonic() > until:
            raise _failure(url, "it took too long")
        yield chunk


def _body(answer: Answer, max_bytes: int) -> bytes:
    chunks: list[bytes] = []
    size = 0
    for chunk in answer.chunks:
        size += len(chunk)
        if size > max_bytes:
            raise TooLarge(f"larger than {max_bytes / 1_048_576:g} MB", to=answer.url, advice="Fetch it by hand.")
        chunks.append(chunk)
    return b"".join(chunks)


def _refusal(url: str, why: str) -> UsageError:
    return UsageError(why, to=url[:200], advice="Give a public http or https address.")


def _failure(url: str, why: str) -> ReadError:
    return ReadError(f"could not look: {why}", to=url[:200], advice="Try again later, or fetch it by hand.")


def _first_line(error: Exception) -> str:
    return (str(error).splitlines() or [type(error).__name__])[0][:200] or type(error).__name__
