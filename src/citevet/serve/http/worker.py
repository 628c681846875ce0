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
from typing import Any, BinaryIO

from citevet.contracts import Progress
from citevet.errors import CitevetError
from citevet.limits import SERVED_MEMORY
from citevet.model import Audit, Passage, Report, Span
from citevet.read import parse
from citevet.read.files import load_file
from citevet.report import COMMENTED, render
from citevet.report.json import dump
from citevet.serve.http import ERROR, PARTIAL, PROGRESS, RESULT
from citevet.serve.http.call_tasks import CALL_TASKS, CallContext
from citevet.serve.http.paper_tasks import (
    check_paper,
    correct_document,
    look_up_work,
    show_page,
    summarize_report,
    unpack_archive,
)
from citevet.serve.http.sent_files import SentFiles
from citevet.serve.http.stored_reports import EarlyReport, dump_report, load_report, open_session, split_files
from citevet.session import Session
from citevet.world.child_process import keep_children, limit_memory, read_requests, send_reply, take_stdout

Task = Callable[[Mapping[str, Any], bytes, "TaskContext", Progress], bytes]
_CONTEXT = 120  # characters of the page before and after a place
_UNIT = re.compile(r"[^:(]*[^:( ]")
_MAX_MARKED = 2_000  # characters
_PAGE = re.compile(r"page (\d+)")
_logger = logging.getLogger("citevet.serve.worker")
_Requests = SimpleQueue[tuple[dict[str, Any], bytes]]


class TaskContext(CallContext):
    """What a worker keeps between requests, and how it sends what is known before the answer is ready."""

    def __init__(self, replies: BinaryIO) -> None:
        super().__init__()
        self._replies = replies

    def show_part(self, report: bytes) -> None:
        """Send what is known so far of a report that is not ready."""
        send_reply(self._replies, PARTIAL + report)


def preload() -> None:
    """Import what a check needs, before there is one."""
    for name in ("jobs.check", "jobs.document_audit", "read.markdown", "corpus.indexed_corpus"):
        import_module(f"citevet.{name}")


def check_document(request: Mapping[str, Any], data: bytes, context: TaskContext, progress: Progress) -> bytes:
    """Audit a document that came with its companions, and return the report for the store."""
    from citevet.jobs.check import run_check  # imported by the first check, while the server starts
    from citevet.jobs.document_audit import load_companions

    files = split_files(request["files"], data)
    name, content = next(iter(files.items()))
    session = open_session(request, name)
    config = session.config_for(name)
    progress(0, 1, "reading")
    document = parse(content, name, ocr=config.ocr)
    sent = SentFiles(session.here, files)
    documents = load_companions(document, session, load=sent.load)
    documents[0] = replace(documents[0], notes=(*documents[0].notes, *sent.describe_unused()))

    session.show_early = EarlyReport(session, context.show_part)
    progress(0, 1, "checking")
    report = run_check(documents, session, progress=progress)
    progress(0, 1, "writing the report")
    return dump_report(report)


def render_report(request: Mapping[str, Any], data: bytes, _: CallContext, __: Progress) -> bytes:
    """Return a stored report in a format, or without one as JSON with the text of each document."""
    from citevet.report.html import render_data  # not needed by a check

    report = load_report(data[: request["report_size"]])
    if request["format"] == COMMENTED:
        from citevet.jobs.report_files import comment_docx  # likewise

        return comment_docx(report, data[request["report_size"] :])
    if request["format"]:
        return render(report, request["format"], language=request["language"]).encode("utf-8", "replace")
    return render_data(report).encode("utf-8", "replace")


def crop_page(request: Mapping[str, Any], data: bytes, _: CallContext, __: Progress) -> bytes:
    """Return a picture of a place on a page of a PDF; empty where there is none.

    The place is one that a stored report names, so no client can name another file or another text.
    """
    report, number = load_report(data[: request["report_size"]]), request["document"]
    if "passage" in request:
        passage = _find_passage(report, number, request["judgement"], request["passage"])
        return _crop_passage(report, passage, open_session(request, request["name"])) if passage else b""
    files = split_files(request["files"], data[request["report_size"] :])
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


def list_corpus(request: Mapping[str, Any], _: bytes, __: CallContext, ___: Progress) -> bytes:
    """Return the sources of the project."""
    from citevet.jobs.corpus.overview import list_sources  # as above
    from citevet.report.corpus.sources import listing_to_dict

    return dump(listing_to_dict(list_sources(open_session(request)))).encode()


def search_sources(request: Mapping[str, Any], _: bytes, __: CallContext, ___: Progress) -> bytes:
    """Search the sources of the project by words and by meaning."""
    from citevet.jobs.corpus.search import search_corpus  # as above

    result = search_corpus(request["query"], open_session(request), limit=request["limit"], words_only=request["words"])
    return dump(result.to_dict()).encode()


TASKS: Mapping[str, Task] = {
    "check": check_document,
    "render": render_report,
    "crop": crop_page,
    "corpus": list_corpus,
    "search": search_sources,
    **CALL_TASKS,
    "check_paper": lambda request, data, context, progress: check_paper(request, data, context.show_part, progress),
    "unpack": unpack_archive,
    "page": show_page,
    "look_up_work": look_up_work,
    "summarize": summarize_report,
    "correct": correct_document,
}


def main() -> None:
    """Serve requests until the pipe is closed."""
    limit_memory(SERVED_MEMORY)
    replies = take_stdout()
    requests: _Requests = SimpleQueue()
    Thread(target=_receive, args=(requests,), daemon=True).start()
    context = TaskContext(replies)
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
    unit = _UNIT.match(what)  # without the name of the document, the hosts that were asked and the time left
    stage = unit[0] if unit else what
    send_reply(replies, PROGRESS + json.dumps({"stage": stage, "done": done, "total": total}).encode())


def _receive(requests: _Requests) -> None:
    """Pass requests on; the end of the pipe means that the server is gone, and the work with it."""
    for request in read_requests(sys.stdin.buffer):
        requests.put(request)
    if hasattr(os, "killpg") and os.getpgrp() == os.getpid():
        os.killpg(os.getpgrp(), 9)
    os._exit(0)


if __name__ == "__main__":
    main()
