"""/api/papers/{paper}/checks, for the web page: follow a check, read it, show pages, correct the text."""

import asyncio
from collections.abc import Sequence
from pathlib import PurePosixPath
from posixpath import commonpath
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Query, Request, Response

from citevet.report.json import pick
from citevet.serve.http.failures import RequestFailure
from citevet.serve.http.job_routes import Service, User
from citevet.serve.http.job_runner import new_job_id
from citevet.serve.http.paper_messages import LookUp, NewCheck, PageRequest
from citevet.serve.http.paper_routes import Json, Paper, find_check, find_main, list_files
from citevet.serve.http.service import HttpService
from citevet.world.job_store import StoredJob
from citevet.world.paper_store import PaperDecision, PaperFile, StoredPaper

router = APIRouter(prefix="/api/papers/{paper}/checks", include_in_schema=False)
_SENT = ("document", "part", "bibliography")


Check = Annotated[StoredJob, Depends(find_check)]


@router.post("", status_code=202)
async def start_check(paper: Paper, asked: NewCheck, service: Service, user: User) -> Json:
    """Check a paper; with `correct`, the edits that were applied are made first, and are a new version."""
    counts = await asyncio.to_thread(service.runner.store.count, user)
    if counts.get("queued", 0) + counts.get("running", 0) >= service.settings.max_queued:
        raise RequestFailure(429, "Too many checks wait. Wait for some of them.", headers={"Retry-After": "30"})
    if asked.correct:
        await _correct(paper, service, user)
    listed = await list_files(paper, service)
    main = find_main(listed)
    if not main:
        raise RequestFailure(422, "Choose which of the files is the document.", code="no_document")
    held = {each.name: each for each in await asyncio.to_thread(service.papers.list_files, paper.id)}
    names = [main, *(each["name"] for each in listed if each["role"] in _SENT and each["name"] != main)]
    sources = [held[each["name"]] for each in listed if each["role"] == "source"]
    lists = [held[each["name"]] for each in listed if each["role"] == "bibliography"]
    job, digests = new_job_id(), [each.digest for each in held.values()]
    # Before the job begins: from then on nobody removes the files that it reads.
    await asyncio.to_thread(service.papers.add_check, paper.id, job, held[main].digest, digests)
    contents = [await asyncio.to_thread(service.papers.load, held[name].digest) for name in names]
    request = {
        "task": "check_paper",
        **service.describe_session({}),
        "paper": paper.id,
        "files": [{"name": name, "size": len(content)} for name, content in zip(_relate(names), contents, strict=True)],
        "lists": [_describe(each, service) for each in lists],
        "sources": [_describe(each, service) for each in sources],
        "library": str(service.papers.library(paper.id)),
        "document": _describe(held[main], service),
    }
    await service.runner.submit(user, PurePosixPath(main).name, request, b"".join(contents), job=job)
    return {"job": job}


def _relate(names: Sequence[str]) -> list[str]:
    """Return the paths of files as seen from the innermost folder that has them all; different files stay different."""
    folder = commonpath([PurePosixPath(name).parent for name in names])
    return [PurePosixPath(name).relative_to(folder).as_posix() for name in names]


def _describe(file: PaperFile, service: HttpService) -> Json:
    return {**pick(file, "name", "digest", "entry"), "place": str(service.papers.place(file.digest))}


@router.get("/{job}")
async def show_check(job: Check, service: Service) -> Json:
    """Show how far a check is: each stage with its counts and the time that is left."""
    progress = service.runner.find_progress(job)
    stages = [
        {"name": name, **pick(each, "done", "total"), "seconds_left": each.seconds_left}
        for name, each in progress.stages.items()
    ]
    return {**pick(job, "id", "name", "state", "error"), "stages": stages, "parts": progress.parts}


@router.delete("/{job}", status_code=204)
async def stop_check(job: Check, service: Service) -> Response:
    """Stop a check."""
    await service.runner.cancel(job)
    return Response(status_code=204)


@router.get("/{job}/report")
async def show_check_report(job: Check, service: Service) -> Response:
    """Show the report as JSON, of a check that runs as far as it is known."""
    stored = await _load(job, service)
    content = await service.call("render", stored, format=None, report_size=len(stored))
    headers = {"x-citevet-state": job.state}
    return Response(content, headers=headers, media_type="application/json")


async def _load(job: StoredJob, service: HttpService) -> bytes:
    stored = await asyncio.to_thread(service.runner.store.load_report, job.id)
    stored = stored or service.runner.find_progress(job).part
    if stored is None:
        raise RequestFailure(409, f"The check has no results yet: it is {job.state}.")
    return stored


@router.post("/{job}/page")
async def show_check_page(job: Check, asked: PageRequest, service: Service) -> Response:
    """Show a page of a source, or of the document, with a passage marked; 204 where it is no PDF."""
    stored = await _load(job, service)
    if asked.source is None:
        what: dict[str, Any] = {"document": job.request["document"]}
    else:
        what = {"source": asked.source, "sources": job.request["sources"]}
    drawn = await service.call("page", stored, **what, **pick(asked, "page", "text", "width"))
    if not drawn:
        return Response(status_code=204)
    facts, _, picture = drawn.partition(b"\n")
    return Response(picture, headers={"x-citevet-page": facts.decode("ascii")}, media_type="image/png")


@router.post("/{job}/lookups")
async def look_up(job: Check, asked: LookUp, service: Service, client: Request) -> Response:
    """Look up the work of one citation at the registries, where the operator of this server allows it."""
    if not service.is_online:
        what = "This server does not use the network. Its operator can allow it: `citevet serve --online`."
        raise RequestFailure(403, what, code="offline")
    stored = await _load(job, service)
    row = await service.call_for(client, "look_up_work", stored, **pick(asked, "document", "citation", "reference"))
    return Response(row, media_type="application/json")


@router.get("/{job}/document")
async def show_corrected(
    paper: Paper, job: Check, service: Service, *, patch: Annotated[bool, Query()] = False
) -> Response:
    """Return the document with the applied edits, or the changes as a patch."""
    edits = [list(edit) for each in await _list_applied(paper, job, service) for edit in each.edits]
    stored = await _load(job, service)
    content = await service.call("correct", stored, edits=edits, patch=patch, document=job.request["document"])
    return Response(content, media_type="application/octet-stream")


async def _list_applied(paper: StoredPaper, job: StoredJob, service: HttpService) -> list[PaperDecision]:
    """Return the edits that hold: the last decision on their finding, on the document that this check read."""
    last = {each.finding: each for each in await asyncio.to_thread(service.papers.list_decisions, paper.id)}
    digest = job.request["document"]["digest"]
    return [each for each in last.values() if each.decision == "applied" and each.document == digest]


async def _correct(paper: StoredPaper, service: HttpService, user: str) -> None:
    """Replace the document by the corrected one, unless it is not the one that was checked."""
    checks = await asyncio.to_thread(service.papers.list_checks, paper.id)
    job = await asyncio.to_thread(service.runner.store.get, checks[-1].job, user) if checks else None
    applied = await _list_applied(paper, job, service) if job else []
    if job is None or not applied:
        raise RequestFailure(409, "No edits were applied since the last check.")
    edits = [list(edit) for each in applied for edit in each.edits]
    stored, document = await _load(job, service), job.request["document"]
    content = await service.call("correct", stored, edits=edits, patch=False, document=document)
    main = find_main(await list_files(paper, service))
    # Somebody may upload another one until now.
    if await asyncio.to_thread(service.papers.swap_file, paper.id, main, document["digest"], content) is None:
        raise RequestFailure(409, "The document was replaced since the last check. Check it first.", code="replaced")
