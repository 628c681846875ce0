"""What was sent to whom in a run, and how much of it is allowed."""

from collections import Counter
from collections.abc import Callable
from typing import Any, Literal

from citevet.records import dataclass, field

Kind = Literal["identifier", "search words", "page address", "robots.txt", "claim"]


@dataclass(frozen=True, slots=True)
class Allowance:
    """The most that a run may ask, download and wait; 0 is without limit."""

    requests: int = 0
    download: int = 0  # bytes
    seconds: float = 0  # from the first request on


@dataclass(slots=True)
class HostAccount:
    """What went to one host and came from it."""

    requests: int = 0
    cached: int = 0  # answered from the cache, without a request
    failed: int = 0
    sent: int = 0  # bytes, without those of TLS and TCP
    received: int = 0
    kinds: Counter[Kind] = field(default_factory=Counter)  # of what was sent


class Ledger:
    """Counts requests by host, and says when the allowance is used up."""

    def __init__(self, allowance: Allowance, now: Callable[[], float]) -> None:
        self.allowance = allowance
        self.hosts: dict[str, HostAccount] = {}
        self.ended_by = ""  # what ended the run, for people
        self.offline = ""  # why nothing could be asked, likewise
        self._now = now
        self._started: float | None = None

    @property
    def notes(self) -> tuple[str, ...]:
        """What ended the run early, or kept it from its answers."""
        return tuple(filter(None, (self.ended_by, self.offline)))

    def account(self, host: str) -> HostAccount:
        """Return the account of a host."""
        return self.hosts.setdefault(host, HostAccount())

    def count_request(self, host: str) -> None:
        """Count a request before it is made."""
        self._started = self._now() if self._started is None else self._started
        self.account(host).requests += 1

    def count_answer(self, host: str, kind: Kind, *, sent: int, received: int, failed: bool) -> None:
        """Count what was sent, if anything was, and what came back."""
        account = self.account(host)
        account.sent += sent
        account.received += received
        account.failed += failed
        account.kinds[kind] += sent > 0

    def find_excess(self) -> str:
        """Return which part of the allowance is used up; "" while there is some left."""
        allowed = self.allowance
        if allowed.requests and sum(each.requests for each in self.hosts.values()) >= allowed.requests:
            return self.end_by("requests")
        if allowed.download and self.received >= allowed.download:
            return self.end_by("download")
        return self.end_by("seconds") if self.seconds_left() <= 0 else ""

    def end_by(self, part: Literal["requests", "download", "seconds"]) -> str:
        """Note that a part of the allowance is used up; return it for people."""
        allowed = self.allowance
        amount = {
            "requests": f"{allowed.requests} requests",
            "download": f"{allowed.download / 1_048_576:.3g} MB",
            "seconds": f"{allowed.seconds:g} s",
        }[part]
        self.ended_by = f"the budget of {amount} is used up (--max-{part})"
        return self.ended_by

    @property
    def received(self) -> int:
        """Bytes of all hosts."""
        return sum(each.received for each in self.hosts.values())

    def seconds_left(self) -> float:
        """Return how long requests may still take."""
        if not self.allowance.seconds or self._started is None:
            return float("inf")
        return self._started + self.allowance.seconds - self._now()

    def bytes_left(self, most: int) -> int:
        """Return how much an answer may have."""
        return max(0, min(most, self.allowance.download - self.received)) if self.allowance.download else most

    def describe_services(self) -> dict[str, dict[str, int]]:
        """Return `run["services"]`: counts by host."""
        return {
            host: {"requests": each.requests, "cached": each.cached, "failed": each.failed}
            for host, each in sorted(self.hosts.items())
        }

    def describe_network(self) -> dict[str, Any]:
        """Return `run["network"]`: what was sent to whom, in which amounts, and what ended the run."""
        hosts = {
            host: {
                "sent": each.sent,
                "received": each.received,
                "what": {kind: number for kind, number in sorted(each.kinds.items()) if number},
            }
            for host, each in sorted(self.hosts.items())
        }
        return {"hosts": hosts, **({"budget": self.ended_by} if self.ended_by else {})}
