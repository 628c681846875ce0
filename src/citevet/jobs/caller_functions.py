"""Call the functions that a user passed in, plain or async."""

from collections.abc import Awaitable, Callable
from inspect import isawaitable, iscoroutine
from typing import TYPE_CHECKING, Any

from citevet.errors import CitevetError, UsageError
from citevet.records import Foreign

if TYPE_CHECKING:
    from asyncio import AbstractEventLoop, Runner

_LONGEST_MESSAGE = 300  # characters of somebody else's error


class FunctionFailed(UsageError):
    """A function that a user passed in raised an error."""


class FunctionCaller:
    """Waits for awaitables on the caller's event loop, or on one of its own until it is closed."""

    def __init__(self, loop: "AbstractEventLoop | None" = None) -> None:
        self._loop = loop
        self._runner: Runner | None = None

    def wrap(self, function: Callable[[Any], Any], name: str) -> Callable[[Any], Any]:
        """Return the function as a plain one."""

        def call(argument: Foreign) -> Foreign:
            try:
                answer = function(argument)
                return self._wait_for(answer) if isawaitable(answer) else answer
            except CitevetError:
                raise
            except Exception as error:
                what = f"raised {type(error).__name__}: {' '.join(str(error).split())[:_LONGEST_MESSAGE]}"
                advice = "The function that was passed in failed; nothing was verified."
                raise FunctionFailed(what, to=name, advice=advice) from error

        return call

    def close(self) -> None:
        """Close the event loop, if there was need of one."""
        if self._runner is not None:
            self._runner.close()
            self._runner = None

    def _wait_for(self, answer: Awaitable[Any]) -> Foreign:
        import asyncio  # 40 ms that most runs do not need

        if self._loop is not None:
            return asyncio.run_coroutine_threadsafe(_as_coroutine(answer), self._loop).result()
        if _is_in_loop():
            if iscoroutine(answer):
                answer.close()
            raise UsageError("an async function was passed in", to="verify", advice="Use `await averify(…)` instead.")
        if self._runner is None:
            self._runner = asyncio.Runner()
        return self._runner.run(_as_coroutine(answer))


async def _as_coroutine(answer: Awaitable[Any]) -> Foreign:
    return await answer


def _is_in_loop() -> bool:
    import asyncio  # likewise

    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return False
    return True
