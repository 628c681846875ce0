"""/api/check and /api/jobs: send a document, follow the job, read its report."""

import asyncio
import re
from collections.abc import AsyncIterator
from pathlib import PurePosixPath
from typing import Annotated, Any, TypeVar

from fastapi import APIRouter, Depends, Path, Query, Response
from fastapi.responses import StreamingResponse
from pydantic import BaseModel, ValidationError
from starlette.datastructures import FormData, UploadFile
from starlette.requests import Request

from citevet.errors import UsageError
from citevet.report import COMMENTED, FORMATS
from citevet.report.json import pick
from citevet.rules import select_codes
from citevet.serve import describe_faults
from citevet.serve.http.failures import RequestFailure
from citevet.serve.http.gate import CHECK_PATH
from citevet.serve.http.messages import (
    CheckedText,
    CheckOptions,
    JobList,
    JobView,
    Json,
    NewJob,
    ProgressView,
    Review,
    describe_errors,
)
from citevet.serve.http.service import HttpService, find_service, find_user
from citevet.world.job_store import FINISHED, StoredJob

Shape = TypeVar("Shape", bound=BaseModel)
router = APIRouter(tags=["jobs"])
_MOST_COMPANIONS = 50
_LONGEST_NAME = 150
_UNSAFE = re.compile(r"[\x00-\x1f\x7f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")
# The report is for reading: it may run its own scripts, but has no access to the service that sent it.
_REPORT_POLICY = (
    "sandbox allow-scripts allow-downloads allow-modals allow-popups; default-src 'none'; script-src 'unsafe-inline'; "
    "style-src 'unsafe-inline'; img-src data:; font-src data:; base-uri 'none'; form-action 'none'"
)
SERVED_FORMATS = (*FORMATS, COMMENTED)  # a PDF is printed by the reader's own browser
_MEDIA_TYPES = {
    **dict.fromkeys(("json", "sarif", "gitlab", "rdjson", "audit-json"), "application/json"),
    "jsonl": "application/jsonl",
    "junit": "application/xml",
    "markdown": "text/markdown; charset=utf-8",
    "html": "text/html; charset=utf-8",
    "badge": "image/svg+xml",
    COMMENTED: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
}
_PLAIN = "text/plain; charset=utf-8"
_REPORT = {
    "content": {
        kind.partition(";")[0]: {"schema": {} if kind == "application/json" else {"type": "string"}}
        for kind in sorted({*_MEDIA_TYPES.values(), _PLAIN})
    }
}
_EVENT = {
    "type": "object",
    "properties": {
        "event": {"enum": ["progress", "done", "failed", "cancelled"]},
        "data": {"type": "string", "description": "a JobView as JSON"},
    },
}
_FORM = {
    "type": "object",
    "required": ["document"],
    "properties": {
        "document": {"type": "string", "format": "binary", "description": "the file; its name says the format"},
        "companion": {
            "type": "array",
            "items": {"type": "string", "format": "binary"},
            "description": "files that the document names, such as its bibliography",
        },
        "options": {"$ref": "#/components/schemas/CheckOptions"},  # as JSON
    },
}
_BODY = {
    "requestBody": {
        "required": True,
        "content": {
            "application/json": {"schema": {"$ref": "#/components/schemas/CheckedText"}},
            "multipart/form-data": {"schema": _FORM},
        },
    }
}
Service = Annotated[HttpService, Depends(find_service)]
User = Annotated[str, Depends(find_user)]
_PICTURE: dict[int | str, dict[str, Any]] = {
    **describe_errors(404, 409, 413, 504),
    200: {"content": {"image/png": {"schema": {"type": "string", "format": "binary"}}}},
    204: {"description": "There is no such place, no PDF, or another PDF than at the check."},
}
Order = Annotated[int, Query(ge=0, le=10**9, description="counted from 0, as in the report")]
JobId = Annotated[str, Path(min_length=1, max_length=64, pattern=r"^[A-Za-z0-9_-]+$")]


async def find_job(job: JobId, service: Service, user: User) -> StoredJob:
    """Return a job of the user; one of another user does not exist for this one."""
    found = await asyncio.to_thread(service.runner.store.get, job, user)
    if found is None:
        raise RequestFailure(404, "No job of yours has this id.")
    return found


Job = Annotated[StoredJob, Depends(find_job)]


