"""Requests that wait for their answer: the tools of verification, the corpus, rules, health and metrics."""

import asyncio
import json
from collections.abc import Callable, Coroutine
from typing import Annotated, Any, get_args
from urllib.parse import parse_qsl, urlencode

from fastapi import APIRouter, Depends, Path, Query, Request, Response
from fastapi.responses import StreamingResponse
from fastapi.routing import APIRoute

from citevet.errors import UsageError
from citevet.report.json import dump, rule_to_dict
from citevet.rules import RULES, find_rule, resolve_selector
from citevet.serve.answers import (
    CorpusPages,
    GuardedStream,
    ListedCorpus,
    LookedUpWorks,
    PreparedSources,
    ShownRule,
    ShownRules,
    VerifiedAnswers,
    VerifiedClaims,
)
from citevet.serve.http.failures import RequestFailure
from citevet.serve.http.gate import SOURCES_PATH
from citevet.serve.http.guarded_chunks import EVENTS, GuardedChunks
from citevet.serve.http.job_routes import SERVED_FORMATS, clean_name
from citevet.serve.http.kept_sources import KeptSources
from citevet.serve.http.messages import Health, describe_body, describe_errors
from citevet.serve.http.metrics import format_gauges, measure_memory
from citevet.serve.http.sent_sources import read_sent_sources
from citevet.serve.http.service import HttpService, find_service, find_user
from citevet.serve.requests import Call, GuardCall, ResolveCall, SourcesCall, VerifyCall, VerifyManyCall
from citevet.version import __version__
from citevet.world.job_store import JobState


