"""/api/papers, for the web page: a document, its bibliographies and sources, and what people say to findings."""

import asyncio
import json
from collections.abc import Iterator, Mapping, Sequence
from importlib.resources import files
from pathlib import PurePosixPath
from time import time
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Path, Query, Request, Response

from citevet.jobs.file_roles import FileKind, find_kind, sort_roles
from citevet.limits import PAPER_BYTES, PAPER_FILES, PAPERS
from citevet.records import Foreign
from citevet.report.json import pick
from citevet.serve.http.failures import RequestFailure
from citevet.serve.http.gate import LOCAL
from citevet.serve.http.job_routes import JobId, Service, User, clean_path
from citevet.serve.http.paper_messages import FileChange, NewDecision, NewPaper
from citevet.serve.http.paper_tasks import describe_filing
from citevet.serve.http.service import HttpService
from citevet.serve.http.worker_pool import WorkerError
from citevet.world.job_store import StoredJob
from citevet.world.paper_store import PaperCheck, PaperDecision, PaperFile, PaperStore, StoredPaper

Json = dict[str, Any]
router = APIRouter(include_in_schema=False)  # they serve the page, and may change with it

_ARCHIVE = ".zip"
_JUST_NOTED = 60.0  # seconds; a check is noted before its job is there

PaperId = Annotated[str, Path(min_length=1, max_length=64, pattern=r"^[A-Za-z0-9_-]+$")]
FileName = Annotated[str, Query(min_length=1, max_length=300)]


async def find_paper(paper: PaperId, service: Service, user: User) -> StoredPaper:
    """Return a paper of the user; one of another user does not exist for this one."""
    found = await asyncio.to_thread(service.papers.get, paper, user)
    if found is None:
        raise RequestFailure(404, "No paper of yours has this address. It may have been removed.")
    return found


Paper = Annotated[StoredPaper, Depends(find_paper)]


async def find_check(paper: Paper, job: JobId, service: Service, user: User) -> StoredJob:
    """Return the job of a check of this paper."""
    found = await asyncio.to_thread(service.runner.store.get, job, user)
    if found is None or found.request.get("paper") != paper.id:
        raise RequestFailure(404, "This paper has no such check. It may have been removed.")
    return found


@router.get("/api/papers")
async def list_papers(service: Service, user: User) -> Json:
    """List the papers with their checks, and what this server can do."""
    papers = await asyncio.to_thread(service.papers.list_papers, user)
    rows = [
        {**pick(paper, "id", "name", "changed"), "checks": await list_checks(paper, service, user)} for paper in papers
    ]
    limits = {"request": service.settings.max_bytes, "files": PAPER_FILES, "bytes": PAPER_BYTES}
    return {"papers": rows, "limits": limits, **describe_server(service, user)}


def describe_server(service: HttpService, user: str) -> Json:
    """Return what the page has to know of the server."""
    person = "" if user == LOCAL else user
    return {**pick(service, "judge", "language"), "online": service.is_online, "person": person}


@router.post("/api/papers", status_code=201)
async def add_paper(asked: NewPaper, service: Service, user: User) -> Json:
    """Start a paper; those that did not change for long go first."""
    await asyncio.to_thread(service.papers.prune, service.settings.keep.seconds)
    if await asyncio.to_thread(service.papers.count, user) >= PAPERS:
        raise RequestFailure(413, f"You have {PAPERS:,} papers. Remove some of them.")
    paper = await asyncio.to_thread(service.papers.add, user, "")
    if asked.example:
        folder = files("citevet.serve") / "example"
        given = {each.name: each.read_bytes() for each in sorted(folder.iterdir(), key=lambda each: each.name)}
        await asyncio.to_thread(_put, paper, given, service.papers)
    return {"paper": paper}


