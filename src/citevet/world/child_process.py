"""Run a program, or a module in a process of its own, within limits: its crash or hang ends nothing else.

A request is a line of JSON and bytes, a reply is bytes with their length before them. The process is started at the
first request, serves the next ones too, and is started again after a crash.
"""

import os
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from pathlib import Path
from threading import Lock, Timer
from typing import TYPE_CHECKING, BinaryIO

if TYPE_CHECKING:
    from subprocess import Popen

LENGTH = 8  # bytes of the number before a reply
_PATIENCE = 5.0  # seconds for a process to end that was asked to
_ROOT = str(Path(__file__).parents[2])  # the folder that holds the package
_KEPT: ContextVar[dict[str, "ChildProcess"] | None] = ContextVar("kept child processes", default=None)


class ChildCrash(Exception):
    """The process ended without a reply."""


class ChildProcess:
    """A process that runs a module; requests of several threads wait for each other."""

    def __init__(self, module: str) -> None:
        self._module = module
        self._lock = Lock()
        self._process: Popen[bytes] | None = None

    def ask(self, request: Mapping[str, object], data: bytes, *, seconds: float) -> bytes:
        """Send a request and return the reply; raise ChildCrash where none comes within the seconds."""
        with self._lock:
            process = self._process = self._process or _start(self._module)
            timer = Timer(seconds, process.kill)
            timer.start()
            try:
                return _exchange(process, request, data)
            except BaseException:  # also an interrupt: what it would still send belongs to no request
                self._end()
                raise
            finally:
                timer.cancel()

    def close(self) -> None:
        """End the process, if one was started."""
        with self._lock:
            self._end()

    def _end(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            for stream in (process.stdin, process.stdout):
                with suppress(OSError):
                    stream and stream.close()
            process.wait(_PATIENCE)


@contextmanager
def keep_children() -> Iterator[None]:
    """Keep the processes that the body starts until its end, so that many requests share one."""
    if _KEPT.get() is not None:
        yield
        return
    kept: dict[str, ChildProcess] = {}
    token = _KEPT.set(kept)
    try:
        yield
    finally:
        _KEPT.reset(token)
        for child in kept.values():
            child.close()


def ask_child(module: str, request: Mapping[str, object], data: bytes, *, seconds: float) -> bytes:
    """Send a request to the kept process of a module, or to one for this request only."""
    with keep_children():
        kept = _KEPT.get()
        assert kept is not None  # noqa: S101 - keep_children sets it
        return kept.setdefault(module, ChildProcess(module)).ask(request, data, seconds=seconds)


def _start(module: str) -> "Popen[bytes]":
    from subprocess import DEVNULL, PIPE, Popen  # 10 ms, and most runs call no program

    path = os.pathsep.join(filter(None, (_ROOT, os.environ.get("PYTHONPATH"))))
    environment = {**os.environ, "PYTHONPATH": path, "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}
    command = [sys.executable, "-P", "-m", module]  # -P: a folder `citevet` of the audited project is not ours
    try:
        return Popen(command, stdin=PIPE, stdout=PIPE, stderr=DEVNULL, env=environment)
    except OSError as error:
        raise ChildCrash from error


def _exchange(process: "Popen[bytes]", request: Mapping[str, object], data: bytes) -> bytes:
    import json  # 10 ms, which help does not need

    if process.stdin is None or process.stdout is None:
        raise ChildCrash
    try:
        process.stdin.write(json.dumps({**request, "size": len(data)}).encode() + b"\n" + data)
        process.stdin.flush()
    except OSError as error:
        raise ChildCrash from error
    head = process.stdout.read(LENGTH)
    size = int.from_bytes(head, "big")
    reply = process.stdout.read(size)
    if len(head) < LENGTH or len(reply) < size:
        raise ChildCrash
    return reply


def run_program(
    *command: str, stdin: bytes = b"", seconds: float, environment: Mapping[str, str], most: int = 0
) -> bytes | None:
    """Return what a program prints; None where it is missing, takes too long, or ends with a code above `most`."""
    import subprocess  # likewise

    try:
        done = subprocess.run(
            command, input=stdin, capture_output=True, timeout=seconds, check=False, env={**os.environ, **environment}
        )
    except (OSError, ValueError, subprocess.TimeoutExpired):
        return None
    return done.stdout if 0 <= done.returncode <= most else None


def take_stdout() -> BinaryIO:
    """Return the pipe to the parent; what a library prints goes to stderr from now on."""
    pipe = os.dup(1)
    os.dup2(2, 1)
    return os.fdopen(pipe, "wb")


def read_requests(stream: BinaryIO) -> Iterator[tuple[dict[str, object], bytes]]:
    """Yield the requests of the parent, until it closes the pipe: for the module that runs as the child."""
    import json  # as above

    while line := stream.readline():
        request = json.loads(line)
        yield request, stream.read(request["size"])


def send_reply(stream: BinaryIO, reply: bytes) -> None:
    """Write a reply with its length before it."""
    stream.write(len(reply).to_bytes(LENGTH, "big") + reply)
    stream.flush()


def limit_memory(size: int) -> None:
    """Let this process have so many bytes at most, where the system can limit them, and leave no dump of them."""
    if sys.platform != "win32":
        import resource

        _, hard = resource.getrlimit(resource.RLIMIT_AS)
        limit = size if hard == resource.RLIM_INFINITY else min(size, hard)
        resource.setrlimit(resource.RLIMIT_AS, (limit, hard))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
