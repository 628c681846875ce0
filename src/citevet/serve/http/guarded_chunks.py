"""A chunk of a stream that is guarded: its finished sentences, one after the other, as JSON or as events."""

import json
from collections.abc import AsyncIterator
from typing import Any

from starlette.requests import Request

from citevet.report.json import dump
from citevet.serve.http.failures import RequestFailure, name_failure
from citevet.serve.http.kept_sources import KeptSources
from citevet.serve.http.service import HttpService
from citevet.serve.http.worker_pool import WorkerError
from citevet.serve.requests import MOST_CLAIMS, GuardCall

EVENTS = {
    "type": "object",
    "properties": {
        "event": {"enum": ["guard", "sentence", "done", "error"]},
        "data": {"type": "string", "description": "the name of the guard, a GuardedSentence or an ErrorBody, as JSON"},
    },
}
_NO_SOURCES = "There are no sources. Send `sources`, or the name of a `guard`."
_MANY = f"The chunk ends more than {MOST_CLAIMS} sentences. Send it in smaller parts."
_TWICE = "A guard has its sources already. Leave out one of the two."


class GuardedChunks:
    """One call: the stream that it belongs to, and the sentences that it finishes."""

    def __init__(self, asked: GuardCall, service: HttpService, client: Request, user: str) -> None:
        self._asked, self._service, self._client, self._user = asked, service, client, user
        judge = "best" if service.judge == "none" else service.judge
        self._common = {"judge": judge, "seconds": service.settings.call_seconds}

    async def collect(self) -> dict[str, Any]:
        """Return the answer as a whole."""
        name, kept = await self._open()
        return {"guard": name, "events": [json.loads(each) async for each in self._judge(kept)]}

    async def open_events(self) -> AsyncIterator[str]:
        """Return the answer as events; what is wrong with the call is raised before the first."""
        name, kept = await self._open()
        return self._stream(name, kept)

    async def _stream(self, name: str, kept: KeptSources) -> AsyncIterator[str]:
        named = dump({"guard": name})
        yield f"event: guard\ndata: {named}\n\n"
        try:
            async for sentence in self._judge(kept):
                yield f"event: sentence\ndata: {sentence.decode()}\n\n"
        except (RequestFailure, WorkerError) as error:
            said = dump(name_failure(error, str(self._client.scope["state"]["request_id"])))
            yield f"event: error\ndata: {said}\n\n"
            return
        yield f"event: done\ndata: {named}\n\n"

    async def _open(self) -> tuple[str, KeptSources]:
        """Return the stream of the call, or a new one."""
        asked, keeper = self._asked, self._service.sources
        if asked.guard is not None:
            if asked.sources is not None:
                raise RequestFailure(422, _TWICE)
            return asked.guard, keeper.find(asked.guard, self._user)
        if asked.sources is None:
            raise RequestFailure(422, _NO_SOURCES)
        if isinstance(asked.sources, str):
            sources = keeper.find(asked.sources, self._user).sources
        else:
            data = dump(asked.sources).encode("utf-8", "replace")
            read = json.loads(await self._service.call_for(self._client, "sources", data, **self._common))
            sources = dump(read["sources"]).encode()
        kept = KeptSources(self._user, sources, asked.on_unsupported)
        return keeper.keep(kept), kept

    async def _judge(self, kept: KeptSources) -> AsyncIterator[bytes]:
        """Yield each finished sentence as JSON; the stream goes on from here only once all are out."""
        async with kept.lock:
            chunk = self._asked.chunk.encode("utf-8", "replace")
            cut = json.loads(
                await self._service.call_for(
                    self._client, "cut", chunk, state=kept.state, finish=self._asked.finish, **self._common
                )
            )
            if len(cut["pieces"]) > MOST_CLAIMS:  # the stream stays as it was
                raise RequestFailure(413, _MANY)
            for piece in cut["pieces"]:
                data = piece.encode()
                more = {"piece_size": len(data), "action": kept.action, **self._common}
                yield await self._service.call_for(self._client, "guard", data + kept.sources, **more)
            kept.state = cut["state"]
