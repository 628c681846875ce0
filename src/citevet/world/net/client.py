"""The way to the outside world: one polite client per Session, for services and for pages.

A request passes the ledger's budget, the cache, the turns of its host and the address guard. Every failure is trouble
in the reply.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import AsyncExitStack
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Self
from urllib.parse import urlsplit

from citevet.errors import UsageError
from citevet.model import Hop, Reply
from citevet.world.address_guard import MAX_REDIRECTS, REDIRECTS, is_this_machine, split_url
from citevet.world.net.cache import ReplyCache
from citevet.world.net.cassettes import Cassettes
from citevet.world.net.errands import (
    Errand,
    NetSettings,
    add_headers,
    follow,
    hide_in_reply,
    judge_status,
    make_ask,
    make_key,
    make_question,
    make_visit,
)
from citevet.world.net.host_names import OFFLINE, HostNames
from citevet.world.net.ledger import Kind, Ledger
from citevet.world.net.pace import HostPace, back_off, read_retry_after
from citevet.world.net.services import PAGES
from citevet.world.web import require_httpx

if TYPE_CHECKING:
    from protego import Protego

    from citevet.world.net.exchange import Connections, Outcome

_TRIES = 3
_UNCHANGED, _NO_KEY, _TOO_MANY = 304, 401, 429
_AGAIN = frozenset({_TOO_MANY, 502, 503, 504})
_LONGEST_WAIT = 30.0  # seconds for one retry; a host that wants more is left alone
_MAX_BYTES = 32 * 1_048_576
_ROBOT = "citevet"  # our name in robots.txt
_ROBOTS_FOUND, _NO_ROBOTS = range(200, 300), range(400, 429)
_ROBOTS_BYTES = 512_000  # RFC 9309 asks to read at least 500 KB
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
        if not settings.offline:
            require_httpx()
        self.settings = settings
        self.ledger = Ledger(settings.allowance, now)
        self._now, self._sleep, self._max_bytes = now, sleep, max_bytes
        self._paces: dict[str, HostPace] = {}
        self._tape = Cassettes(settings.record or settings.replay or Path())
        cached = settings.cache if not settings.record and not settings.replay else None
        self._cache = ReplyCache(cached) if cached and not settings.offline else None
        self._locks: dict[str, asyncio.Lock] = {}
        self._failed: dict[str, Reply] = {}  # trouble of this run, which is not tried again
        self._refused: dict[str, Reply] = {}  # interfaces that need a key which the user has not set
        self._robots: dict[str, Protego | Reply | None] = {}
        self._connections: dict[tuple[str, str], Connections] = {}
        self._names = HostNames(settings.allow_private)
        self._closing = AsyncExitStack()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *error: object) -> None:
        self._connections.clear()
        for pace in self._paces.values():
            pace.reset_turns()
        self._locks.clear()
        self._names.reset()
        if self._cache:
            self._cache.close()
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
        if isinstance(made, Reply):
            return made
        return await (self._fetch(made) if made.has_key or not made.sent.body else self._fetch_without_key(made))

    async def visit(self, url: str, *, accept: str = "*/*") -> Reply:
        """Fetch a page or file as a guest."""
        try:
            split_url(url.strip())
        except UsageError as error:
            return Reply(url, trouble="blocked", why=f"was not fetched: {error.what}")
        return await self._fetch(make_visit(url, accept, self.settings))

    async def ask_endpoint(self, url: str, *, kind: Kind) -> Reply:
        """Ask an address that the user named, not the document; `kind` is what is sent to it."""
        return await self._fetch(make_question(url, self.settings, kind=kind))

    async def _fetch_without_key(self, errand: Errand) -> Reply:
        """Return the answer of an interface that may need a key; if it does, it is queried only once in a run."""
        address = errand.sent.url
        async with self._locks.setdefault(address, asyncio.Lock()):
            if address not in self._refused:
                reply = await self._fetch(errand)
                if reply.status != _NO_KEY:
                    return reply
                self._refused[address] = reply
            return self._refused[address]

    async def _fetch(self, errand: Errand) -> Reply:
        """Return the answer, each request once in a run, and not at all if an earlier run knows it."""
        if self.settings.offline:
            return Reply(errand.shown, trouble="offline", why="was not asked (offline)")
        key = make_key(errand)
        async with self._locks.setdefault(key, asyncio.Lock()):
            if key in self._failed:
                return self._failed[key]
            known = self._cache.get(errand) if self._cache else None
            if known and known.is_fresh:
                self.ledger.account(errand.host).cached += 1
                return known.reply
            reply = await self._follow(add_headers(errand, known.conditions) if known else errand)
            if known and reply.status == _UNCHANGED:
                reply = known.reply
            if self._cache:
                self._cache.put(errand, reply)
            if reply.trouble:
                self._failed[key] = reply
            return reply

    async def _follow(self, errand: Errand) -> Reply:
        """Return the answer at the end of all redirects, with the way there."""
        asked, hops = errand.shown, list[Hop]()
        seconds = errand.service.timeout
        while True:
            started = self._now()
            answer = await self._find_refusal(errand) or await self._send(errand, seconds)
            reply = replace(answer, url=asked, hops=tuple(hops))
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
                return replace(reply, trouble="blocked", why="redirects to what is not a web address")
            hops.append(Hop(reply.status, errand.shown))

    async def _send(self, errand: Errand, seconds: float) -> Reply:
        """Send one request, again if the host was busy; redirects are for the caller."""
        if self.settings.replay:
            return self._replay(errand)
        pace = self._find_pace(errand)
        for attempt in range(_TRIES):
            if why := self.ledger.find_excess():
                return Reply(errand.shown, trouble="budget", why=f"was not asked: {why}")
            if pace.given_up:
                return _refuse(errand, pace)
            if pace.seconds_paused() > _LONGEST_WAIT:
                return Reply(errand.shown, trouble="blocked", why="was not asked: it wants to be left alone for now")
            asked = self._now()
            outcome = await self._take_turn(errand, pace, seconds)
            wait = self._learn(pace, outcome, attempt, asked)
            if wait is None or attempt == _TRIES - 1:
                break
            await self._wait(wait)
        reply = hide_in_reply(outcome.reply, errand)
        if self.settings.record and reply.status and outcome.whole:
            self._tape.record(errand, reply)
        return reply

    def _replay(self, errand: Errand) -> Reply:
        """Return the recorded answer; it has to be one that a live request could have brought."""
        found = self._tape.find(errand)
        if found is None:
            return Reply(errand.shown, trouble="blocked", why="was not recorded")
        self.ledger.account(errand.host).cached += 1
        return found if found.trouble else judge_status(found)

    async def _find_refusal(self, errand: Errand) -> Reply | None:
        """Return why a page is not fetched: the robots.txt of its host forbids it, or cannot be had."""
        if errand.kind != "page address" or errand.service is not PAGES or self.settings.replay:
            return None
        parts = urlsplit(errand.sent.url)
        origin = f"{parts.scheme}://{parts.netloc}"
        async with self._locks.setdefault(origin, asyncio.Lock()):
            if origin not in self._robots:
                page = make_visit(f"{origin}/robots.txt", "text/plain", self.settings)
                self._robots[origin] = _read_robots(await self._fetch(replace(page, kind="robots.txt")))
        rules = self._robots[origin]
        if rules is None or isinstance(rules, Reply):
            return rules
        if delay := rules.crawl_delay(_ROBOT):
            self._find_pace(errand).slow_to(delay)
        if rules.can_fetch(errand.sent.url, _ROBOT):
            return None
        return Reply(errand.shown, trouble="blocked", why="was not fetched: its robots.txt forbids it")

    async def _take_turn(self, errand: Errand, pace: HostPace, seconds: float) -> "Outcome":
        from citevet.world.net.exchange import Outcome, exchange  # 150 ms for the libraries

        async with pace:
            if paused := pace.seconds_paused():
                await self._wait(min(paused, _LONGEST_WAIT))
            if pace.given_up:
                return Outcome(_refuse(errand, pace), unsent=True)
            if why := self.ledger.find_excess():  # the turn came too late
                return Outcome(Reply(errand.shown, trouble="budget", why=f"was not asked: {why}"), unsent=True)
            self.ledger.count_request(errand.host)
            allowed = min(seconds, max(0.1, self.ledger.seconds_left()))
            limit = self.ledger.bytes_left(self._max_bytes)
            connections = self._find_connections(urlsplit(errand.sent.url).scheme, errand.own)
            outcome = await exchange(connections, errand.sent, seconds=allowed, max_bytes=limit, shown=errand.shown)
        sent, failed = 0 if outcome.unsent else errand.sent.size, outcome.reply.trouble is not None
        self.ledger.count_answer(errand.host, errand.kind, sent=sent, received=outcome.received, failed=failed)
        return self._blame_budget(outcome, cut_time=allowed < seconds, cut_size=limit < self._max_bytes)

    async def _wait(self, seconds: float) -> None:
        """Wait, but no longer than the run may take."""
        await self._sleep(min(seconds, max(0.0, self.ledger.seconds_left())))

    def _blame_budget(self, outcome: "Outcome", *, cut_time: bool, cut_size: bool) -> "Outcome":
        """Say so if an answer would have been within the limits of one request, but not of the run."""
        trouble = outcome.reply.trouble
        if (trouble == "timeout" and cut_time) or (trouble == "too-large" and cut_size):
            why = self.ledger.end_by("seconds" if trouble == "timeout" else "download")
            return outcome._replace(reply=replace(outcome.reply, trouble="budget", why=f"broke off: {why}"))
        return outcome

    def _learn(self, pace: HostPace, outcome: "Outcome", attempt: int, asked: float) -> float | None:
        """Take over what an answer says about limits; return how long to wait for another try, if one helps."""
        reply = outcome.reply
        pace.learn(reply.headers)
        if outcome.offline:
            pace.given_up, self.ledger.offline = f"could not be reached: {OFFLINE}", OFFLINE
            return None
        pace.count_failure(failed=not reply.status and not reply.unknown_host)  # an unknown name is known at once
        if outcome.reset:
            return back_off(attempt)
        if reply.status not in _AGAIN or not reply.trouble:
            if reply.status:
                pace.speed_up()
            return None
        wait = read_retry_after(reply.headers)
        if reply.status == _TOO_MANY:
            pace.slow_down(asked)
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
            self._paces[key] = HostPace(*limits, now=self._now, sleep=self._wait)
        return self._paces[key]

    def _find_connections(self, scheme: str, own: str) -> "Connections":
        from citevet.world.net.exchange import Connections  # likewise

        if (scheme, own) not in self._connections:
            opened = Connections(scheme, own, self._names)
            self._closing.push_async_callback(opened.aclose)
            self._connections[scheme, own] = opened
        return self._connections[scheme, own]


def _refuse(errand: Errand, pace: HostPace) -> Reply:
    return Reply(errand.shown, trouble="blocked", why=pace.given_up)


def _read_robots(reply: Reply) -> "Protego | Reply | None":
    """Return the rules in robots.txt (RFC 9309), none where everything is allowed, or the trouble that forbids all."""
    if reply.status in _ROBOTS_FOUND and not reply.trouble:
        from protego import Protego  # most runs visit no page

        return Protego.parse(reply.data[:_ROBOTS_BYTES].decode("utf-8", "replace"))
    if reply.trouble in {None, "too-large"} or reply.status in _NO_ROBOTS:
        return None
    return reply
