"""Read stdin, and write results to stdout or into a file that is whole or absent."""

import sys
from collections.abc import Iterable
from pathlib import Path

import click

from citevet.cli.exit_codes import PIPE_CLOSED, discard
from citevet.errors import TooLarge
from citevet.jobs.report_files import explain_write_error, save
from citevet.limits import FILE_BYTES
from citevet.model import Document, Report, Unread, Verdict
from citevet.read import parse
from citevet.report.findings import format_count
from citevet.report.safe_text import show_controls, to_line
from citevet.report.summary import format_census

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
