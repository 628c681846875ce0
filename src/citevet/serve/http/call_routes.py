"""Requests that wait for their answer: verify, resolve, corpus, rules, health and metrics."""

import asyncio
from typing import Annotated, Any, get_args

from fastapi import APIRouter, Path, Query, Response

from citevet.errors import UsageError
from citevet.report.json import dump, rule_to_dict
from citevet.rules import RULES, find_rule
from citevet.serve.http.failures import RequestFailure
from citevet.serve.http.job_routes import SERVED_FORMATS, Service, clean_name
from citevet.serve.http.messages import (
    Health,
    ResolveRequest,
    RuleDoc,
    RuleList,
    RuleView,
    VerifyRequest,
    describe_errors,
)
from citevet.serve.http.metrics import format_gauges, measure_memory
from citevet.version import __version__
from citevet.world.job_store import JobState

router = APIRouter()
_JSON: dict[int | str, dict[str, Any]] = {200: {"content": {"application/json": {"schema": {"type": "object"}}}}}


@router.post("/api/verify", tags=["verify"], responses={**_JSON, **describe_errors(400, 408, 413, 504)})
async def verify(asked: VerifyRequest, service: Service) -> Response:
    """Check claims against sources that you send, and wait for the answer: a VerifiedResponse."""
    sent = asked.model_dump(exclude_unset=True, by_alias=True)
    sent["online"] = service.is_online
    judge = "best" if service.judge == "none" else service.judge
    data = dump(sent).encode("utf-8", "replace")
    return _json(await service.call("verify", data, judge=judge, seconds=service.settings.call_seconds))


@router.post("/api/resolve", tags=["resolve"], responses={**_JSON, **describe_errors(400, 408, 413, 504)})
async def resolve(asked: ResolveRequest, service: Service) -> Response:
    """Look up identifiers, citations or a bibliography; a server without network answers `unchecked`."""
    files = [{"name": clean_name(each.name), "text": each.text} for each in [asked.bibliography] if each]
    data = dump({"targets": asked.targets, "files": files}).encode("utf-8", "replace")
    return _json(await service.call("resolve", data))


@router.get("/api/corpus", tags=["corpus"], responses={**_JSON, **describe_errors(400, 504)})
async def corpus(service: Service) -> Response:
    """List the sources of the project."""
    return _json(await service.call("corpus"))


@router.get("/api/corpus/search", tags=["corpus"], responses={**_JSON, **describe_errors(400, 504)})
async def search(
    service: Service,
    q: Annotated[str, Query(min_length=1, max_length=1_000, pattern=r"\S")],
    limit: Annotated[int, Query(ge=1, le=100)] = 10,
    *,
    words: Annotated[bool, Query(description="search by words only")] = False,
) -> Response:
    """Search the sources of the project; the best page comes first."""
    return _json(await service.call("search", query=q, limit=limit, words=words))


@router.get("/api/rules", tags=["rules"], responses=describe_errors())
async def rules() -> RuleList:
    """List all rules."""
    return RuleList(rules=[RuleView(**rule_to_dict(find_rule(code))) for code in RULES])


@router.get("/api/rules/{code}", tags=["rules"], responses=describe_errors(404))
async def rule(code: Annotated[str, Path(max_length=80)]) -> RuleDoc:
    """Explain a rule: its meaning, why it matters and how to fix it."""
    try:
        found = find_rule(code)
    except UsageError as error:
        raise RequestFailure(404, str(error)) from error
    return RuleDoc(**rule_to_dict(found), doc=found.doc)


@router.get("/health", tags=["server"], responses=describe_errors())
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


def _json(content: bytes) -> Response:
    return Response(content, media_type="application/json")
