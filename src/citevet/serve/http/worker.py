"""The process that does the work of the HTTP service: `python -m citevet.serve.http.worker`, started by the pool.

A request is a line of JSON and bytes, as in world/child_process.py. The reply is any number of progress frames and one
result or error frame; the first byte of a frame says which. When the server ends, for whatever reason, so does the
worker, with all processes that it started.
"""

import json
import logging
import os
import sys
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from queue import SimpleQueue
from threading import Thread
from typing import Any, BinaryIO

from citevet.contracts import Progress
from citevet.errors import CitevetError
from citevet.limits import SERVED_MEMORY
from citevet.serve.http import ERROR, PROGRESS, RESULT
from citevet.serve.http.tasks import TASKS, TaskContext, preload
from citevet.world.child_process import keep_children, limit_memory, read_requests, send_reply, take_stdout

_logger = logging.getLogger("citevet.serve.worker")
_Requests = SimpleQueue[tuple[dict[str, Any], bytes]]


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
