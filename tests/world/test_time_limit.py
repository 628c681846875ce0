"""Work that takes too much processor time is stopped, in the main thread and in others."""

import re
import signal
import time
from collections.abc import Callable
from threading import Thread

import pytest

from citevet.errors import TooComplex
from citevet.world.time_limit import OutOfTime, TimeBudget, limit_time

_SHORT = 0.05  # seconds


def _count_forever() -> None:
    while True:
        sum(range(1_000))


def _search_forever() -> None:
    re.search("(a+)+$", "a" * 60 + "b")


def _swallow_errors() -> None:
    while True:
        try:
            _count_forever()
        except Exception:  # noqa: BLE001, S112 - what a careless library does
            continue


@pytest.mark.parametrize("work", [_count_forever, _search_forever, _swallow_errors])
def test_endless_work_ends(work: Callable[[], None]) -> None:
    """A loop, a pattern and a library that catches every error are all stopped, and the file is named."""
    with (
        pytest.raises(TooComplex, match=r"^a\.md: too large or too complex: stopped after 0 s"),
        limit_time(_SHORT, "a.md"),
    ):
        work()


@pytest.mark.parametrize("work", [_count_forever, _swallow_errors])
def test_endless_work_ends_in_a_thread(work: Callable[[], None]) -> None:
    """Servers read files in threads, where no signal arrives."""
    caught: list[BaseException] = []

    def run() -> None:
        try:
            with limit_time(_SHORT, "a.md"):
                work()
        except TooComplex as error:
            caught.append(error)

    thread = Thread(target=run)
    thread.start()
    thread.join(20)
    assert ["a.md"] == [error.to for error in caught if isinstance(error, TooComplex)]


def test_quick_work_leaves_no_trace() -> None:
    """After the limit the timer is off and the handler is the one before."""
    with limit_time(60, "a.md"):
        assert signal.getitimer(signal.ITIMER_PROF)[0] > 0
    assert (0.0, 0.0) == signal.getitimer(signal.ITIMER_PROF)
    assert signal.SIG_DFL == signal.getsignal(signal.SIGPROF)


def test_a_limit_inside_another_has_its_own_clock() -> None:
    """The inner limit names its own file; the outer one continues where it stopped."""
    with limit_time(60, "outer.md"):
        with pytest.raises(TooComplex, match=r"^inner\.md"), limit_time(_SHORT, "inner.md"):
            _count_forever()
        assert signal.getitimer(signal.ITIMER_PROF)[0] > 50


def test_steps_share_a_budget() -> None:
    """What the first step takes, the second lacks; the message names the whole budget."""
    budget = TimeBudget(0.6, "a.md")
    with budget.spend():
        end = time.thread_time() + 0.5
        while time.thread_time() < end:
            pass
    started = time.thread_time()
    with pytest.raises(TooComplex, match=r"^a\.md: too large or too complex: stopped after 1 s"), budget.spend():
        _count_forever()
    assert time.thread_time() - started < 0.5


def test_no_handler_of_errors_catches_it() -> None:
    """The interrupt is not an Exception, so that `except Exception` does not end it."""
    assert not issubclass(OutOfTime, Exception)
