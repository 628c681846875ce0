"""How fast one host is asked: by the limits in its headers, and by its refusals.

A refusal halves the pace, each answer brings a part of it back, and after a quiet time it is what it was (additive
increase, multiplicative decrease, as TCP does). A host that refuses again and again is given up.
"""

import asyncio
import re
from collections import deque
from collections.abc import Awaitable, Callable, Mapping
from datetime import UTC, datetime
from random import SystemRandom

_FASTEST, _SLOWEST = 50.0, 0.05  # requests per second that headers can ask for
_MOST_PARALLEL = 16
_UNITS = {"": 1, "s": 1, "m": 60, "h": 3600, "d": 86400}
_PATIENCE = 60.0  # seconds that a host is left alone after failing again and again
_FAILURES = 5  # in a row
_REFUSALS = 5  # in a row, after which a host is given up for this run
_QUIET = 30.0  # seconds without a refusal, after which the pace is what it was at the start
_STEPS = 10  # answers that bring back half of the pace
_UNLIMITED = 16.0  # requests per second of a host without a limit, after its first refusal
_LONGEST_DELAY = 10.0  # seconds between two requests that robots.txt can ask for
_DIGITS = 15
_EPOCH = 1_000_000_000  # a larger number of seconds is a date
_LIMITS = frozenset(
    {"x-concurrency-limit", "ratelimit"}
    | {f"{prefix}-{name}" for prefix in ("x-rate-limit", "x-ratelimit", "ratelimit") for name in ("limit", "reset")}
)
# RateLimit: "default";r=0;t=30 and RateLimit: limit=10, remaining=0, reset=30 (drafts of the IETF)
_RATE_LIMIT = re.compile(r"\b(r|remaining|t|reset)=(\d{1,10})\b")


