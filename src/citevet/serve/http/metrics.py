"""Numbers about the server in the text format of Prometheus."""

import os
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path

_BUCKETS = (0.01, 0.05, 0.1, 0.5, 1.0, 5.0, 30.0)  # seconds


class RequestCounts:
    """How many requests there were, and how long they took."""

    def __init__(self) -> None:
        self._requests: Counter[tuple[str, str, int]] = Counter()  # method, route, status
        self._buckets: Counter[float] = Counter()
        self._seconds = 0.0

    def add(self, method: str, route: str, status: int, seconds: float) -> None:
        """Count one request; its route is the pattern, so that no client can make up new rows."""
        self._requests[method, route, status] += 1
        self._seconds += seconds
        for limit in _BUCKETS:
            self._buckets[limit] += seconds <= limit

    def lines(self) -> Iterator[str]:
        """Yield the rows of the requests."""
        yield "# HELP citevet_requests_total Requests by method, route and status."
        yield "# TYPE citevet_requests_total counter"
        for (method, route, status), count in sorted(self._requests.items()):
            yield f'citevet_requests_total{{method="{method}",route="{route}",status="{status}"}} {count}'
        yield "# HELP citevet_request_seconds Time from the first byte of a request to the end of the answer."
        yield "# TYPE citevet_request_seconds histogram"
        total = self._requests.total()
        for limit in _BUCKETS:
            yield f'citevet_request_seconds_bucket{{le="{limit:g}"}} {self._buckets[limit]}'
        yield f'citevet_request_seconds_bucket{{le="+Inf"}} {total}'
        yield f"citevet_request_seconds_sum {self._seconds:.6f}"
        yield f"citevet_request_seconds_count {total}"


def measure_memory() -> dict[str, float]:
    """Return the bytes of memory that this process uses, where the system shows them."""
    try:
        pages = int(Path("/proc/self/statm").read_text("ascii").split()[1])
        return {"": pages * os.sysconf("SC_PAGE_SIZE")}
    except (OSError, ValueError, IndexError):
        return {}


def format_gauges(name: str, about: str, values: Mapping[str, float], label: str = "") -> Iterator[str]:
    """Yield the rows of one gauge, a row for each value of its label."""
    yield f"# HELP {name} {about}"
    yield f"# TYPE {name} gauge"
    for key, value in sorted(values.items()):
        yield f'{name}{{{label}="{key}"}} {value:.0f}' if label else f"{name} {value:.0f}"
