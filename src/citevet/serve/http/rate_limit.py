"""How often one user may call: a bucket of turns for each, which fills up steadily."""

from collections import OrderedDict
from collections.abc import Callable
from time import monotonic

_MOST_USERS = 10_000  # the bucket that was not used for the longest time is forgotten, and is full again


class RateLimit:
    """Buckets that hold half a minute's worth of turns."""

    def __init__(self, per_minute: int, *, now: Callable[[], float] = monotonic) -> None:
        self._per_second = per_minute / 60
        self._capacity = max(per_minute / 2, 1.0)
        self._now = now
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()  # turns that were left, and when

    def take(self, user: str, *, turns: float = 1.0) -> float:
        """Use a turn; return 0, or how many seconds the user has to wait for one."""
        now = self._now()
        left, when = self._buckets.pop(user, (self._capacity, now))
        left = min(self._capacity, left + (now - when) * self._per_second)
        is_allowed = left >= turns
        self._buckets[user] = (left - turns if is_allowed else left, now)
        if len(self._buckets) > _MOST_USERS:
            self._buckets.popitem(last=False)
        return 0.0 if is_allowed else (turns - left) / self._per_second
