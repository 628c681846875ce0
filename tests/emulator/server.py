"""One server on loopback that acts for every outside service, for web sites, and for what can go wrong with them.

`/crossref/works/10.1/x` is answered by `tests/emulator/crossref.py`, which offers `NAME = "crossref"` and
`answer(request: Request) -> Response`; the request's path is then `/works/10.1/x`. A request for a host that was given
to `Emulator(sites=…)` is answered by that function, whatever its path.

    with Emulator() as emulator:
        monkeypatch.setenv("CITEVET_SERVICES", json.dumps(emulator.services))  # base URL of each service
        emulator.inject("429", service="crossref", times=1)
        …
        assert "/works/10.1/x" in [request.path for request in emulator.log]

Sites need `emulator.routes` in CITEVET_RESOLVE_HOSTS, and CITEVET_ALLOW_PRIVATE=1; `use(monkeypatch)` sets all three.
"""

import asyncio
import json
import threading
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, Self
from urllib.parse import parse_qsl

from tests.emulator.faults import FAULTS

from citevet.world.net.services import SERVICES

if TYPE_CHECKING:
    import pytest  # the demo runs this server without it

_HURRY = {"x-ratelimit-limit": "50", "x-ratelimit-interval": "1s", "x-concurrency-limit": "8"}


@dataclass(frozen=True)
class Request:
    """What a client asked."""

    method: str
    path: str  # after the name of the service, percent-encoded as it was sent
    query: Mapping[str, str] = field(default_factory=dict)  # decoded; the last one of a name
    headers: Mapping[str, str] = field(default_factory=dict)  # names in lower case
    body: bytes = b""
    service: str = ""  # "" for a site
    host: str = ""  # the Host header, without the port

    @property
    def form(self) -> dict[str, str]:
        """The fields of a form that was sent."""
        return dict(parse_qsl(self.body.decode(), keep_blank_values=True))

    @property
    def json(self) -> Any:
        """The JSON that was sent."""
        return json.loads(self.body)


@dataclass(frozen=True)
class Response:
    """What a service says: JSON for a dict or list, else text or bytes as they are."""

    body: object = b""
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)
    type: str = ""  # content type; by default that of the body

    @property
    def data(self) -> bytes:
        """The body as it is sent."""
        if isinstance(self.body, (bytes, str)):
            return self.body.encode() if isinstance(self.body, str) else self.body
        return json.dumps(self.body, ensure_ascii=False).encode()

    def head(self, *, length: int | None = None) -> bytes:
        """Return the status line and headers; a `length` of -1 leaves out Content-Length."""
        is_json = not isinstance(self.body, (bytes, str))
        kind = self.type or ("application/json" if is_json else "text/plain; charset=utf-8")
        headers = {"Content-Type": kind, **self.headers}
        if length != -1:
            headers["Content-Length"] = str(len(self.data) if length is None else length)
        lines = (f"{name}: {value}\r\n" for name, value in headers.items())
        return f"HTTP/1.1 {self.status} Answer\r\n{''.join(lines)}\r\n".encode()


Answer = Callable[[Request], Response]
_FAREWELL = 0.5  # seconds for a client to take the last bytes


@dataclass
class Injection:
    """A fault for the requests it fits, for a number of times."""

    fault: str  # a key of FAULTS
    service: str | None = None  # all
    contains: str = ""  # part of the path
    times: float = float("inf")

    def fits(self, request: Request) -> bool:
        """Return whether this request is to fail, and count it."""
        named = self.service in {None, request.service or request.host}
        if self.times <= 0 or not named or self.contains not in request.path:
            return False
        self.times -= 1
        return True


