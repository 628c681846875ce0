"""Repeat calls that failed for a while."""

import random
import time

LIMIT = 5
BASE = 0.2


def wait(attempt: int) -> float:
    """Return the seconds before an attempt."""
    return min(BASE * 2**attempt, 8.0) * random.uniform(0.5, 1.5)


def call(function):
    """Call a function at most LIMIT times."""
    for attempt in range(LIMIT):
        try:
            return function()
        except ConnectionError:
            time.sleep(wait(attempt))
    raise TimeoutError
