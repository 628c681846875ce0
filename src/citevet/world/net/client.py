"""The way to the outside world: one polite client per Session, for services and for pages.

A request passes the ledger's budget, the cache, the turns of its host and the address guard. Every failure is trouble
in the reply.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import AsyncExitStack
from dataclasses import replace
from importlib.util import find_spec
from typing import TYPE_CHECKING, Self
from urllib.parse import urlsplit

from citevet.errors import UsageError
from citevet.model import Hop, Reply
from citevet.world.address_guard import MAX_REDIRECTS, REDIRECTS, is_this_machine
from citevet.world.net.errands import Errand, NetSettings, follow, hide_in_reply, make_ask, make_visit
from citevet.world.net.ledger import Ledger
from citevet.world.net.pace import HostPace, back_off, read_retry_after

if TYPE_CHECKING:
    from httpcore2 import AsyncConnectionPool

    from citevet.world.net.exchange import Outcome

_TRIES = 3
_AGAIN = frozenset({429, 502, 503, 504})
_LONGEST_WAIT = 30.0  # seconds for one retry; a host that wants more is left alone
_MAX_BYTES = 32 * 1_048_576
_LOCAL_PARALLEL = 32  # this machine needs no politeness


class WebClient:
    """Implements `Web`. Use it in `async with`, which closes its connections at the end; it can be used again."""

    def __init__(
        self,
        settings: NetSettings,
        *,
        now: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], Awaitable[object]] = asyncio.sleep,
        max_bytes: int = _MAX_BYTES,
    ) -> None:
        if not settings.offline and not find_spec("httpx2"):
            advice = "Install it with: pip install 'citevet[web]'"
            raise UsageError("looking things up on the web needs the package httpx2", advice=advice)
        self.settings = settings
        self.ledger = Ledger(settings.allowance, now)
        self._now, self._sleep, self._max_bytes = now, sleep, max_bytes
        self._paces: dict[str, HostPace] = {}
        self._pools: dict[tuple[str, str], AsyncConnectionPool] = {}
        self._closing = AsyncExitStack()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *error: object) -> None:
        self._pools.clear()
        for pace in self._paces.values():
            pace.reset_turns()
        await self._closing.aclose()

    async def ask(
        self,
        service: str,
        path: str,
        *,
        params: Mapping[str, str] | Sequence[tuple[str, str]] = (),
        headers: Mapping[str, str] | None = None,
        form: Mapping[str, str] | None = None,
        json: object = None,
    ) -> Reply:
        """Ask a service, with the user's key for it."""
        made = make_ask(service, path, self.settings, params=params, headers=headers, form=form, json_body=json)
        return made if isinstance(made, Reply) else await self._fetch(made)

    async def visit(self, url: str, *, accept: str = "*/*") -> Reply:
        """Fetch a page or file as a guest."""
        return await self._fetch(make_visit(url, accept, self.settings))

    async def _fetch(self, errand: Errand) -> Reply:
        if self.settings.offline:
            return Reply(errand.shown, trouble="offline", why="was not asked (offline)")
        return await self._follow(errand)

    async def _follow(self, errand: Errand) -> Reply:
        """Return the answer at the end of all redirects, with the way there."""
        asked, hops = errand.shown, list[Hop]()
        seconds = errand.service.timeout
        while True:
            started = self._now()
            reply = replace(await self._send(errand, seconds), url=asked, hops=tuple(hops))
            seconds = max(1.0, seconds - (self._now() - started))
            if reply.trouble or reply.status not in REDIRECTS:
                return reply
            location = reply.headers.get("location", "")
            if not location or len(hops) == MAX_REDIRECTS:
                why = "redirects without end" if location else "redirects to nowhere"
                return replace(reply, trouble="unreadable", why=why)
            try:
                errand = follow(errand, reply.status, location)
            except ValueError:
                return replace(reply, trouble="unreadable", why="redirects to what is no web address")
            hops.append(Hop(reply.status, errand.shown))

    async def _send(self, errand: Errand, seconds: float) -> Reply:
        """Send one request, again if the host was busy; redirects are for the caller."""
        pace = self._find_pace(errand)
        for attempt in range(_TRIES):
            if why := self.ledger.find_excess():
                return Reply(errand.shown, trouble="budget", why=f"was not asked: {why}")
            if pace.seconds_paused() > _LONGEST_WAIT:
                return Reply(errand.shown, trouble="blocked", why="was not asked: it wants to be left alone for now")
            outcome = await self._take_turn(errand, pace, seconds)
            wait = self._learn(pace, outcome, attempt)
            if wait is None or attempt == _TRIES - 1:
                break
            await self._sleep(min(wait, max(0.0, self.ledger.seconds_left())))
        return hide_in_reply(outcome.reply, errand)

    async def _take_turn(self, errand: Errand, pace: HostPace, seconds: float) -> "Outcome":
        from citevet.world.net.exchange import exchange  # 150 ms for the libraries

        async with pace:
            if paused := pace.seconds_paused():
                await self._sleep(min(paused, _LONGEST_WAIT))
            self.ledger.count_request(errand.host, errand.kind, errand.sent.size)
            allowed = min(seconds, max(0.1, self.ledger.seconds_left()))
            limit = self.ledger.bytes_left(self._max_bytes)
            pool = self._find_pool(urlsplit(errand.sent.url).scheme, errand.own)
            outcome = await exchange(pool, errand.sent, seconds=allowed, max_bytes=limit, shown=errand.shown)
        account = self.ledger.account(errand.host)
        account.received += outcome.received
        account.failed += outcome.reply.trouble is not None
        return self._blame_budget(outcome, cut_time=allowed < seconds, cut_size=limit < self._max_bytes)

    def _blame_budget(self, outcome: "Outcome", *, cut_time: bool, cut_size: bool) -> "Outcome":
        """Say so if an answer would have been within the limits of one request, but not of the run."""
        trouble = outcome.reply.trouble
        if (trouble == "timeout" and cut_time) or (trouble == "too-large" and cut_size):
            why = self.ledger.end_by("seconds" if trouble == "timeout" else "download")
            return outcome._replace(reply=replace(outcome.reply, trouble="budget", why=f"broke off: {why}"))
        return outcome

    def _learn(self, pace: HostPace, outcome: "Outcome", attempt: int) -> float | None:
        """Take over what an answer says about limits; return how long to wait for another try, if one helps."""
        reply = outcome.reply
        pace.learn(reply.headers)
        pace.count_failure(failed=not reply.status)
        if outcome.reset:
            return back_off(attempt)
        if reply.status not in _AGAIN or not reply.trouble:
            return None
        wait = read_retry_after(reply.headers)
        if reply.status == 429:  # noqa: PLR2004 - too many requests
            pace.slow_down()
        if wait is None:
            return back_off(attempt)
        pace.pause(wait)
        return wait if wait <= _LONGEST_WAIT else None

    def _find_pace(self, errand: Errand) -> HostPace:
        """Return the turns of a service, or of a host."""
        key = errand.name or errand.host
        if key not in self._paces:
            is_local = not errand.name and is_this_machine(urlsplit(errand.sent.url).hostname or "")
            per_second, parallel = errand.service.per_second, errand.service.parallel
            limits = (0.0, _LOCAL_PARALLEL) if is_local else (per_second, parallel)
            self._paces[key] = HostPace(*limits, now=self._now, sleep=self._sleep)
        return self._paces[key]

    def _find_pool(self, scheme: str, own: str) -> "AsyncConnectionPool":
        from citevet.world.net.connections import open_pool  # likewise

        if (scheme, own) not in self._pools:
            pool = open_pool(scheme, own)
            self._closing.push_async_callback(pool.aclose)
            self._pools[scheme, own] = pool
        return self._pools[scheme, own]
