"""Read stdin, write results to stdout or into a file that is whole or absent, and progress to stderr."""

import os
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Event, Thread
from typing import TextIO

import click

from citevet.cli.exit_codes import PIPE_CLOSED, discard
from citevet.contracts import LOADING, Progress
from citevet.errors import TooLarge
from citevet.jobs.report_files import explain_write_error, save
from citevet.limits import FILE_BYTES
from citevet.model import Audit, Document, Report, Severity, Unread, Verdict
from citevet.read import parse
from citevet.report.findings import format_count
from citevet.report.safe_text import measure_width, show_controls, to_line
from citevet.report.summary import format_census
from citevet.world.clock import stopwatch

STDIN_NAME = "stdin.md"  # in the current folder


def read_stdin(name: str = STDIN_NAME, *, max_bytes: int = FILE_BYTES) -> Document:
    """Read stdin to its end, within bounds, as a document of that name."""
    return parse(load_stdin(max_bytes), name)


def load_stdin(max_bytes: int = FILE_BYTES) -> bytes:
    """Return the bytes of stdin, within bounds."""
    data = sys.stdin.buffer.read(max_bytes + 1)
    if len(data) > max_bytes:
        raise TooLarge(f"more than {max_bytes:,} bytes", to="stdin", advice="Raise --max-bytes, or split it.")
    return data


def report_unread(unread: Iterable[Unread]) -> None:
    """Say on stderr what could not be read."""
    for each in unread:
        click.echo(f"citevet: {to_line(each.message)}", err=True)


def emit(text: str, output: str | None = None) -> None:
    """Write a result to stdout or into a file."""
    if output is None or output == "-":
        _print(text if text.endswith("\n") else f"{text}\n")
    else:
        save_named(text, Path(output))
        click.echo(f"wrote {to_line(output)}", err=True)


def save_named(content: str | bytes, file: Path) -> None:
    """Write into a file that the user named, and say so where its folder was not there: a slip makes one too."""
    if save(content, file):
        click.echo(f"citevet: made the folder {to_line(file.parent.as_posix())}", err=True)


def emit_diff(text: str) -> None:
    """Write a diff as it is, so that it applies; on a terminal with its control characters made visible."""
    if sys.stdout.isatty():
        text = "\n".join(show_controls(line) for line in text.split("\n"))
    _print(text)


def _print(text: str) -> None:
    """Write to stdout; a reader that has enough ends the run without a word."""
    try:
        click.echo(text, nl=False)
    except BrokenPipeError:
        discard(sys.stdout)
        sys.exit(PIPE_CLOSED)
    except OSError as error:
        discard(sys.stdout)
        raise explain_write_error(error, "stdout") from error


def report_census(report: Report) -> None:
    """Say on stderr how much was checked, and what happened to the index of the corpus."""
    click.echo(format_census(report), err=True)
    hidden = report.run.get("outside_change")
    if hidden:
        verb = "is" if hidden == 1 else "are"
        click.echo(f"{format_count(hidden, 'finding')} outside the change {verb} not shown", err=True)
    for note in report.run.get("notes", ()):
        click.echo(f"note: {to_line(note)}", err=True)


def find_exit_code(unread: int, verdict: Verdict, fail_on: tuple[str, ...]) -> int:
    """Return 2 for unreadable inputs, else 1 on fail, else 3 for incomplete or empty when that was asked for."""
    if unread:
        return 2
    if verdict == "fail":
        return 1
    return 3 if verdict in {"incomplete", "empty"} and "incomplete" in fail_on else 0


def is_colored(stream: TextIO) -> bool:
    """Return whether to colour: on a terminal, unless NO_COLOR is set."""
    return stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


# How far a long run is: a bar on a terminal, elsewhere a line from time to time

_WIDTH = 30
_MANY = 4  # documents; fewer are done before a bar could be read
_LONGEST = 40  # characters of a name
_LONGEST_UNIT = 80  # characters of what is counted, with the hosts that were asked
_USUAL = 80  # columns of a terminal that does not say how many it has
_TICK = 2.0  # seconds; work that takes longer shows how long it has taken
_MINUTES = 100.0  # seconds; more is said in minutes
_SHORT = 3.0  # seconds; a run that takes less shows everything at its end
_MOST_EARLY = 3  # findings that are shown each time there are new ones
_SHOWN_EARLY = frozenset({Severity.ERROR, Severity.WARNING})
_EVERY = 10.0  # seconds between two lines in a log; a run that is done before the first shows none


