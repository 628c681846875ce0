"""Worker processes, each with a Session; a file that crashes one is the only file without a result."""

import os
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from signal import SIG_DFL, SIGINT, signal
from threading import Thread
from typing import TypeVar

from citevet.errors import CitevetError
from citevet.model import Unread
from citevet.session import Session
from citevet.world.child_process import keep_children

Result = TypeVar("Result")


class _Worker:
    """What a worker process of the pool works for: it serves one Session from its start to its end."""

    session: Session
    children: AbstractContextManager[None]


def start_worker(session: Session) -> None:
    """Prepare a process of the pool; it ends with the process that started it, however that ends."""
    Thread(target=_end_with_parent, daemon=True).start()
    signal(SIGINT, SIG_DFL)  # on Ctrl-C a worker ends without a traceback; the parent reports the interrupt
    _Worker.session = session
    _Worker.children = keep_children()
    _Worker.children.__enter__()  # until the process ends


def _end_with_parent() -> None:
    from multiprocessing import parent_process  # 10 ms, and most runs start no process

    if parent := parent_process():
        parent.join()
        os._exit(1)


def call_in_worker(work: Callable[..., Result], file: Path) -> Result:
    """Call a function with a file and the Session of this worker."""
    return work(file, _Worker.session)


def shares_a_budget(files: Sequence[Path], session: Session) -> bool:
    """Return whether language models or services may be asked: their limits are kept in one process."""
    try:
        return any(config.llm or not config.is_offline for config in map(session.config_for, files))
    except CitevetError:
        return False  # reported when the file is read


def work_alone(file: Path, session: Session, work: Callable[..., Result], fail: Callable[[Path], Result]) -> Result:
    """Work on a file in a process of its own, after some file crashed a shared one; `fail` describes another crash."""
    from concurrent.futures import ProcessPoolExecutor
    from concurrent.futures.process import BrokenProcessPool

    try:
        with ProcessPoolExecutor(1, initializer=start_worker, initargs=(session,)) as pool:
            return pool.submit(call_in_worker, work, file).result()
    except BrokenProcessPool:
        return fail(file)


def describe_crash(file: Path, session: Session) -> Unread:
    """Return the result of a file that crashes its process."""
    shown = session.show(file)
    return Unread(shown, f"{shown}: reading it brought the process down. Leave it out, and please report it.")
