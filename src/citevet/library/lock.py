"""One at a time in a folder, across processes; the lock of a process that was killed is gone with it."""

import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

_PAUSE = 0.005  # seconds


class Busy(OSError):
    """Somebody else kept the folder for too long."""


@contextmanager
def locked(folder: Path, seconds: float, *, shared: bool = False) -> Iterator[None]:
    """Hold the folder itself, alone or with others that share it; no file is left behind for it."""
    if sys.platform == "win32":  # folders cannot be opened there; two at once are not kept apart
        yield
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        _take(handle, time.monotonic() + seconds, shared=shared)
        yield
    finally:
        os.close(handle)


def _take(handle: int, until: float, *, shared: bool) -> None:
    import fcntl  # noqa: PLC0415 - there is none on Windows

    kind = (fcntl.LOCK_SH if shared else fcntl.LOCK_EX) | fcntl.LOCK_NB
    while True:
        try:
            fcntl.flock(handle, kind)
        except BlockingIOError as error:
            if time.monotonic() > until:
                raise Busy("another program holds the folder") from error
            time.sleep(_PAUSE)
        else:
            return
