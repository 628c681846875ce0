"""Where results go: stdout, or a file that is whole or not there at all."""

import sys
from pathlib import Path

import click

from citevet.cli.ending import PIPE_CLOSED, drop
from citevet.jobs.save_report import save, unwritten
from citevet.report.visible import one_line, visible


def emit(text: str, output: str | None) -> None:
    """Write a result to stdout or into a file."""
    if output is None or output == "-":
        _print(text if text.endswith("\n") else f"{text}\n")
    else:
        save_named(text, Path(output))


def save_named(text: str, file: Path) -> None:
    """Write into a file that the user named, and say so where its folder was not there: a slip makes one too."""
    if save(text, file):
        click.echo(f"citevet: made the folder {one_line(file.parent.as_posix())}", err=True)


def emit_diff(text: str) -> None:
    """Write a diff as it is, so that it applies; on a terminal with its control characters made visible."""
    if sys.stdout.isatty():
        text = "\n".join(visible(line) for line in text.split("\n"))
    _print(text)


def _print(text: str) -> None:
    """Write to stdout; a reader that has enough ends the run without a word."""
    try:
        click.echo(text, nl=False)
    except BrokenPipeError:
        drop(sys.stdout)
        sys.exit(PIPE_CLOSED)
    except OSError as error:
        drop(sys.stdout)
        raise unwritten(error, "stdout") from error
