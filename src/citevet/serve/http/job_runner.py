"""Run the queued jobs in worker processes, and report how far they are."""

import asyncio
import secrets
from collections.abc import AsyncIterator, Mapping
from contextlib import suppress
from time import monotonic
from typing import Any

from citevet.records import dataclass, field
from citevet.serve.http.settings import ServeSettings
from citevet.serve.http.worker_pool import WorkerError, WorkerPool
from citevet.world.job_store import FINISHED, JobStore, StoredJob

_HEARTBEAT = 15.0  # seconds without news after which a listener gets a sign of life
_LONGEST_STREAM = 3_600.0  # seconds


def new_job_id() -> str:
    """Return an id that nobody guesses."""
    return secrets.token_urlsafe(16)


@dataclass(slots=True)
class StageTimes:
    """How far one stage of a job is, and since when."""

    started: float  # by the clock of this process
    done: int = 0
    total: int = 0
    updated: float = 0.0

    def update(self, done: int, total: int) -> None:
        """Take over new counts; fewer than before are those of the next document."""
        if done < self.done:
            self.started = self.updated
        self.done, self.total, self.updated = done, total, monotonic()

    @property
    def seconds_left(self) -> float | None:
        """How long the rest takes if it goes on as it did; none before there is anything to go by."""
        if not 0 < self.done < self.total:
            return None
        per_unit = (self.updated - self.started) / self.done
        return max(per_unit * (self.total - self.done) - (monotonic() - self.updated), 0.0)


@dataclass(slots=True)
class JobProgress:
    """How far a job is."""

    stage: str = "queued"
    done: int = 0
    total: int = 0
    stages: dict[str, StageTimes] = field(default_factory=dict)  # in the order in which they began
    part: bytes | None = None  # the report as far as it is known
    parts: int = 0  # how many of them came
    changed: asyncio.Event = field(default_factory=asyncio.Event)

    def update(self, news: Mapping[str, Any]) -> None:
        """Take over what a worker says, and wake all listeners."""
        if "part" in news:
            self.part, self.parts = news["part"], self.parts + 1
        else:
            self.stage, self.done, self.total = news["stage"], news["done"], news["total"]
            stage = self.stages.pop(self.stage, None) or StageTimes(monotonic())
            self.stages[self.stage] = stage  # the one at work is the last
            stage.update(self.done, self.total)
        self.wake()

    def wake(self) -> None:
        """Let everybody look who waits for a change."""
        self.changed.set()
        self.changed = asyncio.Event()


class JobRunner:
    """The queue of a server. It lives in the event loop; the store is used from threads."""

    def __init__(self, store: JobStore, pool: WorkerPool, settings: ServeSettings) -> None:
        self.store = store
        self._pool = pool
        self._settings = settings
        self._work = asyncio.Event()
        self._stopping = asyncio.Event()
        self._progress: dict[str, JobProgress] = {}
        self._running: dict[str, asyncio.Task[None]] = {}
        self._dispatchers: list[asyncio.Task[None]] = []

    def start(self) -> None:
        """Take up the jobs that an earlier server left, and begin to work."""
        self.store.recover()
        self.store.prune(self._settings.keep)
        self._work.set()
        self._dispatchers = [asyncio.create_task(self._dispatch()) for _ in range(self._pool.size)]

    async def submit(self, owner: str, name: str, request: Mapping[str, Any], data: bytes, *, job: str = "") -> str:
        """Store a new job, and return its id."""
        job = job or new_job_id()
        await asyncio.to_thread(self.store.add, job, owner, name, request, data)
        self._work.set()
        return job

    async def cancel(self, job: StoredJob) -> None:
        """Stop a job that is not finished."""
        await asyncio.to_thread(self.store.finish, job.id, "cancelled")
        if task := self._running.get(job.id):
            task.cancel()
        self._forget(job.id)

    def find_progress(self, job: StoredJob) -> JobProgress:
        """Return how far a job is."""
        if job.state in FINISHED:
            return JobProgress(job.state, 1, 1)
        return self._progress.get(job.id) or JobProgress()

    async def watch(self, job: StoredJob) -> AsyncIterator[StoredJob | None]:
        """Yield a job whenever it changes, until it is finished; None is a sign of life."""
        clock = asyncio.get_running_loop().time
        until = clock() + _LONGEST_STREAM
        while not self._stopping.is_set() and clock() < until:
            changed = self._progress.setdefault(job.id, JobProgress()).changed  # before the look at the store
            current = await asyncio.to_thread(self.store.get, job.id, job.owner)
            if current is None or current.state in FINISHED:
                self._forget(job.id)
            if current is None:
                return
            yield current
            if current.state in FINISHED:
                return
            try:
                await asyncio.wait_for(changed.wait(), _HEARTBEAT)
            except TimeoutError:
                yield None

    def announce_stop(self) -> None:
        """Begin no further job, and let listeners go."""
        self._stopping.set()
        self._work.set()
        for progress in self._progress.values():
            progress.wake()

    async def stop(self) -> None:
        """Wait a while for running jobs; those that take longer go back into the queue, for the next server."""
        self.announce_stop()
        running = dict(self._running)
        if running:
            await asyncio.wait(running.values(), timeout=self._settings.grace_seconds)
        for job, task in running.items():
            if not task.done():
                await asyncio.to_thread(self.store.requeue, job)
                task.cancel()
        for dispatcher in self._dispatchers:
            dispatcher.cancel()
        await asyncio.gather(*self._dispatchers, *running.values(), return_exceptions=True)

    async def _dispatch(self) -> None:
        while not self._stopping.is_set():
            self._work.clear()
            job = await asyncio.to_thread(self.store.start_next)
            if job is None:
                await self._work.wait()
                continue
            self._work.set()  # there may be more for the others
            task = self._running[job.id] = asyncio.create_task(self._run(job))
            with suppress(asyncio.CancelledError):
                await asyncio.shield(asyncio.wait([task]))
            self._running.pop(job.id, None)
            if task.done() and not task.cancelled() and (error := task.exception()):
                what = f"internal error ({type(error).__name__}: {error})"
                await asyncio.to_thread(self.store.finish, job.id, "failed", error=what)
                self._forget(job.id)

    async def _run(self, job: StoredJob) -> None:
        progress = self._progress.setdefault(job.id, JobProgress())
        progress.update({"stage": "starting", "done": 0, "total": 1})
        seconds = self._settings.job_seconds
        try:
            data = await asyncio.to_thread(self.store.load_data, job.id)
            report = await self._pool.run(job.request, data, seconds=seconds, on_progress=progress.update)
            await asyncio.to_thread(self.store.finish, job.id, "done", report=report)
        except WorkerError as error:
            await asyncio.to_thread(self.store.finish, job.id, "failed", error=f"{error}")
        self._forget(job.id)
        await asyncio.to_thread(self.store.prune, self._settings.keep)

    def _forget(self, job: str) -> None:
        if progress := self._progress.pop(job, None):
            progress.wake()