@router.post(CHECK_PATH, status_code=202, openapi_extra=_BODY, responses=describe_errors(400, 403, 408, 413, 415, 422))
async def check(request: Request, service: Service, user: User) -> NewJob:
    """Check a document. The answer is the id of a job; follow it at /api/jobs/{job}."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind == "multipart/form-data":
        async with request.form(max_files=_MOST_COMPANIONS + 1, max_fields=10) as form:
            files, options = await _read_form(form)
    elif kind == "application/json":
        sent = _parse(CheckedText, await request.body())
        files, options = {clean_name(sent.name): sent.text.encode("utf-8", "replace")}, sent.options
    else:
        raise RequestFailure(415, "Send multipart/form-data with the file `document`, or JSON with `text`.")
    counts = await asyncio.to_thread(service.runner.store.count, user)
    if counts.get("queued", 0) + counts.get("running", 0) >= service.settings.max_queued:
        what = f"You have {service.settings.max_queued} jobs that are not finished. Wait for some of them."
        raise RequestFailure(429, what, headers={"Retry-After": "30"})
    asked = {
        "task": "check",
        **service.describe_session(_allow_options(options, service)),
        "files": [{"name": name, "size": len(content)} for name, content in files.items()],
    }
    job = await service.runner.submit(user, next(iter(files)), asked, b"".join(files.values()))
    return NewJob(job=job)


@router.get("/api/jobs", responses=describe_errors())
async def list_jobs(service: Service, user: User) -> JobList:
    """List your jobs, the newest first, 200 at most."""
    found = await asyncio.to_thread(service.runner.store.list_jobs, user)
    return JobList(jobs=[_view(job, service) for job in found])


@router.get("/api/jobs/{job}", responses=describe_errors(404))
async def show_job(job: Job, service: Service) -> JobView:
    """Show how far a job is."""
    return _view(job, service)


@router.delete(
    "/api/jobs/{job}",
    response_model=JobView,
    responses={**describe_errors(404), 204: {"description": "The finished job is removed."}},
)
async def delete_job(job: Job, service: Service) -> JobView | Response:
    """Cancel a job that is not finished, or remove a finished one with its document and report."""
    if job.state in FINISHED:
        await asyncio.to_thread(service.runner.store.remove, job.id)
        return Response(status_code=204)
    await service.runner.cancel(job)
    return _view(await find_job(job.id, service, job.owner), service)


@router.get(
    "/api/jobs/{job}/events",
    response_class=StreamingResponse,
    responses={**describe_errors(404), 200: {"content": {"text/event-stream": {"schema": _EVENT}}}},
)
async def follow_job(job: Job, service: Service) -> StreamingResponse:
    """Follow a job by server-sent events: `progress`, and at the end `done`, `failed` or `cancelled`."""

    async def stream() -> AsyncIterator[str]:
        async for current in service.runner.watch(job):
            if current is None:
                yield ": still here\n\n"
                continue
            event = current.state if current.state in FINISHED else "progress"
            yield f"event: {event}\ndata: {_view(current, service).model_dump_json()}\n\n"

    return StreamingResponse(stream(), media_type="text/event-stream")


@router.get("/api/jobs/{job}/report", responses={**describe_errors(404, 409, 504), 200: _REPORT})
async def show_report(
    job: Job,
    service: Service,
    format_: Annotated[str | None, Query(alias="format", json_schema_extra={"enum": [*SERVED_FORMATS]})] = None,
    *,
    early: Annotated[bool, Query(description="while the job runs: what is known of its document by now")] = False,
) -> Response:
    """Show the report: as JSON with the text of each document, or in a format of `citevet check --format`."""
    if format_ is not None and format_ not in SERVED_FORMATS:
        raise RequestFailure(422, f"unknown format. Use one of {', '.join(SERVED_FORMATS)}.")
    if format_ == COMMENTED and not job.name.lower().endswith((".docx", ".docm")):
        raise RequestFailure(409, "The document is not a Word file.", code="not_a_word_file")
    return await _render(job, service, format_, early=early)


@router.get(
    "/api/jobs/{job}/report.html",
    responses={**describe_errors(404, 409, 504), 200: {"content": {"text/html": {"schema": {"type": "string"}}}}},
)
async def show_html_report(job: Job, service: Service) -> Response:
    """Show the report as one HTML page."""
    return await _render(job, service, "html")


@router.get("/api/jobs/{job}/crops/evidence", responses=_PICTURE)
async def show_evidence(job: Job, service: Service, document: Order, judgement: Order, passage: Order) -> Response:
    """Show a passage of the evidence on its page, where the source is a PDF of the corpus."""
    stored = await _load_report(job, service)
    asked = {"document": document, "judgement": judgement, "passage": passage, "name": job.name}
    return _show_picture(await service.call("crop", stored, report_size=len(stored), **asked))


@router.get("/api/jobs/{job}/crops/text", responses=_PICTURE)
async def show_place(job: Job, service: Service, document: Order, start: Order, end: Order) -> Response:
    """Show a part of the text on its page, where the document is a PDF."""
    stored = await _load_report(job, service)
    data = await asyncio.to_thread(service.runner.store.load_data, job.id)
    asked = {"document": document, "start": start, "end": max(start, end), "files": job.request["files"]}
    return _show_picture(await service.call("crop", stored + data, report_size=len(stored), **asked))


def _show_picture(picture: bytes) -> Response:
    return Response(picture, media_type="image/png") if picture else Response(status_code=204)


@router.get("/api/jobs/{job}/review", responses=describe_errors(404, 409))
async def show_review(job: Job, service: Service) -> Review:
    """Show what you said to the findings."""
    _require_done(job)
    return Review.model_validate(await asyncio.to_thread(service.runner.store.load_review, job.id) or {})


@router.put("/api/jobs/{job}/review", responses=describe_errors(400, 404, 408, 409, 413))
async def save_review(job: Job, service: Service, review: Review) -> Review:
    """Replace what you said to the findings."""
    _require_done(job)
    await asyncio.to_thread(service.runner.store.save_review, job.id, review.model_dump())
    return review


async def _render(job: StoredJob, service: HttpService, format_: str | None, *, early: bool = False) -> Response:
    part = service.runner.find_progress(job).part if early else None
    stored = part or await _load_report(job, service)
    size, headers = len(stored), {"x-citevet-state": str(job.state)}
    if format_ == COMMENTED:
        stored += (await asyncio.to_thread(service.runner.store.load_data, job.id))[: job.request["files"][0]["size"]]
        headers["content-disposition"] = "attachment"
    if format_ in {"html", "badge"}:
        headers["content-security-policy"] = _REPORT_POLICY
    content = await service.call("render", stored, format=format_, report_size=size, language=service.language)
    return Response(content, headers=headers, media_type=_MEDIA_TYPES.get(format_ or "json", _PLAIN))


async def _load_report(job: StoredJob, service: HttpService) -> bytes:
    _require_done(job)
    stored = await asyncio.to_thread(service.runner.store.load_report, job.id)
    if stored is None:
        raise RequestFailure(404, "No job of yours has this id.")
    return stored


def _require_done(job: StoredJob) -> None:
    if job.state != "done":
        raise RequestFailure(409, f"The job has no report: it is {job.state}.")


def _view(job: StoredJob, service: HttpService) -> JobView:
    progress = service.runner.find_progress(job)
    return JobView(
        **pick(job, "id", "name", "state", "error", "created", "finished"),
        stage=progress.stage,
        progress=ProgressView(done=progress.done, total=progress.total),
    )


def _allow_options(options: CheckOptions, service: HttpService) -> Json:
    """Return the options of a client as those of a Session; raise for what the server does not allow."""
    if options.online and not service.is_online:
        raise RequestFailure(403, "This server does not use the network. Leave `online` out.")
    if options.judge and service.judge == "none":
        raise RequestFailure(403, "This server has no judge. Leave `judge` out.")
    chosen: Json = options.model_dump(exclude_unset=True, exclude={"online", "judge"})
    try:
        select_codes(**{key: chosen.get(key, ()) for key in ("select", "extend_select", "ignore")})
    except UsageError as error:
        raise RequestFailure(422, str(error)) from error
    if "online" in options.model_fields_set and not options.online:
        chosen["offline"] = True
    if "judge" in options.model_fields_set and not options.judge:
        chosen["judge"] = "none"
    return chosen


async def _read_form(form: FormData) -> tuple[dict[str, bytes], CheckOptions]:
    """Return the files by name, the document first, and the options."""
    document, options = form.get("document"), form.get("options")
    if not isinstance(document, UploadFile):
        raise RequestFailure(422, "The form has no file `document`.")
    files = {clean_name(document.filename or ""): await document.read()}
    for companion in form.getlist("companion"):
        if not isinstance(companion, UploadFile):
            raise RequestFailure(422, "companion: this is not a file.")
        files.setdefault(clean_path(companion.filename or ""), await companion.read())
    return files, _parse(CheckOptions, options or "{}") if isinstance(options, str | None) else CheckOptions()


def _parse(kind: type[Shape], content: bytes | str) -> Shape:
    try:
        return kind.model_validate_json(content)
    except ValidationError as error:
        raise RequestFailure(422, f"{describe_faults(error.errors())}.") from error


def clean_name(name: str) -> str:
    """Return the name of a document without folders and without characters that control a terminal."""
    last = PurePosixPath(_UNSAFE.sub("", name).replace("\\", "/")).name
    stem, dot, ending = last.rpartition(".")
    short = f"{stem[: _LONGEST_NAME - len(ending)]}{dot}{ending[:20]}" if stem else last[:_LONGEST_NAME]
    return short if short.strip(". ") else "document.md"


def clean_path(name: str) -> str:
    """Return the relative path of a companion; raise for one that leaves the folder of the document."""
    path = PurePosixPath(_UNSAFE.sub("", name).replace("\\", "/"))
    if path.is_absolute() or ".." in path.parts or not path.parts or len(str(path)) > _LONGEST_NAME:
        raise RequestFailure(422, "companion: the name must be a relative path without `..`.")
    return path.as_posix()
