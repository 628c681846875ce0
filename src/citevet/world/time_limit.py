"""Stop work that takes too much processor time, in any thread.

Processor time, so that a busy machine stops nothing that an idle one would finish. In the main thread a timer of the
system interrupts also a long search for a pattern; in another thread the interpreter raises between two instructions.
"""

import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager

from citevet.errors import TooComplex

_LEAST = 0.1  # seconds that a step has even if nothing is left, since a timer of zero never ends
_AGAIN = 0.5  # seconds until the next attempt, where a library swallowed the first


class OutOfTime(BaseException):
    """The time is over; no `except Exception` on the way may catch it."""


@contextmanager
def limit_time(seconds: float, to: str, *, total: float | None = None) -> Iterator[None]:
    """Raise TooComplex where the body takes more processor time; a limit inside another one has its own clock.

    The message gives the total where several steps share one.
    """
    try:
        with _choose_watch()(seconds):
            yield
    except OutOfTime as error:
        what = f"too large or too complex: stopped after {total or seconds:.0f} s"
        raise TooComplex(what, to=to, advice="Split the file, or leave it out.") from error


class TimeBudget:
    """Processor time that several steps share: what one takes, the next ones lack."""

    def __init__(self, seconds: float, to: str) -> None:
        self._total, self._left, self._to = seconds, seconds, to

    @contextmanager
    def spend(self) -> Iterator[None]:
        """Raise TooComplex where the body takes more than what is left."""
        started = time.thread_time()
        try:
            with limit_time(max(self._left, _LEAST), self._to, total=self._total):
                yield
        finally:
            self._left -= time.thread_time() - started


class WorkStopped(BaseException):
    """Nobody waits for the work any more; no `except Exception` on the way may catch it."""


class StoppableWork:
    """Work in a thread of its own, which ends at its next step once it is told to stop.

    The thread does not hold up the end of the process. A call into a library that takes long ends by itself.
    """

    def __init__(self, work: Callable[[], object], on_end: Callable[[], object]) -> None:
        self._work, self._on_end = work, on_end
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._ended = threading.Event()

    def start(self) -> None:
        """Begin."""
        self._thread.start()

    def stop(self) -> None:
        """Raise WorkStopped in the work, again and again until it ends."""
        threading.Thread(target=self._interrupt, daemon=True).start()

    def _interrupt(self) -> None:
        from ctypes import c_ulong, py_object, pythonapi  # as above

        thread = self._thread.ident or 0
        while not self._ended.is_set():
            pythonapi.PyThreadState_SetAsyncExc(c_ulong(thread), py_object(WorkStopped))
            self._ended.wait(_AGAIN)

    def _run(self) -> None:
        try:
            try:
                self._work()
            finally:
                self._ended.set()
        except WorkStopped:
            self._ended.set()
        self._on_end()


def _choose_watch() -> Callable[[float], AbstractContextManager[None]]:
    """Return the watch for this thread; a program that uses the profiling timer itself keeps it."""
    if threading.current_thread() is not threading.main_thread() or not hasattr(signal, "setitimer"):
        return _watch_thread
    return _watch_signal if signal.getsignal(signal.SIGPROF) in {signal.SIG_DFL, _stop} else _watch_thread


def _stop(*_: object) -> None:
    raise OutOfTime


@contextmanager
def _watch_signal(seconds: float) -> Iterator[None]:
    outer = signal.setitimer(signal.ITIMER_PROF, 0)
    handler = signal.signal(signal.SIGPROF, _stop)
    signal.setitimer(signal.ITIMER_PROF, seconds, _AGAIN)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, handler)
        if outer[0]:
            signal.setitimer(signal.ITIMER_PROF, *outer)


@contextmanager
def _watch_thread(seconds: float) -> Iterator[None]:
    thread, done = threading.get_ident(), threading.Event()
    clock = _thread_clock(thread)
    watcher = threading.Thread(target=_interrupt_late, args=(thread, clock, clock() + seconds, done), daemon=True)
    watcher.start()
    try:
        yield
    finally:
        try:
            done.set()
        except OutOfTime:  # raised late, here
            done.set()
            raise
        watcher.join()


def _thread_clock(thread: int) -> Callable[[], float]:
    """Return the processor time of a thread where the system has such a clock, else the time that passes."""
    if not hasattr(time, "pthread_getcpuclockid"):
        return time.monotonic
    clock = time.pthread_getcpuclockid(thread)
    return lambda: time.clock_gettime(clock)


def _interrupt_late(thread: int, clock: Callable[[], float], until: float, done: threading.Event) -> None:
    from ctypes import c_ulong, py_object, pythonapi  # 10 ms, for programs with threads only

    while not done.wait(max(until - clock(), 0.01)):
        if clock() >= until:
            pythonapi.PyThreadState_SetAsyncExc(c_ulong(thread), py_object(OutOfTime))
            if done.wait(_AGAIN):
                pythonapi.PyThreadState_SetAsyncExc(c_ulong(thread), None)  # one that was not delivered yet
                return