@router.get("/api/papers/{paper}")
async def show_paper(paper: Paper, service: Service, user: User) -> Json:
    """Show the files of a paper, its checks, and what was said to its findings."""
    store = service.papers
    decisions = await asyncio.to_thread(store.list_decisions, paper.id)
    filed = await asyncio.to_thread(describe_filing, store.library(paper.id))
    return {
        **pick(paper, "id", "name", "changed"),
        "files": await list_files(paper, service),
        "checks": await list_checks(paper, service, user, with_findings=True),
        "decisions": list(map(_decision_to_dict, decisions)),
        "filed": filed,
        **describe_server(service, user),
    }


@router.delete("/api/papers/{paper}", status_code=204)
async def remove_paper(paper: Paper, service: Service, user: User) -> Response:
    """Remove a paper with its files, its checks and their reports."""
    for check in await asyncio.to_thread(service.papers.list_checks, paper.id):
        job = await asyncio.to_thread(service.runner.store.get, check.job, user)
        if job is not None:
            await service.runner.cancel(job)
            await asyncio.to_thread(service.runner.store.remove, job.id)
    await asyncio.to_thread(service.papers.remove, paper.id)
    return Response(status_code=204)


@router.put("/api/papers/{paper}/files")
async def put_file(
    paper: Paper, name: FileName, request: Request, service: Service, *, brief: Annotated[bool, Query()] = False
) -> Json:
    """Add or replace a file; an archive is unpacked. With `brief` the list of all files is left out.

    Files of an archive that no paper can have are left out, and named in the answer.
    """
    data = await request.body()
    skipped: list[str] = []
    given: dict[str, bytes] = {}
    if name.lower().endswith(_ARCHIVE):
        for inner, content in _split_archive(await service.call("unpack", data, name=name)):
            try:
                given |= {clean_path(inner): content} if content else {}
            except RequestFailure:
                skipped.append(inner)
    else:
        given[clean_path(name)] = data
    await asyncio.to_thread(_put, paper.id, given, service.papers)
    return {"files": [] if brief else await list_files(paper, service), "skipped": skipped}


def _split_archive(packed: bytes) -> Iterator[tuple[str, bytes]]:
    head, _, rest = packed.partition(b"\n")
    start = 0
    for each in json.loads(head):
        yield each["name"], rest[start : start + each["size"]]
        start += each["size"]


def _put(paper: str, given: Mapping[str, bytes], store: PaperStore) -> None:
    """Add files to a paper, all of them or none, and name it as its document."""
    number, size = store.measure(paper, without=given)
    if number + len(given) > PAPER_FILES or size + sum(map(len, given.values())) > PAPER_BYTES:
        what = f"A paper has at most {PAPER_FILES:,} files and {PAPER_BYTES // 2**20} MB. "
        advice = "Bring a larger library into the project with `citevet corpus import`."
        raise RequestFailure(413, what + advice)
    store.put_files(paper, [(name, find_kind(name, data), data) for name, data in given.items()])
    _rename(paper, store)


def _rename(paper: str, store: PaperStore) -> None:
    """Name the paper as its document."""
    main = find_main(_list_files(paper, store))
    store.rename(paper, PurePosixPath(main).name)


def find_main(listed: Sequence[Json]) -> str:
    """Return the name of the document among the files of a paper; empty where the user has to choose."""
    return next((each["name"] for each in listed if each["role"] == "document"), "")


async def find_document(paper: StoredPaper, service: HttpService) -> PaperFile | None:
    """Return the document of a paper as it is held now."""
    main = find_main(await list_files(paper, service))
    held = await asyncio.to_thread(service.papers.list_files, paper.id)
    return next((each for each in held if each.name == main), None)


@router.patch("/api/papers/{paper}/files")
async def change_file(paper: Paper, change: FileChange, service: Service) -> Json:
    """Change the role of a file, or the work that it belongs to."""
    listed = await asyncio.to_thread(service.papers.list_files, paper.id)
    if change.name not in {each.name for each in listed}:
        raise RequestFailure(404, "The paper has no such file.")
    if change.role == "document":  # there is one
        for each in listed:
            if each.role == "document":
                await asyncio.to_thread(service.papers.set_role, paper.id, each.name, role="")
    await asyncio.to_thread(service.papers.set_role, paper.id, change.name, role=change.role, entry=change.entry)
    await asyncio.to_thread(_rename, paper.id, service.papers)
    return {"files": await list_files(paper, service)}


