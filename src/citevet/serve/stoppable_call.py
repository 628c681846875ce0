"""Calls that stop when nobody waits for their answer any more."""

from collections.abc import Callable
from contextlib import suppress
from typing import TypeVar

import anyio
from anyio import from_thread
from anyio.lowlevel import current_token

from citevet.world.time_limit import StoppableWork

Result = TypeVar("Result")
_GRACE = 0.8  # seconds that stopped work has to end; a library that takes longer ends by itself


async def run_stoppable(work: Callable[[], Result]) -> Result:
    """Run work in a thread; when the caller is cancelled, the work is stopped at its next step."""
    ended, token = anyio.Event(), current_token()
    results: list[Result] = []
    errors: list[Exception] = []

    def perform() -> None:
        try:
            results.append(work())
        except Exception as error:  # noqa: BLE001 - it is raised again where the result is wanted
            errors.append(error)

    def tell() -> None:
        with suppress(Exception):  # the loop may have ended
            from_thread.run_sync(ended.set, token=token)

    running = StoppableWork(perform, tell)
    running.start()
    try:
        await ended.wait()
    except BaseException:
        running.stop()
        with anyio.move_on_after(_GRACE, shield=True):
            await ended.wait()
        raise
    if errors:
        raise errors[0]
    return results[0]