class RenamingRoute(APIRoute):
    """An operation that also takes a parameter by its earlier name."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        """Return what answers a request."""
        answer = super().get_route_handler()

        async def handle(request: Request) -> Response:
            given = parse_qsl(request.url.query, keep_blank_values=True)
            if any(name in _EARLIER for name, _ in given):
                query = urlencode([(_EARLIER.get(name, name), value) for name, value in given])
                request = Request({**request.scope, "query_string": query.encode()}, request.receive)
            return await answer(request)

        return handle


router = APIRouter(route_class=RenamingRoute)
_EARLIER = {"q": "query", "code": "rule"}
_CALL = (400, 404, 408, 413, 504)
Service = Annotated[HttpService, Depends(find_service)]
User = Annotated[str, Depends(find_user)]


@router.post(
    "/api/verify",
    tags=["verify"],
    operation_id="verify_claims",
    responses={**describe_errors(*_CALL), 200: {"model": VerifiedClaims}},
)
async def verify(asked: VerifyCall, service: Service, client: Request, user: User) -> Response:
    """Check claims against sources that you send, and wait for the answer."""
    return await _call_tool("verify_claims", asked, service, client, user)


@router.post(
    "/api/verify_many",
    tags=["verify"],
    operation_id="verify_many",
    responses={**describe_errors(*_CALL), 200: {"model": VerifiedAnswers}},
)
async def verify_many(asked: VerifyManyCall, service: Service, client: Request, user: User) -> Response:
    """Check many answers together: texts, lists of claims, or calls with sources of their own."""
    return await _call_tool("verify_many", asked, service, client, user)


@router.post(
    SOURCES_PATH,
    tags=["verify"],
    operation_id="prepare_sources",
    openapi_extra=describe_body(SourcesCall, "source", "files of sources, such as PDFs"),
    responses={**describe_errors(*_CALL, 415), 200: {"model": PreparedSources}},
)
async def prepare_sources(service: Service, client: Request, user: User) -> Response:
    """Send sources once, as JSON or as files, and use them in other calls by the name that you get."""
    sources = await read_sent_sources(client)
    read = json.loads(await _work(service, client, "sources", dump(sources).encode("utf-8", "replace")))
    name = service.sources.keep(KeptSources(user, dump(read["sources"]).encode()))
    return _json(dump({"sources": name, "count": len(read["listed"]), "listed": read["listed"]}).encode())


@router.post(
    "/api/guard",
    tags=["verify"],
    operation_id="guard_stream",
    responses={
        **describe_errors(*_CALL),
        200: {"model": GuardedStream, "content": {"text/event-stream": {"schema": EVENTS}}},
    },
)
async def guard(asked: GuardCall, service: Service, client: Request, user: User) -> Response:
    """Verify an answer while a model writes it: send each chunk, and get each finished sentence with its verdict.

    With `Accept: text/event-stream` each sentence is an event `sentence` as soon as it is judged; first comes the event
    `guard` with the name for the next chunk, last `done`. Otherwise the answer comes at once, as JSON.
    """
    stream = GuardedChunks(asked, service, client, user)
    if "text/event-stream" in client.headers.get("accept", ""):
        return StreamingResponse(await stream.open_events(), media_type="text/event-stream")
    return _json(dump(await stream.collect()).encode())


@router.post(
    "/api/resolve",
    tags=["resolve"],
    operation_id="resolve_works",
    responses={**describe_errors(*_CALL), 200: {"model": LookedUpWorks}},
)
async def resolve(asked: ResolveCall, service: Service, client: Request, user: User) -> Response:
    """Look up identifiers, citations or a bibliography; a server without network answers `unchecked`."""
    if asked.bibliography:
        asked.bibliography.name = clean_name(asked.bibliography.name)
    return await _call_tool("resolve_works", asked, service, client, user)


@router.get(
    "/api/corpus",
    tags=["corpus"],
    operation_id="list_corpus",
    responses={**describe_errors(400, 504), 200: {"model": ListedCorpus}},
)
async def corpus(service: Service, client: Request) -> Response:
    """List the sources of the project."""
    return _json(await service.call_for(client, "corpus"))


@router.get(
    "/api/corpus/search",
    tags=["corpus"],
    operation_id="search_corpus",
    responses={**describe_errors(400, 504), 200: {"model": CorpusPages}},
)
async def search(
    service: Service,
    client: Request,
    query: Annotated[str, Query(min_length=1, max_length=2_000, pattern=r"\S", examples=["shade lowers temperature"])],
    limit: Annotated[int, Query(ge=1, le=100)] = 10,
    *,
    words: Annotated[bool, Query(description="search by words only")] = False,
) -> Response:
    """Search the sources of the project; the best page comes first."""
    return _json(await service.call_for(client, "search", query=query, limit=limit, words=words))


@router.get("/api/rules", tags=["rules"], operation_id="list_rules", responses=describe_errors(400))
async def rules(
    rule: Annotated[
        str | None, Query(min_length=1, max_length=100, description="a code, a name, or the start of codes")
    ] = None,
) -> ShownRules:
    """List all rules, or explain those of a code, a name or the start of several codes."""
    try:
        found = [find_rule(code) for code in (RULES if rule is None else sorted(resolve_selector(rule)))]
    except UsageError as error:
        raise RequestFailure(422, str(error)) from error
    doc = found[0].doc if len(found) == 1 else None
    return ShownRules(rules=[ShownRule(**rule_to_dict(each), doc=doc) for each in found])


@router.get("/api/rules/{code}", tags=["rules"], operation_id="explain_rule", responses=describe_errors(404))
async def rule(code: Annotated[str, Path(max_length=80, examples=["PAG001"])]) -> ShownRule:
    """Explain a rule: its meaning, why it matters and how to fix it."""
    try:
        found = find_rule(code)
    except UsageError as error:
        raise RequestFailure(404, str(error)) from error
    return ShownRule(**rule_to_dict(found), doc=found.doc)


@router.get("/health", tags=["server"], operation_id="show_health", responses=describe_errors())
async def health(service: Service) -> Health:
    """Show the state of the server and its permissions."""
    return Health(
        status="stopping" if service.is_stopping else "ok",
        version=__version__,
        online=service.is_online,
        judge=service.judge,
        formats=[*SERVED_FORMATS],
        token_required=service.gate.tokens.is_required,
    )


@router.get(
    "/metrics",
    tags=["server"],
    operation_id="show_metrics",
    responses={**describe_errors(), 200: {"content": {"text/plain": {"schema": {"type": "string"}}}}},
)
async def metrics(service: Service) -> Response:
    """Show counts and times for Prometheus."""
    states = await asyncio.to_thread(service.runner.store.count)
    pools = {"jobs": service.jobs, "calls": service.calls}
    jobs: dict[str, float] = {each: states.get(each, 0) for each in get_args(JobState)}
    busy = {key: each.busy for key, each in pools.items()}
    rows = (
        *service.gate.counts.lines(),
        *format_gauges("citevet_jobs", "Stored jobs by state.", jobs, "state"),
        *format_gauges("citevet_workers_busy", "Busy processes.", busy, "pool"),
        *format_gauges("citevet_calls_waiting", "Requests that wait for a process.", {"": service.calls.waiting}),
        *format_gauges(
            "citevet_request_bytes", "Bytes of requests that are not answered.", {"": service.gate.buffered}
        ),
        *format_gauges("process_resident_memory_bytes", "Memory of the server without its workers.", measure_memory()),
    )
    return Response("\n".join(rows) + "\n", media_type="text/plain; version=0.0.4; charset=utf-8")


async def _call_tool(tool: str, asked: Call, service: HttpService, client: Request, user: str) -> Response:
    """Answer by a tool; sources that are kept here go along."""
    sent = asked.model_dump(exclude_unset=True)
    kept = b""
    if isinstance(sent.get("sources"), str):
        kept = service.sources.find(sent["sources"], user).sources
    named = [item for item in sent.get("items", ()) if isinstance(item, dict) and isinstance(item.get("sources"), str)]
    sets = [service.sources.find(item["sources"], user).sources for item in named]
    if sum(map(len, sets)) > service.settings.max_bytes:
        raise RequestFailure(413, "The items name too many sources together. Send fewer items in one call.")
    for item, found in zip(named, sets, strict=True):
        item["sources"] = json.loads(found)
    data = dump(sent).encode("utf-8", "replace")
    return _json(await _work(service, client, "tool", data + kept, tool=tool, call_size=len(data)))


async def _work(service: HttpService, client: Request, task: str, data: bytes, **asked: object) -> bytes:
    judge = "best" if service.judge == "none" else service.judge
    common = {"judge": judge, "online": service.is_online, "seconds": service.settings.call_seconds}
    return await service.call_for(client, task, data, **common, **asked)


def _json(content: bytes) -> Response:
    return Response(content, media_type="application/json")
