"""How far a long run is: a bar on a terminal, and silence everywhere else."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TextIO

from citevet.contracts import Progress

_WIDTH = 30
_MANY = 4  # documents; fewer are done before a bar could be read


def is_colored(stream: TextIO) -> bool:
    """Say whether to colour: on a terminal, unless NO_COLOR is set."""
    return stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


@contextmanager
def bar() -> Iterator[Progress | None]:
    """Show a bar on stderr while the work goes on, and wipe it at the end."""
    if not sys.stderr.isatty():
        yield None
        return
    try:
        yield _draw
    finally:
        sys.stderr.write("\r\x1b[2K")
        sys.stderr.flush()


def _draw(done: int, total: int, what: str) -> None:
    if total < _MANY:
        return
    full = _WIDTH * done // total
    name = "".join(char if char.isprintable() else "?" for char in what)[-40:]
    sys.stderr.write(f"\r\x1b[2K{'━' * full}{'╌' * (_WIDTH - full)} {done}/{total} {name}")
    sys.stderr.flush()