@router.delete("/api/papers/{paper}/files")
async def remove_file(paper: Paper, name: FileName, service: Service) -> Json:
    """Remove a file from a paper."""
    await asyncio.to_thread(service.papers.remove_file, paper.id, name)
    await asyncio.to_thread(_rename, paper.id, service.papers)
    return {"files": await list_files(paper, service)}


@router.post("/api/papers/{paper}/decisions", status_code=201)
async def decide(paper: Paper, said: NewDecision, service: Service, user: User) -> Json:
    """Note what somebody says to a finding, with the time; return all that was said."""
    digest = (await find_check(paper, said.check, service, user)).request["document"]["digest"]
    held = await find_document(paper, service) if said.edits else None
    if said.edits and (held is None or held.digest != digest):
        what = "The document was replaced since this check. Make the change in its newest version."
        raise RequestFailure(409, what, code="replaced")
    person = said.person.strip() if user == LOCAL else user
    edits = tuple((each.start, each.end, each.text) for each in said.edits)
    made = PaperDecision(said.finding, said.decision, said.note.strip(), person, time(), edits, digest)
    await asyncio.to_thread(service.papers.decide, paper.id, made)
    decisions = await asyncio.to_thread(service.papers.list_decisions, paper.id)
    return {"decisions": list(map(_decision_to_dict, decisions))}


async def list_files(paper: StoredPaper, service: HttpService) -> list[Json]:
    """Return the files of a paper with their roles."""
    return await asyncio.to_thread(_list_files, paper.id, service.papers)


def _list_files(paper: str, store: PaperStore) -> list[Json]:
    held = store.list_files(paper)
    kinds: dict[str, FileKind] = {each.name: each.kind for each in held}  # type: ignore[misc]  # as it was stored
    roles = sort_roles(kinds, {each.name: each.role for each in held if each.role})
    return [_file_to_dict(each, roles[each.name]) for each in held]


def _file_to_dict(file: PaperFile, role: str) -> Json:
    return {**pick(file, "name", "kind", "size", "entry", "digest"), "role": role, "chosen": bool(file.role)}


async def list_checks(
    paper: StoredPaper, service: HttpService, user: str, *, with_findings: bool = False
) -> list[Json]:
    """Return the checks of a paper with state, verdict and counts; one whose job is gone is left out."""
    rows = []
    for check in await asyncio.to_thread(service.papers.list_checks, paper.id):
        job = await asyncio.to_thread(service.runner.store.get, check.job, user)
        if job is None:
            if time() - check.created > _JUST_NOTED:
                await asyncio.to_thread(service.papers.remove_check, check.job)
            continue
        summary = dict(await _find_summary(check, job.state, service) or {})
        if not with_findings:
            summary.pop("findings", None)
        rows.append({**pick(check, "job", "created", "document"), **pick(job, "state", "error"), **summary})
    return rows


async def _find_summary(check: PaperCheck, state: str, service: HttpService) -> Foreign:
    if check.summary is not None or state != "done":
        return check.summary
    stored = await asyncio.to_thread(service.runner.store.load_report, check.job)
    if stored is None:
        return None
    try:
        summary = json.loads(await service.call("summarize", stored))
    except WorkerError:  # of another version: the list shows the check without its counts
        return None
    await asyncio.to_thread(service.papers.save_summary, check.job, summary)
    return summary


def _decision_to_dict(decision: PaperDecision) -> Json:
    edits = [{"start": start, "end": end, "text": text} for start, end, text in decision.edits]
    return {**pick(decision, "finding", "decision", "note", "person", "made", "document"), "edits": edits}
