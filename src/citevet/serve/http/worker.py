"""The process that does the work of the HTTP service: `python -m citevet.serve.http.worker`, started by the pool.

A request is a line of JSON and bytes, as in world/child_process.py; `TASKS` lists what it may ask for. The reply is any
number of progress frames and one result or error frame; the first byte of a frame says which. When the server ends, for
whatever reason, so does the worker, with all processes that it started.
"""

import json
import logging
import os
import re
import sys
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from hashlib import sha256
from importlib import import_module
from pathlib import Path
from queue import SimpleQueue
from threading import Thread
from typing import TYPE_CHECKING, Any, BinaryIO
from zlib import compress, decompress

from citevet.contracts import Progress
from citevet.errors import CitevetError, UnsentInput
from citevet.limits import SERVED_MEMORY
from citevet.model import Audit, Census, Passage, Report, Rule, Source, Span, Unread, Verdict
from citevet.read import parse
from citevet.read.files import allow_seconds, load_file
from citevet.report import COMMENTED, render
from citevet.report.json import dump
from citevet.serve.http import ERROR, PROGRESS, RESULT
from citevet.session import Session
from citevet.world.child_process import keep_children, limit_memory, read_requests, send_reply, take_stdout
from citevet.world.record_json import dump_json, load_json
from citevet.world.time_limit import limit_time

if TYPE_CHECKING:
    from citevet.jobs.verify import Verifier

Task = Callable[[Mapping[str, Any], bytes, "TaskContext", Progress], bytes]
_StoredReport = tuple[
    Verdict, Census, tuple[Audit, ...], tuple[Unread, ...], tuple[Source, ...], tuple[Rule, ...], dict[str, Any]
]
_CONTEXT = 120  # characters of the page before and after a place
_MAX_MARKED = 2_000  # characters
_PAGE = re.compile(r"page (\d+)")
_NO_WEB = "the web was not searched: the server is offline. Start it with `citevet serve --online`."
_logger = logging.getLogger("citevet.serve.worker")
_Requests = SimpleQueue[tuple[dict[str, Any], bytes]]


class TaskContext:
    """What a worker keeps between requests: models, which take a while to load."""

    def __init__(self) -> None:
        self._verifiers: dict[str, Verifier] = {}

    def find_verifier(self, judge: str) -> "Verifier":
        """Return the verifier with a judge."""
        from citevet.jobs.verify import Verifier  # 0.2 s that a check does not need

        if judge not in self._verifiers:
            self._verifiers[judge] = Verifier(nli=judge)
        return self._verifiers[judge]


def preload() -> None:
    """Import what a check needs, before there is one."""
    for name in ("jobs.check", "jobs.document_audit", "read.markdown", "corpus.indexed_corpus"):
        import_module(f"citevet.{name}")


def check_document(request: Mapping[str, Any], data: bytes, _: TaskContext, progress: Progress) -> bytes:
    """Audit a document that came with its companions, and return the report for the store."""
    from citevet.jobs.check import run_check  # imported by the first check, while the server starts
    from citevet.jobs.document_audit import load_companions

    files = _split_files(request["files"], data)
    name, content = next(iter(files.items()))
    session = _open_session(request, name)
    config = session.config_for(name)
    progress(0, 1, "reading")
    document = parse(content, name, ocr=config.ocr)
    sent = _SentFiles(session.here, files)
    documents = load_companions(document, session, load=sent.load)
    documents[0] = replace(documents[0], notes=(*documents[0].notes, *sent.describe_unused()))
    progress(0, 1, "checking")
    report = run_check(documents, session, progress=progress)
    progress(0, 1, "writing the report")
    return _dump_report(report)


class _SentFiles:
    """The files of a request, the document first; a client may know the name of a file, but not its folder."""

    def __init__(self, here: Path, files: Mapping[str, bytes]) -> None:
        self._files = {here / path: content for path, content in files.items()}
        self._names = {here / path: path for path in files}
        self._used = {here / next(iter(files))}

    def load(self, path: Path, *, max_bytes: int, shown: str) -> bytes:
        """Return the file of this path, or else the only one of its name."""
        found = [path] if path in self._files else [each for each in self._files if each.name == path.name]
        if len(found) != 1 or len(self._files[found[0]]) > max_bytes:
            raise UnsentInput("was not sent with the document", to=shown, advice="Send it as a companion.")
        self._used.add(found[0])
        return self._files[found[0]]

    def describe_unused(self) -> list[str]:
        """Say which companions nothing names, as a document that the client meant to be checked as well."""
        unused = [name for path, name in self._names.items() if path not in self._used]
        return [f"{name} came with this document, which does not name it: it was not checked." for name in unused]


