"""One request and its answer: within one deadline, within a number of bytes, with every failure as trouble."""

import asyncio
import ssl
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import NamedTuple

import httpcore2
from httpx2 import URL, InvalidURL

from citevet.errors import UsageError
from citevet.model import Reason, Reply
from citevet.world.address_guard import PORTS, split_url
from citevet.world.net.connections import Connections, UnknownHost, read_routes
from citevet.world.net.errands import Outgoing, judge_status

_PLAIN = frozenset({"", "identity", "none", "binary", "utf-8", "utf8"})  # some servers name the charset here
_ZLIB = {"gzip": 31, "x-gzip": 31, "deflate": 47}  # encoding → window of zlib; 47: with either header
_RAW_DEFLATE = -15  # what some servers send as deflate


class Outcome(NamedTuple):
    """What became of a request."""

    reply: Reply
    received: int = 0  # bytes, as they came
    reset: bool = False  # the connection broke before an answer; the same request may work
    whole: bool = False
    unsent: bool = False  # there was no connection, or none was allowed


class _TooMuch(Exception):
    """More bytes than allowed."""


class _BrokenOff(Exception):
    """The body is not whole."""


async def exchange(connections: Connections, sent: Outgoing, *, seconds: float, max_bytes: int, shown: str) -> Outcome:
    """Send a request and read the whole answer; redirects are not followed. `shown` is its address without keys."""
    reply, counted = Reply(shown), [0]
    try:
        split_url(sent.url)
        url = URL(sent.url)
        scheme = b"http" if read_routes() else url.raw_scheme
        port = url.port or PORTS[url.scheme]
        target = httpcore2.URL(scheme=scheme, host=url.raw_host, port=port, target=url.raw_path)
        headers = [(b"Host", url.netloc), *((name.encode(), value.encode()) for name, value in sent.headers.items())]
        sending = connections.send(sent.method, target, headers, sent.body)
        async with asyncio.timeout(seconds), sending as response:
            reply = replace(reply, status=response.status, headers=_read_headers(response))
            reply = replace(reply, data=await _read_body(response, reply.headers, max_bytes, counted))
    except Exception as error:  # noqa: BLE001 - hostile servers reach every corner of the libraries
        reason, why = _explain(error, seconds, max_bytes)
        reset = not reply.status and isinstance(error, (httpcore2.RemoteProtocolError, httpcore2.ReadError))
        unsent = isinstance(error, (UsageError, InvalidURL, UnicodeError, httpcore2.ConnectError))
        failed = replace(reply, trouble=reason, why=why, unknown_host=isinstance(error, UnknownHost))
        return Outcome(failed, counted[0], reset, unsent=unsent)
    return Outcome(judge_status(reply), counted[0], whole=True)


def _read_headers(response: httpcore2.Response) -> dict[str, str]:
    return {name.decode("latin-1").lower(): value.decode("latin-1").strip() for name, value in response.headers}


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
    async for chunk in response.aiter_stream():
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
    if isinstance(error, (TimeoutError, httpcore2.TimeoutException)):
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
        return "blocked", f"could not be reached{no_name}"
    return "unreadable", f"failed ({type(error).__name__})"
