"""Date and stopwatch, kept here so that tests can replace them."""

from datetime import UTC, date, datetime
from time import perf_counter

stopwatch = perf_counter


def today() -> date:
    """Return the date of this run, in UTC."""
    return datetime.now(UTC).date()
