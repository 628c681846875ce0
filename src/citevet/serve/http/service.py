"""What the answers of one server share: settings, queue, workers and counts."""

import asyncio
from collections.abc import Mapping
from typing import Any

from starlette.requests import Request

from citevet.records import dataclass, field
from citevet.report.languages import Language
from citevet.serve.http.failures import RequestFailure
from citevet.serve.http.gate import GateState
from citevet.serve.http.job_runner import JobRunner
from citevet.serve.http.kept_sources import SourceKeeper
from citevet.serve.http.settings import ServeSettings
from citevet.serve.http.worker_pool import WorkerPool
from citevet.world.paper_store import PaperStore

_LOOK = 0.2  # seconds between two looks at whether a client is still there
_CLIENT_GONE = 499  # as nginx has it; nobody reads the answer


@dataclass(slots=True)
class HttpService:
    """One server."""

    settings: ServeSettings
    gate: GateState
    runner: JobRunner
    calls: WorkerPool  # for requests that wait for their answer
    jobs: WorkerPool
    is_online: bool
    judge: str  # none, or the name of the judge that checks may use
    papers: PaperStore
    language: Language = "en"  # of reports, and of the page where the browser asks for none that it has
    is_stopping: bool = False
    sources: SourceKeeper = field(default_factory=SourceKeeper)

    async def call(self, task: str, data: bytes = b"", **request: object) -> bytes:
        """Let a worker do something, and wait for the result."""
        if self.calls.waiting >= self.settings.max_waiting:
            what = "Too many requests wait for an answer. Try again in a moment."
            raise RequestFailure(503, what, headers={"Retry-After": "5"})
        asked = {"task": task, **self.describe_session({}), **request}
        # A report is rendered by an idle process of the jobs: after the first job it is the only one that runs.
        pool = self.jobs if task == "render" and self.jobs.idle else self.calls
        return await pool.run(asked, data, seconds=self.settings.call_seconds)

    async def call_for(self, client: Request, task: str, data: bytes = b"", **request: object) -> bytes:
        """Likewise, and end the work when the client closes its connection."""
        work = asyncio.ensure_future(self.call(task, data, **request))
        gone = asyncio.ensure_future(_wait_until_gone(client))
        try:
            await asyncio.wait([work, gone], return_when=asyncio.FIRST_COMPLETED)
            if work.done():
                return await work
            raise RequestFailure(_CLIENT_GONE, "The client closed its connection.")
        finally:
            for task_ in (work, gone):
                task_.cancel()
            await asyncio.gather(work, gone, return_exceptions=True)

    def describe_session(self, options: Mapping[str, Any]) -> dict[str, Any]:
        """Return the fields of a task that make its Session; options of a client can only take something away."""
        return {"root": str(self.settings.root), "options": {**self.settings.options, **options}}


async def _wait_until_gone(client: Request) -> None:
    while True:
        if await client.is_disconnected():
            return
        await asyncio.sleep(_LOOK)


def find_service(request: Request) -> HttpService:
    """Return the service that a request is for."""
    service: HttpService = request.app.state.service
    return service


def find_user(request: Request) -> str:
    """Return the name of the user that the gate found."""
    return str(request.scope["state"]["user"])
