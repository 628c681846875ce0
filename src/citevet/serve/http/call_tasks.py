"""What a worker does for requests that wait for their answer: the tools, over sources that were sent or kept."""

import json
from collections import OrderedDict
from collections.abc import Callable, Mapping
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any

from citevet.contracts import Progress
from citevet.read.files import allow_seconds
from citevet.report.json import dump
from citevet.session import Session
from citevet.world.time_limit import limit_time

if TYPE_CHECKING:
    from citevet.jobs.given_sources import GivenSources
    from citevet.jobs.tool_calls import ToolContext
    from citevet.jobs.verify import Verifier

_NO_WEB = "the web was not searched: the server is offline. Start it with `citevet serve --online`."
_MOST_READ = 8  # sets of kept sources that a worker has cut into passages
_KEPT = "kept"  # the name by which a call here uses the sources that came with it


class CallContext:
    """What a worker keeps between calls: models and sources, which take a while to read."""

    def __init__(self) -> None:
        self._verifiers: dict[str, Verifier] = {}
        self._read: OrderedDict[str, GivenSources] = OrderedDict()

    def find_verifier(self, judge: str) -> "Verifier":
        """Return the verifier with a judge."""
        from citevet.jobs.verify import Verifier  # 0.2 s that a check does not need

        if judge not in self._verifiers:
            self._verifiers[judge] = Verifier(nli=judge)
        return self._verifiers[judge]

    def read(self, sources: bytes) -> "GivenSources":
        """Return sources that a server keeps, read once."""
        from citevet.jobs.prepared_sources import prepare_sources  # likewise

        key = sha256(sources).hexdigest()
        if key not in self._read:
            self._read[key] = prepare_sources(json.loads(sources))
            while len(self._read) > _MOST_READ:
                self._read.popitem(last=False)
        self._read.move_to_end(key)
        return self._read[key]


class _OneSet:
    """The sources that came with a call, under the only name that it may use."""

    def __init__(self, given: "GivenSources | None") -> None:
        self._given = given

    def find(self, _: str, __: str) -> "GivenSources":
        if self._given is None:
            raise KeyError(_KEPT)
        return self._given


def call_tool(request: Mapping[str, Any], data: bytes, context: CallContext, progress: Progress) -> bytes:
    """Answer a call of a tool; behind its arguments stand the kept sources that it names."""
    from citevet.jobs.tool_calls import TOOLS  # 0.3 s that a check does not need

    size = request["call_size"]
    kept = context.read(data[size:]) if len(data) > size else None
    with limit_time(allow_seconds(len(data)) + request["seconds"], request["tool"]):
        tool = TOOLS[request["tool"]]
        return dump(tool(_open_context(request, context, kept, progress), **json.loads(data[:size]))).encode()


def read_sources(request: Mapping[str, Any], data: bytes, _: CallContext, __: Progress) -> bytes:
    """Return sources as JSON without files, for the server to keep, and how they are listed."""
    from citevet.jobs.prepared_sources import prepare_sources, show_prepared  # likewise

    with limit_time(allow_seconds(len(data)) + request["seconds"], "prepare_sources"):
        read = prepare_sources(json.loads(data))
    listed = [{"id": f"s{n}", "title": s.title, "url": s.url} for n, s in enumerate(read, 1)]
    return dump({"listed": listed, "sources": show_prepared(read)}).encode()


def cut_stream(request: Mapping[str, Any], data: bytes, _: CallContext, __: Progress) -> bytes:
    """Return the sentences that a chunk finished, and what is held back."""
    from citevet.jobs.guard import SentenceBuffer  # likewise

    buffer = SentenceBuffer(**request["state"])
    pieces = buffer.feed(data.decode())
    if request["finish"]:
        pieces += buffer.finish()
        buffer = SentenceBuffer()
    return dump({"pieces": pieces, "state": buffer.state}).encode()


def guard_piece(request: Mapping[str, Any], data: bytes, context: CallContext, _: Progress) -> bytes:
    """Return what is to be done with a sentence."""
    from citevet.jobs.guard import StreamGuard  # likewise

    size = request["piece_size"]
    verifier = context.find_verifier(request["judge"])
    with limit_time(allow_seconds(size) + request["seconds"], "guard_stream"):
        guard = StreamGuard(context.read(data[size:]), on_unsupported=request["action"], verifier=verifier)
        return dump(guard.check(data[:size].decode()).to_dict()).encode()


def _open_context(
    request: Mapping[str, Any], context: CallContext, kept: "GivenSources | None", progress: Progress
) -> "ToolContext":
    from citevet.jobs.tool_calls import ToolContext  # likewise

    return ToolContext(
        session=Session(request["options"], here=Path(request["root"])),
        options=request["options"],
        online=request["online"],
        no_web=_NO_WEB,
        find_verifier=lambda: context.find_verifier(request["judge"]),
        progress=progress,
        sources=_OneSet(kept),  # type: ignore[arg-type]  # it finds, and keeps nothing
    )


CALL_TASKS: Mapping[str, Callable[[Mapping[str, Any], bytes, Any, Progress], bytes]] = {
    "tool": call_tool,
    "sources": read_sources,
    "cut": cut_stream,
    "guard": guard_piece,
}
