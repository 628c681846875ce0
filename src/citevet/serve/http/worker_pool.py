"""Worker processes: a hostile document can be stopped by ending its process, and its memory is freed with it."""

import asyncio
import json
import os
import signal
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from citevet.serve.http import ERROR, PARTIAL, PROGRESS
from citevet.world.child_process import LENGTH

CRASHED = "Crashed"
OnProgress = Callable[[Mapping[str, Any]], None]
_ROOT = str(Path(__file__).parents[3])  # the folder that holds the package
_MOST_TASKS = 500  # of one process; then a fresh one takes over, so that memory cannot creep up


class WorkerError(Exception):
    """The work ended with an error that the client may see."""

    def __init__(self, kind: str, message: str) -> None:
        super().__init__(message)
        self.kind = kind  # the name of a class in errors.py, or TimedOut, Crashed, InternalError


class WorkerPool:
    """At most `size` processes that work at once; they are started when they are needed, and kept."""

    def __init__(self, size: int) -> None:
        self.size = size
        self.busy = 0
        self.waiting = 0
        self._slots = asyncio.Semaphore(size)
        self.idle: list[WorkerProcess] = []  # they have nothing to do
        self._all: set[WorkerProcess] = set()

    async def start(self) -> None:
        """Start one process, so that the first request need not wait for it."""
        self.idle.append(await self._add())

    async def run(
        self, request: Mapping[str, Any], data: bytes = b"", *, seconds: float, on_progress: OnProgress | None = None
    ) -> bytes:
        """Return the result of a task; raise WorkerError where there is none. Cancelling ends the process."""
        self.waiting += 1
        try:
            await self._slots.acquire()
        finally:
            self.waiting -= 1
        self.busy += 1
        try:
            return await self._run(request, data, seconds, on_progress or (lambda _: None))
        finally:
            self.busy -= 1
            self._slots.release()

    async def _run(self, request: Mapping[str, Any], data: bytes, seconds: float, on_progress: OnProgress) -> bytes:
        if self.idle:
            worker = self.idle.pop()
            try:
                return await self._use(worker, request, data, seconds, on_progress)
            except WorkerError as error:
                if error.kind != CRASHED or worker.has_begun:
                    raise  # else the system ended it while it waited for work
        return await self._use(await self._add(), request, data, seconds, on_progress)

    async def _use(
        self, worker: "WorkerProcess", request: Mapping[str, Any], data: bytes, seconds: float, on_progress: OnProgress
    ) -> bytes:
        try:
            async with asyncio.timeout(seconds):
                reply = await worker.ask(request, data, on_progress)
        except TimeoutError:
            self._end(worker)
            raise WorkerError(
                "TimedOut", f"The work was stopped after {seconds:.0f} s. Send a smaller document."
            ) from None
        except (OSError, asyncio.IncompleteReadError):
            self._end(worker)
            what = "The process that worked on it ended without a result. Leave the document out, and please report it."
            raise WorkerError(CRASHED, what) from None
        except WorkerError:
            self._keep(worker)
            raise
        except BaseException:  # cancelled
            self._end(worker)
            raise
        self._keep(worker)
        return reply

    def _keep(self, worker: "WorkerProcess") -> None:
        if worker.tasks < _MOST_TASKS:
            self.idle.append(worker)
        else:
            self._end(worker)

    async def _add(self) -> "WorkerProcess":
        worker = WorkerProcess(await _start_process())
        self._all.add(worker)
        return worker

    def _end(self, worker: "WorkerProcess") -> None:
        self._all.discard(worker)
        worker.kill()

    async def close(self) -> None:
        """End all processes."""
        for worker in tuple(self._all):
            self._end(worker)
            await worker.process.wait()


class WorkerProcess:
    """One process."""

    def __init__(self, process: Process) -> None:
        self.process = process
        self.tasks = 0
        self.has_begun = False  # sent something for the current request

    async def ask(self, request: Mapping[str, Any], data: bytes, on_progress: OnProgress) -> bytes:
        """Send a request, pass on how far it is, and return the result."""
        if self.process.stdin is None or self.process.stdout is None:
            raise OSError("the process has no pipes")
        self.tasks += 1
        self.has_begun = False
        self.process.stdin.write(json.dumps({**request, "size": len(data)}).encode() + b"\n" + data)
        await self.process.stdin.drain()
        while True:
            size = int.from_bytes(await self.process.stdout.readexactly(LENGTH), "big")
            frame = await self.process.stdout.readexactly(size)
            kind, content = frame[:1], frame[1:]
            self.has_begun = True
            if kind == PROGRESS:
                on_progress(json.loads(content))
            elif kind == PARTIAL:
                on_progress({"part": content})
            elif kind == ERROR:
                error = json.loads(content)
                raise WorkerError(error["kind"], error["message"])
            else:
                return content

    def kill(self) -> None:
        """End the process, and those that it started."""
        with suppress(ProcessLookupError):
            if hasattr(os, "killpg"):
                os.killpg(self.process.pid, signal.SIGKILL)
            else:
                self.process.kill()


async def _start_process() -> Process:
    path = os.pathsep.join(filter(None, (_ROOT, os.environ.get("PYTHONPATH"))))
    environment = {**os.environ, "PYTHONPATH": path}
    # A session of its own: Ctrl-C reaches the server alone, which lets the running jobs end.
    return await asyncio.create_subprocess_exec(
        *(sys.executable, "-P", "-m", "citevet.serve.http.worker"),
        stdin=PIPE,
        stdout=PIPE,
        env=environment,
        start_new_session=True,
    )
