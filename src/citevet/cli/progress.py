"""How far a long run is: a bar on a terminal, and everywhere else a line from time to time."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TextIO

from citevet.contracts import Progress
from citevet.report.excerpt import width
from citevet.world.clock import stopwatch

_WIDTH = 30
_MANY = 4  # documents; fewer are done before a bar could be read
_LONGEST = 40  # characters of a name
_USUAL = 80  # columns of a terminal that does not say how many it has
_EVERY = 10.0  # seconds between two lines in a log; a run that is done before the first shows none


def is_colored(stream: TextIO) -> bool:
    """Say whether to colour: on a terminal, unless NO_COLOR is set."""
    return stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


@contextmanager
def bar(*, quiet: bool = False) -> Iterator[Progress | None]:
    """Show on stderr how far the work is: a bar that is wiped at the end, or lines where there is no terminal."""
    if quiet or not sys.stderr.isatty():
        yield None if quiet else _lines()
        return
    try:
        yield _draw
    finally:
        sys.stderr.write("\r\x1b[2K")
        sys.stderr.flush()


def _lines() -> Progress:
    """Return what writes a line when it is told something and the last one is long ago."""
    last = stopwatch()

    def tell(done: int, total: int, what: str) -> None:
        nonlocal last
        now = stopwatch()
        if now - last >= _EVERY:
            last = now
            sys.stderr.write(f"citevet: {done} of {total} {_name(what)}\n")
            sys.stderr.flush()

    return tell


def _name(what: str) -> str:
    """Return what is counted, and the end of the name behind it: a path is told from others by its end."""
    unit, colon, name = "".join(char if char.isprintable() else "?" for char in what).partition(": ")
    return f"{unit[-_LONGEST:]}{colon}{name[-_LONGEST:]}"


def _draw(done: int, total: int, what: str) -> None:
    if total < _MANY:
        return
    full = _WIDTH * done // total
    line = f"{'━' * full}{'╌' * (_WIDTH - full)} {done}/{total} "
    sys.stderr.write(f"\r\x1b[2K{_fitted(line, _name(what), _columns() - 1)}")
    sys.stderr.flush()


def _fitted(line: str, what: str, room: int) -> str:
    """Return what fits on one row, of a name its end: of a line that wraps, only the last row could be wiped."""
    unit, colon, name = what.partition(": ")
    line += unit + colon
    while name and width(line + name) > room:
        name = name[1:]
    line += name
    while width(line) > room:
        line = line[:-1]
    return line


def _columns() -> int:
    try:
        return os.get_terminal_size(sys.stderr.fileno()).columns or _USUAL
    except OSError:
        return _USUAL
