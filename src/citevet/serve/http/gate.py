"""What every request passes before it is answered, and every answer before it is sent.

Host and origin, token, rate, size and speed of the request; id and security headers of the answer.
"""

import asyncio
import logging
import re
import secrets
from collections import OrderedDict
from ipaddress import ip_address
from time import monotonic
from typing import Any

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from citevet.identifiers.page_keys import split_address
from citevet.records import dataclass, field
from citevet.serve.http.failures import RequestFailure, render_failure
from citevet.serve.http.metrics import RequestCounts
from citevet.serve.http.settings import ServeSettings
from citevet.serve.http.tokens import TokenBook

_MOST_USERS = 10_000  # the bucket that was not used for the longest time is forgotten, and is full again
LOCAL = "(local)"  # the user where no token is needed; no token can have this name
CHECK_PATH = "/api/check"
SOURCES_PATH = "/api/sources"
PAPERS_PATH = "/api/papers"
_logger = logging.getLogger("citevet.serve")
_REQUEST_ID = re.compile(r"[A-Za-z0-9._-]{1,64}")
_CHECKERS = 2  # slow hashes at once: each takes 16 MB
_GUESS = 10.0  # turns that a token costs before it is known to be right
_TOO_LARGE = 413
_DROPPED, _DROP_SECONDS, _PAUSE = 4, 5.0, 0.3  # times the limit, and the longest time, to read what is not wanted
_PAGE_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
_HEADERS = {
    "content-security-policy": _PAGE_POLICY,
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
    "cache-control": "no-store",
}
_METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "PATCH"})


class RateLimit:
    """Buckets that hold half a minute's worth of turns."""

    def __init__(self, per_minute: int) -> None:
        self._per_second = per_minute / 60
        self._capacity = max(per_minute / 2, 1.0)
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()  # turns that were left, and when

    def take(self, user: str, *, turns: float = 1.0) -> float:
        """Use a turn; return 0, or how many seconds the user has to wait for one."""
        now = monotonic()
        left, when = self._buckets.pop(user, (self._capacity, now))
        left = min(self._capacity, left + (now - when) * self._per_second)
        is_allowed = left >= turns
        self._buckets[user] = (left - turns if is_allowed else left, now)
        if len(self._buckets) > _MOST_USERS:
            self._buckets.popitem(last=False)
        return 0.0 if is_allowed else (turns - left) / self._per_second


@dataclass(slots=True)
class GateState:
    """What the gate remembers of all requests."""

    tokens: TokenBook
    rate: RateLimit
    counts: RequestCounts = field(default_factory=RequestCounts)
    buffered: int = 0  # bytes of requests that are not answered yet
    checkers: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(_CHECKERS))


class Gate:
    """ASGI middleware around the whole application."""

    def __init__(self, app: ASGIApp, settings: ServeSettings, state: GateState) -> None:
        self._app = app
        self._settings = settings
        self._state = state

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        given = headers.get("x-request-id", "")
        scope.setdefault("state", {})["request_id"] = given if _REQUEST_ID.fullmatch(given) else secrets.token_hex(8)
        exchange = _Exchange(scope, receive, send, self._settings, self._state)
        try:
            await self._admit(scope, headers)
            exchange.require_size(headers)
            await self._app(scope, exchange.receive, exchange.send)
        except RequestFailure as failure:
            await exchange.refuse(failure)
        finally:
            exchange.close()

    async def _admit(self, scope: Scope, headers: Headers) -> None:
        """Raise where a request is not for us, not from one of our pages, or not from a known user."""
        self._require_host(headers)
        _require_origin(headers)
        if not is_guarded(scope["path"]):
            scope["state"]["user"] = ""
            self._require_turn(_name_client(scope))
            return
        user = await self._find_user(headers, _name_client(scope))
        scope["state"]["user"] = user
        self._require_turn(f"user {user}")

    def _require_host(self, headers: Headers) -> None:
        """Raise where the name of the server is a stranger's: a web page may let its own name lead here."""
        name = split_address(f"//{headers.get('host', '')}").hostname or ""
        if name != "localhost" and name not in self._settings.allowed_hosts and not _is_address(name):
            what = f"This server is not called {name[:80]!r}. Allow a name with --allow-host."
            raise RequestFailure(421, what)

    async def _find_user(self, headers: Headers, client: str) -> str:
        tokens = self._state.tokens
        tokens.refresh()
        if not tokens.is_required:
            return LOCAL
        scheme, _, token = headers.get("authorization", "").partition(" ")
        if scheme.lower() == "bearer" and (user := tokens.recall(token.strip())):
            return user
        user = None
        if scheme.lower() == "bearer" and (known := tokens.find_id(token.strip())):
            self._require_turn(f"token {known}", turns=_GUESS)  # one user's trouble is not another's
            async with self._state.checkers:
                user = await asyncio.to_thread(tokens.find, token.strip())
        else:
            self._require_turn(client)
        if user is None:
            what = "A valid token is needed: `Authorization: Bearer …`. `citevet serve token add NAME` makes one."
            raise RequestFailure(401, what, headers={"WWW-Authenticate": "Bearer"})
        return user

    def _require_turn(self, who: str, *, turns: float = 1.0) -> None:
        wait = self._state.rate.take(who, turns=turns)
        if wait:
            what = f"Too many requests. Try again in {wait:.0f} s."
            raise RequestFailure(429, what, headers={"Retry-After": str(int(wait) + 1)})