@dataclass
class Emulator:
    """The server; it runs in a thread of its own while the `with` block lasts."""

    sites: Mapping[str, Answer] = field(default_factory=dict)  # host → what answers for it
    extra: Mapping[str, Answer] = field(default_factory=dict)  # further services, or in place of a module
    delay: float = 0.0  # seconds before each answer
    hurries: bool = False  # every answer says that the service likes to be asked often
    log: list[Request] = field(default_factory=list)
    faults: list[Injection] = field(default_factory=list)
    most_at_once: int = 0  # requests in progress
    port: int = 0

    def __enter__(self) -> Self:
        self._loop, self._changed = asyncio.new_event_loop(), threading.Condition()
        ready = threading.Event()
        self._thread = threading.Thread(target=self._run, args=(ready,), daemon=True)
        self._thread.start()
        ready.wait()
        return self

    def __exit__(self, *error: object) -> None:
        self._loop.call_soon_threadsafe(self._end.set)
        self._thread.join()

    @property
    def url(self) -> str:
        """The address of the server, without a slash at the end."""
        return f"http://127.0.0.1:{self.port}"

    @property
    def services(self) -> dict[str, str]:
        """The base URL of every service, for CITEVET_SERVICES."""
        kept = {name: "/{language}" if "{language}" in service.url else "" for name, service in SERVICES.items()}
        return {name: f"{self.url}/{name}{kept.get(name, '')}" for name in {**kept, **self.extra}}

    @property
    def routes(self) -> dict[str, str]:
        """Where every host of the web is, for CITEVET_RESOLVE_HOSTS."""
        return {"*": f"127.0.0.1:{self.port}"}

    def use(self, monkeypatch: "pytest.MonkeyPatch") -> None:
        """Let citevet find this server in place of all services and web sites."""
        monkeypatch.setenv("CITEVET_SERVICES", json.dumps(self.services))
        monkeypatch.setenv("CITEVET_RESOLVE_HOSTS", json.dumps(self.routes))
        monkeypatch.setenv("CITEVET_ALLOW_PRIVATE", "1")

    def wait_for(self, enough: Callable[[list[Request]], bool], seconds: float = 60) -> None:
        """Wait until the requests so far are enough."""
        with self._changed:
            assert self._changed.wait_for(lambda: enough(self.log), seconds)

    def inject(
        self, fault: str, *, service: str | None = None, contains: str = "", times: float = float("inf")
    ) -> None:
        """Let requests fail: of a service or site (none: of all), with this in their path, this many times."""
        assert fault in FAULTS, fault
        self.faults.append(Injection(fault, service, contains, times))

    def _run(self, ready: threading.Event) -> None:
        with asyncio.Runner(loop_factory=lambda: self._loop) as runner:
            runner.run(self._serve(ready))

    async def _serve(self, ready: threading.Event) -> None:
        self._end, self._busy = asyncio.Event(), 0
        server = await asyncio.start_server(self._converse, "127.0.0.1", 0, limit=2**20)
        self.port = server.sockets[0].getsockname()[1]
        ready.set()
        await self._end.wait()
        server.close()
        talks = asyncio.all_tasks() - {asyncio.current_task()}
        for talk in talks:
            talk.cancel()
        await asyncio.gather(*talks, return_exceptions=True)
        await asyncio.sleep(0)  # an aborted connection closes its socket in the next round of the loop

    async def _converse(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Answer the requests of one connection until the client goes away, or a fault ends it."""
        with suppress(OSError, asyncio.IncompleteReadError, asyncio.CancelledError):
            while request := await _read_request(reader):
                with self._changed:
                    self.log.append(request)
                    self._changed.notify_all()
                self._busy += 1
                self.most_at_once = max(self.most_at_once, self._busy)
                try:
                    await asyncio.sleep(self.delay)
                    send = self._find_sender(request)
                    if not await send(writer):
                        break
                finally:
                    self._busy -= 1
        writer.close()
        with suppress(OSError, TimeoutError, asyncio.CancelledError):
            await asyncio.wait_for(writer.wait_closed(), _FAREWELL)
        writer.transport.abort()  # a client that stopped reading never takes the rest

    def _find_sender(self, request: Request) -> Callable[[asyncio.StreamWriter], Awaitable[bool]]:
        response = self._answer(request)
        if self.hurries:
            response = replace(response, headers={**_HURRY, **response.headers})
        fault = next((each.fault for each in self.faults if each.fits(request)), None)
        return partial(_send, response=response) if fault is None else partial(FAULTS[fault], response=response)

    def _answer(self, request: Request) -> Response:
        """Ask the module of the service, or the site, for its answer; a mistake of theirs is a 599."""
        answer = self.extra.get(request.service) if request.service else self.sites.get(request.host)
        if request.service.isidentifier() and answer is None and find_spec(f"tests.emulator.{request.service}"):
            answer = import_module(f"tests.emulator.{request.service}").answer
        try:
            return answer(request) if answer else Response("nothing here", 404)
        except Exception as error:  # noqa: BLE001 - shown to the test as an answer that no service gives
            return Response(f"{type(error).__name__}: {error}", 599)


async def _send(writer: asyncio.StreamWriter, response: Response) -> bool:
    """Send an answer; the connection stays open."""
    writer.write(response.head() + response.data)
    await writer.drain()
    return True


async def _read_request(reader: asyncio.StreamReader) -> Request | None:
    """Return the next request of a connection, or none at its end."""
    try:
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
    except asyncio.IncompleteReadError:
        return None
    first, *lines = head.rstrip("\r\n").split("\r\n")
    method, target, _ = first.split(" ", 2)
    headers = {name.strip().lower(): value.strip() for name, _, value in (line.partition(":") for line in lines)}
    body = await reader.readexactly(int(headers.get("content-length", "0")))
    path, _, query = target.partition("?")
    host = headers.get("host", "").rpartition(":")[0] or headers.get("host", "")
    pairs = dict(parse_qsl(query, keep_blank_values=True))
    if host != "127.0.0.1":
        return Request(method, path, pairs, headers, body, "", host)
    service, _, rest = path.lstrip("/").partition("/")
    return Request(method, f"/{rest}", pairs, headers, body, service, host)
