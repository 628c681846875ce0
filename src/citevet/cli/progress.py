"""Show how far a long run is: a bar on a terminal, elsewhere a line from time to time."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TextIO

from citevet.contracts import LOADING, Progress
from citevet.report.safe_text import measure_width
from citevet.world.clock import stopwatch

_WIDTH = 30
_MANY = 4  # documents; fewer are done before a bar could be read
_LONGEST = 40  # characters of a name
_LONGEST_UNIT = 80  # characters of what is counted, with the hosts that were asked
_USUAL = 80  # columns of a terminal that does not say how many it has
_EVERY = 10.0  # seconds between two lines in a log; a run that is done before the first shows none


def is_colored(stream: TextIO) -> bool:
    """Return whether to colour: on a terminal, unless NO_COLOR is set."""
    return stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


@contextmanager
def show_progress(*, quiet: bool = False) -> Iterator[Progress | None]:
    """Show on stderr how far the work is: a bar that is wiped at the end, or lines where there is no terminal."""
    if quiet or not sys.stderr.isatty():
        yield None if quiet else _write_lines()
        return
    try:
        yield _draw
    finally:
        sys.stderr.write("\r\x1b[2K")
        sys.stderr.flush()


def _write_lines() -> Progress:
    """Return a progress function that writes a line if the last one is long ago."""
    last = stopwatch()

    def report(done: int, total: int, what: str) -> None:
        nonlocal last
        if what.startswith(LOADING):
            return
        now = stopwatch()
        if now - last >= _EVERY:
            last = now
            sys.stderr.write(f"citevet: {done} of {total} {_shorten(what)}\n")
            sys.stderr.flush()

    return report


def _shorten(what: str) -> str:
    """Return the unit, and the end of the name after it: paths differ at their ends."""
    unit, colon, name = "".join(char if char.isprintable() else "?" for char in what).partition(": ")
    return f"{unit[:_LONGEST_UNIT]}{colon}{name[-_LONGEST:]}"


def _draw(done: int, total: int, what: str) -> None:
    is_loading = what.startswith(LOADING)  # once, and a second or more: the screen must not look dead
    if total < _MANY and not is_loading:
        return
    full = _WIDTH * done // total
    line = "" if is_loading else f"{'━' * full}{'╌' * (_WIDTH - full)} {done}/{total} "
    sys.stderr.write(f"\r\x1b[2K{_fit(line, _shorten(what), _measure_terminal() - 1)}")
    sys.stderr.flush()


def _fit(line: str, what: str, room: int) -> str:
    """Return what fits on one row, of a name its end: only the last row of a wrapped line could be wiped."""
    unit, colon, name = what.partition(": ")
    line += unit + colon
    while name and measure_width(line + name) > room:
        name = name[1:]
    line += name
    while measure_width(line) > room:
        line = line[:-1]
    return line


def _measure_terminal() -> int:
    try:
        return os.get_terminal_size(sys.stderr.fileno()).columns or _USUAL
    except OSError:
        return _USUAL
