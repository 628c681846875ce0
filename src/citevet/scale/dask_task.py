"""The task that a Dask worker runs: audit one file in a process of its own."""

import json
from collections.abc import Mapping
from contextlib import suppress
from queue import Empty, SimpleQueue
from typing import Any

from citevet.version import __version__
from citevet.world.child_process import ChildCrash, ChildProcess

RESULT, DIFFERENT, FAILED = b"r", b"d", b"f"  # first byte of a reply
_ATTEMPTS = 3  # the first may meet a process that has just ended, because it had nothing to do
_LONGEST = 86_400.0  # seconds for one file
_CHILDREN = "citevet_children"


def work_on_file(request: Mapping[str, Any]) -> tuple[str, bytes]:
    """Return the address of this worker and the reply of the child; an empty one where the file crashes it."""
    from distributed import get_worker

    worker = get_worker()
    if request["version"] != __version__:
        return worker.address, DIFFERENT + json.dumps([f"citevet ({__version__} there)"]).encode()
    # The worker holds the processes that have nothing to do, one for each of its threads: they end with it.
    idle: SimpleQueue[ChildProcess] = vars(worker).setdefault(_CHILDREN, SimpleQueue())
    try:
        child = idle.get_nowait()
    except Empty:
        child = ChildProcess("citevet.scale.file_child")
    try:
        for _ in range(_ATTEMPTS):
            with suppress(ChildCrash):
                return worker.address, child.ask(request, b"", seconds=_LONGEST)
    finally:
        idle.put(child)
    return worker.address, b""