class HostPace:
    """Turns of one host: no more at once than it allows, and a time between any two."""

    def __init__(
        self, per_second: float, parallel: int, *, now: Callable[[], float], sleep: Callable[[float], Awaitable[object]]
    ) -> None:
        self.per_second, self.parallel = per_second, parallel
        self.paused_until = 0.0
        self.given_up = ""  # what became of a request, where nothing more is asked in this run
        self._usual = per_second, parallel
        self._now, self._sleep = now, sleep
        self._next = 0.0
        self._active = 0
        self._failures = self._refusals = 0
        self._refused_at = float("-inf")
        self._waiting: deque[asyncio.Future[None]] = deque()

    async def __aenter__(self) -> None:
        if self._refused_at > 0 and self._now() - max(self._refused_at, self.paused_until) > _QUIET:
            self._restore()
        while self._active >= self.parallel:
            turn = asyncio.get_running_loop().create_future()
            self._waiting.append(turn)
            try:
                await turn
            except BaseException:
                self._wake()  # its turn may have come just now
                raise
        self._active += 1
        if not self.per_second:
            return
        start = max(self._now(), self._next)
        self._next = start + 1 / self.per_second
        try:
            if start > self._now():
                await self._sleep(start - self._now())
        except BaseException:
            self._leave()
            raise

    async def __aexit__(self, *error: object) -> None:
        self._leave()

    @property
    def waiting(self) -> int:
        """How many wait for their turn."""
        return len(self._waiting)

    def _leave(self) -> None:
        self._active -= 1
        self._wake()

    def _wake(self) -> None:
        """Let as many go on as there is room for."""
        room = self.parallel - self._active
        while room > 0 and self._waiting:
            turn = self._waiting.popleft()
            if not turn.done():  # cancelled
                turn.set_result(None)
                room -= 1

    def reset_turns(self) -> None:
        """Forget who waits, before another event loop begins."""
        self._waiting.clear()
        self._active = 0

    def seconds_paused(self) -> float:
        """Return how long the host wants to be left alone from now on."""
        return max(0.0, self.paused_until - self._now())

    def learn(self, headers: Mapping[str, str]) -> None:
        """Take over the limits that an answer states."""
        if _LIMITS.isdisjoint(headers):
            return
        for prefix in ("x-rate-limit", "x-ratelimit"):
            limit = _read_number(headers.get(f"{prefix}-limit", ""))
            interval = _read_interval(headers.get(f"{prefix}-interval", ""))
            if limit and interval:
                self._set_usual(min(max(limit / interval, _SLOWEST), _FASTEST), self._usual[1])
        if parallel := int(_read_number(headers.get("x-concurrency-limit", "")) or 0):
            self._set_usual(self._usual[0], min(max(parallel, 1), _MOST_PARALLEL))
        for prefix in ("x-ratelimit", "x-rate-limit", "ratelimit"):
            reset = _read_number(headers.get(f"{prefix}-reset", ""))
            if headers.get(f"{prefix}-remaining") == "0" and reset:
                self.pause(reset - datetime.now(UTC).timestamp() if reset > _EPOCH else reset)
        if "ratelimit" in headers:
            stated = dict(_RATE_LIMIT.findall(headers["ratelimit"]))
            if (stated.get("r") or stated.get("remaining")) == "0":
                self.pause(float(stated.get("t") or stated.get("reset") or 0))

    def _set_usual(self, per_second: float, parallel: int) -> None:
        """Take over another limit; a pace that a refusal slowed down stays so for now."""
        slowed = self._usual != (self.per_second, self.parallel)
        self._usual = per_second, parallel
        if not slowed:
            self._restore()

    def pause(self, seconds: float) -> None:
        """Leave the host alone for a while."""
        self.paused_until = max(self.paused_until, self._now() + seconds)

    def slow_down(self, asked: float | None = None) -> None:
        """Ask half as often and half as much at once, after it said that it was too often.

        `asked` is when the request was sent: several that were on their way together are one refusal.
        """
        if asked is not None and asked <= self._refused_at:
            return
        self._refused_at = self._now()
        self._refusals += 1
        if self._refusals >= _REFUSALS:
            self.given_up = f"was not asked: it said {self._refusals} times in a row that it is asked too often"
        self.per_second = max((self.per_second or _UNLIMITED) / 2, _SLOWEST)
        self.parallel = max(self.parallel // 2, 1)

    def speed_up(self) -> None:
        """Bring back a part of the usual pace, after an answer."""
        self._refusals = 0
        usual, parallel = self._usual
        if (self.per_second, self.parallel) == self._usual:
            return
        most = usual or _UNLIMITED
        self.per_second = self.per_second + most / 2 / _STEPS
        self.parallel = min(self.parallel + 1, parallel)
        if self.per_second >= most and self.parallel == parallel:
            self._restore()
        else:
            self.per_second = min(self.per_second, most)
        self._wake()

    def _restore(self) -> None:
        self.per_second, self.parallel = self._usual
        self._refused_at = float("-inf")
        self._wake()

    def slow_to(self, seconds: float) -> None:
        """Leave at least this time between two requests, up to a bound."""
        slowest = 1 / min(max(seconds, 0.001), _LONGEST_DELAY)
        self._usual = min(self._usual[0] or slowest, slowest), self._usual[1]
        self.per_second = min(self.per_second or slowest, slowest)

    def count_failure(self, *, failed: bool) -> None:
        """Count failures in a row; after some, leave the host alone for a minute."""
        self._failures = self._failures + 1 if failed else 0
        if self._failures >= _FAILURES:
            self.pause(_PATIENCE)
            self._failures = 0


def read_retry_after(headers: Mapping[str, str]) -> float | None:
    """Return the seconds to wait before the next try, as the server says: in seconds, or as a date."""
    value = headers.get("retry-after", "")
    seconds = _read_number(value)
    if seconds is not None:
        return seconds
    if not value:
        return None
    from email.utils import parsedate_to_datetime  # 20 ms, and few servers give a date

    try:
        when = parsedate_to_datetime(value)
    except (TypeError, ValueError, IndexError):
        return None
    when = when if when.tzinfo else when.replace(tzinfo=UTC)
    return max(0.0, (when - datetime.now(UTC)).total_seconds())


def back_off(attempt: int) -> float:
    """Return the seconds to wait after a number of failed tries: about 1, 2, 4, by chance more or less."""
    return 2.0**attempt * (0.5 + SystemRandom().random())


def _read_number(value: str) -> float | None:
    """Return a number of a header; none for words, signs and infinities."""
    is_number = len(value) <= _DIGITS and value.isascii() and value.replace(".", "", 1).isdigit()
    return float(value) if is_number else None


def _read_interval(value: str) -> float | None:
    """Return the seconds of "1s", "5m" or "1"."""
    number = _read_number(value.rstrip("smhd"))
    return number * _UNITS.get(value[-1:] if value[-1:].isalpha() else "", 1) if number else None