def render_report(request: Mapping[str, Any], data: bytes, _: TaskContext, __: Progress) -> bytes:
    """Return a stored report in a format, or without one as JSON with the text of each document."""
    from citevet.report.html import render_data  # not needed by a check

    report = load_report(data[: request["report_size"]])
    if request["format"] == COMMENTED:
        from citevet.jobs.report_files import comment_docx  # likewise

        return comment_docx(report, data[request["report_size"] :])
    if request["format"]:
        return render(report, request["format"]).encode("utf-8", "replace")
    return render_data(report).encode("utf-8", "replace")


def crop_page(request: Mapping[str, Any], data: bytes, _: TaskContext, __: Progress) -> bytes:
    """Return a picture of a place on a page of a PDF; empty where there is none.

    The place is one that a stored report names, so no client can name another file or another text.
    """
    report, number = load_report(data[: request["report_size"]]), request["document"]
    if "passage" in request:
        passage = _find_passage(report, number, request["judgement"], request["passage"])
        return _crop_passage(report, passage, _open_session(request, request["name"])) if passage else b""
    files = _split_files(request["files"], data[request["report_size"] :])
    audit = report.audits[number] if number < len(report.audits) else None
    return _crop_place(audit, Span(request["start"], request["end"]), files) if audit else b""


def _find_passage(report: Report, document: int, judgement: int, passage: int) -> Passage | None:
    """Return a passage of a report by its place in the lists of the report."""
    try:
        return report.audits[document].judgements[judgement].evidence[passage]
    except IndexError:
        return None


def _crop_passage(report: Report, passage: Passage, session: Session) -> bytes:
    """Return a picture of a passage from a PDF of the corpus, unless the file changed since the check."""
    from citevet.read.pdf.process import crop  # 30 ms that other tasks do not need

    source = next((each for each in report.sources if each.id == passage.source), None)
    if source is None or source.kind != "corpus" or passage.page is None:
        return b""
    config = session.config
    corpus = session.corpus_for(config)
    for entry in corpus.entries_by_id(source.id):
        if entry.file and entry.file.lower().endswith(".pdf") and entry.file_sha256 == source.sha256:
            data = load_file(corpus.root / entry.file, max_bytes=config.max_bytes)
            if sha256(data).hexdigest() == source.sha256:
                return crop(data, entry.file, page=passage.page, text=passage.text[:_MAX_MARKED])
    return b""


def _crop_place(audit: Audit, span: Span, files: Mapping[str, bytes]) -> bytes:
    """Return a picture of a part of an audited PDF, which is one of the files by path."""
    from citevet.read.pdf.process import crop  # as above

    document = audit.document
    place = next((each for each in document.places if each.span.start <= span.start < each.span.end), None)
    page = _PAGE.match(place.label) if place else None
    if document.format != "pdf" or document.path not in files or place is None or page is None:
        return b""
    end = min(span.end, place.span.end, span.start + _MAX_MARKED)
    return crop(
        files[document.path],
        document.path,
        page=int(page[1]),
        text=document.text[span.start : end],
        before=document.text[max(place.span.start, span.start - _CONTEXT) : span.start],
        after=document.text[end : min(place.span.end, end + _CONTEXT)],
    )


def verify_claims(request: Mapping[str, Any], data: bytes, context: TaskContext, _: Progress) -> bytes:
    """Verify a text or claims against sources that came along."""
    asked = json.loads(data)
    verifier = context.find_verifier(request["judge"])
    is_online, wants_web = asked.pop("online"), asked.pop("webFallback", False)
    with limit_time(allow_seconds(len(data)) + request["seconds"], "verify"):
        found = verifier.verify(**asked, webFallback=is_online and wants_web)
    if wants_web and not is_online:
        found = replace(found, notes=(*found.notes, _NO_WEB))
    return dump(found.to_dict()).encode()


def resolve_targets(request: Mapping[str, Any], data: bytes, _: TaskContext, __: Progress) -> bytes:
    """Look up identifiers, citations and the works of a bibliography."""
    from citevet.jobs.resolve_works import resolve_given  # 0.2 s that a check does not need
    from citevet.report.resolved import work_to_dict

    asked = json.loads(data)
    files = [parse(each["text"].encode("utf-8", "replace"), each["name"]) for each in asked["files"]]
    works = resolve_given([*asked["targets"], *files], _open_session(request))
    return dump({"works": [work_to_dict(work) for work in works]}).encode()


