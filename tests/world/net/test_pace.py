"""The pace of a host: down at once, back by steps, and what it was after a quiet time."""

import asyncio

import pytest

from citevet.world.net.pace import HostPace


class Clock:
    """A clock that sleeping moves on."""

    def __init__(self) -> None:
        self.now = 100.0

    def read(self) -> float:
        """Return the time."""
        return self.now

    async def sleep(self, seconds: float) -> None:
        """Let time pass."""
        self.now += seconds
        await asyncio.sleep(0)


@pytest.fixture
def clock() -> Clock:
    return Clock()


def _pace(clock: Clock, per_second: float = 10.0, parallel: int = 6) -> HostPace:
    return HostPace(per_second, parallel, now=clock.read, sleep=clock.sleep)


def test_a_refusal_halves_and_answers_restore(clock: Clock) -> None:
    """Ten answers bring back half of the pace."""
    pace = _pace(clock)
    pace.slow_down()
    assert (5.0, 3) == (pace.per_second, pace.parallel)
    for _ in range(10):
        pace.speed_up()
    assert (10.0, 6) == (pace.per_second, pace.parallel)


def test_refusals_on_their_way_together_are_one(clock: Clock) -> None:
    """Six answers 429 to requests sent before the first of them halve the pace once."""
    pace, asked = _pace(clock), clock.now
    clock.now += 1
    for _ in range(6):
        pace.slow_down(asked)
    assert (5.0, "") == (pace.per_second, pace.given_up)


async def test_a_quiet_time_restores(clock: Clock) -> None:
    """After half a minute without a refusal the host is asked as at the start."""
    pace = _pace(clock)
    pace.slow_down()
    clock.now += 31
    async with pace:
        assert (10.0, 6) == (pace.per_second, pace.parallel)


def test_a_host_that_stays_closed_is_given_up(clock: Clock) -> None:
    """Five refusals in a row; an answer in between starts the count again."""
    pace = _pace(clock)
    for _ in range(4):
        clock.now += 1
        pace.slow_down(clock.now)
    assert not pace.given_up
    pace.speed_up()
    for _ in range(5):
        clock.now += 1
        pace.slow_down(clock.now)
    assert "5 times in a row" in pace.given_up


@pytest.mark.parametrize(
    ("headers", "paused"),
    [
        ({"ratelimit-remaining": "0", "ratelimit-reset": "7"}, 7.0),
        ({"x-ratelimit-remaining": "0", "x-ratelimit-reset": "3"}, 3.0),
        ({"ratelimit": '"default";r=0;t=9'}, 9.0),
        ({"ratelimit": "limit=10, remaining=0, reset=5"}, 5.0),
        ({"ratelimit": '"default";r=4;t=9'}, 0.0),
        ({"ratelimit": "rubbish"}, 0.0),
    ],
)
def test_stated_limits_are_obeyed(clock: Clock, headers: dict[str, str], paused: float) -> None:
    """In the forms of both drafts, and the older one."""
    pace = _pace(clock)
    pace.learn(headers)
    assert paused == pytest.approx(pace.seconds_paused())


def test_a_crawl_delay_stays(clock: Clock) -> None:
    """What robots.txt states is the usual pace from then on: answers do not lift it."""
    pace = _pace(clock)
    pace.slow_to(2.0)
    pace.slow_down()
    for _ in range(50):
        pace.speed_up()
    assert 0.5 == pace.per_second