class EarlyFindings:
    """Shows the first findings of a long run on a terminal, above its bar; the report has them again, with the rest."""

    def __init__(self) -> None:
        self._started = stopwatch()
        self._shown: set[tuple[str, str]] = set()

    def __call__(self, audit: Audit) -> None:
        """Show some errors and warnings of a document that were not shown before, and count the others."""
        if stopwatch() - self._started < _SHORT:
            return
        path = audit.document.path
        found = [each for each in audit.findings if each.suppressed is None and each.severity in _SHOWN_EARLY]
        new = [each for each in found if (path, each.fingerprint) not in self._shown]
        self._shown |= {(path, each.fingerprint) for each in new}
        for each in new[:_MOST_EARLY]:
            at = audit.document.line_range(each.span)
            said = to_line(f"{each.code} {each.severity}: {each.message}")
            _write_above(f"so far: {show_controls(path)}:{at.line}: {said}")
        if len(new) > _MOST_EARLY:
            _write_above(f"so far: {show_controls(path)}: {len(new) - _MOST_EARLY} more")


def _write_above(line: str) -> None:
    sys.stderr.write(f"\r\x1b[2K{line}\n")
    sys.stderr.flush()


@contextmanager
def show_progress(*, quiet: bool = False) -> Iterator[Progress | None]:
    """Show on stderr how far the work is: a bar that is wiped at the end, or lines where there is no terminal."""
    if quiet or not sys.stderr.isatty():
        yield None if quiet else _write_lines()
        return
    bar = _Bar()
    ticker = Thread(target=bar.tick, daemon=True)
    ticker.start()
    try:
        yield bar.report
    finally:
        bar.ended.set()
        ticker.join()
        sys.stderr.write("\r\x1b[2K")
        sys.stderr.flush()


class _Forecast:
    """The time that each stage still takes, by the time that it took so far."""

    def __init__(self) -> None:
        self._begun: dict[str, tuple[int, float]] = {}  # stage → what was done when it was first seen, and when

    def add_to(self, what: str, done: int, total: int, now: float) -> str:
        """Return what is counted, with the time left where it can be told."""
        unit, colon, name = what.partition(": ")
        stage = unit.partition(" (")[0]
        first, since = self._begun.get(stage, (done, now))
        if done <= first:  # the stage begins, or begins again for the next document
            self._begun[stage] = first, since = done, now
        left = (now - since) / max(done - first, 1) * (total - done)
        if left < 1 or now - since < _TICK or unit.endswith(" left)"):  # requests to services have their own forecast
            return what
        said = f"{left:.0f} s" if left < _MINUTES else f"{left / 60:.0f} min"
        return f"{unit}, {said} left{colon}{name}"


class _Bar:
    """A bar on a terminal, with the seconds since the last report: a long document must not look dead."""

    def __init__(self) -> None:
        self.ended = Event()
        self._last = (0, 0, "")
        self._since = stopwatch()
        self._forecast = _Forecast()

    def report(self, done: int, total: int, what: str) -> None:
        """Draw what is done."""
        self._since = stopwatch()
        what = self._forecast.add_to(what, done, total, self._since)
        self._last = done, total, what
        _draw(done, total, what)

    def tick(self) -> None:
        """Draw the last report again, until the work has ended."""
        while not self.ended.wait(_TICK):
            done, total, what = self._last
            seconds = stopwatch() - self._since
            if what and seconds >= _TICK:
                _draw(done, total, f"{what} ({seconds:.0f} s)", waits=True)


def _write_lines() -> Progress:
    """Return a progress function that writes a line if the last one is long ago."""
    last = stopwatch()
    forecast = _Forecast()

    def report(done: int, total: int, what: str) -> None:
        nonlocal last
        if what.startswith(LOADING):
            return
        now = stopwatch()
        what = forecast.add_to(what, done, total, now)
        if now - last >= _EVERY:
            last = now
            sys.stderr.write(f"citevet: {done} of {total} {_shorten(what)}\n")
            sys.stderr.flush()

    return report


def _shorten(what: str) -> str:
    """Return the unit, and the end of the name after it: paths differ at their ends."""
    unit, colon, name = "".join(char if char.isprintable() else "?" for char in what).partition(": ")
    return f"{unit[:_LONGEST_UNIT]}{colon}{name[-_LONGEST:]}"


def _draw(done: int, total: int, what: str, *, waits: bool = False) -> None:
    is_loading = what.startswith(LOADING)  # once, and a second or more: the screen must not look dead
    if total < _MANY and not is_loading and not waits:
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
