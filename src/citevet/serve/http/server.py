"""Start the HTTP service, and stop it without losing a finished job."""

import asyncio
import logging
import socket
import sys
from collections.abc import Callable
from typing import ClassVar

import h11
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from citevet.config import Config
from citevet.errors import UsageError
from citevet.serve.http.gate import GateState, RateLimit
from citevet.serve.http.job_runner import JobRunner
from citevet.serve.http.service import HttpService
from citevet.serve.http.settings import ServeSettings
from citevet.serve.http.tokens import TokenBook
from citevet.serve.http.worker_pool import WorkerPool
from citevet.session import Session
from citevet.world.address_guard import is_this_machine
from citevet.world.job_store import JobStore
from citevet.world.paper_store import PaperStore

_HEADER_BYTES = 32 * 2**10
_CONNECTIONS = 1_000


def run_server(settings: ServeSettings, announce: Callable[[str], None]) -> None:
    """Serve until a signal ends it; `announce` gets the address once requests are answered."""
    tokens = TokenBook(settings.tokens, is_required=not is_this_machine(settings.host))
    if not is_this_machine(settings.host) and not tokens.records:
        advice = "Make a token with `citevet serve token add NAME`, or serve on 127.0.0.1."
        raise UsageError("without a token only this machine may be served", to=settings.host, advice=advice)
    config = Session(settings.options, here=settings.root).config  # wrong settings are reported before the start
    listener = _bind(settings.host, settings.port)
    store = JobStore(settings.store)
    level = logging.WARNING if settings.is_quiet else logging.INFO
    logging.basicConfig(stream=sys.stderr, format="%(asctime)s %(name)s %(levelname)s %(message)s", level=level)
    try:
        asyncio.run(_serve(settings, tokens, store, listener, announce, config))
    finally:
        store.close()
        listener.close()


async def _serve(
    settings: ServeSettings,
    tokens: TokenBook,
    store: JobStore,
    listener: socket.socket,
    announce: Callable[[str], None],
    config: Config,
) -> None:
    # Only one process can keep the pace that online services require.
    size = 1 if not config.is_offline else settings.workers
    jobs, calls = WorkerPool(size), WorkerPool(size)
    await jobs.start()  # it loads its libraries while this process loads the framework
    from citevet.serve.http.app import make_app  # 0.5 s

    gate = GateState(tokens, RateLimit(settings.rate))
    papers = PaperStore(settings.store.with_suffix(".papers.sqlite"))
    papers.prune(settings.keep.seconds)
    papers.sweep()
    runner = JobRunner(store, jobs, settings)
    service = HttpService(
        settings, gate, runner, calls, jobs, not config.is_offline, config.judge, papers, config.language
    )
    wire = uvicorn.Config(
        make_app(service),
        http=_limit_client(settings.client_seconds),
        ws="none",
        lifespan="on",
        log_config=None,
        log_level="warning",
        access_log=False,
        server_header=False,
        proxy_headers=False,
        limit_concurrency=_CONNECTIONS,
        backlog=_CONNECTIONS,
        h11_max_incomplete_event_size=_HEADER_BYTES,
        timeout_keep_alive=5,
        timeout_graceful_shutdown=int(settings.grace_seconds) + 1,
    )
    server = HttpServer(wire, service, announce)
    try:
        await server.serve([listener])
    finally:
        await asyncio.gather(jobs.close(), calls.close())
        papers.close()


class HttpServer(uvicorn.Server):
    """A server that lets go of those who follow a job before it waits for open requests."""

    def __init__(self, config: uvicorn.Config, service: HttpService, announce: Callable[[str], None]) -> None:
        super().__init__(config)
        self._service = service
        self._announce = announce

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start, and say where."""
        await super().startup(sockets)
        for listener in sockets or ():
            host, port, *_ = listener.getsockname()
            self._announce(f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}")

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Stop; a first signal is an orderly end, and no error."""
        self._service.is_stopping = True
        self._service.runner.announce_stop()
        self._captured_signals.clear()
        await super().shutdown(sockets)


class PatientProtocol(H11Protocol):
    """HTTP/1.1 for clients that send the head of a request, and take the answer, in time."""

    client_seconds: ClassVar[float]
    _head_timer: asyncio.TimerHandle | None = None
    _answer_timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as in uvicorn
        """Begin to wait for a request."""
        super().connection_made(transport)
        self._watch_head()

    def data_received(self, data: bytes) -> None:
        """Read a part, and see whether a head is complete."""
        super().data_received(data)
        if self.conn.their_state is h11.IDLE:
            self._watch_head()
        else:
            self._stop_watching()

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the timers with the connection."""
        self._stop_watching()
        self._stop_waiting()
        super().connection_lost(exc)

    def pause_writing(self) -> None:
        """Wait for the client to take what was sent; then hang up without the rest."""
        super().pause_writing()
        self._answer_timer = self.loop.call_later(self.client_seconds, self.transport.abort)

    def resume_writing(self) -> None:
        """Go on: the client has taken it."""
        self._stop_waiting()
        super().resume_writing()

    def _stop_waiting(self) -> None:
        if self._answer_timer is not None:
            self._answer_timer.cancel()
            self._answer_timer = None

    def _watch_head(self) -> None:
        if self._head_timer is None:
            self._head_timer = self.loop.call_later(self.client_seconds, self._hang_up)

    def _stop_watching(self) -> None:
        if self._head_timer is not None:
            self._head_timer.cancel()
            self._head_timer = None

    def _hang_up(self) -> None:
        self._head_timer = None
        if self.conn.their_state is h11.IDLE and not self.transport.is_closing():
            self.transport.close()


def _limit_client(seconds: float) -> type[PatientProtocol]:
    class LimitedProtocol(PatientProtocol):
        client_seconds = seconds

    return LimitedProtocol


def _bind(host: str, port: int) -> socket.socket:
    try:
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        return socket.create_server((host, port), family=family, backlog=_CONNECTIONS)
    except (OSError, OverflowError) as error:
        what = f"cannot listen there ({getattr(error, 'strerror', None) or error})"
        raise UsageError(what, to=f"{host}:{port}", advice="Name another --port or --host.") from error
