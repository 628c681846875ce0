"""Run coroutines from plain functions: one event loop in a thread of its own, for the life of a Session.

A notebook or a server has a loop already, in which a plain function cannot wait for another one.
"""

import asyncio
from collections.abc import Coroutine
from concurrent.futures import TimeoutError as StillRunning
from threading import Thread
from typing import Any, TypeVar
from weakref import finalize

Result = TypeVar("Result")
_BEAT = 0.2  # seconds after which a waiting main thread looks for Ctrl-C; Windows does not wake it


class NetworkLoop:
    """An event loop that plain functions hand their coroutines to; its thread ends with the object."""

    def __init__(self) -> None:
        self._loop = asyncio.new_event_loop()
        Thread(target=_run_until_stopped, args=(self._loop,), name="citevet-network", daemon=True).start()
        finalize(self, self._loop.call_soon_threadsafe, self._loop.stop).atexit = False

    def run(self, work: Coroutine[Any, Any, Result]) -> Result:
        """Wait for a coroutine; Ctrl-C cancels it."""
        future = asyncio.run_coroutine_threadsafe(work, self._loop)
        try:
            while True:
                try:
                    return future.result(_BEAT)
                except StillRunning:
                    if future.done():  # the coroutine itself raised a timeout
                        return future.result()
        except BaseException:
            future.cancel()
            raise


def _run_until_stopped(loop: asyncio.AbstractEventLoop) -> None:
    try:
        loop.run_forever()
        loop.run_until_complete(_end_tasks(loop))
    finally:
        loop.close()


async def _end_tasks(loop: asyncio.AbstractEventLoop) -> None:
    """Wait until connections are closed: Python reports a task that is left over on the user's terminal."""
    await loop.shutdown_asyncgens()
    end = loop.time() + _BEAT
    # A stream that is closed lets go of the one inside it, which is closed by a task of its own.
    while (others := asyncio.all_tasks() - {asyncio.current_task()}) and loop.time() < end:
        await asyncio.wait(others, timeout=end - loop.time())