def list_corpus(request: Mapping[str, Any], _: bytes, __: TaskContext, ___: Progress) -> bytes:
    """Return the sources of the project."""
    from citevet.jobs.corpus_overview import list_sources  # as above
    from citevet.report.corpus.sources import listing_to_dict

    return dump(listing_to_dict(list_sources(_open_session(request)))).encode()


def search_sources(request: Mapping[str, Any], _: bytes, __: TaskContext, ___: Progress) -> bytes:
    """Search the sources of the project by words and by meaning."""
    from citevet.jobs.corpus_search import search_corpus  # as above
    from citevet.report.corpus.passages import hits_to_dict

    text, session = request["query"], _open_session(request)
    result = search_corpus(text, session, limit=request["limit"], words_only=request["words"])
    return dump({**hits_to_dict(text, result.found), "note": result.note or None}).encode()


TASKS: Mapping[str, Task] = {
    "check": check_document,
    "render": render_report,
    "crop": crop_page,
    "verify": verify_claims,
    "resolve": resolve_targets,
    "corpus": list_corpus,
    "search": search_sources,
}


def _open_session(request: Mapping[str, Any], *targets: str) -> Session:
    return Session(request["options"], here=Path(request["root"]), targets=[Path(each) for each in targets])


def _split_files(listed: list[Mapping[str, Any]], data: bytes) -> dict[str, bytes]:
    """Return the files of a request by name, in their order."""
    found, start = {}, 0
    for each in listed:
        found[each["name"]] = data[start : start + each["size"]]
        start += each["size"]
    return found


def _dump_report(report: Report) -> bytes:
    """Return a report as compressed JSON, from which every format can be made later."""
    try:
        return compress(dump_json(_to_stored(report)).encode(), 1)
    except ValueError:  # front matter with values that JSON does not have; no format shows them
        return compress(dump_json(_to_stored(_drop_metadata(report))).encode(), 1)


def load_report(data: bytes) -> Report:
    """Return a report as it was."""
    stored: _StoredReport = load_json(_StoredReport, decompress(data).decode())
    verdict, census, audits, unread, sources, rules, run = stored
    return Report(verdict, census, audits, unread, sources, {rule.code: rule for rule in rules}, run)


def _to_stored(report: Report) -> _StoredReport:
    rules = tuple(report.rules.values())
    return report.verdict, report.census, report.audits, report.unread, report.sources, rules, dict(report.run)


def _drop_metadata(report: Report) -> Report:
    audits = (
        replace(each, extraction=replace(each.extraction, document=replace(each.document, metadata={})))
        for each in report.audits
    )
    return replace(report, audits=tuple(audits))


def main() -> None:
    """Serve requests until the pipe is closed."""
    limit_memory(SERVED_MEMORY)
    replies = take_stdout()
    requests: _Requests = SimpleQueue()
    Thread(target=_receive, args=(requests,), daemon=True).start()
    context = TaskContext()
    preload()
    with keep_children():
        while True:
            request, data = requests.get()
            kind, reply = _perform(request, data, context, partial(_send_progress, replies))
            send_reply(replies, kind + reply)


def _perform(request: Mapping[str, Any], data: bytes, context: TaskContext, progress: Progress) -> tuple[bytes, bytes]:
    task: Callable[..., bytes] = TASKS[request["task"]]
    try:
        return RESULT, task(request, data, context, progress)
    except CitevetError as error:
        return ERROR, _describe(type(error).__name__, str(error), request)
    except MemoryError:
        return ERROR, _describe("TooComplex", "This needs too much memory.", request)
    except Exception as error:
        _logger.exception("a task failed")  # a defect: the client gets an error, the person at the server the traceback
        return ERROR, _describe("InternalError", f"internal error ({type(error).__name__}: {error})", request)


def _describe(kind: str, message: str, request: Mapping[str, Any]) -> bytes:
    """Return an error without the place of the project on this machine."""
    shown = message.replace(str(Path(request["root"])), ".")
    return json.dumps({"kind": kind, "message": shown}).encode()


def _send_progress(replies: BinaryIO, done: int, total: int, what: str) -> None:
    unit, _, _ = what.partition(": ")
    send_reply(replies, PROGRESS + json.dumps({"stage": unit, "done": done, "total": total}).encode())


def _receive(requests: _Requests) -> None:
    """Pass requests on; the end of the pipe means that the server is gone, and the work with it."""
    for request in read_requests(sys.stdin.buffer):
        requests.put(request)
    if hasattr(os, "killpg") and os.getpgrp() == os.getpid():
        os.killpg(os.getpgrp(), 9)
    os._exit(0)


if __name__ == "__main__":
    main()
