"""The process in which a Dask worker audits files: `python -m citevet.scale.file_child`, started by dask_cluster.py.

A file that crashes it or takes all memory ends neither the worker nor the work of others on the cluster. It is also
faster: the threads of a worker share one interpreter lock, and their children do not. A request is a line of JSON, as
in world/child_process.py; the first byte of a reply says what follows.
"""

import json
import os
import sys
from collections.abc import Mapping
from pathlib import Path
from threading import Timer
from typing import Any

from citevet.errors import DatabaseError
from citevet.scale.dask_cluster import DIFFERENT, FAILED, RESULT, describe_inputs, replace_variables
from citevet.scale.results import TASKS
from citevet.session import Session
from citevet.world.child_process import keep_children, read_requests, send_reply, take_stdout

_IDLE = 60.0  # seconds without a request: the run is over, or it was killed


def main() -> None:
    """Serve requests until the worker ends, or none comes any more."""
    replies = take_stdout()
    given: Mapping[str, Any] = {}
    session = Session()
    with keep_children():
        timer = _end_later()
        for request, _ in read_requests(sys.stdin.buffer):
            timer.cancel()
            if request["run"] != given:
                given = dict(request["run"])  # type: ignore[call-overload]  # JSON
                session = _open_session(given)
            send_reply(replies, _work(request, session))
            timer = _end_later()
        timer.cancel()


def _work(request: Mapping[str, Any], session: Session) -> bytes:
    file = Path(request["file"])
    try:
        found, wanted = describe_inputs(file, session), request["inputs"]
        if different := [name for name, value in wanted.items() if found.get(name) != value]:
            return DIFFERENT + json.dumps(different).encode()
        return RESULT + TASKS[request["run"]["task"]].work(file, session).to_bytes()
    except DatabaseError as error:
        return FAILED + json.dumps({"what": error.what, "to": error.to, "advice": error.advice}).encode()


def _open_session(run: Mapping[str, Any]) -> Session:
    replace_variables(run["variables"])
    ceiling = Path(run["ceiling"]) if run["ceiling"] else None
    return Session(run["options"], here=Path(run["here"]), targets=[*map(Path, run["targets"])], ceiling=ceiling)


def _end_later() -> Timer:
    timer = Timer(_IDLE, os._exit, (0,))
    timer.daemon = True
    timer.start()
    return timer


if __name__ == "__main__":
    main()