class _Exchange:
    """One request and its answer: sizes are counted and times are limited while they pass."""

    def __init__(self, scope: Scope, receive: Receive, send: Send, settings: ServeSettings, state: GateState) -> None:
        self._scope, self._receive, self._send = scope, receive, send
        self._settings, self._state = settings, state
        self._started = monotonic()
        self._status = 0
        self._size = 0
        self._is_read = False
        has_files = scope["path"] in {CHECK_PATH, SOURCES_PATH} or scope["path"].startswith(f"{PAPERS_PATH}/")
        self._most = settings.max_bytes if has_files else min(settings.max_json_bytes, settings.max_bytes)

    def require_size(self, headers: Headers) -> None:
        """Raise for a request that says that it is too large."""
        said = headers.get("content-length", "0")
        if said.isascii() and said.isdigit() and int(said[:20]) > self._most:
            raise self._too_large()

    def _too_large(self) -> RequestFailure:
        return RequestFailure(
            413, f"The request is larger than {self._most / 2**20:.3g} MB.", headers={"Connection": "close"}
        )

    async def receive(self) -> Message:
        """Pass on a part of the request, unless it is too large or comes too slowly."""
        if self._is_read:
            return await self._receive()  # waits for the client to go away
        left = self._started + self._settings.client_seconds + self._size / 2**16 - monotonic()
        try:
            message = await asyncio.wait_for(self._receive(), max(left, 0.01))
        except TimeoutError:
            what = "The request did not arrive in time."
            raise RequestFailure(408, what, headers={"Connection": "close"}) from None
        size = len(message.get("body", b""))
        self._size += size
        self._state.buffered += size
        self._is_read = not message.get("more_body", False)
        if self._size > self._most:
            raise self._too_large()
        if self._state.buffered > self._settings.max_buffered:
            what = "The server is busy with other requests. Try again in a moment."
            raise RequestFailure(503, what, headers={"Retry-After": "2", "Connection": "close"})
        return message

    async def send(self, message: Message) -> None:
        """Pass on a part of the answer with our headers."""
        if message["type"] == "http.response.start":
            self._status = message["status"]
            headers = MutableHeaders(scope=message)
            headers["x-request-id"] = self._scope["state"]["request_id"]
            for name, value in _HEADERS.items():
                headers.setdefault(name, value)
            if not self._is_read and self._scope["method"] not in {"GET", "HEAD", "DELETE"}:
                headers["connection"] = "close"  # the rest of this request must not be read as another one
        await self._send(message)

    async def refuse(self, failure: RequestFailure) -> None:
        """Answer a request that did not pass."""
        if not self._status:
            if failure.status_code == _TOO_LARGE and b"expect" not in dict(self._scope["headers"]):
                await self._drop_rest()
            response = render_failure(failure, self._scope["state"]["request_id"])
            await response(self._scope, self._receive, self.send)

    async def _drop_rest(self) -> None:
        """Read on for a moment: a client that is still sending would see a reset connection instead of the answer."""
        until, dropped = monotonic() + _DROP_SECONDS, 0
        while dropped < _DROPPED * self._most and not self._is_read:
            try:
                message = await asyncio.wait_for(self._receive(), min(_PAUSE, until - monotonic()))
            except TimeoutError:
                return
            dropped += len(message.get("body", b""))
            self._is_read = not message.get("more_body", False)

    def close(self) -> None:
        """Count and log the request."""
        self._state.buffered -= self._size
        seconds = monotonic() - self._started
        route: Any = self._scope.get("route")
        path = getattr(route, "path", "other")
        method = self._scope["method"] if self._scope["method"] in _METHODS else "other"
        self._state.counts.add(method, path, self._status, seconds)
        _logger.info(
            "%s %s %d %.0f ms %s %s",
            *(method, path, self._status, seconds * 1000),
            *(self._scope["state"].get("user") or "-", self._scope["state"]["request_id"]),
        )


def is_guarded(path: str) -> bool:
    """Return whether requests for a path need a token."""
    return path.startswith(("/api/", "/metrics"))


def _require_origin(headers: Headers) -> None:
    """Raise where a page of another site sends the request: browsers say so, and nothing here is for other sites."""
    _, _, origin = headers.get("origin", "").partition("://")
    is_foreign = headers.get("sec-fetch-site") == "cross-site" and headers.get("sec-fetch-mode") != "navigate"
    if is_foreign or ("origin" in headers and origin != headers.get("host")):
        raise RequestFailure(403, "Requests from other web sites are refused.", code="cross_origin")


def _is_address(name: str) -> bool:
    try:
        ip_address(name)
    except ValueError:
        return False
    return True


def _name_client(scope: Scope) -> str:
    return str(scope["client"][0]) if scope.get("client") else "unknown"
